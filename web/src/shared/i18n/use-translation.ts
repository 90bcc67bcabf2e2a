import { use, useMemo, useSyncExternalStore } from 'react';
import type { Namespace, Translate } from './catalogue';
import { i18n } from './i18n';
import { dateFormat, listFormat, numberFormat, relativeFormat } from './intl';
import type { Locale } from './locale';

/** The page's language, and a new rendering when it changes. */
export function useLocale(): Locale {
  return useSyncExternalStore(i18n.subscribe, i18n.locale);
}

/** The translator of a namespace; suspends until its messages are there. */
export function useTranslation<N extends Namespace>(namespace: N): { t: Translate<N>; locale: Locale } {
  const locale = useLocale();
  // Always, also when they are there: React replays a rendering that waited and must meet the same calls again.
  use(i18n.ready(namespace));
  return { t: i18n.translator(namespace), locale };
}

/** Numbers, dates and lists the way the page's language writes them. */
export interface Formats {
  number: (value: number, options?: Intl.NumberFormatOptions) => string;
  /** Say `timeZone`: the college's for instants, 'UTC' for civil dates. */
  date: (value: Date | number, options: Intl.DateTimeFormatOptions) => string;
  relative: (value: number, unit: Intl.RelativeTimeFormatUnit) => string;
  list: (items: readonly string[]) => string;
}

/** The formats of the page's language; the same functions until it changes, so that columns made of them stay. */
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
