import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  notFound,
  redirect,
} from '@tanstack/react-router';
import type { AllowedRole } from '@/shared/access/for-roles';
import { i18n } from '@/shared/i18n/i18n';
import { LoginRoute } from './pages/login-route';
import { PendingPage } from './pending-page';
import { sentOn } from './redirect';
import { landing, page, type Guard } from './route-meta';
import { staffRoutes, teachingRoutes } from './staff-routes';

const admins: readonly AllowedRole[] = ['admin'];

const tidy = (path: string): string => path.replace(/\/+$/u, '').toLowerCase();

/** Whether a route matches the whole address: for an unknown one, the router also matches its beginning. */
function isWhole({ fullPath, pathname }: { fullPath: string; pathname: string }, asked: string): boolean {
  return fullPath.endsWith('$') || tidy(pathname) === tidy(asked);
}

const root = createRootRouteWithContext<{ guard: Guard; findLanding: () => Promise<string> }>()({
  pendingComponent: PendingPage,
  notFoundComponent: lazyRouteComponent(() => import('./pages/not-found-page'), 'NotFoundPage'),
  beforeLoad: async ({ context, location, matches, preload }) => {
    const leaf = matches.at(-1);
    if (preload || leaf?.routeId === '/') {
      return; // preloading isn't a navigation, and '/' only redirects
    }
    const verdict = await context.guard({
      meta: (leaf !== undefined && isWhole(leaf, location.pathname) ? leaf.staticData.meta : null) ?? null,
      path: leaf?.fullPath ?? '',
      search: location.search,
      parameters: leaf?.params ?? {},
    });
    if (verdict === 'not-found') {
      throw notFound();
    }
    if (verdict !== 'proceed') {
      throw redirect({ to: verdict.to, search: verdict.search, replace: true });
    }
  },
});

const index = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: async ({ context, preload }) => {
    throw redirect({ to: preload ? landing : await context.findLanding(), replace: true });
  },
});

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  component: LoginRoute, // not lazy: most first visits see this page
  // Loaded in parallel with the page's chunk; every page whose feature has its own messages does the same.
  loader: () => i18n.ready('account'),
  ...page('login', ['menu.login'], { requiresAuth: false, hideInMenu: true, noTab: true }),
});

/** Every page but login is inside the shell: menus, navbar, tab bar, footer. */
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: lazyRouteComponent(() => import('./shell/shell'), 'Shell'),
  // The shell's banner and bell have their own messages.
  loader: () => Promise.all([i18n.ready('account'), i18n.ready('messages')]),
});

const timetable = createRoute({
  getParentRoute: () => shell,
  path: '/student/timetable',
  component: lazyRouteComponent(() => import('@/features/portal/timetable/timetable-page'), 'TimetablePage'),
  loader: () => i18n.ready('timetable'),
  ...page('Timetable', ['menu.student', 'menu.student.timetable'], {
    inMenuOf: 'user',
    order: 1,
    saysItsAge: true,
  }),
});

const watch = createRoute({
  getParentRoute: () => shell,
  path: '/student/watch',
  component: lazyRouteComponent(() => import('@/features/portal/player/watch-page'), 'WatchPage'),
  loader: () => i18n.ready('player'),
  ...page('Watch', ['menu.student', 'menu.student.watch'], {
    requiresAuth: false,
    hideInMenu: true,
    ignoreCache: true, // a hidden player must not keep playing
  }),
});

const studentInfo = createRoute({
  getParentRoute: () => shell,
  path: '/student/userinfo',
  component: lazyRouteComponent(() => import('@/features/portal/student-info/student-info-page'), 'StudentInfoPage'),
  loader: () => i18n.ready('student-info'),
  ...page('StudentInfo', ['menu.student', 'menu.student.info'], {
    inMenuOf: 'user',
    order: 2,
    ofStudent: true,
  }),
});

const watched = createRoute({
  getParentRoute: () => shell,
  path: '/student/watching',
  component: lazyRouteComponent(() => import('@/features/portal/my-watching/watched-page'), 'WatchedPage'),
  loader: () => i18n.ready('my-watching'),
  ...page('Watched', ['menu.student', 'menu.student.watching'], { hideInMenu: true }),
});

const dashboard = createRoute({
  getParentRoute: () => shell,
  path: '/dashboard',
  beforeLoad: () => {
    throw redirect({ to: '/dashboard/workplace', replace: true });
  },
  ...page('Dashboard', ['menu.dashboard'], { hideInMenu: true, noTab: true }),
});

const workplace = createRoute({
  getParentRoute: () => shell,
  path: '/dashboard/workplace',
  component: lazyRouteComponent(() => import('./pages/workplace-page'), 'WorkplacePage'),
  ...page('Workplace', ['menu.dashboard', 'menu.workplace'], { inMenuOf: 'user', order: 3 }),
});

const message = createRoute({
  getParentRoute: () => shell,
  path: '/message',
  component: lazyRouteComponent(() => import('@/features/portal/messages/message-page'), 'MessagePage'),
  ...page('Message', ['menu.message'], { order: 4 }),
});

const rooms = createRoute({
  getParentRoute: () => shell,
  path: '/rooms',
  component: lazyRouteComponent(() => import('@/features/portal/rooms/free-page'), 'FreePage'),
  loader: () => i18n.ready('rooms'),
  ...page('Rooms', ['menu.rooms'], { order: 4.5 }),
});

const room = createRoute({
  getParentRoute: () => shell,
  path: '/rooms/$room',
  component: lazyRouteComponent(() => import('./pages/room-pages'), 'RoomRoutePage'),
  loader: () => Promise.all([i18n.ready('rooms'), i18n.ready('timetable')]),
  ...page('Room', ['menu.rooms', 'menu.room'], { hideInMenu: true }),
});

const teacher = createRoute({
  getParentRoute: () => shell,
  path: '/teachers/$teacher',
  component: lazyRouteComponent(() => import('./pages/room-pages'), 'TeacherRoutePage'),
  loader: () => Promise.all([i18n.ready('rooms'), i18n.ready('timetable')]),
  ...page('Teacher', ['menu.teacher'], { hideInMenu: true }),
});

const userInfo = createRoute({
  getParentRoute: () => shell,
  path: '/user/info',
  component: lazyRouteComponent(() => import('@/features/portal/account/user-info-page'), 'UserInfoPage'),
  ...page('UserInfo', ['menu.user', 'menu.user.info'], { hideInMenu: true }),
});

const userSetting = createRoute({
  getParentRoute: () => shell,
  path: '/user/setting',
  component: lazyRouteComponent(() => import('@/features/portal/account/user-setting-page'), 'UserSettingPage'),
  ...page('UserSetting', ['menu.user', 'menu.user.setting'], { hideInMenu: true }),
});

const resultSuccess = createRoute({
  getParentRoute: () => shell,
  path: '/result/success',
  component: lazyRouteComponent(() => import('./pages/result-pages'), 'SuccessPage'),
  ...page('Success', ['menu.result', 'menu.result.success'], { template: true, roles: admins, order: 5 }),
});

const resultError = createRoute({
  getParentRoute: () => shell,
  path: '/result/error',
  component: lazyRouteComponent(() => import('./pages/result-pages'), 'ErrorPage'),
  ...page('Error', ['menu.result', 'menu.result.error'], { template: true, roles: admins, order: 6 }),
});

const exception403 = createRoute({
  getParentRoute: () => shell,
  path: '/exception/403',
  component: lazyRouteComponent(() => import('./pages/exception-pages'), 'ForbiddenPage'),
  ...page('403', ['menu.exception', 'menu.exception.403'], { template: true, roles: admins, order: 7 }),
});

const exception404 = createRoute({
  getParentRoute: () => shell,
  path: '/exception/404',
  component: lazyRouteComponent(() => import('./pages/exception-pages'), 'GonePage'),
  ...page('404', ['menu.exception', 'menu.exception.404'], { template: true, order: 8 }),
});

const exception500 = createRoute({
  getParentRoute: () => shell,
  path: '/exception/500',
  component: lazyRouteComponent(() => import('./pages/exception-pages'), 'BrokenPage'),
  ...page('500', ['menu.exception', 'menu.exception.500'], { template: true, order: 9 }),
});

const sendOn = createRoute({
  getParentRoute: () => root,
  path: '/redirect/$',
  beforeLoad: ({ params, location }) => {
    throw redirect({
      ...sentOn(params._splat ?? '', location.search, globalThis.location.origin),
      replace: true,
    });
  },
  staticData: {
    meta: { name: 'Redirect', locale: ['menu.redirect'], requiresAuth: true, hideInMenu: true, noTab: true },
  },
});

export const routeTree = root.addChildren([
  index,
  login,
  sendOn,
  shell.addChildren([
    timetable,
    rooms,
    room,
    teacher,
    ...teachingRoutes(shell),
    watch,
    studentInfo,
    watched,
    dashboard,
    workplace,
    message,
    userInfo,
    userSetting,
    ...staffRoutes(shell),
    resultSuccess,
    resultError,
    exception403,
    exception404,
    exception500,
  ]),
]);
