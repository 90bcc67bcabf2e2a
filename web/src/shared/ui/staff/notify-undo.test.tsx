import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { activeShortcuts } from '@/shared/shortcuts/shortcuts';
import { dismiss, notices } from '@/shared/store/notices';
import { Toasts } from '@/shared/ui/toasts';
import { expectAccessible } from '@/testing/axe';
import { notifyUndo } from './notify-undo';

const undo = vi.fn<() => void>();
const forget = (): void => notices.get().forEach(({ id }) => dismiss(id));
beforeEach(() => {
  forget();
  undo.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
  act(forget);
});

function Page() {
  return (
    <>
      <input aria-label="note" />
      <button type="button">Archive</button>
      <Toasts />
    </>
  );
}

test('the button undoes once, and the focus returns to where it was', async () => {
  const { container } = render(<Page />);
  act(() => notifyUndo('Archived', undo));
  screen.getByRole('button', { name: 'Archive' }).focus();
  await expectAccessible(container);
  await userEvent.tab();
  expect(document.activeElement?.textContent).toBe('Undo');
  await userEvent.keyboard('{Enter}');
  expect(undo).toHaveBeenCalledOnce();
  expect(screen.queryByText('Archived')).toBeNull();
  expect(document.activeElement?.textContent).toBe('Archive');
});

test('Ctrl+Z undoes the latest while it is shown, but not in a field', async () => {
  const first = vi.fn<() => void>();
  render(<Page />);
  act(() => notifyUndo('Archived', first));
  act(() => notifyUndo('Archived', undo));
  expect(await screen.findAllByText('Archived')).toHaveLength(2);
  await userEvent.type(screen.getByRole('textbox'), 'x{Control>}z{/Control}');
  expect(undo).not.toHaveBeenCalled();
  screen.getByRole('button', { name: 'Archive' }).focus();
  await userEvent.keyboard('{Control>}z{/Control}');
  expect([first.mock.calls.length, undo.mock.calls.length]).toEqual([0, 1]);
  await userEvent.keyboard('{Control>}z{/Control}{Control>}z{/Control}');
  expect([first.mock.calls.length, undo.mock.calls.length]).toEqual([1, 1]);
  expect(activeShortcuts.get()).toEqual([]);
});

test('it stays ten seconds, longer while it has pointer or focus', async () => {
  vi.useFakeTimers();
  render(<Page />);
  act(() => notifyUndo('Archived', undo));
  act(() => void vi.advanceTimersByTime(9_900));
  const button = within(screen.getByRole('status')).getByRole('button', { name: 'Undo' });
  act(() => button.focus());
  act(() => void vi.advanceTimersByTime(60_000));
  expect(screen.queryByText('Archived')).not.toBeNull();
  act(() => button.blur());
  act(() => void vi.advanceTimersByTime(10_000));
  expect(screen.queryByText('Archived')).toBeNull();
  expect(undo).not.toHaveBeenCalled();
});
