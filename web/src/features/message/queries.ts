import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '@/shared/api/api';
import type { DataOf } from '@/shared/api/types';
import { countUnread } from './messages';

/** What reaches a student in the message centre. */
export type Message = DataOf<'post', '/api/message/list'>[number];

export const messageQueries = {
  all: () => ['message'] as const,
  list: () =>
    queryOptions({
      queryKey: [...messageQueries.all(), 'list'],
      queryFn: ({ signal }) => api.post('/api/message/list', { signal, quiet: true }),
      // A list that failed is asked for again by whoever looks at it, not by the clock.
      refetchInterval: ({ state }) => (state.status === 'error' ? false : 120_000),
    }),
};

/** How many messages are unread; 0 while nobody knows. */
export function useUnreadCount(enabled: boolean): number {
  const { data } = useQuery({ ...messageQueries.list(), enabled });
  return data === undefined ? 0 : countUnread(data);
}

/** Marks messages as read: at once on the screen, and again unread if the server could not. */
export function useMarkRead() {
  const client = useQueryClient();
  const { queryKey } = messageQueries.list();
  return useMutation({
    mutationFn: (ids: string[]) => api.post('/api/message/read', { body: { ids } }),
    onMutate: async (ids) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      client.setQueryData(queryKey, (messages) =>
        messages?.map((message) =>
          ids.includes(message.id) ? Object.assign({}, message, { status: 1 as const }) : message,
        ),
      );
      return { before };
    },
    onError: (_error, _ids, context) => client.setQueryData(queryKey, context?.before),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}

/** Says "received" to a notice that asks for it; that reads it too. */
export function useAcknowledge() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (message: string) => api.post('/api/message/{message}/acknowledge', { path: { message } }),
    onSettled: () => client.invalidateQueries({ queryKey: messageQueries.list().queryKey }),
  });
}
