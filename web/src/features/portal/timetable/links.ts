import type { Locale } from '@/shared/i18n/locale';
import type { Class } from '@/shared/timetable/model';

/** Where a class is followed while it is on. */
export function liveHref({ id }: Class): string {
  return `/student/watch?class=${encodeURIComponent(id)}`;
}

/**
 * A search on a map; nothing is asked of it before the press. Each language has the map that its readers' phones know.
 */
export function mapHref(locale: Locale, parts: readonly string[]): string {
  const query = encodeURIComponent(parts.filter((part) => part !== '').join(' '));
  return locale === 'zh-CN'
    ? `https://uri.amap.com/search?keyword=${query}`
    : `https://www.openstreetmap.org/search?query=${query}`;
}
