/** What everybody has; students see their own classes and record where staff have none. */
export const everyones = [
  '/student/timetable',
  '/student/userinfo',
  '/dashboard/workplace',
  '/message',
  '/rooms',
  '/student/watching',
  '/user/info',
  '/user/setting',
];

/** What looks the same to everybody, and what only staff may see. */
export const others = [
  '/student/watch',
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
