import type { Scope } from '@/shared/store/user';
import type { KnownRoute, RouteMeta } from './route-meta';

interface Branch {
  options: { path?: string; staticData?: { meta?: RouteMeta } };
  children?: unknown;
}

/**
 * The routes of a tree that have a name, in the order of the table. Pages pass the router's own tree: importing the
 * routes, which import the pages, would be a cycle.
 */
export function knownRoutes(tree: unknown): KnownRoute[] {
  const { options, children } = tree as Branch;
  const meta = options.staticData?.meta;
  return [
    ...(meta === undefined ? [] : [{ ...meta, path: options.path ?? '' }]),
    ...Object.values((children ?? {}) as Record<string, unknown>).flatMap(knownRoutes),
  ];
}

/** Whether a page belongs to a part of the staff's work; a registrar does all of it, and who is no staff goes by the role. */
export function isOfScope({ scopes }: KnownRoute, scope: Scope): boolean {
  return scope === 'registrar' || scope === '' || scopes === undefined || scopes.includes(scope);
}
