import { api } from '@/shared/api/api';
import { onSessionEnd } from '@/shared/api/events';
import { i18n } from '@/shared/i18n/i18n';
import { notify, renotify } from '@/shared/store/notices';
import { createValue, type Value } from '@/shared/store/value';

/** One entry of the server's menu. Other servers that implement the contract may send only names. */
export interface MenuItem {
  name: string;
  path?: string;
  meta?: { locale?: string; requiresAuth?: boolean; icon?: string; order?: number; hideInMenu?: boolean };
  children?: readonly MenuItem[] | null;
}

/** The server's menu as last fetched; null before that. */
export const serverMenu: Value<readonly MenuItem[] | null> = createValue<readonly MenuItem[] | null>(null);

onSessionEnd(() => serverMenu.set(null));

/** All names in a menu, at any depth. */
export function namesIn(items: readonly MenuItem[]): Set<string> {
  return new Set(items.flatMap((item) => [item.name, ...namesIn(item.children ?? [])]));
}

let loading: Promise<void> | undefined;

/** Fetches the menu; concurrent callers share one request. */
export function loadServerMenu(): Promise<void> {
  loading ??= fetchMenu().finally(() => {
    loading = undefined;
  });
  return loading;
}

/** Fetches the menu and notifies the user about it: loading, then success or error. */
async function fetchMenu(): Promise<void> {
  const t = i18n.translator('app');
  const notice = notify('loading', t('serverMenu.loading'));
  try {
    serverMenu.set((await api.post('/api/user/menu', { quiet: true })) ?? []);
    renotify(notice, 'success', t('serverMenu.loaded'));
  } catch {
    // Keep the last menu, or the app's own: a failure must not lock anyone out.
    renotify(notice, 'error', t('serverMenu.failed'));
  }
}
