import { storageKeys } from '@/shared/store/keys';
import { createPersisted } from '@/shared/store/value';

/** The languages of the portal; the first is the default. */
export const locales = ['en-US', 'zh-CN'] as const;

export type Locale = (typeof locales)[number];

export function isLocale(text: unknown): text is Locale {
  return locales.some((locale) => locale === text);
}

/** The stored choice; null if there is none or it is unknown. */
export const storedLocale = createPersisted<Locale | null>(storageKeys.locale, {
  parse: (text) => (isLocale(text) ? text : null),
  format: (locale) => locale,
});

/** The stored choice, else the browser's language, else the default. */
export function chooseLocale(stored: Locale | null, browser: string | undefined): Locale {
  return stored ?? (browser?.toLowerCase().startsWith('zh') === true ? 'zh-CN' : locales[0]);
}
