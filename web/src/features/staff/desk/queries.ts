import { keepPreviousData } from '@tanstack/react-query';
import { read, sharedKeys } from '@/shared/api/cached';
import type { DataOf } from '@/shared/api/types';

/** What staff see first. */
export type Desk = DataOf<'get', '/api/admin/desk'>;

/** One kind of thing that waits. */
export type Waiting = Desk['waiting'][number];

/** One thing that a college brings in. */
export type Step = Desk['steps'][number];

export const deskQueries = {
  all: () => sharedKeys.desk,
  desk: () => ({ ...read(deskQueries.all(), '/api/admin/desk'), refetchInterval: 60_000 }),
  search: (text: string) => ({
    ...read(deskQueries.all(), '/api/admin/search', { query: { text } }),
    enabled: text !== '',
    placeholderData: keepPreviousData,
    gcTime: 60_000, // it names people
  }),
};
