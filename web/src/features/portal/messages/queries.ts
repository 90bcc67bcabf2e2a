import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '@/shared/api/api';
import { ask, refresh, useChange } from '@/shared/api/cached';
import { countUnread, isUnread, type Message } from './messages';

export const messageQueries = {
  all: () => ['message'] as const,
  list: () =>
    queryOptions({
      ...ask(messageQueries.all(), '/api/message/list'),
      // After a failure, the next component that shows the list fetches it again, not the timer.
      refetchInterval: ({ state }) => (state.status === 'error' ? false : 120_000),
    }),
};

/** The number of unread messages; 0 until known. */
export function useUnreadCount(): number {
  const { data } = useQuery(messageQueries.list());
  return data === undefined ? 0 : countUnread(data);
}

const reading = ['message', 'read'] as const;

const withStatus = (messages: Message[] | undefined, ids: readonly string[], status: 0 | 1) =>
  messages?.map((message) => (ids.includes(message.id) ? Object.assign({}, message, { status }) : message));

/** Marks messages as read: on the screen immediately, and back to unread if the server fails. */
export function useMarkRead() {
  const client = useQueryClient();
  const { queryKey } = messageQueries.list();
  return useMutation({
    mutationKey: reading,
    mutationFn: (ids: string[]) => api.post('/api/message/read', { body: { ids } }),
    onMutate: async (ids) => {
      await client.cancelQueries({ queryKey });
      const unread = client.getQueryData(queryKey)?.filter(isUnread) ?? [];
      client.setQueryData(queryKey, (messages) => withStatus(messages, ids, 1));
      return unread.filter(({ id }) => ids.includes(id)).map(({ id }) => id);
    },
    // Only these: others may have been marked since.
    onError: (_error, _ids, marked = []) =>
      client.setQueryData(queryKey, (messages) => withStatus(messages, marked, 0)),
    onSettled: () =>
      // Only the last one refetches: a list from before the next one is saved would show it as unread again.
      client.isMutating({ mutationKey: reading }) > 1 ? undefined : refresh(queryKey),
  });
}

/** Acknowledges a notice, which also marks it as read. */
export function useAcknowledge() {
  return useChange(
    (message: string) => api.post('/api/message/{message}/acknowledge', { path: { message } }),
    [messageQueries.all()],
  );
}
