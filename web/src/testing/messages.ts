import { messageFile } from '@/app/locales';
import type { Messages, Namespace } from '@/shared/i18n/catalogue';
import { i18n, provideMessages } from '@/shared/i18n/i18n';

const files = import.meta.glob<Messages>('/src/**/locales/*.json', {
  eager: true,
  import: 'default',
});

/** Every message of the portal by file path. */
export const messageFiles: Readonly<Record<string, Messages>> = files;

/** Loads all namespaces in English, so that component tests needn't wait for them. */
export async function readyMessages(): Promise<void> {
  provideMessages(async (namespace, locale) => {
    return files[messageFile(namespace, locale) ?? ''] ?? {};
  });
  const namespaces = Object.keys(files).map((file) => file.split('/').at(-3));
  await Promise.all(namespaces.map((namespace) => i18n.ready(namespace as Namespace)));
}
