import type { AllowedRole } from '@/shared/access/for-roles';
import type { Parsed } from '@/shared/api/query';
import type { Key } from '@/shared/i18n/catalogue';
import type { Role, Scope } from '@/shared/access/user';

/** What the guard, the menu, the tab bar and the breadcrumb know about a route. */
export interface RouteMeta {
  /** The specification's name; unique. A redirect after login is made of it and the query. */
  name: string;
  /** The titles from the outermost menu down to this page, as keys of the app's messages. */
  locale: readonly Key<'app'>[];
  requiresAuth: boolean;
  /** Who may enter; absent when any session may. */
  roles?: readonly AllowedRole[];
  hideInMenu?: boolean;
  /** Besides registrars, in the menu of which staff it stands; absent: of all. The server refuses the others. */
  scopes?: readonly Scope[];
  /** For whoever teaches, whatever the role; the server refuses the others. */
  teaching?: true;
  /** About the own record as a student: not for whoever only teaches. */
  ofStudent?: true;
  /** In whose menu it stands; absent: of everybody who may enter. */
  inMenuOf?: AllowedRole;
  /** A page of the design template: in the menu where the server says so. */
  template?: true;
  /** The place in the menu; smaller is earlier. */
  order?: number;
  /** The page starts anew each time instead of staying mounted while hidden. */
  ignoreCache?: boolean;
  /** Without a connection the page itself says how old what it shows is. */
  saysItsAge?: boolean;
  /** Never becomes a tab. */
  noTab?: boolean;
  /** The page has places for files of its own: one that is dropped beside them is not taken for an import. */
  takesFiles?: boolean;
  /** The letter that leads to the page after 'G', for staff. */
  goKey?: string;
}

/** A route as the guard and the menu see it. */
export interface KnownRoute extends RouteMeta {
  /** With $names for parameters, as the router writes it. */
  path: string;
}

/** A place in the app. */
export interface Place {
  to: string;
  search: Readonly<Record<string, Parsed>>;
}

/** Where a navigation leads, as the router knows it. */
interface Destination {
  meta: RouteMeta | null;
  path: string;
  search: object;
  parameters: object;
}

/** Decides about one navigation. */
export type Guard = (destination: Destination) => Promise<'proceed' | 'not-found' | Place>;

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    meta?: RouteMeta;
  }
}

/** Where students start, and everybody of whom no more is known. */
export const landing = '/student/timetable';

/** Where a role starts: staff at their desk. */
export function landingOf(role: Role): string {
  return role === 'admin' ? '/admin' : landing;
}

/** A page behind login; most pages are. */
export function page(
  name: string,
  locale: readonly Key<'app'>[],
  rest: Partial<RouteMeta> = {},
): { staticData: { meta: RouteMeta } } {
  return { staticData: { meta: { name, locale, requiresAuth: true, roles: ['*'], ...rest } } };
}
