import type { Locale } from '@/shared/i18n/locale';
import { storageKeys } from '@/shared/store/keys';
import { createPersisted } from '@/shared/store/value';
import type { AppConfig } from './config';

/**
 * What every page knows about the college: its name in both languages and, if the server sends them, its time zone,
 * first password, help page and menu options.
 */
type College = Readonly<Record<Locale, string>> &
  Pick<AppConfig, 'timeZone' | 'firstPassword' | 'helpUrl' | 'templateMenu'> & {
    /** Whether students can see the timetables of teachers. */
    teacherTimetables?: boolean;
  };

function parse(text: string | null): College | null {
  try {
    const known = JSON.parse(text ?? '') as Partial<College>;
    const named = typeof known['en-US'] === 'string' && typeof known['zh-CN'] === 'string';
    return named ? (known as College) : null;
  } catch {
    return null;
  }
}

/** The college as last received on this device, or null. Not secret, so it stays after logging out. */
export const college = createPersisted<College | null>(storageKeys.college, {
  parse,
  format: (known) => (known === null ? null : JSON.stringify(known)),
});
