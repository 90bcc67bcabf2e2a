import type { Page } from 'playwright-core';
import { call } from './call';
import type { DemoLogin } from './college';

/** Inserts a room, a teacher and a lesson of the college into page addresses. */
export async function addressesOf(page: Page, role: DemoLogin['role']): Promise<(path: string) => string> {
  const { rooms } = await call<{ rooms: { id: string }[] }>(page, 'GET', '/api/rooms/free');
  const teachers =
    role === 'admin'
      ? await call<{ id: string }[]>(page, 'GET', '/api/admin/planning/options?by=teacher')
      : (await call<{ teachers: { id: string }[] }>(page, 'GET', '/api/timetable')).teachers;
  const previews = await call<{ lesson: string }[]>(page, 'GET', '/api/previews');
  const [room, teacher, preview] = [rooms[0], teachers[0], previews[0]];
  if (room === undefined || teacher === undefined || preview === undefined) {
    throw new Error('the college has no room, no teacher or no lesson');
  }
  return (path) => path.replace('$room', room.id).replace('$teacher', teacher.id).replace('$lesson', preview.lesson);
}

/** Pages of every user; students see their classes and record, staff have none. */
export const everyones = [
  '/student/timetable',
  '/student/userinfo',
  '/dashboard/workplace',
  '/message',
  '/rooms',
  '/rooms/$room',
  '/teachers/$teacher',
  '/student/watch',
  '/student/watch?lesson=$lesson',
  '/student/watching',
  '/user/info',
  '/user/setting',
];

/** The views of a student's timetable. */
export const timetableViews = ['week&week=6', 'agenda&week=6', 'term', 'day'].map(
  (view) => `/student/timetable?view=${view}`,
);

/** Pages that are the same for all users, and staff pages. */
export const others = [
  '/user/setting?tab=security',
  '/user/setting?tab=certification',
  '/admin',
  '/admin/students',
  '/admin/students/new',
  '/admin/courses',
  '/admin/timetable',
  '/admin/timetable/clashes',
  '/admin/calendar',
  '/admin/recordings',
  '/admin/watching',
  '/admin/notices',
  '/admin/notices/new',
  '/admin/imports',
  '/admin/audit',
  '/admin/accounts',
  '/admin/system',
  '/exception/403',
  '/exception/404',
  '/exception/500',
  '/result/success',
  '/result/error',
  '/no/such/page',
];
