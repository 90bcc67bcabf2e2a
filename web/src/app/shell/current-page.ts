import { useMatches, useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { rememberPlace } from '@/app/redirect';
import type { RouteMeta } from '@/app/route-meta';
import type { Parsed } from '@/shared/api/query';
import { noteVisit, type OpenTab } from './tabs';

/** The current page, as the router resolved it. */
export interface CurrentPage {
  meta: RouteMeta | undefined;
  routeId: string;
  path: string;
  /** Path and query. */
  fullPath: string;
  query: Readonly<Record<string, unknown>>;
  parameters: Readonly<Record<string, string>>;
}

/**
 * The current page of the shell. For an unknown address the router matches its beginning, which `notFound` makes this
 * ignore.
 */
export function useCurrentPage(notFound: boolean): CurrentPage {
  const router = useRouter();
  const last = useMatches().at(-1);
  const asked = useRouterState({ select: ({ location }) => location.pathname });
  const match = notFound ? undefined : last;
  const path = match?.pathname ?? asked;
  const query: Readonly<Record<string, unknown>> = match?.search ?? {};
  return {
    meta: match?.staticData.meta,
    routeId: match?.routeId ?? '',
    path,
    fullPath: path + router.options.stringifySearch(query),
    query,
    parameters: match?.params ?? {},
  };
}

/**
 * Lists the page as a tab. If what the address asks for doesn't exist, the query is dropped so that the tab doesn't
 * lead back there.
 */
export function useTabs({ meta, path, fullPath, query }: CurrentPage, gone: boolean): void {
  const title = meta?.locale.at(-1);
  const { name = '', ignoreCache = false, noTab = false } = meta ?? {};
  const visit = useEffectEvent((tab: Omit<OpenTab, 'query'>) => noteVisit({ ...tab, query: gone ? {} : query }));
  useEffect(() => {
    if (title !== undefined && !noTab) {
      visit({ title, name, ignoreCache, fullPath: gone ? path : fullPath });
    }
  }, [title, name, path, fullPath, ignoreCache, noTab, gone]);
}

/** The login page's address with a way back to the current page, query included. */
export function useLoginHref({ meta, query, parameters }: CurrentPage): string {
  const router = useRouter();
  const place =
    meta === undefined ? {} : rememberPlace(meta.name, query as Readonly<Record<string, Parsed>>, parameters);
  return `/login${router.options.stringifySearch(place)}`;
}
