import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DataOf } from '@/shared/api/types';
import { nameIn } from '@/shared/i18n/name-in';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useUrlState } from '@/shared/store/page-location';
import type { Filter, TableState } from '@/shared/ui/staff/table/types';
import { recordingQueries, shows, type Asset, type ListFilter } from './queries';

/** The list's filters in the URL, so that reloading, going back and links keep them. */
export function useListAddress() {
  const { query, setQuery } = useUrlState();
  const [typed, setTyped] = useState(query['q'] ?? '');
  const page = Math.max(1, Math.trunc(Number(query['page'])) || 1);
  const filter: ListFilter = {
    course: query['course'] ?? '',
    search: (query['q'] ?? '').trim(),
    show: shows.find((one) => one === query['show']),
  };
  return {
    filter,
    page,
    // The field keeps spaces that the URL doesn't.
    search: typed.trim() === filter.search ? typed : filter.search,
    find: (next: string) => {
      setTyped(next);
      setQuery({ q: next.trim() === '' ? undefined : next.trim(), page: undefined });
    },
    choose: (chosen: TableState['filters']) => {
      const of = (id: string): string | undefined => chosen[id]?.at(-1) || undefined;
      setQuery({ show: of('show'), course: of('course'), page: undefined }, 'push');
    },
    turn: (next: number) => setQuery({ page: next <= 1 ? undefined : String(next) }, 'push'),
  };
}

type Counts = DataOf<'get', '/api/admin/media/counts'>;

/** The filters with their counts, and the title of the filtered list. */
export function useListFilters(filter: ListFilter, counts: Counts | undefined) {
  const { t, locale } = useTranslation('recordings');
  const { data: courses = [] } = useQuery(recordingQueries.courses());
  const words = {
    underway: t('list.underway'),
    ready: t('state.ready'),
    hidden: t('list.hidden'),
    failed: t('recordings.showFailed'),
    cancelled: t('state.cancelled'),
    unmatched: t('recordings.showUnmatched'),
  };
  const filters: readonly Filter<Asset>[] = [
    {
      id: 'show',
      label: t('list.state'),
      single: true,
      options: shows.map((value) => ({
        value,
        label: words[value],
        ...(counts !== undefined && { count: counts[value] }),
      })),
    },
    {
      id: 'course',
      label: t('upload.course'),
      single: true,
      listed: true,
      options: courses.map((one) => ({ value: one.id, label: `${one.code} ${nameIn(locale, one)}` })),
    },
  ];
  const all = filter.course === '' ? t('recordings.all') : t('recordings.ofCourse');
  return { filters, title: filter.show === undefined ? all : words[filter.show] };
}
