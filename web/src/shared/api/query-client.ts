import { QueryClient } from '@tanstack/react-query';
import { events } from '@/shared/api/events';

/** The server cache of the pages behind the shell. It is not part of the login page's download. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false, // the client has the specification's retry policy
      // What another page left on this device is asked for again at once: a reload is a question.
      staleTime: ({ state }) => (state.dataUpdateCount === 0 ? 0 : 30_000),
      refetchOnReconnect: true,
      networkMode: 'always', // the client itself finds out and says that the college cannot be reached
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

// What one person fetched is none of the next person's business.
events.on('logout', () => queryClient.clear());
events.on('login', ({ remote }) => {
  if (!remote) {
    queryClient.clear(); // in another tab it was the same person, or this page starts anew
  }
});
