import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from './query-client';

afterEach(() => queryClient.clear());

test('data stored by another page is refetched; data fetched by this page stays fresh', async () => {
  const asked = vi.fn(async () => 'now');
  const look = (): (() => void) =>
    new QueryObserver(queryClient, {
      queryKey: ['kept'],
      queryFn: asked,
      initialData: () => 'kept',
      initialDataUpdatedAt: () => Date.now(),
    }).subscribe(() => undefined);
  const leave = look();
  await vi.waitFor(() => expect(queryClient.getQueryData(['kept'])).toBe('now'));
  leave();
  look()();
  expect(asked).toHaveBeenCalledOnce();
});
