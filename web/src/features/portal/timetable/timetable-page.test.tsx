import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { clock } from '@/shared/api/api';
import { i18n } from '@/shared/i18n/i18n';
import { identity } from '@/shared/store/session';
import * as files from '@/shared/ui/save-file';
import { expectAccessible } from '@/testing/axe';
import { forgetPortal, lin, openPortal, refetchMounted } from '@/testing/portal';
import { refusal, type Received } from '@/testing/server';
import { emptyTimetable, sampleTerms, sampleTimetable } from '@/testing/timetable';
import { onPhone } from '@/testing/on-phone';
import { storedTimetable } from './stored-timetable';
import { noteSeen } from './remembered';

/** Sets the portal's clock to a time at the college, as an answer of the server would. */
const atCollege = (text: string): void => void clock.adjust(new Date(`${text}:00+08:00`).toUTCString());

const whole = { 'GET /api/timetable': () => sampleTimetable(), 'GET /api/terms': () => sampleTerms() };
const watching = {
  'GET /api/courses': () => [
    { id: 'ACC202', progress: 30, progressAt: '', lessons: [{ class: 'm4.10', percent: 95, done: true }] },
    { id: 'MKT301', progress: 10, progressAt: '', lessons: [{ class: 'm5.10', percent: 42, done: false }] },
  ],
};
const grid = () => screen.findByRole('grid');
const card = (name: RegExp) => screen.getByRole('button', { name });

beforeEach(() => atCollege('2026-11-12T09:35'));
afterEach(() => {
  forgetPortal();
  atCollege(new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 16));
});

describe('the week', () => {
  test('an exam that comes next is called an exam, with the own room and seat', async () => {
    atCollege('2026-12-28T08:35');
    const wire = sampleTimetable();
    const exam = wire.classes.find(({ kind, group }) => kind === 'exam' && group === 'FIN201');
    await openPortal('/student/timetable', {
      ...whole,
      'GET /api/timetable': () => ({
        ...wire,
        classes: wire.classes.map((one) => (one === exam ? { ...one, state: 'added' } : one)),
        seats: [{ class: exam?.id, room: 'B-210', seat: 'B-07' }],
      }),
    });
    const next = await screen.findByRole('region', { name: 'Next exam' });
    expect(next.textContent).toMatch(/Next exam in25 min.*Exam: Corporate Finance.*09:00 – 11:00.*B-210.*Seat B-07/u);
    const place = await screen.findByRole('button', { name: /^Corporate Finance.*B-210.*Exam, seat B-07/u });
    expect(place.textContent).not.toContain('Added');
  });

  test('[2.21] the next class comes first, with its countdown; the grid has days, periods and times', async () => {
    await openPortal('/student/timetable', whole);
    const next = await screen.findByRole('region', { name: 'Next class' });
    expect(next.textContent).toMatch(/Next class in25 min.*Corporate Finance.*10:00 – 11:40.*A-305.*Chen Wei/u);
    const table = within(await grid());
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Period',
      'Mon9Nov',
      'Tue10Nov',
      'Wed11Nov',
      'Thu12Nov',
      'Fri13Nov',
      'Sun15NovMake-up day',
    ]);
    expect(table.getByRole('columnheader', { current: 'date' }).textContent).toContain('Thu');
    expect(table.getByRole('rowheader', { name: /Period 3 10:00 10:45/u })).toBeTruthy();
    expect(screen.getByText('Even week')).toBeTruthy();
    expect(screen.getByText('Sun 15: Fri timetable, week 9')).toBeTruthy();
  });

  test.each([
    [/^Business Statistics.*B-210.*Cancelled$/u],
    [/^Consumer Marketing.*B-118.*Moved from B-210.*Recording$/u],
    [/^Business English III.*C-112.*Overlap.*Moved from Mon, Nov 9$/u],
    [/^Business English III.*Moved to Thu, Nov 12 16:00$/u],
    [/^Commercial Law.*Online.*He Jing.*Added$/u],
    [/^Case Clinic.*14:30 – 16:30.*A-101.*Overlap$/u],
    [/^Corporate Finance.*A-305.*Live at 10:00$/u],
    [/^Consumer Marketing.*L-201, Lakeside campus.*Make-up for Fri, Nov 6$/u],
  ])('[2.21] a class shows its state in words: %s', async (name) => {
    await openPortal('/student/timetable', whole);
    await grid();
    expect(card(name)).toBeTruthy();
  });

  test('[2.21] arrow keys move in the grid, Enter opens a class with old and new, and the focus returns', async () => {
    await openPortal('/student/timetable', whole);
    await grid();
    card(/^Corporate Finance.*Live/u).focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    expect(document.activeElement?.textContent).toContain('Organisational Behaviour');
    await userEvent.keyboard('{ArrowRight}{Enter}');
    expect(await screen.findByRole('dialog', { name: 'Case Clinic' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Case Clinic'));
    expect(document.activeElement?.closest('[role="grid"]')).not.toBeNull();
    await userEvent.click(card(/^Business English III.*Moved from/u));
    const panel = await screen.findByRole('dialog', { name: 'Business English III' });
    expect(panel.textContent).toMatch(/Before:Mon, Nov 914:00 – 15:40.*Now:Thu, Nov 1216:00 – 17:40/u);
    expect(panel.textContent).toContain('Overlaps with Case Clinic, 14:30 – 16:30');
    expect(within(panel).getByRole('button', { name: 'Add to calendar' })).toBeTruthy();
    await expectAccessible(panel);
  });

  test.each([
    [
      'en-US',
      'Show campus on a map',
      'https://www.openstreetmap.org/search?query=Hengshan%20Business%20College%20Main%20campus',
    ],
    ['zh-CN', '在地图上查看校区', `https://uri.amap.com/search?keyword=${encodeURIComponent('衡山商学院 主校区')}`],
  ] as const)('[2.21] in %s the panel leads from the room to a map', async (locale, name, href) => {
    await openPortal('/student/timetable?class=m0.10', whole);
    await act(() => i18n.setLocale(locale));
    const link = within(await screen.findByRole('dialog')).getByRole('link', { name });
    expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual([href, 'noopener noreferrer']);
  });

  test('[2.21] a note’s lines are marked with their languages', async () => {
    const timetable = sampleTimetable();
    const classes = timetable.classes.map((item) =>
      item.id === 'm0.10' ? { ...item, note: '教师出差。\nThe teacher is away.' } : item,
    );
    await openPortal('/student/timetable?class=m0.10', {
      ...whole,
      'GET /api/timetable': () => ({ ...timetable, classes }),
    });
    const panel = within(await screen.findByRole('dialog'));
    expect(panel.getByText('教师出差。').lang).toBe('zh-CN');
    expect(panel.getByText('The teacher is away.').lang).toBe('en');
  });

  test('[2.21] a class with two recordings leads to both', async () => {
    const timetable = sampleTimetable();
    const classes = timetable.classes.map((one) => (one.id === 'm0.10' ? { ...one, furtherRecordings: ['l-2'] } : one));
    await openPortal('/student/timetable?class=m0.10', {
      ...whole,
      'GET /api/timetable': () => ({ ...timetable, classes }),
    });
    const panel = within(await screen.findByRole('dialog'));
    expect(panel.getByRole('link', { name: 'Watch' })).toBeTruthy();
    const further = panel.getByRole('link', { name: 'Watch recording 2' });
    expect(further.getAttribute('href')).toBe('/student/watch?lesson=l-2');
  });

  test('[2.21] a recorded class leads to watching it', async () => {
    await openPortal('/student/timetable?class=m0.10', whole);
    const link = within(await screen.findByRole('dialog')).getByRole('link', { name: 'Watch' });
    expect(link.getAttribute('href')).toBe('/student/watch?lesson=l-m0.10');
  });

  test('[2.21] a teacher watches a recording of their own class, and has nothing to catch up on', async () => {
    const teaches = { ...whole, 'GET /api/user/info': () => ({ ...lin, teaching: true, certification: '' }) };
    const { unmount } = await openPortal('/student/timetable?class=m0.10', teaches);
    const link = within(await screen.findByRole('dialog')).getByRole('link', { name: 'Watch' });
    expect(link.getAttribute('href')).toBe('/student/watch?lesson=l-m0.10');
    unmount();
    await openPortal('/student/timetable', teaches);
    await grid();
    expect(screen.queryByRole('region', { name: 'Catch up' })).toBeNull();
    expect(card(/A-207/u).textContent).toContain('ACC202-1');
  });

  test.each([
    ['en-US', 'Watched', '42% watched', 'Recording', 'Catch up', /Wed, Nov 11/u],
    ['zh-CN', '已看完', '已看 42%', '回放', '补看回放', /11月11日/u],
  ] as const)(
    '[2.21] in %s a class says how far its recording was watched, and is no longer to be caught up on',
    async (locale, done, part, untouched, catchUp, day) => {
      await openPortal('/student/timetable', { ...whole, ...watching });
      await act(() => i18n.setLocale(locale));
      await grid();
      const cardOf = (spot: RegExp): string => card(spot).textContent;
      await waitFor(() => expect(cardOf(/A-207/u)).toMatch(new RegExp(`${done}$`, 'u')));
      expect(cardOf(/B-118/u)).toMatch(new RegExp(`${part}$`, 'u'));
      expect(cardOf(/^(?:Corporate Finance|公司金融).*A-305.*(?:Recording|回放)$/u)).toContain(untouched);
      const missed = within(screen.getByRole('region', { name: catchUp })).getAllByRole('listitem');
      expect(missed.filter(({ textContent }) => day.test(textContent))).toHaveLength(1);
      await userEvent.click(card(/A-207/u));
      expect(within(await screen.findByRole('dialog')).getByText(done)).toBeTruthy();
    },
  );

  test('[2.21] turning weeks sends no request; the address remembers the week', async () => {
    const { router, received } = await openPortal('/student/timetable', whole);
    await grid();
    const asked = received.length;
    await userEvent.click(screen.getByRole('button', { name: 'Next week' }));
    expect(await screen.findByRole('heading', { name: 'Week 11' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Choose a week' }));
    await userEvent.click(screen.getByRole('button', { name: /^Week 17, Dec 28, 2026/u }));
    expect(await screen.findByRole('heading', { name: 'Week 17' })).toBeTruthy();
    expect(card(/^Corporate Finance.*09:00 – 11:00.*Exam$/u)).toBeTruthy();
    await waitFor(() => expect(router.state.location.search).toEqual({ week: '17' }));
    await userEvent.click(screen.getByRole('button', { name: 'Choose a week' }));
    expect((await screen.findByRole('button', { name: /^Week 10, .*Even week, This week/u })).textContent).toMatch(
      /10even.*This week\+$/u,
    );
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('button', { name: 'This week' }));
    expect(await screen.findByRole('heading', { name: 'Week 10' })).toBeTruthy();
    expect(received).toHaveLength(asked);
  });

  test('[2.4] leaving and returning keeps the week without a request', async () => {
    const { router, received } = await openPortal('/student/timetable?week=3', whole);
    await screen.findByRole('heading', { name: 'Week 3' });
    const asked = received.filter(({ path }) => path === '/api/timetable').length;
    await act(() => router.navigate({ to: '/user/info' }));
    await screen.findByRole('heading', { name: 'User centre', level: 1 });
    await userEvent.click(
      within(await screen.findByRole('navigation', { name: 'Menu' })).getByRole('link', {
        name: 'My courses',
      }),
    );
    expect(await screen.findByRole('heading', { name: 'Week 3' })).toBeTruthy();
    expect(received.filter(({ path }) => path === '/api/timetable')).toHaveLength(asked);
  });
});

describe('the other views', () => {
  test('[2.21] the agenda lists the week’s days for those who do not see a grid', async () => {
    await openPortal('/student/timetable?view=agenda', whole);
    const thursday = await screen.findByRole('region', { name: 'Thursday, November 12' });
    expect(within(thursday).getAllByRole('listitem')).toHaveLength(5);
  });

  test('[2.21] the term overview leads to a day', async () => {
    const { router } = await openPortal('/student/timetable?view=term', whole);
    // All weeks are visible: there is none to turn to or choose.
    expect(screen.queryByRole('button', { name: /^(?:Next week|This week|Choose a week)$/u })).toBeNull();
    await userEvent.click(
      await screen.findByRole('button', { name: /^Thursday, October 1, 0 classes, National Day/u }),
    );
    expect(await screen.findByRole('heading', { name: 'National Day: no classes' })).toBeTruthy();
    await waitFor(() => expect(router.state.location.search).toEqual({ view: 'day', day: '2026-10-01', week: '4' }));
  });

  test('[2.21] on a phone today’s agenda is shown, and the day strip opens other days', async () => {
    onPhone();
    await openPortal('/student/timetable', whole);
    expect(await screen.findByRole('heading', { name: 'Today' })).toBeTruthy();
    expect(screen.queryByRole('grid')).toBeNull();
    expect(screen.getByRole('region', { name: 'Next class' }).textContent).toContain('25 min');
    await userEvent.click(screen.getByRole('button', { name: /^Sunday, November 15, 3 classes/u }));
    expect(await screen.findByRole('heading', { name: 'Sunday' })).toBeTruthy();
    expect(screen.getAllByText('Sun 15: Fri timetable, week 9').length).toBeGreaterThan(0);
    await userEvent.click(screen.getByRole('button', { name: 'Today' }));
    expect(await screen.findByRole('heading', { name: 'Today' })).toBeTruthy();
  });
});

describe('states with their own words', () => {
  test.each([
    [
      'before term',
      '2026-08-20T12:00',
      sampleTimetable(),
      'Autumn term 2026 starts on Monday, September 7, in 18 days.',
    ],
    [
      'the night before',
      '2026-09-06T23:30',
      sampleTimetable(),
      'Autumn term 2026 starts tomorrow, Monday, September 7.',
    ],
    ['after term', '2027-02-01T12:00', sampleTimetable(), 'Autumn term 2026 ended on January 10, 2027.'],
    [
      'a whole week off',
      '2026-12-31T12:00',
      {
        ...sampleTimetable(),
        classes: sampleTimetable().classes.filter(({ kind }) => kind !== 'exam'),
        holidays: [{ name: '寒假', nameEn: 'Winter break', from: '2026-12-28', to: '2027-01-03' }],
      },
      'Winter break: no classes',
    ],
    [
      'not enrolled',
      '2026-11-12T09:35',
      { ...emptyTimetable, groups: [] },
      "You're not enrolled in any course this term",
    ],
    ['not published', '2026-11-12T09:35', emptyTimetable, 'No classes this term'],
    [
      'free week',
      '2026-12-31T12:00',
      { ...sampleTimetable(), classes: sampleTimetable().classes.filter(({ kind }) => kind !== 'exam') },
      'No classes this week',
    ],
  ])('[2.21] %s', async (_state, time, timetable, words) => {
    atCollege(time);
    await openPortal('/student/timetable', { ...whole, 'GET /api/timetable': () => timetable });
    expect(await screen.findByText(words)).toBeTruthy();
  });

  test.each([
    ['before', '2026-08-20T12:00', "The term hasn't started yet"],
    ['after', '2027-02-01T12:00', 'The term has ended'],
  ])('[2.21] %s term “this week” is disabled, with the reason', async (_when, time, reason) => {
    atCollege(time);
    await openPortal('/student/timetable', whole);
    await grid();
    const present = await screen.findByRole('button', { name: 'This week', description: reason });
    expect(present).toHaveProperty('disabled', true);
    expect(present.getAttribute('aria-pressed')).toBe('false');
  });

  test('[2.21] staff have no timetable, and the page says so', async () => {
    await openPortal('/student/timetable', {
      ...whole,
      'GET /api/timetable': () => refusal(403, '[access.forbidden] You may not do this.'),
    });
    expect(await screen.findByRole('heading', { name: 'No timetable' })).toBeTruthy();
  });

  test('[2.21] missing courses are listed with the reason', async () => {
    await openPortal('/student/timetable', whole);
    const region = await screen.findByRole('region', { name: 'Missing a course?' });
    expect(region.textContent).toMatch(/Tax Law.*isn't confirmed yet.*Physical Education.*has no timetable yet/u);
  });

  test('[2.21] changes since the last visit are listed until confirmed', async () => {
    identity.set('acc-1');
    const looked = Date.parse('2026-11-10T00:00:00Z');
    noteSeen('autumn', looked);
    const stored = localStorage.getItem('timetable-remembered') ?? '';
    const { classes } = whole['GET /api/timetable']();
    const find = (id: string) => classes.find((item) => item.id === id);
    const moved = find('m1.10');
    const additional = find('extra');
    const cancelled = find('m8.10');
    const rule = moved && { ...moved, state: 'held', place: moved.was ?? moved.place };
    const changes = [
      { before: rule, after: moved },
      { after: additional },
      { before: cancelled && { ...cancelled, state: 'held' }, after: cancelled },
      { before: cancelled && { ...cancelled, id: 'weekly', state: 'held' } },
    ];
    const opened = openPortal('/student/timetable', {
      ...whole,
      'GET /api/timetable/changes': ({ query }: Received) => ({
        now: '2026-11-12T00:00:00Z',
        changes: Number(query['since']) === looked ? changes : [],
      }),
    });
    localStorage.setItem('timetable-remembered', stored);
    await opened;
    const region = await screen.findByRole('region', { name: '4 changes since your last visit' });
    expect(
      within(region)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      expect.stringMatching(/Business English III.*Mon, Nov 9 .* → .*Nov 12 /u),
      expect.stringMatching(/Commercial Law.*Added/u),
      expect.stringMatching(/Business Statistics.*Cancelled/u),
      expect.stringMatching(/Business Statistics.*Removed from timetable/u),
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Got it' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: /since your last visit/u })).toBeNull());
    // What was published after the answer hasn't been shown yet.
    const { received } = await opened;
    const asked = received.filter(({ path }) => path === '/api/timetable/changes').map(({ query }) => query['since']);
    expect(asked.at(-1)).toBe(String(Date.parse('2026-11-12T00:00:00Z')));
  });

  test('[2.21] recordings to catch up on, without those of attended classes', async () => {
    await openPortal('/student/timetable', whole);
    const region = await screen.findByRole('region', { name: 'Catch up' });
    await userEvent.click(
      within(region).getByRole('button', { name: 'I attended Managerial Accounting, Wed, Nov 11' }),
    );
    await waitFor(() => expect(region.textContent).not.toContain('Wed, Nov 11 08:00'));
  });
});

describe('without a connection', () => {
  const gone = (): never => {
    throw new TypeError('offline');
  };
  const down = { 'GET /api/timetable': gone, 'GET /api/terms': gone };

  async function lookThenLose(account: string): Promise<void> {
    const first = await openPortal('/student/timetable', whole);
    await grid();
    const kept = localStorage.getItem('timetable-kept');
    expect(kept).not.toBeNull();
    first.unmount();
    atCollege('2026-11-12T12:35');
    const second = openPortal('/student/timetable', down);
    identity.set(account);
    localStorage.setItem('timetable-kept', kept ?? '');
    await second;
  }

  test('[2.21] the last timetable is shown with its age', async () => {
    await lookThenLose('acc-1');
    expect(await grid()).toBeTruthy();
    expect((await screen.findByText(/as of Nov 12, 09:35/u)).textContent).toContain('3 hours ago');
  });

  test('[2.21] a device whose clock is years off shows the right age of fresh data', async () => {
    atCollege('2034-11-12T09:35');
    let lost = false;
    await openPortal('/student/timetable', {
      ...whole,
      'GET /api/timetable': () => (lost ? gone() : sampleTimetable()),
    });
    lost = true;
    await act(refetchMounted);
    expect((await screen.findByText(/as of Nov 12, 09:35/u)).textContent).toContain('this minute');
  });

  test('[2.21] another person finds nothing of it', async () => {
    await lookThenLose('acc-2');
    expect(await screen.findByRole('button', { name: 'Retry' })).toBeTruthy();
    expect(screen.queryByRole('grid')).toBeNull();
    expect(storedTimetable('autumn')).toBeUndefined();
  });
});

test('[2.21] a class goes into a calendar as the server’s file', async () => {
  const { received } = await openPortal('/student/timetable?class=m6.10', {
    ...whole,
    'GET /api/calendar/file': () => new Response('BEGIN:VCALENDAR'),
  });
  const save = vi.spyOn(files, 'saveFile').mockReturnValue();
  await userEvent.click(await screen.findByRole('button', { name: 'Add to calendar' }));
  await waitFor(() => expect(save).toHaveBeenCalledWith('timetable.ics', expect.any(Blob)));
  expect(received.find(({ path }) => path === '/api/calendar/file')?.query).toMatchObject({
    term: 'autumn',
    class: 'm6.10',
  });
});

test('[2.21] subscribing shows the address, its code and a link, and can replace it', async () => {
  const calendar = (secret: string) => ({
    active: true,
    path: `/calendar/${secret}.ics`,
    language: 'en-US',
    created: '',
    fetched: secret === 'first' ? '2026-11-11T00:00:00Z' : '',
  });
  await openPortal('/student/timetable', {
    ...whole,
    'GET /api/calendar': () => calendar('first'),
    'POST /api/calendar': () => calendar('second'),
  });
  await grid();
  await userEvent.click(screen.getByRole('button', { name: 'Subscribe' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByLabelText('Calendar address')).toHaveProperty(
    'value',
    expect.stringMatching(/\/calendar\/first\.ics$/u),
  );
  expect(dialog.getByRole('img', { name: 'QR code of the calendar address' })).toBeTruthy();
  expect(dialog.getByRole('link', { name: 'Open in calendar' }).getAttribute('href')).toMatch(/^webcal:.*first\.ics$/u);
  expect(dialog.getByText(/^A calendar app last read this address: Nov 11/u)).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Replace address' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Replace address' }));
  await waitFor(() =>
    expect(dialog.getByLabelText('Calendar address')).toHaveProperty('value', expect.stringMatching(/second\.ics$/u)),
  );
  expect(dialog.getByText('No calendar app has read this address yet.')).toBeTruthy();
  await expectAccessible(screen.getByRole('dialog'));
});
