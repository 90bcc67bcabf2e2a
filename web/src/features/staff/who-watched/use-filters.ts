import { useMemo } from 'react';
import { shortCode } from '@/shared/course/short-code';
import { titleIn } from '@/shared/i18n/name-in';
import { useClassName } from '@/shared/i18n/use-class-name';
import { useTranslation } from '@/shared/i18n/use-translation';
import type { Filter } from '@/shared/ui/staff/table/types';
import { states } from './filter';
import type { CourseView, WatchingRow } from './queries';

export interface Choices {
  /** Absent for rows of many courses. */
  lessons?: CourseView['lessons'];
  classes: readonly string[];
  groups?: CourseView['groups'];
}

/** The filters of the list; one with a single choice is omitted. */
export function useFilters({ lessons, classes, groups }: Choices): readonly Filter<WatchingRow>[] {
  const { t, locale } = useTranslation('who-watched');
  const className = useClassName();
  return useMemo(() => {
    const all = [
      {
        id: 'state',
        label: t('row.state'),
        options: states.map((value) => ({ value, label: t(`state.${value}`) })),
      },
      {
        id: 'lesson',
        label: t('row.lesson'),
        options: (lessons ?? []).map((one) => ({
          value: one.id,
          label: titleIn(locale, one),
        })),
      },
      {
        id: 'class',
        label: t('row.class'),
        options: classes.filter(Boolean).map((value) => ({ value, label: className(value) })),
      },
      {
        id: 'group',
        label: t('row.group'),
        options: (groups ?? []).map(({ id, code }) => ({ value: id, label: shortCode(code) })),
      },
    ];
    return all
      .filter(({ options }) => options.length > 1)
      .map((filter) => ({ ...filter, single: true, listed: filter.id !== 'state' }));
  }, [t, locale, className, lessons, classes, groups]);
}
