import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { forgetPortal, openPortal } from '@/testing/portal';
import { refusal, type Handler } from '@/testing/server';
import { staffRecord, studentHandlers } from '@/testing/students';

afterEach(() => {
  forgetPortal();
  sessionStorage.clear();
});

const open = (handlers: Record<string, Handler> = {}) =>
  openPortal('/admin/students/new', { ...studentHandlers, ...handlers }, { role: 'admin' });

test('a student is added with the values entered, and their page opens', async () => {
  const { router, received } = await open({ 'POST /api/admin/students': () => staffRecord() });
  await userEvent.type(await screen.findByRole('textbox', { name: /^Student number/u }), ' 202501777 ');
  await userEvent.type(screen.getByRole('textbox', { name: /^Name(?! in)/u }), '林夕');
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Programme' }), 'Finance');
  await userEvent.click(screen.getByRole('button', { name: /^Add student/u }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/students/s-1'));
  expect(
    JSON.parse(received.find(({ method, path }) => method === 'POST' && path === '/api/admin/students')?.body ?? ''),
  ).toEqual({
    studentNumber: '202501777',
    name: '林夕',
    programme: 'FIN',
    enrolmentStatus: 'enrolled',
  });
});

test('missing and refused values are errors at their fields; nothing is lost', async () => {
  const { unmount } = await open({
    'POST /api/admin/students': () => refusal(409, '[student.number_taken] Another student has the number 7.'),
  });
  await userEvent.click(await screen.findByRole('button', { name: /^Add student/u }));
  expect(await screen.findAllByText('Fill this in.')).toHaveLength(2);
  await userEvent.type(screen.getByRole('textbox', { name: /^Student number/u }), '7');
  await userEvent.type(screen.getByRole('textbox', { name: /^Name(?! in)/u }), '林夕');
  await userEvent.click(screen.getByRole('button', { name: /^Add student/u }));
  expect(await screen.findByText('Another student has the number 7.')).toBeTruthy();
  unmount();
  await open();
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: /^Student number/u })).value).toBe('7');
});
