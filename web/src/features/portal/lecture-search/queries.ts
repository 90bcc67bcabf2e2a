import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { api } from '@/shared/api/api';
import type { DataOf } from '@/shared/api/types';
import { openToAll } from '@/shared/api/visitor';

/** A part of a lesson in which something was found. */
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
        // The server looks at so many lectures at a time; where nothing is found in these, there may be
        // something in others.
        while (page.items.length === 0 && page.next !== '') {
          page = await ask(page.next);
        }
        return page;
      },
      initialPageParam: '',
      getNextPageParam: ({ next }) => (next === '' ? undefined : next),
      enabled: text !== '',
      placeholderData: keepPreviousData,
      gcTime: 60_000, // it may hold own notes
    }),
};
