import { api } from '@/shared/api/api';
import type { components } from '@/shared/api/schema.gen';
import { i18n } from '@/shared/i18n/i18n';
import { notify, renotify } from '@/shared/store/notices';
import type { Value } from '@/shared/store/value';
import { createValue } from '@/shared/store/value';

/** One item of the menu that the server gives. */
export type MenuItem = components['schemas']['MenuItem'];

/** The server's menu; null until it was fetched, empty when that failed. */
export const serverMenu: Value<readonly MenuItem[] | null> = createValue<readonly MenuItem[] | null>(null);

/** Every name in a menu, however deep. */
export function namesIn(items: readonly MenuItem[]): Set<string> {
  return new Set(items.flatMap((item) => [item.name, ...namesIn(item.children ?? [])]));
}

/** Fetches the menu and says how it goes: loading, then success or error. */
export async function loadServerMenu(): Promise<void> {
  const t = i18n.translator('app');
  const notice = notify('loading', t('serverMenu.loading'));
  try {
    serverMenu.set((await api.post('/api/user/menu', { quiet: true })) ?? []);
    renotify(notice, 'success', t('serverMenu.loaded'));
  } catch {
    serverMenu.set([]);
    renotify(notice, 'error', t('serverMenu.failed'));
  }
}
