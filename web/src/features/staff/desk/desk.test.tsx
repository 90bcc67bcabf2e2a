import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { events } from '@/shared/api/events';
import { i18n } from '@/shared/i18n/i18n';
import { onPhone } from '@/testing/on-phone';
import { forgetPortal, openPortal } from '@/testing/portal';
import { refusal } from '@/testing/server';
import { waitingKinds } from './waiting';

const kinds = [
  'terms',
  'periods',
  'rooms',
  'programmes',
  'teachers',
  'students',
  'courses',
  'groups',
  'enrolments',
  'timetable',
];
const steps = (there: (index: number) => number) => kinds.map((kind, index) => ({ kind, count: there(index) }));

const desk = {
  waiting: [
    { kind: 'recordings.failed', count: 1, since: '2026-11-12T02:05:00Z' },
    { kind: 'accounts.never', count: 1000, since: '' },
    { kind: 'jobs.dead', count: 2, since: '' },
  ],
  steps: steps(() => 3),
  backup: '2026-11-12T02:05:00Z',
};

const found = [
  {
    kind: 'student',
    id: 's/1',
    code: '202501001',
    name: '林晓雨',
    nameEn: 'Lin Xiaoyu',
    detail: '市营2501',
    detailEn: 'Marketing 2501',
  },
  { kind: 'room', id: 'r1', code: '', name: 'A101', nameEn: '', detail: '北校区', detailEn: 'North Campus' },
];

beforeEach(() =>
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  })),
);
afterEach(() => {
  forgetPortal();
  events.emit('logout');
});

const room = { campus: 'north', nameEn: '', building: 'Mingde', seats: 60, free: true, from: '14:00' };
const rooms = [
  { ...room, id: 'a1', name: 'A101', until: '15:40' },
  { ...room, id: 'a2', name: 'A102' },
  { ...room, id: 'a3', name: 'A103', free: false, from: '16:00' },
];

const open = (path: string, handlers = {}) =>
  openPortal(
    path,
    {
      'GET /api/admin/desk': () => desk,
      'GET /api/admin/system': () => ({ findings: [] }),
      'GET /api/rooms/free': () => ({ day: '2026-11-12', at: '14:00', off: false, rooms }),
      ...handlers,
    },
    { role: 'admin', scope: 'registrar' },
  );

describe('desk', () => {
  test('the header shows the term and week', async () => {
    await open('/admin', {
      'GET /api/terms': () => ({
        terms: [{ id: 't', name: '秋', nameEn: 'Autumn', firstMonday: '2000-01-03', lastDay: '2099-12-31' }],
      }),
    });
    const bar = within(screen.getByRole('banner'));
    expect(await bar.findByText(/^Autumn · week/u)).toBeTruthy();
  });

  test('shows which rooms are free now and until when, with a link to all rooms', async () => {
    await open('/admin');
    const card = within(await screen.findByRole('region', { name: 'Free now' }));
    expect(await card.findByText('2 of 3 rooms are free.')).toBeTruthy();
    expect(card.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'A101until 15:40',
      'A102for the rest of the day',
    ]);
    expect(card.getByRole('link', { name: 'A101' }).getAttribute('href')).toBe('/rooms/a1');
    expect(card.getByRole('link', { name: 'All free rooms' }).getAttribute('href')).toBe('/rooms');
  });

  test('shows the most urgent task first, then the others, each with a link', async () => {
    await open('/admin');
    const lead = within(await screen.findByRole('region', { name: 'Needs attention' }));
    expect(lead.getByText(/^recording couldn't be prepared/u, { selector: 'p span' })).toBeTruthy();
    expect(lead.getByText(/^since /u)).toBeTruthy();
    expect(lead.getByRole('link').getAttribute('href')).toBe('/admin/recordings?show=failed');
    const more = within(screen.getByRole('region', { name: 'To do' }));
    expect(more.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^1000\+ students have never logged in/u),
      expect.stringMatching(/^2 server jobs failed/u),
    ]);
    expect(more.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/admin/students?login=never',
      '/admin/system?state=dead',
    ]);
    expect(screen.queryByRole('region', { name: 'Set up your college' })).toBeNull();
  });

  test('each kind of task shows its count once, also in the names of its buttons', async () => {
    const all = Object.keys(waitingKinds);
    await open('/admin', {
      'GET /api/admin/desk': () => ({ ...desk, waiting: all.map((kind) => ({ kind, count: 7, since: '' })) }),
    });
    const more = within(await screen.findByRole('region', { name: 'To do' }));
    const rows = more.getAllByRole('listitem');
    expect(rows).toHaveLength(all.length - 1);
    for (const row of rows) {
      expect(row.querySelector('p')?.textContent).toMatch(/^7 [^7]+$/u);
      expect(within(row).getByRole('button').textContent).toMatch(/^Remind me tomorrow[^7]+7 [^7]+$/u);
    }
  });

  test('a task is put off until tomorrow, by click or with L, and can be shown again', async () => {
    await open('/admin');
    const user = userEvent.setup();
    const lead = within(await screen.findByRole('region', { name: 'Needs attention' }));
    await user.click(lead.getByRole('button', { name: /^Remind me tomorrow/u }));
    expect(await screen.findByText('1 postponed until tomorrow')).toBeTruthy();
    await user.keyboard('l');
    expect(await screen.findByText('2 postponed until tomorrow')).toBeTruthy();
    expect(screen.queryByText(/^recording couldn't be prepared/u, { selector: 'p span' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Show again' }));
    expect(await screen.findByText(/^recording couldn't be prepared/u, { selector: 'p span' })).toBeTruthy();
    expect(screen.queryByText(/postponed until tomorrow/u)).toBeNull();
  });

  test('problems of the system are shown beside the desk', async () => {
    const findings = [
      { kind: 'disk', state: 'problem', text: '2 GB are left.' },
      { kind: 'database', state: 'ok', text: 'SQLite' },
    ];
    await open('/admin', { 'GET /api/admin/system': () => ({ findings }) });
    expect(await screen.findByText('2 GB are left.', { exact: false })).toBeTruthy();
    expect(screen.queryByText('The server and everything it depends on are running.')).toBeNull();
  });

  test('an adviser only sees what advisers may do', async () => {
    const { received } = await openPortal(
      '/admin',
      { 'GET /api/admin/desk': () => ({ waiting: [], steps: [], backup: '' }) },
      { role: 'admin', scope: 'adviser' },
    );
    const actions = within(await screen.findByRole('navigation', { name: 'Quick actions' }));
    expect(actions.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/admin/students',
      '/admin/notices/new',
      '/guide/staff.en-US.html',
    ]);
    expect(await screen.findByText("You're all caught up.")).toBeTruthy();
    expect(screen.queryByText(/backup/iu)).toBeNull();
    expect(received.filter(({ path }) => /audit|system/u.test(path))).toEqual([]);
  });

  test('without tasks there is one sentence', async () => {
    await open('/admin', { 'GET /api/admin/desk': () => ({ ...desk, waiting: [] }) });
    expect(await screen.findByText("You're all caught up.")).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Needs attention' })).toBeNull();
  });

  test('an empty college gets the set-up steps in order, with templates', async () => {
    const { received } = await open('/admin', {
      'GET /api/admin/desk': () => ({
        waiting: [],
        steps: steps((index) => (index < 2 ? 1 : 0)),
        backup: '',
      }),
      'GET /api/admin/import-templates/rooms': () => new Response('PK'),
    });
    const list = within(await screen.findByRole('region', { name: 'Set up your college' }));
    expect(list.getByText('2 of 10 done')).toBeTruthy();
    const items = list.getAllByRole('listitem');
    expect(items.map((item) => within(item).getByRole('heading').textContent)).toEqual([
      'Terms',
      'Periods and campuses',
      'Rooms',
      'Programmes',
      'Teachers',
      'Students',
      'Courses',
      'Groups',
      'Enrolments',
      'Timetable',
    ]);
    expect(items[0]?.textContent).toContain('1 imported.');
    expect(screen.getAllByRole('link', { name: 'Import a file' })[0]?.getAttribute('href')).toBe('/admin/imports');
    expect(list.getByRole('link', { name: 'Import Rooms' }).getAttribute('href')).toBe('/admin/imports?kind=rooms');
    await userEvent.click(list.getByRole('button', { name: 'Template Rooms' }));
    await waitFor(() => expect(received.some(({ path }) => path.endsWith('/import-templates/rooms'))).toBe(true));
    expect(screen.queryByText("You're all caught up.")).toBeNull();
    expect(screen.getByText('No backup yet.')).toBeTruthy();
  });

  test('a phone, which can’t import, says where that is done', async () => {
    onPhone();
    await open('/admin', {
      'GET /api/admin/desk': () => ({ waiting: [], steps: steps(() => 0), backup: '' }),
    });
    const list = within(await screen.findByRole('region', { name: 'Set up your college' }));
    expect(list.getByText(/To import files, open this page on a computer/u)).toBeTruthy();
    expect(list.queryByRole('link', { name: /Import/u })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Import a file' })).toBeNull();
    expect(screen.getByRole('link', { name: 'View imports' }).getAttribute('href')).toBe('/admin/imports');
  });

  test('a loading error says why', async () => {
    await open('/admin', { 'GET /api/admin/desk': () => refusal(503, '[http.busy] Busy right now.') });
    expect(await screen.findByText('Busy right now.')).toBeTruthy();
  });

  test('[1.2] staff start at the desk, students at their timetable', async () => {
    const { router } = await open('/');
    expect(router.state.location.pathname).toBe('/admin');
    expect(screen.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('/admin');
    cleanup();
    const { router: theirs } = await openPortal('/');
    expect(theirs.state.location.pathname).toBe('/student/timetable');
  });
});

describe('search', () => {
  const box = () => screen.findByRole('combobox', { name: /^Student name/u });
  const options = () => waitFor(() => within(screen.getByRole('listbox')).getAllByRole('option'));

  test('“/” focuses it; the best groups come first; arrows and Enter open a hit', async () => {
    const { router } = await open('/admin', { 'GET /api/admin/search': () => found });
    await box();
    await userEvent.keyboard('/');
    await userEvent.type(await box(), 'recording');
    await waitFor(async () =>
      expect((await options()).map(({ textContent }) => textContent)).toEqual([
        '林晓雨Lin Xiaoyu · 202501001 · Marketing 2501',
        'A101North Campus',
        'Recordings',
      ]),
    );
    expect(screen.getAllByRole('group').map((group) => group.firstElementChild?.textContent)).toEqual([
      'Students',
      'Rooms',
      'Pages',
    ]);
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/recordings'));
  });

  test('Enter before the response opens the first hit', async () => {
    const { router } = await open('/admin', { 'GET /api/admin/search': () => found });
    await userEvent.type(await box(), '1001{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/students/s%2F1'));
  });

  test('the last five hits are shown for an empty text, until logging out', async () => {
    const { router } = await open('/admin', { 'GET /api/admin/search': () => found });
    await userEvent.type(await box(), 'a1');
    await userEvent.click(await screen.findByRole('option', { name: /A101/u }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/rooms/r1'));
    // wait until the new page has the focus
    await waitFor(() => expect(document.activeElement?.closest('main')).not.toBeNull());
    await userEvent.click(await box());
    expect((await options()).map(({ textContent }) => textContent)).toEqual(['A101North Campus']);
    act(() => events.emit('logout'));
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
  });

  test.each([
    ['nothing found says what is enough', () => [], /^No results\./u],
    ['no answer is said', () => refusal(503, '[http.busy] Busy.'), /^Search failed\./u],
  ])('%s', async (_title, answer, text) => {
    await open('/admin', { 'GET /api/admin/search': answer });
    await userEvent.type(await box(), 'zzz');
    expect(await screen.findByText(text)).toBeTruthy();
  });

  test('students have their own search, and load none of this', async () => {
    await openPortal('/student/timetable');
    expect(await screen.findByRole('button', { name: 'Search' })).toBeTruthy();
    expect(screen.queryByRole('combobox', { name: /^Student name/u })).toBeNull();
  });

  test('in Chinese a name has no Latin spelling', async () => {
    await open('/admin', { 'GET /api/admin/search': () => found });
    await act(() => i18n.setLocale('zh-CN'));
    await userEvent.type(await screen.findByRole('combobox', { name: /^查找学生/u }), '晓雨');
    await waitFor(async () => expect((await options())[0]?.textContent).toBe('林晓雨202501001 · 市营2501'));
  });
});
