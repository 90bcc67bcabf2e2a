import { onlyTeaches, type User } from '@/shared/access/user';
import type { KnownRoute, RouteMeta } from './route-meta';

interface Branch {
  options: { path?: string; staticData?: { meta?: RouteMeta } };
  children?: unknown;
}

/**
 * The named routes of a tree, in order. Pages pass the router's own tree: importing the routes, which import the pages,
 * would be a cycle.
 */
export function knownRoutes(tree: unknown): KnownRoute[] {
  const { options, children } = tree as Branch;
  const meta = options.staticData?.meta;
  return [
    ...(meta === undefined ? [] : [{ ...meta, path: options.path ?? '' }]),
    ...Object.values((children ?? {}) as Record<string, unknown>).flatMap(knownRoutes),
  ];
}

/**
 * Whether a page fits a person's work: their scope (a registrar has all), teaching, or studying. Without any of these,
 * the role decides.
 */
export function isTheirs(
  { scopes, teaching, ofStudent }: KnownRoute,
  whose: Pick<User, 'scope' | 'teaching' | 'certification'>,
): boolean {
  const { scope } = whose;
  const inScope = scope === 'registrar' || scope === '' || scopes === undefined || scopes.includes(scope);
  return inScope && (teaching !== true || whose.teaching) && !(ofStudent === true && onlyTeaches(whose));
}
