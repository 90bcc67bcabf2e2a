import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { onPhone } from '@/testing/on-phone';
import { forgetPortal, openPortal } from '@/testing/portal';
import type { Received } from '@/testing/server';

const autumn = {
  id: 'autumn',
  name: '秋',
  nameEn: 'Autumn',
  firstMonday: '2026-09-07',
  lastDay: '2027-01-10',
  weeks: 18,
  exams: [{ from: 17, to: 18 }],
};
const year = {
  year: 2026,
  today: '2026-09-13',
  timeZone: 'Asia/Shanghai',
  terms: [autumn],
  campuses: [
    { id: 'north', name: '北', nameEn: 'North' },
    { id: 'south', name: '南', nameEn: 'South' },
  ],
  schemes: [
    {
      id: 'n',
      campus: 'north',
      from: '2026-09-01',
      to: '2027-01-31',
      periods: [{ number: 1, starts: '08:00', ends: '08:45' }],
    },
  ],
  holidays: [
    { id: 'm', name: '中秋节', nameEn: 'Mid-Autumn Festival', from: '2026-09-25', to: '2026-09-27' },
    { id: 'h', name: '国庆节', nameEn: 'National Day', from: '2026-10-01', to: '2026-10-07' },
  ],
  mappings: [],
  ways: [],
};
const day = (date: string, classes: number, more: object = {}) => ({
  date,
  week: classes > 0 ? 3 : 0,
  weekday: classes > 0 ? 1 : 0,
  off: false,
  cause: '',
  name: '',
  nameEn: '',
  classes,
  ...more,
});
const week = Array.from({ length: 7 }, (_, index) => `2026-09-${14 + index}`);
const preview = {
  published: { holidays: [], mappings: [] },
  weeks: [
    {
      term: 'autumn',
      number: 2,
      before: week.map((date) => day(date, 0)),
      after: week.map((date, index) => (index === 6 ? day(date, 40, { week: 5, cause: 'mapping' }) : day(date, 0))),
    },
  ],
  lost: [{ date: '2026-10-06', week: 5, weekday: 2, classes: 12 }],
  students: 84,
  teachers: 6,
  groups: 3,
  moved: 40,
  cancelled: 0,
  back: 0,
  messages: 1,
};

const concerned = { classes: 120, groups: 3, students: 84, teachers: 6 };

afterEach(() => {
  vi.restoreAllMocks();
  forgetPortal();
});

const published = (received: readonly Received[]): unknown =>
  JSON.parse(String(received.find(({ path }) => path === '/api/admin/calendar/arrangements')?.body));

const open = (address = '/admin/calendar?year=2026') =>
  openPortal(
    address,
    {
      'GET /api/admin/calendar': () => year,
      'POST /api/admin/calendar/preview': () => preview,
      'POST /api/admin/calendar/arrangements': () => ({ holidays: [], mappings: [] }),
      'PUT /api/admin/calendar/ways': () => null,
      'POST /api/admin/calendar/terms/autumn/preview': () => concerned,
      'PUT /api/admin/calendar/terms/autumn': () => null,
      'POST /api/admin/calendar/schemes/n/preview': () => concerned,
      'PUT /api/admin/calendar/schemes/n': () => null,
      'POST /api/admin/calendar/campuses/north/times/preview': () => concerned,
      'POST /api/admin/calendar/campuses/north/times': () => null,
    },
    { role: 'admin', scope: 'registrar' },
  );

test('a phone starts at the current month, and shows earlier ones on request', async () => {
  onPhone();
  await open();
  expect(await screen.findByLabelText(/^Sunday, September 13/u)).toBeTruthy();
  expect(screen.queryByLabelText(/^Monday, August 31/u)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Show earlier months' }));
  expect(await screen.findByLabelText(/^Monday, August 31/u)).toBeTruthy();
});

test('a date dragged onto a teaching day shows both weeks and the people affected before publishing', async () => {
  const { received } = await open();
  const sunday = await screen.findByLabelText(/^Sunday, September 20/u);
  const monday = screen.getByLabelText(/^Monday, October 5, Week 5, National Day/u);
  const data = new Map<string, string>();
  const dataTransfer = {
    setData: (type: string, text: string) => data.set(type, text),
    getData: (type: string) => data.get(type) ?? '',
  };
  fireEvent.dragStart(sunday, { dataTransfer });
  fireEvent.drop(monday, { dataTransfer });
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText('Affects 84 students')).toBeTruthy();
  expect(await dialog.findByText('and 6 teachers')).toBeTruthy();
  expect(dialog.getByText('Follows Monday of week 5: 40 classes')).toBeTruthy();
  expect(dialog.getByText(/Tue, Oct 6 \(12 classes\)/u)).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Publish' }));
  expect(await screen.findByText('Published. All students and the affected teachers are notified.')).toBeTruthy();
  expect(published(received)).toEqual({
    withdrawMappings: [],
    days: [{ date: '2026-09-20', follows: '2026-10-05' }],
  });
});

test('by keyboard, arrows move and Enter opens a day', async () => {
  await open();
  const today = await screen.findByLabelText(/^Sunday, September 13/u);
  today.focus();
  await userEvent.keyboard('{ArrowDown}');
  expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Sunday, September 20/u);
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByRole('dialog', { name: 'September 20, 2026' })).toBeTruthy();
});

test('a holiday is withdrawn after its effects were shown', async () => {
  const { received } = await open();
  await userEvent.click(await screen.findByRole('button', { name: /^Withdraw: .*National Day/u }));
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText('Affects 84 students');
  await userEvent.click(dialog.getByRole('button', { name: 'Withdraw' }));
  expect(await screen.findByText('Withdrawn. All students and the affected teachers are notified.')).toBeTruthy();
  expect(published(received)).toEqual({
    withdrawHolidays: ['h'],
  });
});

test('the holidays of a year are entered in one table', async () => {
  const { received } = await open();
  await userEvent.click(await screen.findByRole('button', { name: "Enter a year's holidays" }));
  const dialog = within(await screen.findByRole('dialog'));
  const row = within(dialog.getByRole('group', { name: '国庆节' }));
  fireEvent.change(row.getByLabelText('From'), { target: { value: '2026-10-01' } });
  fireEvent.change(row.getByLabelText('To'), { target: { value: '2026-10-07' } });
  await userEvent.click(row.getByRole('button', { name: 'Add make-up day' }));
  fireEvent.change(row.getByLabelText('Make-up day'), { target: { value: '2026-09-20' } });
  fireEvent.change(row.getByLabelText(/^Follows/u), { target: { value: '2026-10-05' } });
  await dialog.findByText('Affects 84 students');
  const publish = dialog.getByRole<HTMLButtonElement>('button', { name: 'Publish all' });
  await expect.poll(() => publish.disabled).toBe(false);
  await userEvent.click(publish);
  await screen.findByText('Published. All students and the affected teachers are notified.');
  expect(published(received)).toEqual({
    rows: [
      {
        name: '国庆节',
        nameEn: 'National Day',
        from: '2026-10-01',
        to: '2026-10-07',
        makeUp: [{ date: '2026-09-20', follows: '2026-10-05' }],
      },
    ],
  });
});

test('new period times show how many people are affected before they are saved', async () => {
  const { received } = await open();
  await userEvent.click(await screen.findByRole('button', { name: /^Edit North/u }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit period times' }));
  fireEvent.change(dialog.getByLabelText('Ends'), { target: { value: '08:50' } });
  await userEvent.click(dialog.getByRole('button', { name: 'Add period' }));
  expect(await dialog.findByText('Affects 84 students')).toBeTruthy();
  expect(await dialog.findByText('and 6 teachers')).toBeTruthy();
  expect(await dialog.findByText('120 classes change')).toBeTruthy();
  const save = dialog.getByRole<HTMLButtonElement>('button', { name: 'Save' });
  await expect.poll(() => save.disabled).toBe(false);
  await userEvent.click(save);
  expect(await screen.findByText('Saved.')).toBeTruthy();
  const put = received.find(({ method, path }) => method === 'PUT' && path.endsWith('/schemes/n'));
  expect(JSON.parse(put?.body ?? '')).toEqual({
    campus: 'north',
    from: '2026-09-01',
    to: '2027-01-31',
    periods: [
      { number: 1, starts: '08:00', ends: '08:50' },
      { number: 2, starts: '09:00', ends: '09:50' },
    ],
  });
});

test('new times are copied from the current ones, and say who is told and when the old ones end', async () => {
  const { received } = await open();
  await userEvent.click(await screen.findByRole('button', { name: /^New times from a date: North/u }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New times from a date' }));
  const save = dialog.getByRole<HTMLButtonElement>('button', { name: 'Save' });
  expect(dialog.getByLabelText<HTMLInputElement>('Begins').value).toBe('08:00');
  expect(save.disabled).toBe(true);
  fireEvent.change(dialog.getByLabelText('New times from this date'), { target: { value: '2026-12-01' } });
  fireEvent.change(dialog.getByLabelText('Begins'), { target: { value: '08:10' } });
  const ends =
    'The current times end on November 30, 2026. The new times apply from December 1, 2026 to January 31, 2027.';
  expect(await dialog.findByText(ends)).toBeTruthy();
  expect(await dialog.findByText('One message each to 84 students and 6 teachers.')).toBeTruthy();
  await expect.poll(() => save.disabled).toBe(false);
  await userEvent.click(save);
  expect(await screen.findByText('Saved.')).toBeTruthy();
  const put = received.find(({ method, path }) => method === 'POST' && path.endsWith('/campuses/north/times'));
  expect(JSON.parse(put?.body ?? '')).toEqual({
    from: '2026-12-01',
    periods: [{ number: 1, starts: '08:10', ends: '08:45' }],
  });
});

test('moving a term shows how many people are affected before it is saved', async () => {
  const { received } = await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Autumn' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit term' }));
  const save = dialog.getByRole<HTMLButtonElement>('button', { name: 'Save' });
  expect(save.disabled).toBe(false);
  fireEvent.change(dialog.getByLabelText(/^First Monday/u), { target: { value: '2026-09-14' } });
  expect(save.disabled).toBe(true);
  expect(await dialog.findByText('Affects 84 students')).toBeTruthy();
  expect(await dialog.findByText('and 6 teachers')).toBeTruthy();
  await expect.poll(() => save.disabled).toBe(false);
  await userEvent.click(save);
  expect(await screen.findByText('Saved.')).toBeTruthy();
  expect(received.some(({ method, path }) => method === 'PUT' && path.endsWith('/terms/autumn'))).toBe(true);
});

test('unsaved text survives a reload in the same dialog, until it is closed', async () => {
  const { unmount, router } = await open();
  await userEvent.click(await screen.findByRole('button', { name: 'New term' }));
  await userEvent.type(await screen.findByLabelText('Name in English'), 'Summer');
  const { href } = router.state.location;
  unmount();
  await open(href);
  const dialog = within(await screen.findByRole('dialog', { name: 'New term' }));
  expect(await dialog.findByDisplayValue('Summer')).toBeTruthy();
  expect(dialog.getByText('Your unsaved input has been restored.')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
  await userEvent.click(await screen.findByRole('button', { name: 'New term' }));
  expect(screen.queryByDisplayValue('Summer')).toBeNull();
});
