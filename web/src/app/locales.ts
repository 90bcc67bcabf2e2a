import type { Messages } from '@/shared/i18n/catalogue';
import { provideMessages } from '@/shared/i18n/i18n';

const files = import.meta.glob<Messages>('/src/{app,shared,features/*}/locales/*.json', {
  import: 'default',
});

/** Where the messages of a namespace are. */
export function messageFile(namespace: string, locale: string): string {
  const folder = namespace === 'app' || namespace === 'shared' ? namespace : `features/${namespace}`;
  return `/src/${folder}/locales/${locale}.json`;
}

/** Each namespace and language is a chunk of its own, fetched when a page first needs it. */
export function connectMessages(): void {
  provideMessages(async (namespace, locale) => {
    const file = files[messageFile(namespace, locale)];
    if (file === undefined) {
      throw new Error(`no messages for ${namespace} in ${locale}`);
    }
    return file();
  });
}
