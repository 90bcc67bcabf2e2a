import { read } from '@/shared/api/cached';
import type { DataOf } from '@/shared/api/types';

/** What was watched recently, and for how long this week. */
export type MyWatching = DataOf<'get', '/api/watching'>;

export const courseQueries = {
  all: () => ['course'] as const,
  watching: () => read(courseQueries.all(), '/api/watching'),
};
