import { queryOptions } from '@tanstack/react-query';
import { api } from '@/shared/api/api';
import type { DataOf } from '@/shared/api/types';

/** A course that the student takes, with how far it is. */
export type Course = DataOf<'get', '/api/courses'>[number];

export const courseQueries = {
  all: () => ['course'] as const,
  mine: () =>
    queryOptions({
      queryKey: [...courseQueries.all(), 'mine'],
      queryFn: ({ signal }) => api.get('/api/courses', { signal, quiet: true }),
    }),
};
