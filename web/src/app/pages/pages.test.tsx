import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { openTabs } from '@/app/shell/tabs';
import { clock } from '@/shared/api/api';
import { civilAt } from '@/shared/time/zone';
import { forgetPortal, openPortal } from '@/testing/portal';
import { refusal } from '@/testing/server';
import { emptyTimetable, sampleTimetable } from '@/testing/timetable';

afterEach(() => {
  forgetPortal();
  clock.adjust(new Date().toUTCString());
});

test.each([
  ['/exception/403', 'Access to this resource on the server is denied.'],
  ['/exception/404', 'Whoops, this page is gone.'],
  ['/exception/500', 'Internal server error'],
])('[2.12] %s shows “%s”', async (path, text) => {
  await openPortal(path, {}, { role: 'admin' });
  expect(await screen.findByRole('heading', { name: text, level: 1 })).toBeTruthy();
});

test('[2.12] 404 has Retry, which stays, and Back, which returns', async () => {
  const { router } = await openPortal('/user/info');
  await router.navigate({ to: '/exception/404' });
  await userEvent.click(await screen.findByRole('button', { name: 'Retry' }));
  expect(router.state.location.pathname).toBe('/exception/404');
  await userEvent.click(screen.getByRole('button', { name: 'Back' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/user/info'));
});

test.each([
  ['/result/success', 'Success', 'Lin Xi, this page appears after something has worked. Opening it changes nothing'],
  ['/result/error', 'Failure', 'Lin Xi, this page appears after something has failed. Opening it changes nothing'],
])('[1.5] [2.7] %s carries the person’s own name', async (path, title, text) => {
  await openPortal(path, {}, { role: 'admin' });
  expect(await screen.findByRole('heading', { name: title, level: 1 })).toBeTruthy();
  expect(screen.getByText(new RegExp(text, 'u'))).toBeTruthy();
});

test.each(['/no/such/page', '/student/timetable/such'])(
  '[2.9] %s shows the page of 404 inside the shell, at its own address',
  async (path) => {
    const { router } = await openPortal(path);
    expect(await screen.findByRole('heading', { name: 'Whoops, this page is gone.', level: 1 })).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Retry' })).toBeTruthy();
    expect(router.state.location.pathname).toBe(path);
    expect(document.title).toMatch(/^Page not found/u);
    expect(openTabs.get()).toHaveLength(1);
    const menu = within(screen.getByRole('navigation', { name: 'Menu' }));
    await userEvent.click(await menu.findByRole('link', { name: 'Student info' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/student/userinfo'));
  },
);

test('[2.9] Back opens the start page if there is nothing to go back to', async () => {
  const { router } = await openPortal('/no/such/page');
  await userEvent.click(await screen.findByRole('button', { name: 'Back' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/student/timetable'));
});

test.each([
  ['term', '/student/timetable?term=1999', 'There is no such term.'],
  ['week', '/student/timetable?week=99', /has weeks 1 to \d+\.$/u],
])('[2.9] an unknown %s shows it too, and no link leads back there', async (_what, path, text) => {
  const { router } = await openPortal(path, {
    'GET /api/timetable': ({ query }) =>
      'term' in query ? refusal(404, '[timetable.no_term] There is no such term.') : sampleTimetable(),
  });
  expect(await screen.findByRole('heading', { name: 'Whoops, this page is gone.' })).toBeTruthy();
  expect(await screen.findByText(text)).toBeTruthy();
  const menu = within(screen.getByRole('navigation', { name: 'Menu' }));
  await userEvent.click(await menu.findByRole('link', { name: 'My courses' }));
  await waitFor(() => expect(router.state.location.href).toBe('/student/timetable'));
  expect(await screen.findByRole('heading', { name: /^Week \d+/u })).toBeTruthy();
});

test('[2.10] the workplace shows today’s classes, lessons to continue, progress and notices', async () => {
  const day = civilAt(Date.now(), 'Asia/Shanghai').date;
  const one = { group: 'FIN201', kind: 'class', week: 1 };
  const place = { day, teacher: 't6' };
  await openPortal('/dashboard', {
    'GET /api/timetable': () => ({
      ...emptyTimetable,
      classes: [
        {
          ...one,
          id: 'c1',
          group: 'LAW201',
          place: { ...place, starts: '10:00', ends: '11:40' },
          state: 'cancelled',
        },
        {
          ...one,
          id: 'c2',
          place: { ...place, starts: '08:00', ends: '09:40', room: 'A-305' },
          state: 'held',
        },
        { ...one, id: 'c3', group: 'STA201', place: { day: '1999-01-01' }, state: 'held' },
      ],
    }),
    'GET /api/courses': () => [
      { id: 'k1', name: '公司金融', nameEn: 'Finance', progress: 48, lessons: [{}] },
      { id: 'k2', name: '商法', nameEn: 'Law', progress: 100, lessons: [{}] },
      { id: 'k3', name: '艺术史', nameEn: 'History of Art', progress: 5, lessons: [{}], state: 'dropped' },
      { id: 'k4', name: '统计学', nameEn: 'Statistics', progress: 0, lessons: [] },
    ],
    'GET /api/watching': () => ({
      recent: [
        { ...watched, lesson: 'l-1', titleEn: 'Why firms invest', done: true },
        { ...watched, lesson: 'l-3', titleEn: 'Net present value' },
      ],
      week: ['09', '10', '11', '12', '13', '14', '15'].map((day, index) => ({
        date: `2026-11-${day}`,
        seconds: index === 3 ? 4320 : 0,
      })),
    }),
  });
  const today = await screen.findByRole('region', { name: "Today's classes" });
  await waitFor(() =>
    expect(today.textContent).toMatch(/Corporate Finance.*A-305.*Commercial Law.*Online.*Cancelled/u),
  );
  expect(today.textContent).not.toContain('Business Statistics');
  const onward = within(screen.getByRole('region', { name: 'Continue watching' }));
  const link = await onward.findByRole('link', { name: /Net present value.*Finance.*13:18 of 31:40/u });
  expect(link.getAttribute('href')).toBe('/student/watch?lesson=l-3');
  expect(onward.getAllByRole('link')).toHaveLength(1);
  expect(screen.getByRole('region', { name: 'Study time this week' }).textContent).toContain('1 h 12 min in total');
  expect(screen.getByRole('table', { name: 'Study time this week' }).textContent).toContain('Thu1.2 h');
  const progress = screen.getByRole('table', { name: 'Course progress' }).textContent;
  expect(progress).toContain('48%');
  expect(progress).not.toContain('History of Art');
  expect(screen.getByRole('region', { name: 'Notices and to-dos' }).textContent).toContain('A notice');
});

test.each([
  ['on the day, with a countdown', '2026-11-12T09:35', /^Next class in25 minCorporate Finance.*A-305/u, 'm6.10'],
  ['on a free Saturday', '2026-11-14T12:00', /^Next classTomorrow 08:00Business Statistics/u, /^m/u],
])('[2.10] the next class leads the workplace %s, and opens in the timetable', async (_when, at, text, id) => {
  clock.adjust(new Date(`${at}:00+08:00`).toUTCString());
  const { router } = await openPortal('/dashboard', { 'GET /api/timetable': () => sampleTimetable() });
  const next = await screen.findByRole('region', { name: 'Next class' });
  expect(next.textContent).toMatch(text);
  await userEvent.click(within(next).getByRole('button', { name: 'Details' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/student/timetable'));
  expect(router.state.location.search).toEqual({ class: expect.stringMatching(id) as string });
});

test('[1.5] the workplace has honest empty states', async () => {
  await openPortal('/dashboard', { 'POST /api/message/list': () => [] });
  for (const title of [
    'No classes today',
    'Nothing to continue',
    'Nothing watched this week',
    'No courses yet',
    'No notices',
  ]) {
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
  }
  expect(screen.getByText('No classes this term')).toBeTruthy();
});

test.each(['/dashboard', '/student/timetable', '/student/watch'])(
  '[1.5] %s says to staff that they have no courses, not that they come later',
  async (path) => {
    const nobody = { ...emptyTimetable, groups: [] };
    const { container } = await openPortal(
      path,
      { 'GET /api/timetable': () => nobody, 'GET /api/previews': () => [] },
      { role: 'admin' },
    );
    expect(await screen.findAllByText(/isn't a student account/u)).not.toHaveLength(0);
    expect(container.textContent).not.toMatch(/No courses yet|enrol|No more classes/u);
  },
);

test.each(['/dashboard/workplace', '/student/timetable'])(
  '[2.10] [2.21] %s of a college without a term says so, not that something failed',
  async (path) => {
    await openPortal(path, {
      'GET /api/timetable': () => refusal(404, '[timetable.no_terms] The college has entered no term yet.'),
    });
    expect(await screen.findByRole('heading', { name: 'No terms yet' })).toBeTruthy();
    expect(screen.getByText('The college has entered no term yet.')).toBeTruthy();
    expect(screen.queryByText("Couldn't load this")).toBeNull();
  },
);

test.each([
  ['nobody’s course', { groups: [] }, "You're not enrolled in any course this term"],
  ['a term that has ended', sampleTimetable('2020-09-07', '2020-11-12'), /ended on January 10, 2021\.$/u],
])('[2.10] [2.21] the next class of %s: the text is right', async (_case, over, text) => {
  await openPortal('/dashboard', { 'GET /api/timetable': () => ({ ...emptyTimetable, ...over }) });
  expect(await screen.findByText(text)).toBeTruthy();
});

const watched = {
  title: '净现值',
  titleEn: '',
  course: { id: 'k1', code: 'FIN301', name: '公司金融', nameEn: 'Finance' },
  position: 798,
  duration: 1900,
  percent: 42,
  done: false,
  at: '2026-11-12T09:30:00Z',
  poster: '',
};

test('[8.3] a part that cannot be loaded says why and tries again', async () => {
  let tries = 0;
  await openPortal('/student/timetable', {
    'GET /api/timetable': () => {
      tries += 1;
      return tries === 1 ? refusal(503, '[http.busy] Busy right now.') : emptyTimetable;
    },
  });
  expect(await screen.findByText('Busy right now.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('heading', { name: 'No classes this term' })).toBeTruthy();
});
