import { QueryClient } from '@tanstack/react-query';

/** Server data in the browser: fresh for half a minute, kept for an hour, never fetched twice for one failure. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // The client retries by the specification's rules; a second layer would multiply its waits.
      queries: { staleTime: 30_000, gcTime: 3_600_000, retry: false },
    },
  });
}
