import { use, useMemo, useSyncExternalStore } from 'react';
import type { Namespace, Translate } from './catalogue';
import { i18n } from './i18n';
import { dateFormat, listFormat, numberFormat, relativeFormat } from './intl';
import type { Locale } from './locale';

/** The page's language; re-renders when it changes. */
export function useLocale(): Locale {
  return useSyncExternalStore(i18n.subscribe, i18n.locale);
}

/** The translator of a namespace; suspends until its messages are loaded. */
export function useTranslation<N extends Namespace>(namespace: N): { t: Translate<N>; locale: Locale } {
  const locale = useLocale();
  // Always, even when loaded: React replays a suspended render and must see the same hook calls.
  use(i18n.ready(namespace));
  return { t: i18n.translator(namespace), locale };
}

/** Formats numbers, dates and lists for the page's language. */
export interface Formats {
  number: (value: number, options?: Intl.NumberFormatOptions) => string;
  /** Pass `timeZone`: the college's for instants, 'UTC' for civil dates. */
  date: (value: Date | number, options: Intl.DateTimeFormatOptions) => string;
  relative: (value: number, unit: Intl.RelativeTimeFormatUnit) => string;
  list: (items: readonly string[]) => string;
}

/** The formats of the page's language; the same functions until it changes, so that memoised columns stay valid. */
export function useFormats(): Formats {
  const locale = useLocale();
  return useMemo(
    () => ({
      number: (value, options) => numberFormat(locale, options).format(value),
      date: (value, options) => dateFormat(locale, options).format(value),
      relative: (value, unit) => relativeFormat(locale, { numeric: 'auto' }).format(value, unit),
      list: (items) => listFormat(locale).format(items),
    }),
    [locale],
  );
}
