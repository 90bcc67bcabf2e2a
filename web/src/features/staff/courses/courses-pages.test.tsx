import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test } from 'vitest';
import { forgetPortal, openPortal } from '@/testing/portal';
import { refusal, type Handler, type Received } from '@/testing/server';

afterEach(() => forgetPortal());

const teachers = [{ id: 't 1', name: '何静', nameEn: 'He Jing' }];
const course = { id: 'c 1', code: 'MKT201', name: '市场营销', nameEn: 'Marketing', credits: 3, teachers };
const groups = [
  { id: 'g-2', code: 'MKT201-2', name: '', nameEn: '', term: '2026-autumn', teachers, students: 41 },
  { id: 'g-1', code: 'MKT201-1', name: '', nameEn: '', term: '2026-autumn', teachers: [], students: 2 },
];
const member = {
  id: 's 1',
  studentNumber: '202501001',
  name: '林晓雨',
  nameLatin: 'Lin Xiaoyu',
  class: 'A1',
  state: 'confirmed',
};

const server: Readonly<Record<string, Handler>> = {
  'GET /api/admin/catalogue': ({ query }: Received) => ({
    items: query['after'] === undefined ? [{ ...course, groups: 2, students: 43, lessons: 1 }] : [],
    total: 1,
    next: '',
  }),
  'GET /api/courses/c%201': () => ({
    ...course,
    summary: '',
    summaryEn: '',
    enrolled: false,
    progress: 0,
    lessons: [],
  }),
  'GET /api/admin/catalogue/c%201/groups': () => groups,
  'GET /api/admin/courses/c%201/lessons': () => [
    { id: 'l-1', position: 1, title: '导论', titleEn: 'Introduction', published: false },
  ],
  'GET /api/admin/groups/g-2/students': ({ query }: Received) =>
    query['after'] === undefined
      ? { items: [member], next: '202501001' }
      : {
          items: [{ ...member, id: 's-2', name: '陈浩然', nameLatin: '', studentNumber: '202501002' }],
          next: '',
        },
  'GET /api/admin/groups/g-1/students': () => ({ items: [{ ...member, state: 'dropped' }], next: '' }),
};

const open = (path: string, more: Readonly<Record<string, Handler>> = {}, scope?: 'adviser') =>
  openPortal(path, { ...server, ...more }, { role: 'admin', ...(scope && { scope }) });

describe('the list of courses', () => {
  test('is searched and filtered by term on the server', async () => {
    const { received } = await open('/admin/courses?term=2026-autumn');
    const table = within(await screen.findByRole('table', { name: 'Courses' }));
    const link = await table.findByRole('link', { name: 'Marketing' });
    expect(link.getAttribute('href')).toBe('/admin/courses/c%201');
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search this list' }), 'mark');
    await waitFor(() =>
      expect(received.findLast(({ path }) => path === '/api/admin/catalogue')?.query).toMatchObject({
        search: 'mark',
        term: '2026-autumn',
      }),
    );
  });

  test('a college without courses learns how to add some', async () => {
    await open('/admin/courses', { 'GET /api/admin/catalogue': () => ({ items: [], total: 0, next: '' }) });
    const link = await screen.findByRole('link', { name: 'Import courses' });
    expect(link.getAttribute('href')).toBe('/admin/imports?kind=courses');
  });

  test.each(['/admin/courses', '/admin/courses/c%201'])(
    'an adviser has no %s in the menu, and is refused there',
    async (path) => {
      const { received } = await open(path, {}, 'adviser');
      expect(await screen.findByText(/^Your account doesn't have access to this page/u)).toBeTruthy();
      expect(screen.queryByRole('link', { name: 'Courses' })).toBeNull();
      expect(received.some(({ path: asked }) => /catalogue|courses\/c/u.test(asked))).toBe(false);
    },
  );
});

describe('one course', () => {
  test('shows groups, teachers, all students of a group and lessons, with links', async () => {
    await open('/admin/courses/c%201');
    expect(await screen.findByRole('heading', { level: 1, name: 'Marketing' })).toBeTruthy();
    const main = within(screen.getByRole('main'));
    const hrefs = (name: string) => main.getByRole('link', { name }).getAttribute('href');
    expect(hrefs('Timetable')).toBe('/admin/timetable?by=course&id=c%201');
    expect(hrefs('He Jing')).toBe('/teachers/t%201');
    expect(main.getByRole('link', { name: 'Viewing records' }).getAttribute('href')).toBe('/admin/watching/c%201');
    expect(main.getByRole('link', { name: 'Recordings' }).getAttribute('href')).toBe('/admin/recordings?course=c%201');
    const table = within(await screen.findByRole('table', { name: 'Students of MKT201-2' }));
    expect(await table.findByRole('link', { name: /202501002|陈浩然/u })).toBeTruthy();
    expect(screen.getByText('Not published')).toBeTruthy();
  });

  test('the URL has the group whose students are shown', async () => {
    const { router } = await open('/admin/courses/c%201?group=g-1');
    expect(await screen.findByRole('table', { name: 'Students of MKT201-1' })).toBeTruthy();
    expect(await screen.findByText('Dropped')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: /41 students/u }));
    expect(await screen.findByRole('table', { name: 'Students of MKT201-2' })).toBeTruthy();
    expect(router.state.location.searchStr).toBe('?group=g-2');
  });

  test('says so if it doesn’t exist', async () => {
    await open('/admin/courses/none', {
      'GET /api/courses/none': () => refusal(404, '[course.no_course] There is no such course.'),
    });
    expect(await screen.findByRole('heading', { level: 1, name: /not there|no longer|gone/iu })).toBeTruthy();
  });
});
