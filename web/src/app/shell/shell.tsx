import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet, useMatches } from '@tanstack/react-router';
import { queryClient } from '@/app/query-client';
import { useTranslation } from '@/shared/i18n/use-translation';

/** Menus, navbar, tab bar and footer around the page. */
export function Shell() {
  const { t } = useTranslation('app');
  const title = useMatches().at(-1)?.staticData.meta?.locale.at(-1);
  return (
    <QueryClientProvider client={queryClient}>
      <main>
        {title !== undefined && <h1>{t(title)}</h1>}
        <Outlet />
      </main>
    </QueryClientProvider>
  );
}
