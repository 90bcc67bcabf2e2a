import { useRouter } from '@tanstack/react-router';
import { isTheirs, knownRoutes } from '@/app/known-routes';
import { menuFor, menuOfServer } from '@/app/menu';
import { serverMenu } from '@/app/server-menu';
import { college } from '@/shared/api/college';
import { useTranslation } from '@/shared/i18n/use-translation';
import { settings } from '@/shared/store/settings';
import { useRole, user } from '@/shared/access/user';
import { useValue } from '@/shared/store/value';
import { toEntries, type ShellEntry } from './entries';

/** The menu of the current user. */
export function useEntries(): readonly ShellEntry[] {
  const { t } = useTranslation('app');
  const role = useRole();
  const whose = useValue(user);
  const { routeTree } = useRouter();
  const { menuFromServer } = useValue(settings);
  const fromServer = useValue(serverMenu);
  const routes = knownRoutes(routeTree).filter((route) => isTheirs(route, whose));
  const known = useValue(college);
  const options = { template: known?.templateMenu ?? false, help: known?.helpUrl ?? '' };
  const menu =
    menuFromServer && fromServer !== null
      ? menuOfServer(fromServer, routes, role, options)
      : menuFor(routes, role, options);
  return toEntries(menu, t);
}
