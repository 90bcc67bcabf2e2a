import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clock } from '@/shared/api/api';
import { readTimetable } from '@/shared/timetable/read';
import { forgetPortal, lin, openPortal } from '@/testing/portal';
import { refusal, type Handler, type Received } from '@/testing/server';
import { sampleTimetable } from '@/testing/timetable';
import { comingOf } from './ask';
import type { ChangeRequest, Listed, TaughtGroup } from './queries';

const group: TaughtGroup = {
  id: 'FIN201',
  code: 'FIN201-1',
  name: '',
  nameEn: '',
  term: 'autumn',
  course: { id: 'c1', code: 'FIN201', name: '公司金融', nameEn: 'Corporate Finance' },
  students: 2,
};

const student = (id: string, name: string, nameLatin: string, number: string): Listed => ({
  id,
  name,
  nameLatin,
  number,
  class: '市营2501',
  photo: false,
});
const students = [
  student('s1', '林晓雨', 'Lin Xiaoyu', '202501001'),
  student('s2', '陈浩然', 'Chen Haoran', '202501002'),
];

const request: ChangeRequest = {
  id: 'r1',
  teacher: { id: 't0', name: '陈巍', nameEn: 'Chen Wei' },
  group: 'FIN201',
  code: 'FIN201-1',
  term: 'autumn',
  course: '公司金融',
  courseEn: 'Corporate Finance',
  class: 'm6.11',
  action: 'move',
  day: '2026-11-20',
  firstPeriod: 5,
  lastPeriod: 6,
  reason: 'At a conference',
  state: 'open',
  answer: '',
  created: '2026-11-11T02:00:00Z',
  // The class has moved here; the timetable has it on another day by the rule.
  place: { day: '2026-11-13', firstPeriod: 3, lastPeriod: 4, starts: '10:00', ends: '11:40', room: 'A-305' },
};
const declined: ChangeRequest = {
  ...request,
  id: 'r2',
  class: 'm6.9',
  action: 'room',
  day: '',
  firstPeriod: 0,
  lastPeriod: 0,
  state: 'declined',
  answer: 'No room is free',
};

beforeEach(() => vi.spyOn(clock, 'now').mockReturnValue(Date.parse('2026-11-12T01:00:00Z')));
afterEach(() => {
  sessionStorage.clear();
  forgetPortal();
});

/** Opens a page as a teacher, with a server that stores requests and their withdrawal. */
function open(path: string, handlers: Readonly<Record<string, Handler>> = {}, teaching = true) {
  let requests = [request, declined];
  return openPortal(path, {
    'GET /api/user/info': () => ({ ...lin, teaching }),
    'GET /api/teaching/groups': () => [group],
    'GET /api/teaching/groups/FIN201/students': () => students,
    'GET /api/teaching/requests': () => requests,
    'DELETE /api/teaching/requests/r1': () => {
      requests = requests.map((one) => (one.id === 'r1' ? { ...one, state: 'withdrawn' } : one));
      return null;
    },
    'GET /api/timetable': () => sampleTimetable(),
    'GET /api/teaching/classes/m0.11/places': () => [
      {
        rank: 1,
        students: 0,
        place: { day: '2026-11-18', firstPeriod: 3, lastPeriod: 4, starts: '10:00', ends: '11:40', room: 'A-305' },
      },
    ],
    ...handlers,
  });
}

const sent = (received: readonly Received[]): unknown[] =>
  received
    .filter(({ method, path }) => method === 'POST' && path.startsWith('/api/teaching/'))
    .map(({ body }) => JSON.parse(body) as unknown);

test('the term’s groups link to their pages, from a menu only teachers have', async () => {
  await open('/teaching');
  const link = await screen.findByRole('link', { name: /^Corporate Finance/u });
  expect(link.getAttribute('href')).toBe('/teaching/FIN201');
  expect(link.textContent).toContain('FIN201-1 · 2 students');
  expect(screen.getAllByRole('link', { name: 'Teaching' }).length).toBeGreaterThan(0);
});

test('someone who doesn’t teach has no menu entry, and the page says why', async () => {
  const handlers = { 'GET /api/teaching/groups': () => refusal(403, '[access.forbidden] Not yours.') };
  await open('/teaching', handlers, false);
  expect(await screen.findByText('Not yours.')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Teaching' })).toBeNull();
});

test('a class list has names and numbers, and can be searched', async () => {
  await open('/teaching/FIN201', {
    'GET /api/home-classes': () => [{ name: '市营2501', nameEn: 'Marketing 2501' }],
  });
  const list = await screen.findByRole('list', { name: 'Students' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(2);
  await waitFor(() => expect(list.textContent).toContain('202501001 · Marketing 2501'));
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search students' }), 'haoran');
  expect(await screen.findByText('1 student')).toBeTruthy();
  expect(within(list).queryByText('林晓雨')).toBeNull();
  expect(within(list).getByText('陈浩然')).toBeTruthy();
});

test('a class list has everyone’s name, so that it can be printed; no button is', async () => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:photo');
  const all = Array.from({ length: 50 }, (_, index) => ({
    ...student(`s${index}`, `学生${index}`, '', `2025${index}`),
    photo: true,
  }));
  const photos: string[] = [];
  const { container } = await open('/teaching/FIN201', {
    'GET /api/teaching/groups/FIN201/students': () => all,
    ...Object.fromEntries(
      all.map(({ id }) => [
        `GET /api/teaching/groups/FIN201/students/${id}/photo`,
        () => {
          photos.push(id);
          return new Response('JPEG');
        },
      ]),
    ),
  });
  const list = await screen.findByRole('list', { name: 'Students' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(50);
  await waitFor(() => expect(photos).toHaveLength(40));
  const main = container.querySelector('main');
  const buttons = [...(main?.querySelectorAll('button, input, a') ?? [])];
  expect(buttons.filter((one) => one.closest('.no-print') === null)).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Show all photos' }));
  await waitFor(() => expect(photos).toHaveLength(50));
});

test('a photo is fetched with the usual headers, and freed when it is no longer shown', async () => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:photo');
  const revoked = vi.spyOn(URL, 'revokeObjectURL');
  const { container, unmount } = await open('/teaching/FIN201', {
    'GET /api/teaching/groups/FIN201/students': () => students.map((one) => ({ ...one, photo: true })),
    'GET /api/teaching/groups/FIN201/students/s1/photo': () => new Response('JPEG'),
  });
  await waitFor(() => expect(container.querySelectorAll('img[src="blob:photo"]')).toHaveLength(1));
  expect(revoked).not.toHaveBeenCalled();
  unmount();
  expect(revoked.mock.calls).toEqual([['blob:photo']]);
});

test('another teacher’s group can’t be opened', async () => {
  await open('/teaching/MKT301');
  expect(await screen.findByText("You don't teach this group this term.")).toBeTruthy();
});

test('a notice is written as staff do it, to a group one teaches, with its preview and a sent list', async () => {
  const { received, router } = await open('/teaching/FIN201?tab=notice', {
    'GET /api/admin/messages': () => ({ messages: [], next: '' }),
    'GET /api/admin/messages/audiences': () => ({
      kinds: ['group'],
      groups: [
        { id: 'FIN201', code: 'FIN201-1', course: '公司金融', courseEn: 'Corporate Finance' },
        { id: 'FIN202', code: 'FIN201-2', course: '公司金融', courseEn: 'Corporate Finance' },
      ],
      campuses: [],
      programmes: [],
      years: [],
      classes: [],
    }),
    'POST /api/admin/messages/preview': () => ({
      students: 2,
      some: [],
      unknown: [],
      subTitle: { zh: '公司金融 · 陈巍', en: 'Corporate Finance · Chen Wei' },
    }),
    'POST /api/admin/messages': () => ({ id: 'n1' }),
  });
  expect(screen.getByRole('link', { name: 'Sent notices' }).getAttribute('href')).toBe('/teaching/notices');
  await userEvent.click(await screen.findByRole('link', { name: 'Write a notice' }));
  const group = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Group' });
  expect(group.value).toBe('FIN201');
  expect(within(group).getByRole('option', { name: 'FIN201-2 Corporate Finance' })).toBeTruthy();
  await userEvent.type(screen.getByRole('textbox', { name: 'Title in English' }), 'Bring a calculator');
  expect(await screen.findByText('Corporate Finance · Chen Wei')).toBeTruthy();
  await userEvent.click(await screen.findByRole('button', { name: 'Send to 2 students' }));
  expect(await screen.findByText('Notice sent.')).toBeTruthy();
  expect(router.state.location.pathname).toMatch(/^\/teaching\/notices\/./u);
  const body = received.findLast(({ method, path }) => method === 'POST' && path === '/api/admin/messages')?.body;
  expect(JSON.parse(body ?? '')).toMatchObject({
    to: 'group:FIN201',
    type: 'notice',
    title: { zh: '', en: 'Bring a calculator' },
  });
});

test('a teacher asks to move an upcoming class, with a reason', async () => {
  const { received } = await open('/teaching/FIN201?tab=classes', {
    'POST /api/teaching/requests': () => ({ id: 'r3' }),
  });
  const list = await screen.findByRole('list', { name: 'Upcoming classes' });
  expect(await within(list).findByText('Requested: Move to Fri, Nov 20, periods 5–6')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: /^Request a change: Mon, Nov 16/u }));
  const form = within(await screen.findByRole('form', { name: 'Request a change' }));
  await userEvent.selectOptions(form.getByRole('combobox', { name: 'What to change' }), 'Move class');
  await userEvent.click(form.getByRole('button', { name: 'Send request' }));
  expect(await form.findByText('Enter a reason of at least 2 characters.')).toBeTruthy();
  await userEvent.type(form.getByRole('textbox', { name: /^Reason/u }), 'At a conference');
  await userEvent.click(form.getByRole('button', { name: 'Send request' }));
  expect(await form.findByText(/^The class is already at this time/u)).toBeTruthy();
  await userEvent.selectOptions(form.getByRole('combobox', { name: /periods.*from/iu }), '3');
  await userEvent.selectOptions(form.getByRole('combobox', { name: /periods.*to$/iu }), '4');
  await userEvent.click(form.getByRole('button', { name: 'Send request' }));
  expect(await screen.findByText(/^Your request has been sent to the registrar's office/u)).toBeTruthy();
  expect(sent(received)).toEqual([
    {
      class: 'm0.11',
      action: 'move',
      day: '2026-11-16',
      firstPeriod: 3,
      lastPeriod: 4,
      reason: 'At a conference',
    },
  ]);
  expect(screen.queryByRole('form', { name: 'Request a change' })).toBeNull();
});

test('one of the best times fills in the form', async () => {
  const { received } = await open('/teaching/FIN201?tab=classes', {
    'POST /api/teaching/requests': () => ({ id: 'r3' }),
  });
  await userEvent.click(await screen.findByRole('button', { name: /^Request a change: Mon, Nov 16/u }));
  const form = within(await screen.findByRole('form', { name: 'Request a change' }));
  await userEvent.selectOptions(form.getByRole('combobox', { name: 'What to change' }), 'Move class');
  await userEvent.click(
    await form.findByRole('button', { name: /^Wed, Nov 18 · periods 3–4.*all students are free$/u }),
  );
  await userEvent.type(form.getByRole('textbox', { name: /^Reason/u }), 'At a conference');
  await userEvent.click(form.getByRole('button', { name: 'Send request' }));
  expect(await screen.findByText(/^Your request has been sent/u)).toBeTruthy();
  expect(sent(received)).toEqual([
    { class: 'm0.11', action: 'move', day: '2026-11-18', firstPeriod: 3, lastPeriod: 4, reason: 'At a conference' },
  ]);
});

test('a class is listed until it ends', () => {
  const timetable = readTimetable(sampleTimetable());
  const item = timetable.classes.find(({ group: of, place }) => of === 'FIN201' && place.ends !== '');
  const { day = '', starts = '', ends = '' } = item?.place ?? {};
  const listed = (time: string): boolean =>
    comingOf(timetable, 'FIN201', { date: day, time }, []).some((one) => one.item === item);
  expect([listed(starts), listed(ends)]).toEqual([true, false]);
});

test('a request for another room needs no time, and an error appears in the form', async () => {
  const { received } = await open('/teaching/FIN201?tab=classes', {
    'POST /api/teaching/requests': () => refusal(409, '[teaching.class_over] This class is over.'),
  });
  await userEvent.click(await screen.findByRole('button', { name: /^Request a change: Mon, Nov 16/u }));
  const form = within(await screen.findByRole('form', { name: 'Request a change' }));
  await userEvent.selectOptions(form.getByRole('combobox', { name: 'What to change' }), 'Another room');
  await userEvent.type(form.getByRole('textbox', { name: /^Reason/u }), 'Needs a projector');
  await userEvent.click(form.getByRole('button', { name: 'Send request' }));
  expect(await form.findByText(/This class is over/u)).toBeTruthy();
  expect(sent(received)).toEqual([{ class: 'm0.11', action: 'room', reason: 'Needs a projector' }]);
});

test('the teacher’s requests show their state and answer, and an open one can be withdrawn', async () => {
  await open('/teaching?tab=requests');
  const list = await screen.findByRole('list', { name: 'My requests' });
  expect(within(list).getByText('Answer: No room is free')).toBeTruthy();
  expect(within(list).getByText('Declined')).toBeTruthy();
  expect(within(list).getAllByText(/Fri, Nov 13 · periods 3–4/u)).toHaveLength(2);
  await userEvent.click(within(list).getByRole('button', { name: 'Withdraw request' }));
  expect(await within(list).findByText('Withdrawn')).toBeTruthy();
  expect(within(list).queryByRole('button', { name: 'Withdraw request' })).toBeNull();
});
