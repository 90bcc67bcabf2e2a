import type { Messages } from '@/shared/i18n/catalogue';
import { provideMessages } from '@/shared/i18n/i18n';

const files = import.meta.glob<Messages>(
  '/src/{app,shared,shared/ui/staff,features/*,features/watch/captions}/locales/*.json',
  {
    import: 'default',
  },
);

/** The namespaces that are no feature, or what staff alone use in one of students. */
const folders: Readonly<Record<string, string>> = {
  app: 'app',
  captions: 'features/watch/captions',
  shared: 'shared',
  staff: 'shared/ui/staff',
};

/** Where the messages of a namespace are. */
export function messageFile(namespace: string, locale: string): string {
  return `/src/${folders[namespace] ?? `features/${namespace}`}/locales/${locale}.json`;
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
