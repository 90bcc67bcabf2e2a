import { api } from '@/shared/api/api';
import { i18n } from '@/shared/i18n/i18n';
import { notify, renotify } from '@/shared/store/notices';
import { createValue, type Value } from '@/shared/store/value';

/** One item of the menu that the server gives. Another server of the contract may give no more than names. */
export interface MenuItem {
  name: string;
  path?: string;
  meta?: { locale?: string; requiresAuth?: boolean; icon?: string; order?: number; hideInMenu?: boolean };
  children?: readonly MenuItem[] | null;
}

/** The server's menu as it was last fetched; null before that. */
export const serverMenu: Value<readonly MenuItem[] | null> = createValue<readonly MenuItem[] | null>(null);

/** Every name in a menu, however deep. */
export function namesIn(items: readonly MenuItem[]): Set<string> {
  return new Set(items.flatMap((item) => [item.name, ...namesIn(item.children ?? [])]));
}

let loading: Promise<void> | undefined;

/** Fetches the menu, once for everybody who asks while it is on its way. */
export function loadServerMenu(): Promise<void> {
  loading ??= fetchMenu().finally(() => {
    loading = undefined;
  });
  return loading;
}

/** Fetches the menu and says how it goes: loading, then success or error. */
async function fetchMenu(): Promise<void> {
  const t = i18n.translator('app');
  const notice = notify('loading', t('serverMenu.loading'));
  try {
    serverMenu.set((await api.post('/api/user/menu', { quiet: true })) ?? []);
    renotify(notice, 'success', t('serverMenu.loaded'));
  } catch {
    // The last menu stays, and without one the app's own: a failure must not lock anybody out.
    renotify(notice, 'error', t('serverMenu.failed'));
  }
}
