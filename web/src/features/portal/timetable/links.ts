import type { Locale } from '@/shared/i18n/locale';
import type { Class } from '@/shared/timetable/model';

/** The page where a live class can be watched. */
export function liveHref({ id }: Class): string {
  return `/student/watch?class=${encodeURIComponent(id)}`;
}

/** A search on a map; no request is made before the click. Each language uses the map that its readers' phones know. */
export function mapHref(locale: Locale, parts: readonly string[]): string {
  const query = encodeURIComponent(parts.filter((part) => part !== '').join(' '));
  return locale === 'zh-CN'
    ? `https://uri.amap.com/search?keyword=${query}`
    : `https://www.openstreetmap.org/search?query=${query}`;
}
