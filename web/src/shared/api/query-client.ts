import { QueryClient } from '@tanstack/react-query';
import { onSessionEnd } from '@/shared/api/events';

/** The query cache of the pages behind the shell. Not part of the login page's download. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false, // the client has the specification's retry policy
      // Data stored by an earlier visit is refetched immediately: people reload to get the latest.
      staleTime: ({ state }) => (state.dataUpdateCount === 0 ? 0 : 30_000),
      refetchOnReconnect: true,
      networkMode: 'always', // the client itself detects and reports an unreachable server
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

onSessionEnd(() => queryClient.clear());
