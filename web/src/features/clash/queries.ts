import { queryOptions } from '@tanstack/react-query';
import { api } from '@/shared/api/api';
import type { DataOf } from '@/shared/api/types';

/** Two groups that want the same room, teacher or students at the same time. */
export type Clash = DataOf<'get', '/api/admin/timetable/clashes'>['clashes'][number];

export const clashQueries = {
  all: () => ['clash'] as const,
  report: () =>
    queryOptions({
      queryKey: [...clashQueries.all(), 'report'],
      queryFn: ({ signal }) => api.get('/api/admin/timetable/clashes', { signal, quiet: true }),
    }),
};
