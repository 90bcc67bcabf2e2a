import { queryOptions } from '@tanstack/react-query';
import { api } from '@/shared/api/api';
import type { components } from '@/shared/api/schema.gen';

/** A student's term: its weeks and dated classes. */
export type TermTimetable = components['schemas']['Timetable'];

/** One dated class. */
export type DatedClass = components['schemas']['TimetableClass'];

export const timetableQueries = {
  all: () => ['timetable'] as const,
  term: (term?: string) =>
    queryOptions({
      queryKey: [...timetableQueries.all(), term ?? 'current'],
      queryFn: ({ signal }) =>
        api.get('/api/timetable', { signal, quiet: true, ...(term !== undefined && { query: { term } }) }),
    }),
};
