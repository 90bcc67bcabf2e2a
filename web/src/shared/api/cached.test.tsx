import { QueryClientProvider, queryOptions, useQuery } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { useChange } from './cached';
import { queryClient } from './query-client';

test('a change that removes the row that asked for it is still confirmed', async () => {
  let rows = ['only'];
  const done = vi.fn();
  let finish: (count: number) => void = () => undefined;
  const slow = new Promise<number>((resolve) => {
    finish = resolve; // the rest of the page takes longer than the list
  });
  let counted = Promise.resolve(1);
  const count = queryOptions({ queryKey: ['count'], queryFn: () => counted });
  const list = queryOptions({ queryKey: ['rows'], queryFn: async () => rows });
  function RemoveButton() {
    const { mutate } = useChange(async () => {
      rows = [];
      counted = slow;
    }, [list.queryKey, count.queryKey]);
    return (
      <button type="button" onClick={() => mutate(undefined, { onSuccess: done })}>
        Remove
      </button>
    );
  }
  function List() {
    useQuery(count);
    const { data = [] } = useQuery(list);
    return data.length === 0 ? <p>Empty</p> : <RemoveButton />;
  }
  render(
    <QueryClientProvider client={queryClient}>
      <List />
    </QueryClientProvider>,
  );
  await screen.findByRole('button', { name: 'Remove' }).then((button) => userEvent.click(button));
  await screen.findByText('Empty');
  finish(0);
  await vi.waitFor(() => expect(done).toHaveBeenCalledOnce());
});
