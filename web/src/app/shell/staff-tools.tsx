import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Suspense, lazy } from 'react';
import { knownRoutes } from '@/app/known-routes';
import { mayEnter } from '@/app/guard';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useRole } from '@/shared/store/user';

// Students never load it.
const StaffKeys = lazy(async () => ({
  default: (await import('@/shared/ui/staff/staff-keys')).StaffKeys,
}));

/** What staff have on every page and see only when they ask for it. */
export function StaffTools({ onGo }: { onGo: (href: string) => void }): ReactNode {
  const { t } = useTranslation('app');
  const { routeTree } = useRouter();
  const role = useRole();
  if (role !== 'admin') {
    return null;
  }
  const pages = knownRoutes(routeTree).flatMap((route) => {
    const title = route.locale.at(-1);
    const goes = route.goKey !== undefined && title !== undefined && mayEnter(route, role);
    return goes ? [{ key: route.goKey ?? '', label: t(title), href: route.path }] : [];
  });
  return (
    <Suspense>
      <StaffKeys pages={pages} onGo={onGo} />
    </Suspense>
  );
}
