import { useEffect } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useValue } from '@/shared/store/value';
import { appConfig } from './api';
import { college } from './college';

/** Fetches the college's name; on failure the stored one stays. */
export async function loadCollege(): Promise<void> {
  try {
    const { college: names, timeZone, firstPassword, helpUrl, templateMenu, features } = await appConfig();
    college.set({
      ...names,
      ...(timeZone !== undefined && { timeZone }),
      ...(firstPassword !== undefined && { firstPassword }),
      ...(helpUrl !== undefined && { helpUrl }),
      ...(templateMenu !== undefined && { templateMenu }),
      ...(features['teacherTimetables'] === true && { teacherTimetables: true }),
    });
  } catch {
    // Unreachable: the next caller tries again.
  }
}

/** The college's name in the page's language; "the college" until it is known. Doesn't suspend. */
export function useCollege(): string {
  const { t, locale } = useTranslation('shared');
  const known = useValue(college);
  useEffect(() => {
    const ask = (): void => void loadCollege();
    ask(); // the stored name may be outdated
    globalThis.addEventListener('online', ask);
    return () => globalThis.removeEventListener('online', ask);
  }, []);
  return known?.[locale] ?? t('ui.college');
}
