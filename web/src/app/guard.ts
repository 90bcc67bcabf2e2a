import { isAllowed } from '@/shared/access/for-roles';
import type { Parsed } from '@/shared/api/query';
import type { Role } from '@/shared/access/user';
import { rememberPlace } from './redirect';
import type { KnownRoute } from './route-meta';

/** The target of a navigation. */
export interface Target {
  /** Null when no route matches. */
  route: KnownRoute | null;
  query: Readonly<Record<string, Parsed>>;
  parameters: Readonly<Record<string, string>>;
}

/** What the guard knows so far. */
export interface Facts {
  hasToken: boolean;
  role: Role;
  /** Result of loading the user: not tried, refused by the server, or server unreachable. */
  user: 'untried' | 'refused' | 'unreachable';
  /** Whether this device has saved data of the current account, so that a page can be shown without the server. */
  hasSavedData: boolean;
  menuFromServer: boolean;
  /** The names in the server's menu; null until fetched. */
  menu: ReadonlySet<string> | null;
  /** Whether this navigation has already tried to fetch it. */
  menuTried: boolean;
  routes: readonly KnownRoute[];
}

/** Let the navigation pass, redirect it, or fetch something and decide again. */
export type Decision =
  | { do: 'proceed' }
  | { do: 'not-found' }
  | { do: 'go'; route: KnownRoute }
  | { do: 'login'; search: Readonly<Record<string, Parsed>> }
  | { do: 'log-out-and-login'; search: Readonly<Record<string, Parsed>> }
  | { do: 'load-user' }
  | { do: 'proceed-and-confirm' }
  | { do: 'load-menu' };

export function mayEnter(route: KnownRoute, role: Role): boolean {
  return !route.requiresAuth || route.roles === undefined || isAllowed(route.roles, role);
}

/** Whether a route appears in a role's menu. */
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
  // 2. Without a token, every page that isn't public redirects to login, which remembers the requested page.
  if (!facts.hasToken) {
    return route !== null && !route.requiresAuth ? { do: 'proceed' } : { do: 'login', ...login };
  }

  // 3. With a token but no role, the user is loaded first, and a failure ends the session. If this device has saved
  // data, a page that is open to everyone is shown while the user loads, and an unreachable server ends nothing: see
  // ADR 16.
  if (facts.role === '' && facts.user === 'untried') {
    const open = route === null || mayEnter(route, '');
    return { do: facts.hasSavedData && open && !facts.menuFromServer ? 'proceed-and-confirm' : 'load-user' };
  }
  if (facts.role === '' && (facts.user === 'refused' || !facts.hasSavedData)) {
    return { do: 'log-out-and-login', ...login };
  }

  // 4. The role must be allowed in; otherwise redirect to the first page that it may enter.
  if (route === null) {
    return { do: 'proceed' }; // to the not-found page
  }
  if (!mayEnter(route, facts.role)) {
    const instead = firstAllowed(facts.routes, facts.role);
    return instead === undefined ? { do: 'not-found' } : { do: 'go', route: instead };
  }

  // 5. If the server provides the menu, the target must be in it. If the menu couldn't be fetched, let the page
  // through: the server refuses what isn't allowed.
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

/** The side effects that a decision may ask for. */
export interface Effects {
  facts: () => Omit<Facts, 'user' | 'menuTried'>;
  loadUser: () => Promise<'loaded' | 'refused' | 'unreachable'>;
  /** Loads the user while the page is already shown; handles a refusal itself. */
  confirmUser: () => Promise<void>;
  /** Fills `facts().menu`, or leaves it unchanged on failure; the next navigation then tries again. */
  loadMenu: () => Promise<void>;
  logOut: () => void;
}

/** Carries out decisions until one settles the navigation. */
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
