import { useMatches, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { lazy } from 'react';
import { mayEnter } from '@/app/guard';
import { knownRoutes } from '@/app/known-routes';
import { DropAnywhere } from '@/features/imports/drop-anywhere';
import { useTranslation } from '@/shared/i18n/use-translation';
import { user } from '@/shared/store/user';
import { useValue } from '@/shared/store/value';

const StaffKeys = lazy(async () => ({
  default: (await import('@/shared/ui/staff/staff-keys')).StaffKeys,
}));

/** What staff have on every page: keys, and the place for a file that is dropped anywhere. */
export function StaffEverywhere({ onGo }: { onGo: (href: string) => void }): ReactNode {
  const { t } = useTranslation('app');
  const { routeTree } = useRouter();
  const { scope } = useValue(user);
  const meta = useMatches().at(-1)?.staticData.meta;
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
