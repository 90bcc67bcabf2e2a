import type { RouterHistory } from '@tanstack/react-router';
import { createRouter } from '@tanstack/react-router';
import { hasStoredTimetable } from '@/features/timetable/stored-timetable';
import type { Parsed } from '@/shared/api/query';
import { formatQuery, parseQuery } from '@/shared/api/query';
import { isLoggedIn, token } from '@/shared/store/session';
import { settings } from '@/shared/store/settings';
import { shownRole } from '@/shared/store/user';
import { breath } from '@/shared/time/breath';
import type { Effects } from './guard';
import { guard } from './guard';
import { RouteError } from './route-error';
import type { Guard, KnownRoute, RouteMeta } from './route-meta';
import { routeTree } from './routes';
import { loadServerMenu, namesIn, serverMenu } from './server-menu';
import { confirmUser, endSession, loadUser } from './session';

/** Makes the guard that asks the page's own session, settings and server. */
export function createGuard(routes: () => readonly KnownRoute[], effects?: Partial<Effects>): Guard {
  const all: Effects = {
    facts: () => ({
      hasToken: token.get() !== null,
      role: shownRole(),
      kept: isLoggedIn() && hasStoredTimetable(),
      menuFromServer: settings.get().menuFromServer,
      menu: namesIn(serverMenu.get() ?? []),
      routes: routes(),
    }),
    loadUser,
    confirmUser,
    loadMenu: loadServerMenu,
    logOut: endSession,
    ...effects,
  };
  return async ({ meta, path, search, parameters }) => {
    await breath(); // finding the route was a piece of work, and so is loading its page
    const target = {
      route: meta === null ? null : { ...meta, path },
      query: search as Record<string, Parsed>,
      parameters: parameters as Record<string, string>,
    };
    const verdict = await guard(target, all);
    await breath(); // deciding was a piece of work, too
    if (verdict.do === 'go') {
      return { to: verdict.route.path, search: {} };
    }
    return verdict.do === 'login' ? { to: '/login', search: verdict.search } : verdict.do;
  };
}

/** Makes the router of the portal; tests give it a history of their own. */
// oxlint-disable-next-line typescript/explicit-function-return-type -- the router's type is its whole route tree
export function createPortalRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    ...(history !== undefined && { history }),
    // Plain text values: ?week=3 is what a person would type. Pages read what they know and ignore the rest.
    parseSearch: (text) => parseQuery(text),
    stringifySearch: (search) => {
      const query = formatQuery(search as Parameters<typeof formatQuery>[0]);
      return query === '' ? '' : `?${query}`;
    },
    context: { guard: createGuard(() => knownRoutes()) },
    defaultErrorComponent: RouteError,
    defaultPreload: 'intent',
    scrollRestoration: true,
  });
}

/** The portal's routes with a name, in the order of the table, where each states its whole path. */
export function knownRoutes(): KnownRoute[] {
  return Object.values(collect(routeTree)).filter((route) => route !== null);
}

interface Branch {
  options: { path?: string; staticData?: { meta?: RouteMeta } };
  children?: unknown;
}

function collect(route: unknown): (KnownRoute | null)[] {
  const { options, children } = route as Branch;
  const meta = options.staticData?.meta;
  return [
    meta === undefined ? null : { ...meta, path: options.path ?? '' },
    ...Object.values((children ?? {}) as Record<string, unknown>).flatMap(collect),
  ];
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPortalRouter>;
  }
}
