import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { forgetPortal, openPortal } from '@/testing/portal';
import { refusal } from '@/testing/server';
import { sampleTimetable } from '@/testing/timetable';

const room = (id: string, building: string, seats: number, more: object) => ({
  id,
  campus: 'north',
  name: id,
  nameEn: '',
  building,
  seats,
  ...more,
});
const rooms = [
  room('A101', 'Mingde', 120, { free: true, until: '15:40', from: '14:00' }),
  room('A102', 'Mingde', 30, { free: true, from: '14:00' }),
  room('B201', 'Zhixing', 60, { free: false, from: '16:00' }),
  room('B202', 'Zhixing', 60, { free: false }),
];
const handlers = {
  'GET /api/rooms': () => ({ campuses: [{ id: 'north', name: '北', nameEn: 'North' }], rooms }),
  'GET /api/rooms/free': () => ({ day: '2026-11-17', at: '14:00', off: false, rooms }),
};

afterEach(forgetPortal);

test('each room shows until when or from when it is free', async () => {
  await openPortal('/rooms', handlers);
  const link = async (name: RegExp) => within(await screen.findByRole('link', { name }));
  expect((await link(/^A101/u)).getByText('Free until 15:40')).toBeTruthy();
  expect((await link(/^A102/u)).getByText('Free for the rest of the day')).toBeTruthy();
  expect((await link(/^B201/u)).getByText('Free from 16:00')).toBeTruthy();
  expect((await link(/^B202/u)).getByText('Taken for the rest of the day')).toBeTruthy();
  expect(screen.getByText('2 rooms are free on Tue, Nov 17 at 14:00.')).toBeTruthy();
});

test('a college without rooms gets an explanation', async () => {
  await openPortal('/rooms', {
    'GET /api/rooms': () => ({ campuses: [], rooms: [] }),
    'GET /api/rooms/free': () => ({ day: '2026-11-17', at: '14:00', off: true, rooms: [] }),
  });
  expect(await screen.findByText('No rooms yet')).toBeTruthy();
  expect(screen.queryByText('No rooms found')).toBeNull();
});

test('building and seats filter the rooms, and are in the address', async () => {
  const { router } = await openPortal('/rooms', handlers);
  await userEvent.selectOptions(await screen.findByLabelText('Minimum seats'), '60');
  await userEvent.selectOptions(await screen.findByLabelText('Building'), 'Mingde');
  expect(await screen.findByRole('link', { name: /^A101/u })).toBeTruthy();
  expect(screen.queryByRole('link', { name: /^A102/u })).toBeNull();
  expect(screen.queryByRole('link', { name: /^B201/u })).toBeNull();
  expect(router.state.location.search).toMatchObject({ building: 'Mingde' });
});

test('a room has its own page with its week', async () => {
  const { version: _version, conflicts: _conflicts, missing: _missing, ...table } = sampleTimetable();
  await openPortal('/rooms/A101', {
    'GET /api/rooms/A101/timetable': () => ({ ...table, room: rooms[0] }),
  });
  expect(await screen.findByRole('heading', { name: 'A101' })).toBeTruthy();
  expect(await screen.findByText(/120 seats/u)).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Next week' })).toBeTruthy();
});

test('the page of a teacher hidden from students says so', async () => {
  const sentence = "Your college doesn't show teachers' timetables to students.";
  await openPortal('/teachers/wang', {
    'GET /api/teachers/wang/timetable': () => refusal(403, `[rooms.teachers_hidden] ${sentence}`),
  });
  expect(await screen.findByText(sentence)).toBeTruthy();
});
