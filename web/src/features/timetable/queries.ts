import { queryOptions } from '@tanstack/react-query';
import { api } from '@/shared/api/api';
import type { DataOf } from '@/shared/api/types';

/** A student's term: its weeks and dated classes. */
export type TermTimetable = DataOf<'get', '/api/timetable'>;

/** One dated class. */
export type DatedClass = TermTimetable['classes'][number];

export const timetableQueries = {
  all: () => ['timetable'] as const,
  term: (term?: string) =>
    queryOptions({
      queryKey: [...timetableQueries.all(), term ?? 'current'],
      queryFn: ({ signal }) =>
        api.get('/api/timetable', { signal, quiet: true, ...(term !== undefined && { query: { term } }) }),
    }),
};
