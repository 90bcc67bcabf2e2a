import type { MenuItem } from '@/app/server-menu';

const page = (path: string, name: string, locale: string): MenuItem => ({
  path,
  name,
  meta: { locale, requiresAuth: true },
});

const hidden = (path: string, name: string, locale: string): MenuItem => ({
  path,
  name,
  meta: { locale, requiresAuth: true, hideInMenu: true },
});

const folder = (
  [path, name, locale, icon]: readonly [string, string, string, string],
  order: number,
  children: readonly MenuItem[],
): MenuItem => ({ path, name, meta: { locale, requiresAuth: true, icon, order }, children });

/** A role's menu in the format of the real server. */
export function mockMenu(role: string): MenuItem[] {
  const admin = role === 'admin';
  return [
    ...(admin
      ? [
          folder(['/admin', 'Admin', 'menu.admin', 'icon-settings'], 0, [
            page('', 'AdminDesk', 'menu.admin.desk'),
            page('students', 'AdminStudents', 'menu.admin.students'),
            page('students/new', 'AdminStudentNew', 'menu.admin.studentNew'),
            page('students/:student', 'AdminStudent', 'menu.admin.student'),
            page('courses', 'AdminCourses', 'menu.admin.courses'),
            hidden('courses/:course', 'AdminCourse', 'menu.admin.course'),
            page('timetable', 'AdminTimetable', 'menu.admin.timetable'),
            hidden('timetable/clashes', 'AdminClashes', 'menu.admin.clashes'),
            page('calendar', 'AdminCalendar', 'menu.admin.calendar'),
            page('recordings', 'AdminRecordings', 'menu.admin.recordings'),
            page('watching', 'AdminWatching', 'menu.admin.watching'),
            hidden('watching/:course', 'AdminWatchingCourse', 'menu.admin.watchingCourse'),
            page('notices', 'AdminNotices', 'menu.admin.notices'),
            hidden('notices/new', 'AdminNoticeNew', 'menu.admin.noticeNew'),
            hidden('notices/:notice', 'AdminNotice', 'menu.admin.notice'),
            page('imports', 'AdminImports', 'menu.admin.imports'),
            hidden('imports/drafts/:draft', 'AdminImportDraft', 'menu.admin.importDraft'),
            hidden('imports/:import', 'AdminImport', 'menu.admin.import'),
            page('audit', 'AdminAudit', 'menu.admin.audit'),
            page('accounts', 'AdminAccounts', 'menu.admin.accounts'),
            page('system', 'AdminSystem', 'menu.admin.system'),
          ]),
        ]
      : []),
    folder(['/student', 'Student', 'menu.student', 'icon-calendar'], 1, [
      page('timetable', 'Timetable', 'menu.student.timetable'),
      page('userinfo', 'StudentInfo', 'menu.student.info'),
      hidden('watching', 'Watched', 'menu.student.watching'),
    ]),
    folder(['/dashboard', 'Dashboard', 'menu.dashboard', 'icon-dashboard'], 2, [
      page('workplace', 'Workplace', 'menu.workplace'),
    ]),
    folder(['/message', 'Message', 'menu.message', 'icon-notification'], 3, []),
    folder(['/rooms', 'Rooms', 'menu.rooms', 'icon-desktop'], 3, []),
    hidden('/rooms/:room', 'Room', 'menu.room'),
    hidden('/teachers/:teacher', 'Teacher', 'menu.teacher'),
    ...(admin
      ? [
          folder(['/result', 'Result', 'menu.result', 'icon-check-circle'], 5, [
            page('success', 'Success', 'menu.result.success'),
            page('error', 'Error', 'menu.result.error'),
          ]),
        ]
      : []),
    folder(['/exception', 'Exception', 'menu.exception', 'icon-exclamation-circle'], 6, [
      ...(admin ? [page('403', '403', 'menu.exception.403')] : []),
      page('404', '404', 'menu.exception.404'),
      page('500', '500', 'menu.exception.500'),
    ]),
    folder(['/user', 'User', 'menu.user', 'icon-user'], 7, [
      page('info', 'UserInfo', 'menu.user.info'),
      page('setting', 'UserSetting', 'menu.user.setting'),
    ]),
    folder(['/redirect', 'Redirect', 'menu.redirect', ''], 8, []),
  ];
}
