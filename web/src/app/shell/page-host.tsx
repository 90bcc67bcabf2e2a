import { Outlet, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Activity, Fragment, Suspense, useMemo, useState } from 'react';
import type { PageLocation } from '@/shared/store/page-location';
import { PageLocationContext } from '@/shared/store/page-location';
import { useValue } from '@/shared/store/value';
import { ErrorBoundary } from '@/shared/ui/error-boundary';
import { SkeletonLines } from '@/shared/ui/skeleton';
import type { Here } from './here';
import { openTabs, reloads } from './tabs';

type Place = Pick<Here, 'routeId' | 'path' | 'fullPath' | 'query'>;

/** Gives a page its own location. A hidden page keeps the one it was left at. */
function Located({ place, children }: { place: Place; children: ReactNode }): ReactNode {
  const router = useRouter();
  const { path, fullPath, query } = place;
  const location = useMemo<PageLocation>(
    () => ({
      fullPath,
      query,
      setQuery: (change, how = 'replace') => {
        const entries = Object.entries({ ...query, ...change }).filter(([, value]) => value !== undefined);
        router.history[how](path + router.options.stringifySearch(Object.fromEntries(entries)));
      },
    }),
    [router, path, fullPath, query],
  );
  return <PageLocationContext value={location}>{children}</PageLocationContext>;
}

/** The page of a route, whether or not the router shows it now. */
function KeptPage({ routeId }: { routeId: string }): ReactNode {
  const router = useRouter();
  const routes: Readonly<Record<string, { options: { component?: unknown } } | undefined>> =
    router.routesById;
  const Component = routes[routeId]?.options.component as (() => ReactNode) | undefined;
  return Component === undefined ? null : <Component />;
}

/** Every place that was visited and is kept, where it was left; the one that is shown is up to date. */
function usePlaces(here: Here): Readonly<Record<string, Place>> {
  const { meta, routeId, path, fullPath } = here;
  const [places, setPlaces] = useState<Readonly<Record<string, Place>>>({});
  if (meta === undefined || meta.ignoreCache === true || meta.noTab === true) {
    return places;
  }
  const known = places[meta.name];
  if (known?.fullPath === fullPath) {
    return places;
  }
  const next = { ...places, [meta.name]: { routeId, path, fullPath, query: here.query } };
  setPlaces(next);
  return next;
}

/**
 * The page, and hidden beside it those that are kept: returning to one finds its state, scroll and data as they were.
 * A page whose tab was closed is gone; one that was asked to reload begins anew.
 */
export function PageHost({ here }: { here: Here }): ReactNode {
  const tabs = useValue(openTabs);
  const counts = useValue(reloads);
  const places = usePlaces(here);
  const current = here.meta?.name ?? '';
  const kept = Object.entries(places).filter(
    ([name]) => name === current || tabs.some((tab) => tab.name === name),
  );
  return (
    <>
      {kept.map(([name, place]) => (
        <Activity key={`${name} ${counts[name] ?? 0}`} mode={name === current ? 'visible' : 'hidden'}>
          <Located place={place}>
            <ErrorBoundary>
              <Suspense fallback={<SkeletonLines lines={4} />}>
                <KeptPage routeId={place.routeId} />
              </Suspense>
            </ErrorBoundary>
          </Located>
        </Activity>
      ))}
      {places[current] === undefined && (
        <Located place={here}>
          <Fragment key={counts[current] ?? 0}>
            <Outlet />
          </Fragment>
        </Located>
      )}
    </>
  );
}
