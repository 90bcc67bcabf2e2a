import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clock } from '@/shared/api/api';
import { forgetPortal, lin, openPortal } from '@/testing/portal';
import type { Handler } from '@/testing/server';
import type { CourseView, Overview, RowsPart } from './queries';

const course = { id: 'c1', code: 'FIN201', name: '公司金融', nameEn: 'Corporate Finance' };
const counts = { students: 3, lessons: 3, started: 2, done: 1, seconds: 90 };
const asOf = '2026-11-12T00:32:00Z';
const overview: Overview = {
  asOf,
  computing: false,
  term: 'autumn',
  terms: [{ code: 'autumn', name: '秋', nameEn: 'Autumn' }],
  courses: [{ course, ...counts }],
  classes: [{ class: '市营2501', ...counts }],
};
const view: CourseView = {
  asOf,
  computing: false,
  term: 'autumn',
  course,
  groups: [{ id: 'g1', code: 'FIN201-1', name: '', nameEn: '' }],
  classes: ['市营2501'],
  lessons: [
    {
      id: 'l1',
      title: '收益率',
      titleEn: 'Returns',
      group: 'FIN201-1',
      duration: 60,
      ...counts,
      curve: Array.from({ length: 60 }, (_, part) => (part < 30 ? 2 : 1)),
    },
  ],
};
const row = (name: string, seconds: number, done: boolean, seen: string): RowsPart['rows'][number] => ({
  student: name,
  studentNumber: `20250${name.length}`,
  name,
  nameLatin: '',
  class: '市营2501',
  course,
  group: { id: 'g1', code: 'FIN201-1', name: '', nameEn: '' },
  lesson: 'l1',
  title: '收益率',
  titleEn: 'Returns',
  position: 1,
  duration: 60,
  seconds,
  percent: 0,
  done,
  seen,
  earlierPercent: 0,
  earlierSeen: '',
});
const rows: RowsPart = {
  asOf,
  computing: false,
  rows: [row('林晓雨', 60, true, asOf), row('陈浩', 0, false, '')],
  total: 2,
  more: false,
  next: '',
};
const preview = {
  students: 1,
  some: [{ studentNumber: '1', name: '陈浩', nameLatin: '', class: '' }],
  recent: 1,
  hours: 72,
  title: { zh: '请观看', en: 'Please watch' },
  content: { zh: '还没有看完', en: 'You are not done yet' },
};

beforeEach(() => vi.spyOn(clock, 'now').mockReturnValue(Date.parse('2026-11-12T01:00:00Z')));
afterEach(() => {
  sessionStorage.clear();
  forgetPortal();
});

const open = (path: string, handlers: Readonly<Record<string, Handler>> = {}) =>
  openPortal(
    path,
    {
      'GET /api/admin/watching': () => overview,
      'GET /api/admin/watching/courses/c1': () => view,
      'GET /api/admin/watching/rows': () => rows,
      'POST /api/admin/watching/reminders/preview': () => preview,
      ...handlers,
    },
    { role: 'admin', scope: 'registrar' },
  );

test('shows totals by course and class, and how old they are', async () => {
  const { received } = await open('/admin/watching', {
    'POST /api/admin/watching/compute': () => null,
  });
  expect(await screen.findByText(/^As of .*\.$/u)).toBeTruthy();
  const link = await screen.findByRole('link', { name: /Corporate Finance/u });
  expect(link.getAttribute('href')).toBe('/admin/watching/c1?term=autumn');
  expect(screen.getByText('33% (1 of 3)')).toBeTruthy();
  await userEvent.click(screen.getByRole('tab', { name: 'Classes' }));
  expect(await screen.findByRole('link', { name: /市营2501/u })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Update now' }));
  expect(received.some(({ method, path }) => method === 'POST' && path === '/api/admin/watching/compute')).toBe(true);
});

test('[6.1] the group’s teacher gets a link to the recording, advisers don’t', async () => {
  const { unmount } = await openPortal('/teaching/g1?tab=watching', {
    'GET /api/user/info': () => ({ ...lin, teaching: true }),
    'GET /api/teaching/groups': () => [{ ...view.groups[0], term: 'autumn', course, students: 3 }],
    'GET /api/teaching/groups/g1/watching': () => view,
    'GET /api/teaching/groups/g1/watching/rows': () => rows,
  });
  const link = await screen.findByRole('link', { name: 'Watch “Returns”' });
  expect(link.getAttribute('href')).toBe('/student/watch?lesson=l1');
  unmount();
  await open('/admin/watching/c1');
  expect(await screen.findByRole('heading', { name: 'Where students stop' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: /^Watch/u })).toBeNull();
});

test('a course shows where viewers stop, and who has watched and who hasn’t', async () => {
  await open('/admin/watching/c1?term=autumn');
  expect(await screen.findByText('Most students stop around 0:30: 1 of the 2 who started.')).toBeTruthy();
  expect(screen.getByRole('table', { name: 'Where students stop' })).toBeTruthy();
  const never = await screen.findByRole('row', { name: /陈浩/u });
  expect(within(never).getByText('Not started')).toBeTruthy();
  expect(within(never).getByText('Never')).toBeTruthy();
  expect(within(screen.getByRole('row', { name: /林晓雨/u })).getByText('Done')).toBeTruthy();
});

test('a reminder shows its recipients and text before it is sent, and is sent under one id', async () => {
  const { received } = await open('/admin/watching/c1', {
    'POST /api/admin/watching/reminders': () => ({ students: 1 }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Remind students' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText('1 student will be notified.')).toBeTruthy();
  expect(dialog.getByText('You are not done yet')).toBeTruthy();
  expect(dialog.getByText(/1 more was reminded/u)).toBeTruthy();
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Lesson' }), 'Returns');
  await userEvent.click(await dialog.findByRole('button', { name: 'Remind 1 student' }));
  expect(await screen.findByText('1 student reminded.')).toBeTruthy();
  const sent = received
    .filter(({ path }) => path === '/api/admin/watching/reminders')
    .map(({ body }) => JSON.parse(body) as unknown);
  expect(sent).toEqual([{ id: expect.any(String) as string, course: 'c1', lesson: 'l1', state: 'never' }]);
});
