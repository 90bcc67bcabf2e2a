import { queryOptions } from '@tanstack/react-query';
import { api, clock } from '@/shared/api/api';
import type { DataOf } from '@/shared/api/types';
import { learnProgress } from '@/shared/store/progress';

/** A course that the student takes, with how far it is. */
export type Course = DataOf<'get', '/api/courses'>[number];

/** What was watched lately and how long this week. */
export type MyWatching = DataOf<'get', '/api/watching'>;

export const courseQueries = {
  all: () => ['course'] as const,
  mine: () =>
    queryOptions({
      queryKey: [...courseQueries.all(), 'mine'],
      queryFn: async ({ signal }) => {
        const courses = await api.get('/api/courses', { signal, quiet: true });
        learnProgress(courses, clock.now());
        return courses;
      },
    }),
  watching: () =>
    queryOptions({
      queryKey: [...courseQueries.all(), 'watching'],
      queryFn: ({ signal }) => api.get('/api/watching', { signal, quiet: true }),
    }),
};
