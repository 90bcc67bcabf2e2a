import { useMatches, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { rememberPlace } from '@/app/redirect';
import type { RouteMeta } from '@/app/route-meta';
import type { Parsed } from '@/shared/api/query';
import { noteVisit } from './tabs';

/** The page that is shown, as the router resolved it. */
export interface CurrentPage {
  meta: RouteMeta | undefined;
  routeId: string;
  path: string;
  /** Path and query. */
  fullPath: string;
  query: Readonly<Record<string, unknown>>;
}

/** Where the shell is. */
export function useCurrentPage(): CurrentPage {
  const router = useRouter();
  const match = useMatches().at(-1);
  const path = match?.pathname ?? '/';
  const query: Readonly<Record<string, unknown>> = match?.search ?? {};
  return {
    meta: match?.staticData.meta,
    routeId: match?.routeId ?? '',
    path,
    fullPath: path + router.options.stringifySearch(query),
    query,
  };
}

/** Lists the page among the open ones. */
export function useTabs({ meta, fullPath, query }: CurrentPage): void {
  const title = meta?.locale.at(-1);
  const { name = '', ignoreCache = false, noTab = false } = meta ?? {};
  useEffect(() => {
    if (title === undefined || noTab) {
      return;
    }
    noteVisit({ title, name, fullPath, query, ignoreCache });
    // The query is part of the full path; its identity changes with every rendering.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [title, name, fullPath, ignoreCache, noTab]);
}

/** The login page's address that comes back to a page, query and all. */
export function useLoginHref({ meta, query }: CurrentPage): string {
  const router = useRouter();
  const place = meta === undefined ? {} : rememberPlace(meta.name, query as Readonly<Record<string, Parsed>>);
  return `/login${router.options.stringifySearch(place)}`;
}
