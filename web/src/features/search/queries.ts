import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { api } from '@/shared/api/api';
import type { DataOf } from '@/shared/api/types';
import { openToAll } from '@/shared/api/visitor';

/** A part of a lesson in which something was found. */
export type Lecture = DataOf<'get', '/api/search'>['items'][number];

export const searchQueries = {
  all: () => ['search'] as const,
  lectures: (text: string, loggedIn: boolean) =>
    infiniteQueryOptions({
      queryKey: [...searchQueries.all(), 'lectures', text, loggedIn],
      queryFn: ({ signal, pageParam }) =>
        openToAll((how) =>
          api.get('/api/search', {
            query: { text, ...(pageParam !== '' && { after: pageParam }) },
            signal,
            quiet: true,
            ...how,
          }),
        ),
      initialPageParam: '',
      getNextPageParam: ({ next }) => (next === '' ? undefined : next),
      enabled: text !== '',
      placeholderData: keepPreviousData,
      gcTime: 60_000, // it may hold own notes
    }),
};
