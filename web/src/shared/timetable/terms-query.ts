import { queryOptions } from '@tanstack/react-query';
import { api } from '@/shared/api/api';

/**
 * The terms of the college. One query for all pages and the bar above them: of two requests for the same address the
 * client cancels the earlier, so a second query would leave whoever asked first with an error. Nobody cancels it:
 * others may wait.
 */
export const termsQuery = queryOptions({
  queryKey: ['terms'],
  queryFn: () => api.get('/api/terms', { quiet: true }),
  staleTime: 5 * 60_000,
});
