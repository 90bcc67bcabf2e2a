import { queryOptions } from '@tanstack/react-query';
import { api } from '@/shared/api/api';
import type { DataOf } from '@/shared/api/types';

/** The student's viewing record. */
export type WatchingRecord = DataOf<'get', '/api/watching/record'>;

/** The viewing record of one lesson. */
export type WatchedLesson = WatchingRecord['lessons'][number];

export const watchedQueries = {
  record: () =>
    queryOptions({
      queryKey: ['watched', 'record'],
      queryFn: ({ signal }) => api.get('/api/watching/record', { signal, quiet: true }),
      staleTime: 0, // a lesson may have been watched in another tab
    }),
};
