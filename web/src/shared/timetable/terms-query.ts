import { queryOptions } from '@tanstack/react-query';
import { api } from '@/shared/api/api';

/**
 * The terms of the college. All pages must share this query: the client cancels the earlier of two requests for the
 * same address, so a second query would leave the first one with an error. It passes no abort signal, because others
 * may be waiting.
 */
export const termsQuery = queryOptions({
  queryKey: ['terms'],
  queryFn: () => api.get('/api/terms', { quiet: true }),
  staleTime: 5 * 60_000,
});
