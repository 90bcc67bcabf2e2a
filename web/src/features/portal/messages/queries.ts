import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '@/shared/api/api';
import { ask, refresh, useChange } from '@/shared/api/cached';
import { countUnread, isUnread, type Message } from './messages';

export const messageQueries = {
  all: () => ['message'] as const,
  list: () =>
    queryOptions({
      ...ask(messageQueries.all(), '/api/message/list'),
      // A list that failed is asked for again by whoever looks at it, not by the clock.
      refetchInterval: ({ state }) => (state.status === 'error' ? false : 120_000),
    }),
};

/** How many messages are unread; 0 while nobody knows. */
export function useUnreadCount(): number {
  const { data } = useQuery(messageQueries.list());
  return data === undefined ? 0 : countUnread(data);
}

const reading = ['message', 'read'] as const;

const withStatus = (messages: Message[] | undefined, ids: readonly string[], status: 0 | 1) =>
  messages?.map((message) => (ids.includes(message.id) ? Object.assign({}, message, { status }) : message));

/** Marks messages as read: at once on the screen, and again unread if the server could not. */
export function useMarkRead() {
  const client = useQueryClient();
  const { queryKey } = messageQueries.list();
  return useMutation({
    mutationKey: reading,
    // One after the other: a second request to the same address would cancel the first.
    scope: { id: reading.join(' ') },
    mutationFn: (ids: string[]) => api.post('/api/message/read', { body: { ids } }),
    onMutate: async (ids) => {
      await client.cancelQueries({ queryKey });
      const unread = client.getQueryData(queryKey)?.filter(isUnread) ?? [];
      client.setQueryData(queryKey, (messages) => withStatus(messages, ids, 1));
      return unread.filter(({ id }) => ids.includes(id)).map(({ id }) => id);
    },
    // These alone: others may have been marked meanwhile.
    onError: (_error, _ids, marked = []) =>
      client.setQueryData(queryKey, (messages) => withStatus(messages, marked, 0)),
    onSettled: () =>
      // The last asks; a list from before the next one is stored would show it unread again.
      client.isMutating({ mutationKey: reading }) > 1 ? undefined : refresh(queryKey),
  });
}

/** Says "received" to a notice that asks for it; that reads it too. */
export function useAcknowledge() {
  return useChange(
    (message: string) => api.post('/api/message/{message}/acknowledge', { path: { message } }),
    [messageQueries.all()],
  );
}
