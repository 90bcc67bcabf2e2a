import { useRouter } from '@tanstack/react-router';
import { knownRoutes } from '@/app/known-routes';
import { menuFor } from '@/app/menu';
import { namesIn, serverMenu } from '@/app/server-menu';
import { useTranslation } from '@/shared/i18n/use-translation';
import { settings } from '@/shared/store/settings';
import { useRole } from '@/shared/store/user';
import { useValue } from '@/shared/store/value';
import type { ShellEntry } from './entries';
import { toEntries } from './entries';

/** The menu of whoever is logged in. */
export function useEntries(): readonly ShellEntry[] {
  const { t } = useTranslation('app');
  const role = useRole();
  const { routeTree } = useRouter();
  const { menuFromServer } = useValue(settings);
  const fromServer = useValue(serverMenu);
  const names = menuFromServer && fromServer !== null ? namesIn(fromServer) : undefined;
  return toEntries(menuFor(knownRoutes(routeTree), role, names), t);
}
