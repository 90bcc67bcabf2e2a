import { Outlet, useRouter } from '@tanstack/react-router';
import {
  Activity,
  Fragment,
  Suspense,
  useCallback,
  useMemo,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import { PageLocationContext, type PageLocation } from '@/shared/store/page-location';
import { useValue } from '@/shared/store/value';
import { ErrorBoundary } from '@/shared/ui/error-boundary';
import { SkeletonLines } from '@/shared/ui/skeleton';
import type { CurrentPage } from './current-page';
import { openTabs, reloads } from './tabs';

type OpenPage = Pick<CurrentPage, 'routeId' | 'path' | 'fullPath' | 'query' | 'parameters'>;

interface Gone {
  /** Called when a page finds that what its address asks for doesn't exist. */
  onGone: (fullPath: string) => void;
}

function textsIn(query: OpenPage['query']): Record<string, string> {
  const texts = Object.entries(query).filter(([, value]) => ['string', 'number'].includes(typeof value));
  return Object.fromEntries(texts.map(([name, value]) => [name, String(value)]));
}

/**
 * The query string of a page's address, or null while the address is another page's. Read from the history, because the
 * router follows it late: a controlled field filled from the router's query loses letters.
 */
function useSearch(path: string): [search: string | null, read: () => string | null] {
  const { history } = useRouter();
  const read = useCallback(
    () => (history.location.pathname === path ? history.location.search : null),
    [history, path],
  );
  return [useSyncExternalStore(history.subscribe, read), read];
}

/** Gives a page its own location. A hidden page keeps its last one. */
function Located({ page, onGone, children }: { page: OpenPage; children: ReactNode } & Gone) {
  const router = useRouter();
  const { path, fullPath, query, parameters } = page;
  const [search, readSearch] = useSearch(path);
  const parse = useCallback(
    (text: string | null): OpenPage['query'] => (text === null ? query : router.options.parseSearch(text)),
    [router, query],
  );
  const setQuery = useCallback<PageLocation['setQuery']>(
    (change, how = 'replace') => {
      const next = Object.entries({ ...parse(readSearch()), ...change }).filter(([, value]) => value !== undefined);
      router.history[how](path + router.options.stringifySearch(Object.fromEntries(next)));
    },
    [router, path, parse, readSearch],
  );
  const location = useMemo<PageLocation>(
    () => ({ fullPath, query: textsIn(parse(search)), parameters, setQuery, markGone: () => onGone(fullPath) }),
    [fullPath, parse, search, parameters, setQuery, onGone],
  );
  return <PageLocationContext value={location}>{children}</PageLocationContext>;
}

/** The page of a route, shown or hidden. */
function RoutePage({ routeId }: { routeId: string }) {
  const router = useRouter();
  const routes: Readonly<Record<string, { options: { component?: unknown } } | undefined>> = router.routesById;
  const Component = routes[routeId]?.options.component as (() => ReactNode) | undefined;
  return Component === undefined ? null : <Component />;
}

/** The mounted pages, each with its last address; that of the current page is up to date. */
function useOpenPages(page: CurrentPage): Readonly<Record<string, OpenPage>> {
  const { meta, routeId, path, fullPath, query, parameters } = page;
  const [pages, setPages] = useState<Readonly<Record<string, OpenPage>>>({});
  if (meta === undefined || meta.ignoreCache === true || meta.noTab === true) {
    return pages;
  }
  const known = pages[meta.name];
  if (known?.fullPath === fullPath) {
    return pages;
  }
  const next = { ...pages, [meta.name]: { routeId, path, fullPath, query, parameters } };
  setPages(next);
  return next;
}

/**
 * Renders the current page, and the other mounted pages hidden next to it: going back finds state, scroll position and
 * data unchanged. Closing a tab unmounts its page; reloading it rebuilds it.
 */
export function PageHost({ page, onGone }: { page: CurrentPage } & Gone) {
  const tabs = useValue(openTabs);
  const counts = useValue(reloads);
  const pages = useOpenPages(page);
  const current = page.meta?.name ?? '';
  const mounted = Object.entries(pages).filter(([name]) => name === current || tabs.some((tab) => tab.name === name));
  return (
    <>
      {mounted.map(([name, open]) => (
        <Activity key={`${name} ${counts[name] ?? 0}`} mode={name === current ? 'visible' : 'hidden'}>
          <Located page={open} onGone={onGone}>
            <ErrorBoundary>
              <Suspense fallback={<SkeletonLines lines={4} />}>
                <RoutePage routeId={open.routeId} />
              </Suspense>
            </ErrorBoundary>
          </Located>
        </Activity>
      ))}
      {pages[current] === undefined && (
        <Located page={page} onGone={onGone}>
          <Fragment key={counts[current] ?? 0}>
            <Outlet />
          </Fragment>
        </Located>
      )}
    </>
  );
}
