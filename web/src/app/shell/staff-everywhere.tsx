import { useQuery } from '@tanstack/react-query';
import { useMatches, useRouter } from '@tanstack/react-router';
import { lazy, useEffect } from 'react';
import { mayEnter } from '@/app/guard';
import { knownRoutes } from '@/app/known-routes';
import { pageCounts } from '@/features/staff/desk/page-counts';
import { deskQueries } from '@/features/staff/desk/queries';
import { DropAnywhere } from '@/features/staff/imports/drop-anywhere';
import { useTranslation } from '@/shared/i18n/use-translation';
import { user } from '@/shared/access/user';
import { useValue } from '@/shared/store/value';
import { menuCounts } from './menu-counts';

const StaffKeys = lazy(async () => ({
  default: (await import('@/shared/ui/staff/staff-keys')).StaffKeys,
}));

/** Shows the number of waiting items in the menu while a member of staff is logged in. */
function useMenuCounts(): void {
  const waiting = useQuery(deskQueries.desk()).data?.waiting;
  useEffect(() => {
    menuCounts.set(pageCounts(waiting ?? []));
    return () => menuCounts.set({});
  }, [waiting]);
}

/** What staff have on every page: counts in the menu, shortcut keys, and dropping a file anywhere. */
export function StaffEverywhere({ onGo }: { onGo: (href: string) => void }) {
  const { t } = useTranslation('app');
  const { routeTree } = useRouter();
  const { scope } = useValue(user);
  const meta = useMatches().at(-1)?.staticData.meta;
  useMenuCounts();
  const pages = knownRoutes(routeTree).flatMap((route) => {
    const title = route.locale.at(-1);
    const goes = route.goKey !== undefined && title !== undefined && mayEnter(route, 'admin');
    return goes ? [{ key: route.goKey ?? '', label: t(title), href: route.path }] : [];
  });
  return (
    <>
      <StaffKeys pages={pages} onGo={onGo} />
      {scope === 'registrar' && meta?.takesFiles !== true && <DropAnywhere />}
    </>
  );
}
