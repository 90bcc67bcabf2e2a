import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { api } from '@/shared/api/api';
import type { DataOf } from '@/shared/api/types';
import { openToAll } from '@/shared/api/visitor';

/** A lesson with hits. */
export type Lecture = DataOf<'get', '/api/search'>['items'][number];

export const searchQueries = {
  all: () => ['search'] as const,
  lectures: (text: string) =>
    infiniteQueryOptions({
      queryKey: [...searchQueries.all(), 'lectures', text],
      queryFn: async ({ signal, pageParam }) => {
        const ask = (after: string) =>
          openToAll((how) =>
            api.get('/api/search', {
              query: { text, ...(after !== '' && { after }) },
              signal,
              quiet: true,
              ...how,
            }),
          );
        let page = await ask(pageParam);
        // The server searches a limited number of lectures at a time; the next ones may have hits even if these have
        // none.
        while (page.items.length === 0 && page.next !== '') {
          page = await ask(page.next);
        }
        return page;
      },
      initialPageParam: '',
      getNextPageParam: ({ next }) => (next === '' ? undefined : next),
      enabled: text !== '',
      placeholderData: keepPreviousData,
      gcTime: 60_000, // it may contain the user's notes
    }),
};
