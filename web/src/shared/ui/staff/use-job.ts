import { useQuery, type QueryKey, type UseQueryResult } from '@tanstack/react-query';
import type { Job } from './job-row';

interface Options<T extends Job> {
  queryKey: QueryKey;
  queryFn: (context: { signal: AbortSignal }) => Promise<T>;
}

/** How often progress is polled, in ms. */
const pollInterval = 1000;

/**
 * Polls a job on the server until it is done. A reopened page finds the job by the same key, which comes from the
 * address.
 */
export function useJob<T extends Job>({ queryKey, queryFn }: Options<T>): UseQueryResult<T> {
  return useQuery<T>({
    queryKey,
    queryFn,
    staleTime: 0,
    refetchInterval: ({ state }) => {
      const job = state.data;
      return job?.state === 'done' || job?.state === 'failed' ? false : pollInterval;
    },
  });
}
