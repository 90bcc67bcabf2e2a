import type { Locale } from '@/shared/i18n/locale';
import { storageKeys } from '@/shared/store/keys';
import { createPersisted } from '@/shared/store/value';
import type { AppConfig } from './config';

/**
 * What every page knows of the college: its name in both languages, and unless the server did not say, its time zone
 * and what students log in with first, where its help page is and whether the template's pages stand in the menu.
 */
type College = Readonly<Record<Locale, string>> &
  Pick<AppConfig, 'timeZone' | 'firstPassword' | 'helpUrl' | 'templateMenu'> & {
    /** Students see the timetables of teachers. */
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

/** The college as this device last heard of it, or null. It is nobody's secret and stays. */
export const college = createPersisted<College | null>(storageKeys.college, {
  parse,
  format: (known) => (known === null ? null : JSON.stringify(known)),
});
