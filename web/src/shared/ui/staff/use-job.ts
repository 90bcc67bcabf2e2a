import { useQuery, type QueryKey, type UseQueryResult } from '@tanstack/react-query';
import type { Job } from './job-row';

interface Options<T extends Job> {
  queryKey: QueryKey;
  queryFn: (context: { signal: AbortSignal }) => Promise<T>;
}

/** How often progress is asked for, in ms. */
const pollInterval = 1000;

/**
 * Follows long work on the server until it is over. The work is the server's: a page that is opened again asks for it
 * by the same key, which comes from the address, and finds it wherever it is by then.
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
