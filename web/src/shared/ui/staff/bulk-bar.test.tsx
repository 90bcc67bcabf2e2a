import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { BulkBar } from './bulk-bar';

test('actions that apply to no row leave the buttons to those that do', async () => {
  const never = (): boolean => false;
  const run = vi.fn<(rows: readonly number[]) => void>();
  const actions = [
    { id: 'a', label: 'Publish', can: never, run },
    { id: 'b', label: 'Withdraw', can: never, run },
    { id: 'c', label: 'Open', can: (row: number) => row > 1, run },
    { id: 'd', label: 'Move', run },
    { id: 'e', label: 'Join', can: never, run },
    { id: 'f', label: 'Delete', run },
  ];
  render(<BulkBar rows={[1, 2]} actions={actions} onNone={() => undefined} />);
  const bar = screen.getByRole('toolbar');
  const texts = (): (string | null)[] =>
    within(bar)
      .getAllByRole('button')
      .map(({ textContent }) => textContent);
  expect(texts().slice(0, 3)).toEqual([expect.stringContaining('Open'), 'Move', 'Delete']);
  await userEvent.click(within(bar).getByRole('button', { name: /^Open/u }));
  expect(run.mock.calls).toEqual([[[2]]]);
  await userEvent.click(within(bar).getByRole('button', { name: 'More actions' }));
  const items = screen.getAllByRole<HTMLButtonElement>('menuitem');
  expect(items.map(({ textContent, disabled }) => [textContent?.split(':')[0], disabled])).toEqual([
    ['Publish', true],
    ['Withdraw', true],
    ['Join', true],
  ]);
});
