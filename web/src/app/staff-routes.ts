import type { AnyRoute, RouteComponent } from '@tanstack/react-router';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { Key } from '@/shared/i18n/catalogue';
import { i18n } from '@/shared/i18n/i18n';
import type { RouteMeta } from './route-meta';
import { page } from './route-meta';

type Messages = Parameters<typeof i18n.ready>[0];

/** Address, page, what it says, name and titles, and what the menu knows of it. */
type StaffPage = readonly [
  path: string,
  component: RouteComponent,
  messages: readonly Messages[],
  names: readonly [string, ...Key<'app'>[]],
  rest?: Partial<RouteMeta>,
];

/** In the order of their menu. */
const pages: readonly StaffPage[] = [
  [
    '/admin',
    lazyRouteComponent(() => import('./pages/desk-page'), 'DeskPage'),
    ['desk', 'audit', 'system'],
    ['AdminDesk', 'menu.admin.desk'],
    { order: 0.1, goKey: 'd' },
  ],
  [
    '/admin/students',
    lazyRouteComponent(() => import('@/features/students/students-page'), 'StudentsPage'),
    ['students'],
    ['AdminStudents', 'menu.admin.students'],
    { order: 0.2, goKey: 's', scopes: ['adviser'] },
  ],
  [
    '/admin/students/new',
    lazyRouteComponent(() => import('@/features/students/create-page'), 'CreatePage'),
    ['students'],
    ['AdminStudentNew', 'menu.admin.students', 'menu.admin.studentNew'],
    { hideInMenu: true, ignoreCache: true }, // the next one begins empty
  ],
  [
    '/admin/students/$student',
    lazyRouteComponent(() => import('./pages/student-page'), 'StudentRoutePage'),
    ['students', 'timetable', 'audit', 'view'],
    ['AdminStudent', 'menu.admin.students', 'menu.admin.student'],
  ],
  [
    '/admin/timetable/clashes',
    lazyRouteComponent(() => import('@/features/clash/clash-page'), 'ClashPage'),
    ['clash'],
    ['AdminClashes', 'menu.admin.clashes'],
    { order: 0.4, goKey: 't', scopes: [] },
  ],
  [
    '/admin/recordings',
    lazyRouteComponent(() => import('@/features/recordings/recordings-page'), 'RecordingsPage'),
    ['recordings'],
    ['AdminRecordings', 'menu.admin.recordings'],
    { order: 0.5, goKey: 'r', scopes: ['media'], takesFiles: true },
  ],
  [
    '/admin/notices',
    lazyRouteComponent(() => import('@/features/notices/notices-page'), 'NoticesPage'),
    ['notices'],
    ['AdminNotices', 'menu.admin.notices'],
    { order: 0.6, goKey: 'n', scopes: ['adviser'] },
  ],
  [
    '/admin/notices/new',
    lazyRouteComponent(() => import('@/features/notices/compose-page'), 'ComposePage'),
    ['notices'],
    ['AdminNoticeNew', 'menu.admin.notices', 'menu.admin.noticeNew'],
    { hideInMenu: true, ignoreCache: true, takesFiles: true }, // the form keeps its draft itself, and is empty once it is sent
  ],
  [
    '/admin/notices/$notice',
    lazyRouteComponent(() => import('@/features/notices/notice-page'), 'NoticePage'),
    ['notices'],
    ['AdminNotice', 'menu.admin.notices', 'menu.admin.notice'],
  ],
  [
    '/admin/imports',
    lazyRouteComponent(() => import('@/features/imports/all-pages'), 'ImportsPage'),
    ['imports'],
    ['AdminImports', 'menu.admin.imports'],
    { order: 0.7, goKey: 'i', scopes: [] },
  ],
  [
    '/admin/imports/drafts/$draft',
    lazyRouteComponent(() => import('@/features/imports/all-pages'), 'DraftPage'),
    ['imports'],
    ['AdminImportDraft', 'menu.admin.imports', 'menu.admin.importDraft'],
  ],
  [
    '/admin/imports/$import',
    lazyRouteComponent(() => import('@/features/imports/all-pages'), 'ImportPage'),
    ['imports'],
    ['AdminImport', 'menu.admin.imports', 'menu.admin.import'],
  ],
  [
    '/admin/audit',
    lazyRouteComponent(() => import('@/features/audit/audit-page'), 'AuditPage'),
    ['audit'],
    ['AdminAudit', 'menu.admin.audit'],
    { order: 0.8, goKey: 'a', scopes: ['auditor'] },
  ],
  [
    '/admin/accounts',
    lazyRouteComponent(() => import('@/features/accounts/accounts-page'), 'AccountsPage'),
    ['accounts'],
    ['AdminAccounts', 'menu.admin.accounts'],
    { order: 0.9, goKey: 'c', scopes: [] },
  ],
  [
    '/admin/system',
    lazyRouteComponent(() => import('@/features/system/system-page'), 'SystemPage'),
    ['system'],
    ['AdminSystem', 'menu.admin.system'],
    { order: 0.95, goKey: 'y', scopes: [] },
  ],
];

/** The pages of staff. */
export function staffRoutes(parent: AnyRoute): AnyRoute[] {
  return pages.map(([path, component, messages, [name, ...locale], rest = { hideInMenu: true }]) =>
    createRoute({
      getParentRoute: () => parent,
      path,
      component,
      loader: () => Promise.all([...messages, 'staff' as const].map((one) => i18n.ready(one))),
      ...page(name, ['menu.admin', ...locale], { roles: ['admin'], ...rest }),
    }),
  );
}
