import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { expectAccessible } from '@/testing/axe';
import { forgetPortal, openPortal } from '@/testing/portal';

const group = (code: string, courseEn: string) => ({
  id: code,
  code,
  course: '课程',
  courseEn,
  starts: '08:00',
  ends: '09:40',
});
const clashes = [
  {
    kind: 'room',
    name: '明德楼 A101',
    nameEn: 'Mingde Hall A101',
    first: group('MKT-1', 'Marketing'),
    second: group('LAW-2', 'Business Law'),
    students: 0,
    days: ['2026-11-17', '2026-11-24'],
  },
  {
    kind: 'students',
    name: '',
    nameEn: '',
    first: group('HR-1', 'Human Resources'),
    second: group('LAW-2', 'Business Law'),
    students: 84,
    days: ['2026-11-19'],
  },
];

afterEach(forgetPortal);

const open = (list: unknown[], more = 0) =>
  openPortal(
    '/admin/timetable/clashes',
    { 'GET /api/admin/timetable/clashes': () => ({ term: 'autumn', clashes: list, more }) },
    { role: 'admin', scope: 'registrar' },
  );

test('each clash says what is wanted twice, by which classes and when', async () => {
  const { container } = await open(clashes);
  const row = async (name: RegExp) => within(await screen.findByRole('row', { name }));
  const room = await row(/Mingde Hall A101/u);
  expect(room.getByText(/^Marketing MKT-1/u)).toBeTruthy();
  expect(room.getByText(/^Business Law LAW-2/u)).toBeTruthy();
  expect(room.getByText(/^2 days, /u)).toBeTruthy();
  expect((await row(/84 students are in both/u)).getByText('Students')).toBeTruthy();
  await expectAccessible(container);
  await userEvent.click(screen.getByRole('button', { name: /^Students/u }));
  expect(await screen.findByRole('row', { name: /84 students/u })).toBeTruthy();
  expect(screen.queryByRole('row', { name: /Mingde Hall/u })).toBeNull();
});

test('what is not listed is counted', async () => {
  await open(clashes, 12);
  expect(await screen.findByText('12 more are not listed. Mend these first.')).toBeTruthy();
});

test('no clash is one sentence', async () => {
  await open([]);
  expect(await screen.findByRole('heading', { name: 'No clashes' })).toBeTruthy();
});
