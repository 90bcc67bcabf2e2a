import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { calm, clashing, moved, sampleDraft, sampleLine, samplePlan, slots } from '@/testing/planning';
import { forgetPortal, openPortal } from '@/testing/portal';
import { refusal, type Handler, type Received } from '@/testing/server';
import { addDays } from '@/shared/time/civil';
import { lastDay } from '@/shared/timetable/weeks';
import { sampleTerms } from '@/testing/timetable';
import type { Change, Draft } from './types';

const screenOf = (wide: boolean): void =>
  void vi.stubGlobal('matchMedia', () => ({
    matches: wide,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));

beforeEach(() => screenOf(true));
afterEach(forgetPortal);

const root = '/api/admin/planning';
/** A class of another group in another week. */
const elsewhere = {
  class: 'm9.11',
  group: 'MKT301',
  code: 'MKT301-1',
  course: '消费者营销',
  courseEn: 'Consumer Marketing',
  place: { day: '2026-11-20', firstPeriod: 5, lastPeriod: 6, starts: '14:00', ends: '15:40', room: 'A-305' },
};

/** Chooses the class to swap with, by keyboard. */
async function swapWith(text: string): Promise<void> {
  const field = await screen.findByRole('combobox', { name: 'Or swap with another class' });
  await userEvent.type(field, text);
  const choice = await screen.findByRole('option', {
    name: /MKT301-1 Consumer Marketing.*Fri, Nov 20, periods 5–6/u,
  });
  // Nothing can be chosen while the search is loading.
  await waitFor(() => expect(field.getAttribute('aria-activedescendant')).toBe(choice.id));
  await userEvent.keyboard('{Enter}');
}

const option = { id: 'FIN201', name: '公司金融', nameEn: 'Corporate Finance', detail: 'FIN201-1' };

/** Opens the page at week 10 with a server that stores the draft. */
async function open(query = '', handlers: Readonly<Record<string, Handler>> = {}, drafts: Draft[] = []) {
  const state = { drafts };
  const opened = await openPortal(
    `/admin/timetable?week=10&id=FIN201${query}`,
    {
      [`GET ${root}/view`]: ({ query: { by } }) =>
        by === 'rooms' ? samplePlan({}, ['FIN201', 'MKT301', 'STA201']) : samplePlan(),
      [`GET ${root}/options`]: () => [option],
      [`POST ${root}/check`]: ({ body }) => {
        const { change } = JSON.parse(body) as { change: Change };
        return change.day === '2026-11-13' && change.firstPeriod === 5 ? clashing : calm;
      },
      [`POST ${root}/places`]: () => ({ places: slots, alternatives: clashing.alternatives, now: [] }),
      [`GET ${root}/rooms-at`]: () => [
        {
          id: 'B-210',
          campus: 'main',
          name: 'B-210',
          nameEn: 'B-210',
          building: '',
          seats: 90,
          state: 'free',
          by: null,
        },
      ],
      [`GET ${root}/classes`]: () => [elsewhere],
      [`GET ${root}/substitutes`]: () => [
        {
          id: 't3',
          name: '奥卡福',
          nameEn: 'M. Okafor',
          detail: 'T003 · MKT301',
          sameCourse: true,
          free: true,
          load: 2,
        },
      ],
      [`GET ${root}/drafts`]: () => state.drafts,
      [`GET ${root}/publications`]: () => [],
      'GET /api/admin/teaching/requests': () => [],
      [`POST ${root}/lines`]: () => {
        state.drafts = [sampleDraft([sampleLine])];
        return state.drafts[0];
      },
      ...handlers,
    },
    { role: 'admin', scope: 'registrar' },
  );
  return { ...opened, state };
}

const sent = (received: readonly Received[], method: string, path: string): unknown[] =>
  received
    .filter((one) => one.method === method && one.path === `${root}${path}`)
    .map(({ body }) => (body === '' ? null : (JSON.parse(body) as unknown)));

/** The day in the address; none is today. */
const shownDay = (search: object): unknown => ('day' in search ? search.day : '2026-11-12');

const card = () => screen.findByRole('button', { name: /^10:00.*Corporate Finance/u });
const put = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Add to draft' });

test('the page and the header share one request for the terms, since a second one would cancel the first', async () => {
  const terms = sampleTerms();
  const always = { firstMonday: '2000-01-03', lastDay: '2099-12-31' };
  const { received } = await open('', {
    'GET /api/terms': () => ({ ...terms, terms: terms.terms.map((term) => ({ ...term, ...always })) }),
  });
  expect(await screen.findByRole('heading', { level: 1, name: 'Week 10' })).toBeTruthy();
  expect(await within(screen.getByRole('banner')).findByText(/ · week \d+$/u)).toBeTruthy();
  expect(received.filter(({ path }) => path === '/api/terms')).toHaveLength(1);
});

test('a subject the college has none of links back to the groups', async () => {
  await openPortal(
    '/admin/timetable?by=room',
    { [`GET ${root}/options`]: () => [] },
    { role: 'admin', scope: 'registrar' },
  );
  const link = await screen.findByRole('link', { name: 'Show groups' });
  expect(link.getAttribute('href')).toBe('/admin/timetable');
});

test('an open class shows its clashes until a change is composed', async () => {
  await open(`&class=${moved}`, {
    [`POST ${root}/places`]: () => ({
      places: slots,
      alternatives: clashing.alternatives,
      now: clashing.hard.map((one) => ({ ...one, new: false })),
    }),
  });
  const now = await screen.findByRole('heading', { level: 3, name: 'Clashes now' });
  expect(screen.getByRole('link', { name: 'MKT301-1 Consumer Marketing' })).toBeTruthy();
  expect(screen.queryByText('(already)')).toBeNull();
  await userEvent.keyboard('1');
  await waitFor(() => expect(now.isConnected).toBe(false));
});

describe('by keyboard', () => {
  test('Page Down turns week after week with the focus in the grid, and Back turns them back', async () => {
    const { router } = await open();
    const week = (number: number) => screen.findByRole('grid', { name: `Corporate Finance, week ${number}` });
    (await week(10)).querySelector<HTMLElement>(`[data-class="${moved}"]`)?.focus();
    await userEvent.keyboard('{PageDown}');
    expect((await week(11)).contains(document.activeElement)).toBe(true);
    await userEvent.keyboard('{PageDown}');
    expect((await week(12)).contains(document.activeElement)).toBe(true);
    act(() => router.history.back());
    expect(await week(11)).toBeTruthy();
    act(() => router.history.back());
    expect(await week(10)).toBeTruthy();
  });

  test('a class is lifted, moved and dropped on a busy room, and alternative 1 is added to the draft', async () => {
    const { received } = await open();
    const grid = await screen.findByRole('grid', { name: 'Corporate Finance, week 10' });
    const thursday = grid.querySelector<HTMLElement>(`[data-class="${moved}"]`);
    thursday?.focus();
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByRole('heading', { level: 2, name: 'Corporate Finance' })).toBeTruthy();
    await screen.findAllByText('Free');
    await userEvent.keyboard('{ArrowRight}{ArrowDown}{ArrowDown}');
    expect(await screen.findByText(/^Fri, Nov 13, periods 5–6: room taken$/u)).toBeTruthy();
    await userEvent.keyboard('{Enter}');
    const other = await screen.findByRole('link', { name: 'MKT301-1 Consumer Marketing' });
    expect(other.getAttribute('href')).toBe('/admin/timetable?by=group&id=MKT301&day=2026-11-13&class=m9.10');
    expect(screen.getByRole('link', { name: 'Lin Xiaoyu' }).getAttribute('href')).toBe('/admin/students/s-1');
    expect(await screen.findByText(/is taken: enter a reason of at least 4 characters/u)).toBeTruthy();
    expect((await put()).disabled).toBe(true);

    await userEvent.keyboard('1');
    await waitFor(async () => expect((await put()).disabled).toBe(false));
    await userEvent.click(await put());
    expect(await screen.findByRole('button', { name: 'Publish 1 change' })).toBeTruthy();
    expect(sent(received, 'POST', '/lines')).toEqual([
      {
        term: 'autumn',
        lines: [
          {
            change: {
              action: 'move',
              class: moved,
              group: 'FIN201',
              day: '2026-11-13',
              firstPeriod: 7,
              lastPeriod: 8,
            },
          },
        ],
      },
    ]);
  });

  test('Escape puts a class back', async () => {
    const { received } = await open();
    const grid = await screen.findByRole('grid');
    grid.querySelector<HTMLElement>(`[data-class="${moved}"]`)?.focus();
    await userEvent.keyboard('{Enter}{ArrowRight}');
    expect(await screen.findByText(/^Fri, Nov 13, periods 3–4/u)).toBeTruthy();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByText(/^Fri, Nov 13, periods 3–4/u)).toBeNull());
    expect(await screen.findByText('Choose another time, room or teacher first.')).toBeTruthy();
    expect(sent(received, 'POST', '/lines')).toEqual([]);
  });
});

describe('the composer', () => {
  test('a busy room is accepted with a reason', async () => {
    const { received } = await open(`&class=${moved}`);
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'New periods' }), '5');
    fireEvent.change(screen.getByLabelText('New day'), { target: { value: '2026-11-13' } });
    await userEvent.type(
      await screen.findByRole('textbox', { name: /Reason for accepting/u }),
      'Both groups share the hall',
    );
    await userEvent.type(screen.getByRole('textbox', { name: 'Reason for students' }), 'Hall');
    await waitFor(async () => expect((await put()).disabled).toBe(false));
    await userEvent.click(await put());
    await waitFor(() =>
      expect(sent(received, 'POST', '/lines')).toMatchObject([
        { lines: [{ reason: 'Both groups share the hall', change: { note: 'Hall', firstPeriod: 5 } }] },
      ]),
    );
  });

  test('a clash accepted before shows its reason and needs no other', async () => {
    const kept = {
      ...clashing,
      hard: clashing.hard.map((one) => ({ ...one, class: 'm9.11', accepted: 'They share the hall' })),
    };
    const { received } = await open(`&class=${moved}`, { [`POST ${root}/check`]: () => kept });
    await swapWith('market 11-20');
    expect(await screen.findByText('Accepted: They share the hall')).toBeTruthy();
    expect(screen.queryByRole('textbox', { name: /Reason for accepting/u })).toBeNull();
    await waitFor(async () => expect((await put()).disabled).toBe(false));
    await userEvent.click(await put());
    await waitFor(() => expect(sent(received, 'POST', '/lines')).toHaveLength(1));
  });

  test.each([
    ['Room', /B-210, 90 seats/u, { action: 'move', room: 'B-210' }],
    ['Teacher', /M\. Okafor/u, { action: 'move', teacher: 't3' }],
  ])('another %s is chosen from the suggestions', async (tab, choice, change) => {
    const { received } = await open(`&class=${moved}`);
    await userEvent.click(await screen.findByRole('tab', { name: tab }));
    await userEvent.click(await screen.findByRole('radio', { name: choice }));
    await waitFor(async () => expect((await put()).disabled).toBe(false));
    await userEvent.click(await put());
    await waitFor(() => expect(sent(received, 'POST', '/lines')).toMatchObject([{ lines: [{ change }] }]));
  });

  test('swapping two classes adds two lines', async () => {
    const other = { ...clashing, hard: clashing.hard.map((one) => ({ ...one, class: 'm9.11', new: false })) };
    const { received } = await open(`&class=${moved}`, { [`POST ${root}/check`]: () => other });
    await swapWith('market 11-20');
    expect(await screen.findByText(/^MKT301-1: /u)).toBeTruthy();
    expect(received.findLast(({ path }) => path === `${root}/classes`)?.query).toMatchObject({
      class: moved,
      search: 'market 11-20',
    });
    expect(sent(received, 'POST', '/check').at(-1)).toMatchObject({
      change: { class: moved, day: '2026-11-20' },
      swap: { class: 'm9.11', day: '2026-11-12' },
    });
    await waitFor(async () => expect((await put()).disabled).toBe(false));
    await userEvent.click(await put());
    await waitFor(() =>
      expect(sent(received, 'POST', '/lines')).toMatchObject([
        {
          lines: [{ change: { class: moved, day: '2026-11-20' } }, { change: { class: 'm9.11', day: '2026-11-12' } }],
        },
      ]),
    );
  });

  test('a server error appears in the composer', async () => {
    await open(`&class=${moved}`, {
      [`POST ${root}/check`]: () => refusal(400, '[timetable.no_such] The day is out of the term.'),
    });
    await userEvent.click(await screen.findByRole('tab', { name: 'Cancel' }));
    expect(await screen.findByText('The day is out of the term.')).toBeTruthy();
    expect(await screen.findByText("This isn't possible; see above.")).toBeTruthy();
  });
});

describe('the draft', () => {
  const colleague = sampleDraft([sampleLine], {
    id: 'draft-2',
    mine: false,
    owner: { id: 'acc-2', name: 'Tang Wei' },
  });

  test('shows old and new values, colleagues’ drafts, and the publish button', async () => {
    const { received } = await open(
      '',
      { [`POST ${root}/drafts/draft-1/publish`]: () => ({ publication: 'p-1', told: 84, teachers: 2 }) },
      [sampleDraft([sampleLine]), colleague],
    );
    const draft = within(await screen.findByRole('region', { name: 'Draft' }));
    expect(await draft.findAllByText(/was periods 3–4, now Fri, Nov 13, periods 7–8/u)).toBeTruthy();
    expect(draft.getByText("Tang Wei's draft: 1 change")).toBeTruthy();
    expect(screen.getByText('84 students and 2 teachers get one message each')).toBeTruthy();
    await userEvent.type(draft.getByRole('textbox', { name: 'Note to everyone affected' }), 'Conference');
    await userEvent.click(screen.getByRole('button', { name: 'Publish 1 change' }));
    expect(sent(received, 'POST', '/drafts/draft-1/publish')).toEqual([]);
    const asked = within(await screen.findByRole('alertdialog', { name: 'Publish 1 change?' }));
    expect(asked.getByText('84 students and 2 teachers get one message each')).toBeTruthy();
    await userEvent.click(asked.getByRole('button', { name: 'Publish 1 change' }));
    expect(await screen.findByText('1 change published. 84 students and 2 teachers will be notified.')).toBeTruthy();
    expect(sent(received, 'POST', '/drafts/draft-1/publish')).toEqual([{ version: 3, note: 'Conference' }]);
    const published = received.findIndex(({ path }) => path.endsWith('/publish'));
    // The counts of the menu come from the desk.
    await waitFor(() => expect(received.slice(published).map(({ path }) => path)).toContain('/api/admin/desk'));
  });

  test('an exam at clock times is moved to other clock times', async () => {
    const wire = samplePlan();
    const exam = wire.classes.map((one) =>
      one.id === moved
        ? { ...one, place: { ...one.place, firstPeriod: 0, lastPeriod: 0, starts: '09:00', ends: '11:00' } }
        : one,
    );
    const { received } = await open(`&class=${moved}`, {
      [`GET ${root}/view`]: () => ({ ...wire, classes: exam }),
      [`POST ${root}/check`]: () => calm,
    });
    fireEvent.change(await screen.findByLabelText('From'), { target: { value: '14:00' } });
    fireEvent.change(screen.getByLabelText('To'), { target: { value: '16:00' } });
    const button = await put();
    await waitFor(() => expect(button.disabled).toBe(false));
    await userEvent.click(button);
    await waitFor(() =>
      expect(sent(received, 'POST', '/lines')).toMatchObject([
        { lines: [{ change: { action: 'move', class: moved, starts: '14:00', ends: '16:00' } }] },
      ]),
    );
  });

  test('a line is removed', async () => {
    const { received } = await open('', { [`DELETE ${root}/lines/line-1`]: () => null }, [sampleDraft([sampleLine])]);
    await userEvent.click(await screen.findByRole('button', { name: /^Remove FIN201-1, .* from the draft$/u }));
    await waitFor(() => expect(sent(received, 'DELETE', '/lines/line-1')).toHaveLength(1));
  });

  test('a class someone else has changed shows both values and can’t be published', async () => {
    const stale = {
      ...sampleLine,
      stale: 'planning.class_changed',
      staleText: 'Somebody has changed this class.',
      from: { day: '2026-11-11', firstPeriod: 1, lastPeriod: 2, room: 'A-305' },
    };
    await open('', {}, [sampleDraft([stale])]);
    expect(
      await screen.findByText(/was Thu, Nov 12, periods 3–4 · A-305, now Wed, Nov 11, periods 1–2 · A-305/u),
    ).toBeTruthy();
    const publish = screen.getByRole<HTMLButtonElement>('button', { name: 'Publish 1 change' });
    expect(publish.disabled).toBe(true);
    expect(screen.getByText(/^1 change is out of date/u)).toBeTruthy();
  });

  test('an outdated line says what has changed', async () => {
    const staleText = 'There are no classes on 2026-11-13: it is a day off.';
    await open('', {}, [sampleDraft([{ ...sampleLine, stale: 'timetable.day_off', staleText }])]);
    const [text] = await screen.findAllByText((_, element) => element?.textContent.trim() === staleText);
    expect(text).toBeTruthy();
  });

  test('a publication shows its lines, and withdrawing it needs a reason if the room is busy now', async () => {
    const { received } = await open('', {
      [`GET ${root}/publications`]: () => [
        {
          id: 'p-1',
          at: '2026-11-12T02:00:00Z',
          by: { id: 'a', name: 'Tang Wei' },
          note: '',
          changes: 1,
          told: 84,
          teachers: 0,
        },
      ],
      [`GET ${root}/publications/p-1`]: () => ({
        lines: [
          {
            group: 'FIN201',
            code: 'FIN201-1',
            course: '公司金融',
            courseEn: 'Corporate Finance',
            class: moved,
            action: 'move',
            was: sampleLine.was,
            to: { day: '2026-11-13', firstPeriod: 7, lastPeriod: 8, room: 'X-1' },
            reason: 'joint class',
            rooms: [{ id: 'X-1', name: 'X-1', nameEn: 'New Hall' }],
            teachers: [],
          },
        ],
        back: clashing.hard,
      }),
      [`POST ${root}/publications/p-1/withdraw`]: () => null,
    });
    await userEvent.click(await screen.findByText('Published (1)'));
    await userEvent.click(screen.getByRole('button', { name: /^Published changes: 1 change/u }));
    expect(await screen.findByText(/now Fri, Nov 13, periods 7–8 · New Hall/u)).toBeTruthy();
    expect(screen.getByText('Clash accepted: joint class')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: /^Withdraw: 1 change/u }));
    expect(await screen.findByRole('link', { name: /^MKT301-1/u })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Withdraw and notify' }));
    expect(sent(received, 'POST', '/publications/p-1/withdraw')).toHaveLength(0);
    await userEvent.type(screen.getByRole('textbox', { name: /^Reason for accepting/u }), 'one hour alone');
    await userEvent.click(screen.getByRole('button', { name: 'Withdraw and notify' }));
    await waitFor(() =>
      expect(sent(received, 'POST', '/publications/p-1/withdraw')).toEqual([{ reason: 'one hour alone' }]),
    );
  });

  test('a publication is withdrawn after a confirmation', async () => {
    const { received } = await open('', {
      [`GET ${root}/publications/p-1`]: () => ({ lines: [], back: [] }),
      [`GET ${root}/publications`]: () => [
        {
          id: 'p-1',
          at: '2026-11-12T02:00:00Z',
          by: { id: 'a', name: 'Tang Wei' },
          note: '',
          changes: 4,
          told: 212,
          teachers: 1,
        },
      ],
      [`POST ${root}/publications/p-1/withdraw`]: () => null,
    });
    await userEvent.click(await screen.findByText('Published (1)'));
    await userEvent.click(screen.getByRole('button', { name: /^Withdraw: 4 changes, .*Tang Wei$/u }));
    expect(screen.getByText('212 students and 1 teacher will be notified of the correction.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Withdraw and notify' }));
    await waitFor(() => expect(sent(received, 'POST', '/publications/p-1/withdraw')).toHaveLength(1));
  });
});

test('an absent teacher’s classes are changed at once, with their substitutes', async () => {
  const { received } = await open('&panel=absence', {
    [`GET ${root}/options`]: () => [{ id: 't0', name: '陈巍', nameEn: 'Chen Wei', detail: '' }],
    [`POST ${root}/absences`]: () => [
      {
        class: moved,
        group: 'FIN201',
        code: 'FIN201-1',
        course: '公司金融',
        courseEn: 'Corporate Finance',
        place: { day: '2026-11-12', firstPeriod: 3, lastPeriod: 4 },
        substitutes: [
          {
            id: 't3',
            name: '奥卡福',
            nameEn: 'M. Okafor',
            detail: 'T003 · MKT301',
            sameCourse: true,
            free: true,
            load: 2,
          },
        ],
      },
    ],
  });
  await userEvent.type(await screen.findByRole('combobox', { name: 'Absent teacher' }), 'Chen');
  await userEvent.click(await screen.findByRole('option', { name: 'Chen Wei' }));
  const choice = await screen.findByRole<HTMLSelectElement>('combobox', {
    name: /FIN201-1 Corporate Finance/u,
  });
  expect(choice.value).toBe('t3');
  await userEvent.click(await screen.findByRole('button', { name: 'Add 1 change to draft' }));
  await waitFor(() =>
    expect(sent(received, 'POST', '/lines')).toMatchObject([
      { lines: [{ change: { action: 'move', class: moved, teacher: 't3' } }] },
    ]),
  );
});

test('a busy substitute needs a reason', async () => {
  const { received } = await open('&panel=absence', {
    [`GET ${root}/options`]: () => [{ id: 't0', name: '陈巍', nameEn: 'Chen Wei', detail: '' }],
    [`POST ${root}/absences`]: () => [
      {
        class: moved,
        group: 'FIN201',
        code: 'FIN201-1',
        course: '公司金融',
        courseEn: 'Corporate Finance',
        place: { day: '2026-11-12', firstPeriod: 3, lastPeriod: 4 },
        substitutes: [
          {
            id: 't3',
            name: '奥卡福',
            nameEn: 'M. Okafor',
            detail: 'T003 · MKT301',
            sameCourse: true,
            free: false,
            load: 2,
          },
        ],
      },
    ],
  });
  await userEvent.type(await screen.findByRole('combobox', { name: 'Absent teacher' }), 'Chen');
  await userEvent.click(await screen.findByRole('option', { name: 'Chen Wei' }));
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: /FIN201-1 Corporate Finance/u }), 't3');
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Add 1 change to draft' });
  expect(button.disabled).toBe(true);
  await userEvent.type(screen.getByRole('textbox', { name: /Reason for accepting/u }), 'One hall');
  await userEvent.click(button);
  await waitFor(() =>
    expect(sent(received, 'POST', '/lines')).toMatchObject([
      { lines: [{ change: { class: moved, teacher: 't3' }, reason: 'One hall' }] },
    ]),
  );
});

test('a line names rooms and teachers outside the plan', async () => {
  const at = { day: '2026-11-12', firstPeriod: 3, lastPeriod: 4, campus: 'main', teacher: 't0' };
  const line = {
    ...sampleLine,
    change: { ...sampleLine.change, room: 'id-9' },
    was: { ...at, room: 'A-305' },
    from: { ...at, room: 'A-305' },
    to: { ...at, room: 'id-9' },
    rooms: [{ id: 'id-9', name: '南楼 9', nameEn: 'South 9' }],
  };
  await open('', {}, [sampleDraft([line])]);
  const draft = within(await screen.findByRole('region', { name: 'Draft' }));
  expect(await draft.findAllByText(/now South 9/u)).toBeTruthy();
});

describe('views', () => {
  test('all rooms of a day, and the term', async () => {
    await open('&view=day&day=2026-11-12');
    expect(await screen.findByRole('table', { name: 'Rooms, Thu, Nov 12' })).toBeTruthy();
    expect(screen.getByRole('rowheader', { name: /A-305/u })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Term' }));
    expect(await screen.findByRole('table', { name: 'Corporate Finance, whole term' })).toBeTruthy();
  });

  test('the arrows of all rooms go from day to day, to both ends of the term', async () => {
    const { term } = samplePlan();
    const { router } = await open('&view=day');
    const go = (day: string) => router.navigate({ href: `/admin/timetable?view=day&day=${day}` });
    await go(term.firstMonday);
    const arrow = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });
    await waitFor(async () => expect((await arrow('Previous day')).disabled).toBe(true));
    for (const days of [1, 2, 3]) {
      fireEvent.click(await arrow('Next day'));
      await waitFor(() => expect(shownDay(router.state.location.search)).toBe(addDays(term.firstMonday, days)));
    }
    await go(addDays(lastDay(term), -1));
    fireEvent.click(await arrow('Next day'));
    await waitFor(async () => expect((await arrow('Next day')).disabled).toBe(true));
    expect(shownDay(router.state.location.search)).toBe(lastDay(term));
    fireEvent.click(await arrow('Previous day'));
    await waitFor(() => expect(shownDay(router.state.location.search)).toBe(addDays(lastDay(term), -1)));
  });

  test('all rooms on a holiday say why there are no classes', async () => {
    const [holiday] = samplePlan().holidays;
    const { router } = await open('&view=day');
    await router.navigate({ href: `/admin/timetable?view=day&day=${holiday?.from}` });
    expect(await screen.findByText(`Holiday: ${holiday?.nameEn}`)).toBeTruthy();
  });

  test('the strip of five weeks shows days off and make-up days, and opens a week', async () => {
    const { router } = await open();
    const strip = within(await screen.findByRole('region', { name: 'Days off and make-up days' }));
    expect(strip.getByText("Sun 15 follows week 9's Fri timetable")).toBeTruthy();
    expect(strip.getByText("Holiday: Founders' Day")).toBeTruthy();
    await userEvent.click(strip.getByRole('button', { name: 'Week 9' }));
    await waitFor(() => expect(router.state.location.search).toMatchObject({ week: '9' }));
  });

  test('the chosen subject is in the URL', async () => {
    const { router } = await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Teacher' }));
    await waitFor(() => expect(router.state.location.search).toMatchObject({ by: 'teacher' }));
  });

  test('a past term is read-only and says so', async () => {
    await open(`&class=${moved}`, { [`GET ${root}/view`]: () => samplePlan({ today: '2027-03-01' }) });
    expect(await screen.findByText(/has ended\. You can view its timetable but not change it\./u)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Add to draft' })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Publish/u })).toBeNull();
  });

  test('without groups the page says what to import', async () => {
    await open('', {
      'GET /api/terms': () => ({ current: '', today: '2026-11-12', timeZone: 'Asia/Shanghai', terms: [] }),
    });
    expect(await screen.findByRole('heading', { name: 'No timetable yet' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go to imports' }).getAttribute('href')).toBe('/admin/imports');
  });
});

describe('on a phone', () => {
  beforeEach(() => screenOf(false));

  test('an open class is moved with two taps', async () => {
    const { received } = await open('&day=2026-11-12');
    await userEvent.click(await card());
    const sheet = within(await screen.findByRole('dialog'));
    await userEvent.click((await sheet.findAllByRole('radio'))[0] ?? document.body);
    await waitFor(async () => expect((await put()).disabled).toBe(false));
    await userEvent.click(await put());
    await waitFor(() =>
      expect(sent(received, 'POST', '/lines')).toMatchObject([
        { lines: [{ change: { action: 'move', day: '2026-11-13', firstPeriod: 7 } }] },
      ]),
    );
  });

  test('a class is cancelled', async () => {
    const { received } = await open('&day=2026-11-12');
    await userEvent.click(await card());
    await userEvent.click(await screen.findByRole('tab', { name: 'Cancel' }));
    await waitFor(async () => expect((await put()).disabled).toBe(false));
    await userEvent.click(await put());
    await waitFor(() =>
      expect(sent(received, 'POST', '/lines')).toMatchObject([{ lines: [{ change: { action: 'cancel' } }] }]),
    );
  });
});
