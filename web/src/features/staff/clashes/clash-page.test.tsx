import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { forgetPortal, openPortal } from '@/testing/portal';
import { refusal } from '@/testing/server';

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
    object: 'A101',
    students: 0,
    minutes: 0,
    seats: 0,
    days: [
      { day: '2026-11-17', first: 'm.11', second: 'l.11' },
      { day: '2026-11-24', first: 'm.12', second: 'l.12' },
    ],
  },
  {
    kind: 'students',
    name: '',
    nameEn: '',
    first: group('HR-1', 'Human Resources'),
    second: group('LAW-2', 'Business Law'),
    object: '',
    students: 84,
    minutes: 0,
    seats: 0,
    days: [{ day: '2026-11-19', first: 'h.11', second: 'l2.11' }],
  },
];

afterEach(forgetPortal);

const path = '/api/admin/timetable/clashes';

const open = (list: unknown[], more = 0, accepted: unknown[] = []) =>
  openPortal(
    '/admin/timetable/clashes',
    {
      [`GET ${path}`]: () => ({ term: 'autumn', clashes: list, more, accepted }),
      [`POST ${path}/accepted`]: () => null,
      [`DELETE ${path}/accepted/a-1`]: () => null,
    },
    { role: 'admin', scope: 'registrar' },
  );

test('each clash shows what both classes need, which classes and when', async () => {
  await open(clashes);
  const row = async (name: RegExp) => within(await screen.findByRole('row', { name }));
  const room = await row(/Mingde Hall A101/u);
  expect(room.getByText(/^MKT-1 Marketing/u)).toBeTruthy();
  expect(room.getByText(/^LAW-2 Business Law/u)).toBeTruthy();
  expect(room.getByText(/^2 days, /u)).toBeTruthy();
  expect((await row(/84 students are in both/u)).getByText('Students')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: /^Students/u }));
  expect(await screen.findByRole('row', { name: /84 students/u })).toBeTruthy();
  expect(screen.queryByRole('row', { name: /Mingde Hall/u })).toBeNull();
});

test('clashes beyond the list are counted', async () => {
  await open(clashes, 12);
  expect(await screen.findByText("12 more aren't listed. Fix these first.")).toBeTruthy();
});

test('without clashes there is one sentence', async () => {
  await open([]);
  expect(await screen.findByRole('heading', { name: 'No clashes' })).toBeTruthy();
});

test('each class links to the timetable on the first day, and on each day from the list', async () => {
  await open(clashes);
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: /^MKT-1 Marketing/u });
  expect(link.getAttribute('href')).toBe('/admin/timetable?term=autumn&by=group&id=MKT-1&day=2026-11-17&class=m.11');
  await userEvent.click(screen.getByRole('button', { name: /: Mingde Hall A101/u }));
  const days = within(await screen.findByRole('dialog', { name: 'Mingde Hall A101' }));
  const [, second] = days.getAllByRole<HTMLAnchorElement>('link', { name: 'LAW-2' });
  expect(second?.getAttribute('href')).toContain('day=2026-11-24&class=l.12');
});

test('a clash is only accepted with a reason', async () => {
  const { received } = await open(clashes);
  await userEvent.click(await screen.findByRole('button', { name: /: Mingde Hall A101/u }));
  await userEvent.click(await screen.findByRole('button', { name: 'Accept clash' }));
  expect(await screen.findByText('Enter a reason of at least four characters.')).toBeTruthy();
  const accepting = () => received.filter(({ path: at }) => at === `${path}/accepted`);
  expect(accepting()).toHaveLength(0);
  await userEvent.type(screen.getByRole('textbox', { name: /^Reason for accepting/u }), 'joint class');
  await userEvent.click(screen.getByRole('button', { name: 'Accept clash' }));
  await waitFor(() =>
    expect(accepting().map(({ body }): unknown => JSON.parse(body))).toEqual([
      {
        term: 'autumn',
        kind: 'room',
        object: 'A101',
        first: 'MKT-1',
        second: 'LAW-2',
        reason: 'joint class',
      },
    ]),
  );
});

test('accepted clashes are in their own section and can be reopened', async () => {
  const accepted = {
    ...clashes[0],
    id: 'a-1',
    reason: 'joint class',
    by: 'Tang Wei',
    at: '2026-11-12T02:00:00Z',
  };
  const { received } = await open([], 0, [accepted]);
  const part = within(await screen.findByRole('region', { name: 'Accepted' }));
  expect(part.getByText(/^joint class – Tang Wei, /u)).toBeTruthy();
  await userEvent.click(part.getByRole('button', { name: /^Stop accepting: Mingde Hall A101/u }));
  await waitFor(() => expect(received.filter(({ method }) => method === 'DELETE')).toHaveLength(1));
});

test('a college without a term is told what to import first, not that something failed', async () => {
  await openPortal(
    '/admin/timetable/clashes',
    { 'GET /api/admin/timetable/clashes': () => refusal(404, '[timetable.no_terms] There is no term.') },
    { role: 'admin', scope: 'registrar' },
  );
  expect(await screen.findByText('No timetable yet')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go to imports' }).getAttribute('href')).toBe('/admin/imports');
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
});
