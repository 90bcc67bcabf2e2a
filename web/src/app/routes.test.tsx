import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Key } from '@/shared/i18n/catalogue';
import { i18n } from '@/shared/i18n/i18n';
import { notices } from '@/shared/store/notices';
import { token } from '@/shared/store/session';
import { defaultSettings, settings } from '@/shared/store/settings';
import { forgetUser } from '@/shared/access/user';
import { mockHandlers, type MockWorld } from '@/testing/mock/handlers';
import { setUser } from '@/testing/user';
import { mayEnter } from './guard';
import { menuFor, menuOfServer, type MenuEntry } from './menu';
import { isTheirs, knownRoutes } from './known-routes';
import { createPortalRouter } from './router';
import { routeTree } from './routes';
import { namedIcon } from './shell/entries';
import { namesIn, type MenuItem } from './server-menu';

const as = (role: 'user' | 'admin' | null): void => {
  forgetUser();
  token.set(role === null ? null : 'T');
  if (role !== null) {
    setUser({ role });
  }
};

/** The path and query that an address ends up at. */
async function follow(address: string): Promise<string> {
  const router = createPortalRouter(createMemoryHistory({ initialEntries: [address] }));
  await router.load();
  await vi.waitFor(() => expect(router.state.status).toBe('idle'));
  return router.state.location.href;
}

beforeEach(() => {
  settings.set(defaultSettings);
  as('user');
});

describe('routes', () => {
  test.each<[string, 'user' | 'admin' | null, string, string]>([
    ['[2.1]', 'user', '/', '/student/timetable'],
    ['[2.1]', 'admin', '/', '/admin'],
    ['[2.4]', 'admin', '/student/timetable', '/student/timetable'],
    ['[4.5]', 'user', '/admin', '/student/timetable'],
    ['[2.2]', null, '/login', '/login'],
    ['[2.3]', 'user', '/student/userinfo', '/student/userinfo'],
    ['[2.1]', 'user', '/student/timetable?week=3', '/student/timetable?week=3'],
    ['[2.5]', null, '/student/watch?lesson=7', '/student/watch?lesson=7'],
    ['[2.6]', 'user', '/user/info', '/user/info'],
    ['[2.6]', 'user', '/user/setting', '/user/setting'],
    ['[2.7]', 'admin', '/exception/403', '/exception/403'],
    ['[2.7]', 'user', '/exception/403', '/student/timetable'],
    ['[2.7]', 'user', '/exception/404', '/exception/404'],
    ['[2.7]', 'user', '/exception/500', '/exception/500'],
    ['[2.7]', 'admin', '/result/success', '/result/success'],
    ['[2.7]', 'user', '/result/success', '/student/timetable'],
    ['[2.7]', 'user', '/result/error', '/student/timetable'],
    ['[2.8]', 'user', '/redirect/student/userinfo?tab=2', '/student/userinfo?tab=2'],
    ['[2.8]', 'user', '/redirect//evil.example', '/student/timetable'],
    ['[2.9]', 'user', '/no/such/page', '/no/such/page'],
    ['[2.10]', 'user', '/dashboard', '/dashboard/workplace'],
    ['[4.3]', null, '/student/timetable?week=3', '/login?week=3&redirect=Timetable'],
    ['[4.3]', null, '/', '/login?redirect=Timetable'],
    ['[2.9] [4.3]', null, '/no/such/page?a=1', '/login'],
    ['[2.9] [4.3]', null, '/login/such', '/login'],
    ['[2.9]', 'user', '/student/timetable/such', '/student/timetable/such'],
    [
      '[2.8] [4.3]',
      null,
      '/redirect/student/userinfo?tab=2',
      '/login?tab=2&_splat=student%2Fuserinfo&redirect=Redirect',
    ],
    ['[4.3]', null, '/exception/403', '/login?redirect=403'],
  ])('%s as %s, %s leads to %s', async (_row, role, address, expected) => {
    as(role);
    expect(await follow(address)).toBe(expected);
  });

  test.each([
    ['user', '/admin', ["Your account doesn't have access to that page."]],
    ['user', '/', []],
    ['admin', '/admin', []],
  ] as const)('[4.5] %s at %s is told why another page opens: %j', async (role, address, told) => {
    as(role);
    notices.set([]);
    await follow(address);
    expect(notices.get().map(({ text }) => text)).toEqual(told);
  });

  test.each(['/no/such/page', '/student/timetable/such'])('[2.9] %s shows the not-found page', async (address) => {
    const router = createPortalRouter(createMemoryHistory({ initialEntries: [address] }));
    render(<RouterProvider router={router} />);
    expect(await screen.findByRole('heading', { name: 'Whoops, this page is gone.' })).toBeTruthy();
  });

  test('names are unique and every page has a title', () => {
    const names = knownRoutes(routeTree).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(knownRoutes(routeTree).every(({ locale }) => locale.length > 0)).toBe(true);
  });
});

/** Every entry of a menu, however deep. */
function flat<T extends { children?: readonly T[] | null }>(items: readonly T[]): T[] {
  return items.flatMap((item) => [item, ...flat(item.children ?? [])]);
}

const all = knownRoutes(routeTree);

/** For a person who doesn't teach. */
const routes = all.filter((route) => isTheirs(route, { scope: '', teaching: false, certification: '' }));

describe('menu', () => {
  const demo = { template: true, help: '' };
  const titles = (role: 'user' | 'admin'): string[] => flat(menuFor(routes, role, demo)).map(({ name }) => name);

  test('[2.3] student pages are in it, hidden ones are not', () => {
    expect(titles('user')).toEqual(expect.arrayContaining(['menu.student.timetable', 'menu.student.info']));
    expect(titles('user')).not.toEqual(expect.arrayContaining(['menu.student.watch']));
    expect(titles('user')).not.toEqual(expect.arrayContaining(['menu.user.info']));
  });

  test('[4.9] staff see no student’s pages in their menu, and their desk first', () => {
    const [first] = menuFor(routes, 'admin', demo);
    expect(first).toMatchObject({
      name: 'menu.admin',
      children: [
        { path: '/admin' },
        { path: '/admin/students' },
        { path: '/admin/courses' },
        { path: '/admin/timetable' },
        { path: '/admin/calendar' },
        { path: '/admin/recordings' },
        { path: '/admin/watching' },
        { path: '/admin/notices' },
        { path: '/admin/imports' },
        { path: '/admin/audit' },
        { path: '/admin/accounts' },
        { path: '/admin/system' },
      ],
    });
    expect(titles('admin')).not.toEqual(expect.arrayContaining(['menu.student.timetable']));
    expect(titles('admin')).not.toContain('menu.workplace');
  });

  test('[2.7] only admins see the pages that are theirs', () => {
    expect(titles('user')).not.toContain('menu.result.success');
    expect(titles('admin')).toContain('menu.result.success');
  });

  test('[2.10] it ends with the links to the design system and its FAQ', () => {
    expect(menuFor(routes, 'user', demo).slice(-2)).toMatchObject([
      { name: 'menu.arcoDesign', href: 'https://arco.design' },
      { name: 'menu.faq' },
    ]);
  });

  test('[2.10] a real college has neither the template’s pages nor its links, and its own help page', () => {
    const help = 'https://help.example.edu';
    for (const role of ['user', 'admin'] as const) {
      const names = flat(menuFor(routes, role, { template: false, help: '' })).map(({ name }) => name);
      expect(names.filter((name) => /arco|faq|exception|result/u.test(name))).toEqual([]);
      expect(menuFor(routes, role, { template: false, help }).at(-1)).toMatchObject({ href: help });
    }
  });
});

describe('the server’s menu', () => {
  type Whose = 'user' | 'teacher' | 'admin' | 'demo user' | 'demo admin' | 'adviser' | 'media' | 'auditor';
  // Written by the server's own test: see internal/feature/account/menu.go.
  const served = JSON.parse(readFileSync(path.resolve('../internal/http/api/testdata/menu.json'), 'utf8')) as Record<
    Whose,
    MenuItem[]
  >;
  const mocked = (role: 'user' | 'admin'): MenuItem[] =>
    mockHandlers['/api/user/menu']?.({}, { role: () => role } as MockWorld).data as MenuItem[];
  const menus = (['user', 'admin'] as const).flatMap((role) => [
    { whose: 'the server', role, menu: served[role] },
    { whose: 'the mock', role, menu: mocked(role) },
  ]);

  test.each(menus)('[3.6] $whose names only existing pages, for $role', ({ menu, role }) => {
    const pages = flat(menu).filter(({ children }) => (children ?? []).length === 0);
    const mine = new Set(routes.filter((route) => mayEnter(route, role)).map(({ name }) => name));
    expect(pages.map(({ name }) => name).filter((name) => !mine.has(name))).toEqual([]);
  });

  test.each(menus)('[3.6] every title of $whose has a text and every icon is there, for $role', async ({ menu }) => {
    await i18n.ready('app');
    const t = i18n.translator('app');
    const keys = flat(menu).map(({ meta }) => meta?.locale ?? '');
    expect(keys.filter((key) => t(key as Key<'app'>) === key)).toEqual([]);
    const icons = flat(menu).flatMap(({ meta }) => ((meta?.icon ?? '') ? [meta?.icon ?? ''] : []));
    expect(icons.filter((icon) => namedIcon(icon) === undefined)).toEqual([]);
  });

  test.each(menus)('[4.6] [2.6] [2.16] [7.10] $whose has every page that $role may open', ({ menu, role }) => {
    const mine = routes.filter((route) => route.requiresAuth && mayEnter(route, role));
    expect([...namesIn(menu)]).toEqual(expect.arrayContaining(mine.map(({ name }) => name)));
  });

  test.each(['user', 'admin'] as const)('[3.6] shows %s the same pages in the same order as the app’s own', (role) => {
    const paths = (menu: readonly MenuEntry[]): unknown[] => flat(menu).flatMap((one) => one.path ?? []);
    for (const template of [false, true]) {
      const menu = served[template ? (`demo ${role}` as const) : role];
      const options = { template, help: '' };
      expect(paths(menuOfServer(menu, routes, role, options))).toEqual(paths(menuFor(routes, role, options)));
    }
  });

  test.each(['adviser', 'media', 'auditor'] as const)(
    '[6.1] shows %s the same pages of staff as the app’s own',
    (scope) => {
      const mine = all.filter((route) => isTheirs(route, { scope, teaching: false, certification: '' }));
      const paths = (menu: readonly MenuEntry[]): unknown[] => flat(menu).flatMap((one) => one.path ?? []);
      const options = { template: false, help: '' };
      expect(paths(menuFor(mine, 'admin', options))).toEqual(
        paths(menuOfServer(served[scope], routes, 'admin', options)),
      );
    },
  );

  test('[6.1] shows the teaching pages to teachers only, like the app’s own menu', () => {
    const mine = all.filter((route) => isTheirs(route, { scope: '', teaching: true, certification: '' }));
    const paths = (menu: readonly MenuEntry[]): unknown[] => flat(menu).flatMap((one) => one.path ?? []);
    const options = { template: false, help: '' };
    const own = paths(menuFor(mine, 'user', options));
    expect(own).toContain('/teaching');
    expect(own).not.toContain('/student/userinfo');
    const student = all.filter((route) => isTheirs(route, { scope: '', teaching: true, certification: 'enrolled' }));
    expect(paths(menuFor(student, 'user', options))).toContain('/student/userinfo');
    expect(paths(menuOfServer(served.teacher, mine, 'user', options))).toEqual(own);
    expect([...namesIn(served.teacher)]).toEqual(expect.arrayContaining(['Teaching', 'TaughtGroup']));
    expect([...namesIn(served.user), ...namesIn(served.admin)]).not.toContain('Teaching');
    expect(paths(menuFor(routes, 'user', options))).not.toContain('/teaching');
  });

  // The roles that the calls behind each page require: internal/http/api/routes.go.
  const students = ['AdminStudents', 'AdminStudentNew', 'AdminStudent'];
  const watching = ['AdminWatching', 'AdminWatchingCourse'];
  const notices = ['AdminNotices', 'AdminNoticeNew', 'AdminNotice'];
  const imports = ['AdminImports', 'AdminImportDraft', 'AdminImport'];
  const own = ['AdminAudit', 'AdminAccounts', 'AdminSystem'];
  test.each([
    [
      'admin',
      [
        'AdminDesk',
        ...students,
        'AdminCourses',
        'AdminCourse',
        'AdminTimetable',
        'AdminClashes',
        'AdminCalendar',
        'AdminRecordings',
        ...watching,
        ...notices,
        ...imports,
        ...own,
      ],
    ],
    ['adviser', ['AdminDesk', 'AdminStudents', 'AdminStudent', ...watching, ...notices]],
    ['media', ['AdminDesk', 'AdminRecordings']],
    ['auditor', ['AdminDesk', 'AdminAudit']],
    ['user', []],
  ] as const)('[6.1] names to %s the pages of staff that they may open, and no others', (whose, pages) => {
    const named = [...namesIn(served[whose])].filter((name) => /^Admin./u.test(name));
    expect(named).toEqual(pages);
    expect(named.filter((name) => !routes.some((route) => route.name === name))).toEqual([]);
  });

  test('[3.6] decides order, titles, icons and groups, and what is hidden', () => {
    const menu = menuOfServer(
      [
        { name: 'StudentInfo', meta: { order: 2, locale: 'menu.user.info', icon: 'icon-book' } },
        { name: 'Message', meta: { order: 1, hideInMenu: true } },
        { name: 'Mine', meta: { order: 1 }, children: [{ name: 'Timetable' }, { name: 'No such page' }] },
        { name: 'Empty', children: [{ name: 'Success' }] }, // for admins
      ],
      routes,
      'user',
      { template: true, help: '' },
    );
    expect(menu.slice(0, -2)).toEqual([
      {
        name: 'Mine',
        titles: [],
        icon: undefined,
        children: [expect.objectContaining({ titles: ['menu.student.timetable'], path: '/student/timetable' })],
      },
      {
        name: 'StudentInfo',
        titles: ['menu.user.info', 'menu.student.info'],
        icon: 'icon-book',
        path: '/student/userinfo',
        children: [],
      },
    ]);
  });
});
