import type { AllowedRole } from '@/shared/access/for-roles';
import type { Parsed } from '@/shared/api/query';
import type { Key } from '@/shared/i18n/catalogue';
import type { Role, Scope } from '@/shared/access/user';

/** What the guard, the menu, the tab bar and the breadcrumb know about a route. */
export interface RouteMeta {
  /** The specification's name; unique. The redirect after login stores it together with the query. */
  name: string;
  /** The titles from the outermost menu entry down to this page, as keys of the app's messages. */
  locale: readonly Key<'app'>[];
  requiresAuth: boolean;
  /** Who may enter; absent: anyone with a session. */
  roles?: readonly AllowedRole[];
  hideInMenu?: boolean;
  /** The staff who see it in their menu besides registrars; absent: all of them. The server refuses the others. */
  scopes?: readonly Scope[];
  /** For anyone who teaches, whatever the role; the server refuses everyone else. */
  teaching?: true;
  /** About the user's own record as a student; hidden from people who only teach. */
  ofStudent?: true;
  /** The role whose menu lists it; absent: everyone who may enter. */
  inMenuOf?: AllowedRole;
  /** A page of the design template, listed if the server's settings say so. */
  template?: true;
  /** The position in the menu; smaller comes first. */
  order?: number;
  /** The page is rebuilt on each visit instead of staying mounted while hidden. */
  ignoreCache?: boolean;
  /** The page itself shows how old its data is when offline. */
  saysItsAge?: boolean;
  /** Never becomes a tab. */
  noTab?: boolean;
  /** The page has its own drop targets, so a file dropped next to them isn't taken for an import. */
  takesFiles?: boolean;
  /** The letter that opens the page after 'G', for staff. */
  goKey?: string;
}

/** A route as the guard and the menu see it. */
export interface KnownRoute extends RouteMeta {
  /** With $names for parameters, as the router writes them. */
  path: string;
}

/** A location in the app. */
export interface Place {
  to: string;
  search: Readonly<Record<string, Parsed>>;
}

/** The destination of a navigation, as the router knows it. */
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

/** The start page of students, and of anyone about whom no more is known. */
export const landing = '/student/timetable';

/** The start page of a role: staff start at their desk. */
export function landingOf(role: Role): string {
  return role === 'admin' ? '/admin' : landing;
}

/** A page behind login, like most pages. */
export function page(
  name: string,
  locale: readonly Key<'app'>[],
  rest: Partial<RouteMeta> = {},
): { staticData: { meta: RouteMeta } } {
  return { staticData: { meta: { name, locale, requiresAuth: true, roles: ['*'], ...rest } } };
}
