import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test } from 'vitest';
import { countUnread } from '@/features/portal/messages/messages';
import { messageQueries, useMarkRead } from '@/features/portal/messages/queries';
import { queryClient } from '@/shared/api/query-client';
import { useEditContact } from '@/features/portal/student-info/queries';
import { threeMessages } from '@/testing/portal';
import { fakeServer, refusal } from '@/testing/server';

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);

afterEach(() => queryClient.clear());

const slowly = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, 5));

/** Marks messages as read on a slow server that refuses some ids; returns the read ids and the unread count. */
async function mark(refused: readonly string[], ...presses: string[][]): Promise<[string[], number]> {
  const read = new Set<string>();
  const list = () => threeMessages.map((one) => ({ ...one, status: read.has(one.id) ? 1 : 0 }));
  fakeServer({
    'POST /api/message/list': list,
    'POST /api/message/read': async ({ body, gone }) => {
      const { ids } = JSON.parse(body) as { ids: string[] };
      await slowly();
      if (gone()) {
        return null; // the request gets lost
      }
      if (ids.some((id) => refused.includes(id))) {
        return refusal(400, '[message.gone] It is gone.');
      }
      ids.forEach((id) => read.add(id));
      return true;
    },
  });
  await queryClient.fetchQuery(messageQueries.list());
  const { result } = renderHook(() => useMarkRead(), { wrapper });
  act(() => presses.forEach((ids) => result.current.mutate(ids)));
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  await queryClient.refetchQueries();
  const known = queryClient.getQueryData(messageQueries.list().queryKey) ?? [];
  return [[...read], countUnread(known)];
}

test('[4.10] [7.8] two quick presses both arrive', async () => {
  expect(await mark([], ['m0'], ['m1'])).toEqual([['m0', 'm1'], 1]);
});

test('[4.10] a failure does not affect the next one', async () => {
  expect(await mark(['m0'], ['m0'], ['m1', 'm2'])).toEqual([['m1', 'm2'], 1]);
});

test('[7.8] [2.20] two contact fields stored at once both arrive', async () => {
  const stored: string[] = [];
  fakeServer({
    'PATCH /api/student': async ({ body }) => {
      await slowly();
      stored.push(body);
      return {};
    },
  });
  const { result } = renderHook(() => useEditContact(), { wrapper });
  const outcomes = await act(() =>
    Promise.allSettled([
      result.current.mutateAsync({ field: 'email', value: 'lin@example.edu' }),
      result.current.mutateAsync({ field: 'address', value: 'Hall 3' }),
    ]),
  );
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  expect(stored).toEqual(['{"email":"lin@example.edu"}', '{"address":"Hall 3"}']);
});
