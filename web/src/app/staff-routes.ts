import { createRoute, lazyRouteComponent, type AnyRoute } from '@tanstack/react-router';
import type { Key } from '@/shared/i18n/catalogue';
import { i18n } from '@/shared/i18n/i18n';
import { page, type RouteMeta } from './route-meta';
import type * as StaffPages from './staff-pages';

type Messages = Parameters<typeof i18n.ready>[0];

/** Path, component, name, titles, and options for the menu. */
type StaffPage = readonly [
  path: string,
  component: keyof typeof StaffPages,
  messages: readonly Messages[],
  names: readonly [string, ...Key<'app'>[]],
  rest?: Partial<RouteMeta>,
];

/** In menu order. */
const pages: readonly StaffPage[] = [
  ['/admin', 'DeskPage', ['desk', 'audit', 'system'], ['AdminDesk', 'menu.admin.desk'], { order: 0.1, goKey: 'd' }],
  [
    '/admin/students',
    'StudentsPage',
    ['students'],
    ['AdminStudents', 'menu.admin.students'],
    { order: 0.2, goKey: 's', scopes: ['adviser'] },
  ],
  [
    '/admin/students/new',
    'CreatePage',
    ['students'],
    ['AdminStudentNew', 'menu.admin.students', 'menu.admin.studentNew'],
    { hideInMenu: true, ignoreCache: true, scopes: [] }, // the next form starts empty
  ],
  [
    '/admin/students/$student',
    'StudentRoutePage',
    ['students', 'timetable', 'audit', 'view-as'],
    ['AdminStudent', 'menu.admin.students', 'menu.admin.student'],
  ],
  [
    '/admin/courses',
    'CoursesPage',
    ['courses'],
    ['AdminCourses', 'menu.admin.courses'],
    { order: 0.3, goKey: 'o', scopes: [] },
  ],
  ['/admin/courses/$course', 'CoursePage', ['courses'], ['AdminCourse', 'menu.admin.courses', 'menu.admin.course']],
  [
    '/admin/timetable',
    'PlanningPage',
    ['planning'],
    ['AdminTimetable', 'menu.admin.timetable'],
    { order: 0.4, goKey: 't', scopes: [] },
  ],
  [
    '/admin/timetable/clashes',
    'ClashPage',
    ['clashes'],
    ['AdminClashes', 'menu.admin.timetable', 'menu.admin.clashes'],
  ],
  [
    '/admin/calendar',
    'CalendarPage',
    ['calendar'],
    ['AdminCalendar', 'menu.admin.calendar'],
    { order: 0.45, goKey: 'l', scopes: [] },
  ],
  [
    '/admin/recordings',
    'RecordingsPage',
    ['recordings'],
    ['AdminRecordings', 'menu.admin.recordings'],
    { order: 0.5, goKey: 'r', scopes: ['media'], takesFiles: true },
  ],
  [
    '/admin/watching',
    'WatchingPage',
    ['who-watched'],
    ['AdminWatching', 'menu.admin.watching'],
    { order: 0.55, goKey: 'w', scopes: ['adviser'] },
  ],
  [
    '/admin/watching/$course',
    'WatchingCoursePage',
    ['who-watched'],
    ['AdminWatchingCourse', 'menu.admin.watching', 'menu.admin.watchingCourse'],
  ],
  [
    '/admin/notices',
    'NoticesPage',
    ['notices'],
    ['AdminNotices', 'menu.admin.notices'],
    { order: 0.6, goKey: 'n', scopes: ['adviser'] },
  ],
  [
    '/admin/notices/new',
    'ComposePage',
    ['notices'],
    ['AdminNoticeNew', 'menu.admin.notices', 'menu.admin.noticeNew'],
    // the form saves its own draft, and clears it once it is sent
    { hideInMenu: true, ignoreCache: true, takesFiles: true },
  ],
  ['/admin/notices/$notice', 'NoticePage', ['notices'], ['AdminNotice', 'menu.admin.notices', 'menu.admin.notice']],
  [
    '/admin/imports',
    'ImportsPage',
    ['imports'],
    ['AdminImports', 'menu.admin.imports'],
    { order: 0.7, goKey: 'i', scopes: [] },
  ],
  [
    '/admin/imports/drafts/$draft',
    'DraftPage',
    ['imports'],
    ['AdminImportDraft', 'menu.admin.imports', 'menu.admin.importDraft'],
  ],
  ['/admin/imports/$import', 'ImportPage', ['imports'], ['AdminImport', 'menu.admin.imports', 'menu.admin.import']],
  [
    '/admin/audit',
    'AuditPage',
    ['audit'],
    ['AdminAudit', 'menu.admin.audit'],
    { order: 0.8, goKey: 'a', scopes: ['auditor'] },
  ],
  [
    '/admin/accounts',
    'AccountsPage',
    ['staff-accounts'],
    ['AdminAccounts', 'menu.admin.accounts'],
    { order: 0.9, goKey: 'c', scopes: [] },
  ],
  [
    '/admin/system',
    'SystemPage',
    ['system'],
    ['AdminSystem', 'menu.admin.system'],
    { order: 0.95, goKey: 'y', scopes: [] },
  ],
];

/** The pages of teachers. They write notices on the pages of staff, at addresses of their own. */
const teachingPages: readonly StaffPage[] = [
  ['/teaching', 'TeachingPage', ['teaching'], ['Teaching', 'menu.teaching'], { order: 2.5 }],
  ['/teaching/$group', 'GroupPage', ['teaching', 'who-watched'], ['TaughtGroup', 'menu.teaching', 'menu.taughtGroup']],
  ['/teaching/notices', 'NoticesPage', ['notices'], ['TaughtNotices', 'menu.teaching', 'menu.admin.notices']],
  [
    '/teaching/notices/new',
    'ComposePage',
    ['notices'],
    ['TaughtNoticeNew', 'menu.teaching', 'menu.admin.notices', 'menu.admin.noticeNew'],
    { hideInMenu: true, ignoreCache: true },
  ],
  [
    '/teaching/notices/$notice',
    'NoticePage',
    ['notices'],
    ['TaughtNotice', 'menu.teaching', 'menu.admin.notices', 'menu.admin.notice'],
  ],
];

/** A page that students never load, fetched when opened. */
function lazyPage(component: keyof typeof StaffPages) {
  return lazyRouteComponent(async () => ({ default: await (await import('./staff-pages'))[component]() }));
}

/** The scopes of a page: its own, or those of the page above it; undefined: all staff. */
function scopesOf(path: string): RouteMeta['scopes'] {
  return pages
    .filter(([above, , , , rest]) => rest?.scopes !== undefined && `${path}/`.startsWith(`${above}/`))
    .toSorted(([one], [other]) => other.length - one.length)[0]?.[4]?.scopes;
}

function scoped(path: string, component: keyof typeof StaffPages) {
  const scopes = scopesOf(path);
  return scopes === undefined
    ? lazyPage(component)
    : lazyRouteComponent(async () => {
        const [{ scopedPage }, all] = await Promise.all([import('./pages/scoped-page'), import('./staff-pages')]);
        return { default: scopedPage(await all[component](), scopes) };
      });
}

export function teachingRoutes(parent: AnyRoute): AnyRoute[] {
  return teachingPages.map(([path, component, messages, [name, ...locale], rest = { hideInMenu: true }]) =>
    createRoute({
      getParentRoute: () => parent,
      path,
      component: lazyPage(component),
      loader: () => Promise.all([...messages, 'staff' as const].map((one) => i18n.ready(one))),
      ...page(name, locale, { teaching: true, ...rest }),
    }),
  );
}

export function staffRoutes(parent: AnyRoute): AnyRoute[] {
  return pages.map(([path, component, messages, [name, ...locale], rest = { hideInMenu: true }]) =>
    createRoute({
      getParentRoute: () => parent,
      path,
      component: scoped(path, component),
      loader: () => Promise.all([...messages, 'staff' as const].map((one) => i18n.ready(one))),
      ...page(name, ['menu.admin', ...locale], { roles: ['admin'], ...rest }),
    }),
  );
}
