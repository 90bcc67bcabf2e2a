import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '@/shared/api/api';
import type { DataOf } from '@/shared/api/types';

/** What staff see first. */
export type Desk = DataOf<'get', '/api/admin/desk'>;

/** One kind of thing that waits. */
export type Waiting = Desk['waiting'][number];

/** One thing that a college brings in. */
export type Step = Desk['steps'][number];

export const deskQueries = {
  all: () => ['desk'] as const,
  desk: () =>
    queryOptions({
      queryKey: [...deskQueries.all(), 'desk'],
      queryFn: ({ signal }) => api.get('/api/admin/desk', { signal, quiet: true }),
      refetchInterval: 60_000,
    }),
  search: (text: string) =>
    queryOptions({
      queryKey: [...deskQueries.all(), 'search', text],
      queryFn: ({ signal }) => api.get('/api/admin/search', { query: { text }, signal, quiet: true }),
      enabled: text !== '',
      placeholderData: keepPreviousData,
      gcTime: 60_000, // it names people
    }),
};
