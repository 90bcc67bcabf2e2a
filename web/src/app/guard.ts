import { isAllowed } from '@/shared/access/for-roles';
import type { Parsed } from '@/shared/api/query';
import type { Role } from '@/shared/access/user';
import { rememberPlace } from './redirect';
import type { KnownRoute } from './route-meta';

/** Where a navigation leads. */
export interface Target {
  /** Null when no route matches. */
  route: KnownRoute | null;
  query: Readonly<Record<string, Parsed>>;
  parameters: Readonly<Record<string, string>>;
}

/** What is known when the guard is asked. */
export interface Facts {
  hasToken: boolean;
  role: Role;
  /** How loading the user went: not tried, the server said no, or it could not be reached. */
  user: 'untried' | 'refused' | 'unreachable';
  /** Whether this device has data of whoever is logged in, so that a page can be shown without asking the server. */
  hasSavedData: boolean;
  menuFromServer: boolean;
  /** The names in the server's menu; null until it has been fetched. */
  menu: ReadonlySet<string> | null;
  /** Whether this navigation has already asked for it. */
  menuTried: boolean;
  routes: readonly KnownRoute[];
}

/** What to do: let them pass, send them elsewhere, or find something out and ask again. */
export type Decision =
  | { do: 'proceed' }
  | { do: 'not-found' }
  | { do: 'go'; route: KnownRoute }
  | { do: 'login'; search: Readonly<Record<string, Parsed>> }
  | { do: 'log-out-and-login'; search: Readonly<Record<string, Parsed>> }
  | { do: 'load-user' }
  | { do: 'proceed-and-confirm' }
  | { do: 'load-menu' };

/** Whether a role may enter a route. */
export function mayEnter(route: KnownRoute, role: Role): boolean {
  return !route.requiresAuth || route.roles === undefined || isAllowed(route.roles, role);
}

/** Whether a route stands in a role's menu. */
export function isListed(route: KnownRoute, role: Role): boolean {
  const theirs = route.inMenuOf === undefined || isAllowed([route.inMenuOf], role);
  return route.requiresAuth && route.hideInMenu !== true && theirs && mayEnter(route, role);
}

/** The first page of the menu that a role may enter. */
export function firstAllowed(routes: readonly KnownRoute[], role: Role): KnownRoute | undefined {
  return routes
    .filter((route) => isListed(route, role))
    .toSorted((a, b) => (a.order ?? Number.MAX_SAFE_INTEGER) - (b.order ?? Number.MAX_SAFE_INTEGER))[0];
}

/** The specification's five steps, in its order. */
export function decide({ route, query, parameters }: Target, facts: Facts): Decision {
  const login = { search: route === null ? {} : rememberPlace(route.name, query, parameters) };

  // 1. Logged in means that a token exists.
  // 2. Without one, every page that is not public leads to login, which remembers the page that was asked for.
  if (!facts.hasToken) {
    return route !== null && !route.requiresAuth ? { do: 'proceed' } : { do: 'login', ...login };
  }

  // 3. With one but no role, the user is loaded first, and a failure ends the session. Where this device has data of
  //    theirs, a page that is open to everyone is shown at once while the user is loaded, and a server that cannot be
  //    reached ends nothing: see ADR 16.
  if (facts.role === '' && facts.user === 'untried') {
    const open = route === null || mayEnter(route, '');
    return { do: facts.hasSavedData && open && !facts.menuFromServer ? 'proceed-and-confirm' : 'load-user' };
  }
  if (facts.role === '' && (facts.user === 'refused' || !facts.hasSavedData)) {
    return { do: 'log-out-and-login', ...login };
  }

  // 4. The role must be allowed in, else the first page that it may enter is shown.
  if (route === null) {
    return { do: 'proceed' }; // to the not-found page
  }
  if (!mayEnter(route, facts.role)) {
    const instead = firstAllowed(facts.routes, facts.role);
    return instead === undefined ? { do: 'not-found' } : { do: 'go', route: instead };
  }

  // 5. When the server gives the menu, the target must be in it. Where it could not be fetched, nobody knows what
  //    is in it,
  //    and the server itself refuses what is not allowed.
  if (facts.menuFromServer && route.requiresAuth) {
    if ((facts.menu === null || facts.menu.size === 0) && !facts.menuTried) {
      return { do: 'load-menu' };
    }
    if (facts.menu !== null && !facts.menu.has(route.name)) {
      return { do: 'not-found' };
    }
  }
  return { do: 'proceed' };
}

/** What a decision may ask for. */
export interface Effects {
  facts: () => Omit<Facts, 'user' | 'menuTried'>;
  loadUser: () => Promise<'loaded' | 'refused' | 'unreachable'>;
  /** Loads the user beside a page that is already shown; deals with a refusal itself. */
  confirmUser: () => Promise<void>;
  /** Leaves `facts().menu` filled, or as it was when it failed: the next navigation asks again where there is none. */
  loadMenu: () => Promise<void>;
  logOut: () => void;
}

/** Carries out decisions until one says where to go. */
export async function guard(
  target: Target,
  effects: Effects,
): Promise<Exclude<Decision, { do: 'load-user' | 'proceed-and-confirm' | 'load-menu' | 'log-out-and-login' }>> {
  let user: Facts['user'] = 'untried';
  let menuTried = false;
  for (;;) {
    const decision = decide(target, { ...effects.facts(), user, menuTried });
    if (decision.do === 'load-user') {
      const outcome = await effects.loadUser();
      user = outcome === 'loaded' ? 'untried' : outcome;
      if (outcome === 'loaded' && effects.facts().role === '') {
        user = 'refused'; // a user without a role may enter nothing
      }
    } else if (decision.do === 'proceed-and-confirm') {
      void effects.confirmUser();
      return { do: 'proceed' };
    } else if (decision.do === 'load-menu') {
      await effects.loadMenu();
      menuTried = true;
    } else if (decision.do === 'log-out-and-login') {
      effects.logOut();
      return target.route?.requiresAuth === false && target.route.path === '/login'
        ? { do: 'proceed' }
        : { do: 'login', search: decision.search };
    } else {
      return decision;
    }
  }
}
