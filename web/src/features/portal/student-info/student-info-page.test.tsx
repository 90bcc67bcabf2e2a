import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { forgetPortal, openPortal } from '@/testing/portal';
import { refusal } from '@/testing/server';
import { sampleStudent } from '@/testing/student';
import { creditPercent, type StudentRecord } from './record';

const path = 'GET /api/Students/Students/GetStudentInfoOutput';
const record = sampleStudent as unknown as StudentRecord;

afterEach(() => forgetPortal());

test('[2.20] every field of the record is there, and empty ones say so', async () => {
  const { container } = await openPortal('/student/userinfo', { [path]: () => record });
  await screen.findByRole('region', { name: 'Identity' });
  const facts = new Map(
    [...container.querySelectorAll('dl > div')].map((fact) => [
      fact.querySelector('dt')?.textContent ?? '',
      fact.querySelector('dd')?.textContent ?? '',
    ]),
  );
  expect(Object.fromEntries(facts)).toMatchObject({
    'Student number': '20250101001',
    Name: '林夕',
    Gender: 'Female',
    Phone: '138****0001',
    Email: 'linxi@example.edu.cnChange',
    College: 'School of Finance',
    Campus: 'Main campus',
    Programme: 'Finance',
    Class: 'Finance 2501',
    'Entry year': '2025',
    'Study mode': 'Full-time',
    'Enrolment status': 'Enrolled',
    'Expected graduation': 'June 30, 2029',
    Adviser: 'Chen Wei',
    Address: 'Not givenAdd',
  });
  expect(facts.get('National ID')).toContain('1101****');
  await waitFor(() => expect(container.textContent).toContain('Hunan / Hengyang / Zhuhui District'));
  expect(screen.getByRole('progressbar', { name: 'Credits earned' }).getAttribute('aria-valuenow')).toBe('27');
});

test('[2.20] a contact field is changed in place; an error says why', async () => {
  let tries = 0;
  const { received } = await openPortal('/student/userinfo', {
    [path]: () => record,
    'PATCH /api/student': () => {
      tries += 1;
      return tries === 1 ? refusal(400, '[student.email] This is no e-mail address.') : record;
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Change Email' }));
  const box = await screen.findByLabelText('Email');
  await userEvent.clear(box);
  await userEvent.type(box, 'lin@example.edu{Enter}');
  expect(await screen.findByText('This is no e-mail address.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull());
  expect(received.findLast(({ method }) => method === 'PATCH')?.body).toBe('{"email":"lin@example.edu"}');
});

test('[2.20] an invalid native place says why, under its fields', async () => {
  await openPortal('/student/userinfo', {
    [path]: () => ({ ...record, editable: [...record.editable, 'nativePlace'] }),
    'PATCH /api/student': () => refusal(400, '[student.native_place] Only the college changes this.'),
  });
  await userEvent.click(await screen.findByRole('button', { name: /^(?:Change|Add) Native place/u }));
  const boxes = await screen.findByRole('group', { name: 'Native place' });
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await within(boxes).findByText('Only the college changes this.')).toBeTruthy();
});

test('[2.20] official fields cannot be changed', async () => {
  await openPortal('/student/userinfo', { [path]: () => record });
  const identity = within(await screen.findByRole('region', { name: 'Identity' }));
  expect(identity.queryByRole('button', { name: /^Change|^Add/u })).toBeNull();
});

test('[2.20] the national ID is shown in full only after the password', async () => {
  await openPortal('/student/userinfo', {
    [path]: () => record,
    'POST /api/student/reveal': ({ body }) =>
      body.includes('right')
        ? { nationalId: '110101200501010012' }
        : refusal(400, '[account.bad_password] Wrong password.'),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Show' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Show national ID' }));
  await userEvent.type(dialog.getByLabelText(/^Your password/u), 'wrong{Enter}');
  expect(await dialog.findByText('Wrong password.')).toBeTruthy();
  expect(screen.queryByText('110101200501010012')).toBeNull();
  await userEvent.clear(dialog.getByLabelText(/^Your password/u));
  await userEvent.type(dialog.getByLabelText(/^Your password/u), 'right{Enter}');
  expect(await screen.findByText('110101200501010012')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Hide' }));
  expect(screen.queryByText('110101200501010012')).toBeNull();
});

test('[2.20] users who are not students get an explanation', async () => {
  await openPortal('/student/userinfo', {
    [path]: () => refusal(403, '[access.forbidden] You may not do this.'),
  });
  expect(await screen.findByRole('heading', { name: 'No student record' })).toBeTruthy();
});

test.each([
  [42.5, 160, 27],
  [170, 160, 100],
  [10, 0, 0],
])('[2.20] %d of %d credits is %d percent', (creditsEarned, creditsRequired, percent) => {
  expect(creditPercent({ ...record, creditsEarned, creditsRequired })).toBe(percent);
});
