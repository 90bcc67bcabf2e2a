import { keepPreviousData } from '@tanstack/react-query';
import { read, sharedKeys } from '@/shared/api/cached';
import type { DataOf } from '@/shared/api/types';

export type Desk = DataOf<'get', '/api/admin/desk'>;

export type Waiting = Desk['waiting'][number];

/** A set-up step of a new college. */
export type Step = Desk['steps'][number];

export const deskQueries = {
  all: () => sharedKeys.desk,
  desk: () => ({ ...read(deskQueries.all(), '/api/admin/desk'), refetchInterval: 60_000 }),
  search: (text: string) => ({
    ...read(deskQueries.all(), '/api/admin/search', { query: { text } }),
    enabled: text !== '',
    placeholderData: keepPreviousData,
    gcTime: 60_000, // personal data
  }),
};
