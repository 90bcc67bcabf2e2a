import { menuFor } from '@/app/menu';
import { knownRoutes } from '@/app/router';
import { namesIn, serverMenu } from '@/app/server-menu';
import { useTranslation } from '@/shared/i18n/use-translation';
import { settings } from '@/shared/store/settings';
import { useRole } from '@/shared/store/user';
import { useValue } from '@/shared/store/value';
import type { ShellEntry } from './entries';
import { toEntries } from './entries';

/** The menu of whoever is here. Asked where it is shown: the frame is not drawn again when the role becomes known. */
export function useEntries(): readonly ShellEntry[] {
  const { t } = useTranslation('app');
  const role = useRole();
  const { menuFromServer } = useValue(settings);
  const fromServer = useValue(serverMenu);
  const names = menuFromServer && fromServer !== null ? namesIn(fromServer) : undefined;
  return toEntries(menuFor(knownRoutes(), role, names), t);
}
