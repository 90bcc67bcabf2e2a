import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { hasStoredTimetable } from '@/features/portal/timetable/stored-timetable';
import { formatQuery, parseQuery, type Parsed } from '@/shared/api/query';
import { i18n } from '@/shared/i18n/i18n';
import { notify } from '@/shared/store/notices';
import { isLoggedIn, token } from '@/shared/store/session';
import { settings } from '@/shared/store/settings';
import { shownRole, user } from '@/shared/access/user';
import { guard, type Effects } from './guard';
import { knownRoutes } from './known-routes';
import { RouteError } from './route-error';
import { landingOf, type Guard, type KnownRoute } from './route-meta';
import { routeTree } from './routes';
import { loadServerMenu, namesIn, serverMenu, type MenuItem } from './server-menu';
import { confirmUser, endSession, loadUser, sessionEnded } from './session';

const namesOrNull = (menu: readonly MenuItem[] | null): ReadonlySet<string> | null =>
  menu === null ? null : namesIn(menu);

/** Makes the guard that uses the page's own session, settings and server. */
function createGuard(routes: () => readonly KnownRoute[]): Guard {
  const effects: Effects = {
    facts: () => ({
      hasToken: token.get() !== null,
      role: shownRole(),
      // The stored data of an ended session is gone, but its dialog stays above the page.
      hasSavedData: isLoggedIn() && (hasStoredTimetable() || sessionEnded.get()),
      menuFromServer: settings.get().menuFromServer,
      menu: namesOrNull(serverMenu.get()),
      routes: routes(),
    }),
    loadUser,
    confirmUser,
    loadMenu: loadServerMenu,
    logOut: endSession,
  };
  return async ({ meta, path, search, parameters }) => {
    const target = {
      route: meta === null ? null : { ...meta, path },
      query: search as Record<string, Parsed>,
      parameters: parameters as Record<string, string>,
    };
    const verdict = await guard(target, effects);
    if (verdict.do === 'go') {
      if (shownRole() === user.get().role) {
        notify('warning', i18n.translator('app')('guard.noAccess')); // staff who switch the view know why
      }
      return { to: verdict.route.path, search: {} };
    }
    return verdict.do === 'login' ? { to: '/login', search: verdict.search } : verdict.do;
  };
}

/** The user's start page. If this device has a student's data, there is no need to ask the server. */
async function findLanding(): Promise<string> {
  if (token.get() !== null && shownRole() === '' && !hasStoredTimetable()) {
    await loadUser(); // the guard handles a failure
  }
  return landingOf(shownRole());
}

/** Makes the router of the portal; tests pass a history of their own. */
export function createPortalRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    ...(history !== undefined && { history }),
    // Plain text values, so that people can type ?week=3. Pages read the parameters they know and ignore the rest.
    parseSearch: (text) => parseQuery(text),
    stringifySearch: (search) => {
      const query = formatQuery(search as Parameters<typeof formatQuery>[0]);
      return query === '' ? '' : `?${query}`;
    },
    context: { guard: createGuard(() => knownRoutes(routeTree)), findLanding },
    defaultErrorComponent: RouteError,
    defaultPreload: 'intent',
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPortalRouter>;
  }
}
