import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { nameIn } from '@/shared/i18n/name-in';
import { useTranslation } from '@/shared/i18n/use-translation';
import type { Filter } from '@/shared/ui/staff/table/types';
import { useClassSearch } from '@/shared/ui/staff/use-class-search';
import { logins, statuses } from './filter';
import { studentsQueries, type StudentItem } from './queries';

/** The filters of the list; one with a single choice is omitted. */
export function useFilters(): readonly Filter<StudentItem>[] {
  const { t, locale } = useTranslation('students');
  const classes = useClassSearch(t('field.class'));
  const { data } = useQuery(studentsQueries.filters());
  return useMemo(() => {
    const same = (value: string) => ({ value, label: value });
    const named = (one: { code: string; name: string; nameEn: string }) => ({
      value: one.code,
      label: nameIn(locale, one) || one.code,
    });
    const all: Filter<StudentItem>[] = [
      { id: 'programme', label: t('field.programme'), options: data?.programmes.map(named) ?? [] },
      { id: 'year', label: t('field.entryYear'), options: data?.years.map(String).map(same) ?? [] },
      {
        id: 'class',
        label: t('field.class'),
        options: [],
        search: classes,
      },
      { id: 'campus', label: t('field.campus'), options: data?.campuses.map(named) ?? [] },
      {
        id: 'status',
        label: t('field.enrolmentStatus'),
        options: statuses.map((value) => ({ value, label: t(`status.${value}`) })),
      },
      {
        id: 'login',
        label: t('login.column'),
        options: logins.map((value) => ({ value, label: t(`login.${value}`) })),
      },
    ];
    return all
      .filter(({ options, search }) => search !== undefined || options.length > 1)
      .map((filter) => ({ ...filter, single: true, listed: filter.id !== 'login' }));
  }, [t, locale, classes, data]);
}
