import type { Messages } from '@/shared/i18n/catalogue';
import { provideMessages } from '@/shared/i18n/i18n';

const files = import.meta.glob<Messages>('/src/**/locales/*.json', { import: 'default' });

/** The message file of a namespace. Namespaces are named after their folder, and folder names are unique. */
export function messageFile(namespace: string, locale: string): string | undefined {
  return Object.keys(files).find((file) => file.endsWith(`/${namespace}/locales/${locale}.json`));
}

/** Each namespace and language is its own chunk, fetched when a page first needs it. */
export function connectMessages(): void {
  provideMessages(async (namespace, locale) => {
    const load = files[messageFile(namespace, locale) ?? ''];
    if (load === undefined) {
      throw new Error(`no messages for ${namespace} in ${locale}`);
    }
    return load();
  });
}
