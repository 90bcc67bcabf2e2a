import { queryOptions } from '@tanstack/react-query';
import { api } from '@/shared/api/api';

export const studentQueries = {
  all: () => ['student'] as const,
  record: () =>
    queryOptions({
      queryKey: [...studentQueries.all(), 'record'],
      queryFn: ({ signal }) =>
        api.get('/api/Students/Students/GetStudentInfoOutput', { signal, quiet: true }),
    }),
};
