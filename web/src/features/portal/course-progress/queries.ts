import { queryOptions } from '@tanstack/react-query';
import { api } from '@/shared/api/api';
import type { DataOf } from '@/shared/api/types';

/** What was watched lately and how long this week. */
export type MyWatching = DataOf<'get', '/api/watching'>;

export const courseQueries = {
  all: () => ['course'] as const,
  watching: () =>
    queryOptions({
      queryKey: [...courseQueries.all(), 'watching'],
      queryFn: ({ signal }) => api.get('/api/watching', { signal, quiet: true }),
    }),
};
