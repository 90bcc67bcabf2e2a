import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { isSingle, keyName } from './key-name';
import { activeShortcuts, type ShortcutMap } from './shortcuts';
import { singleKeys } from './single-keys';
import { useShortcuts } from './use-shortcuts';

const press = (key: string, held: object = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});

test.each([
  [press('j'), 'j'],
  [press('J'), 'j'],
  [press('X', { shiftKey: true }), 'Shift+x'],
  [press('?', { shiftKey: true }), '?'],
  [press('Enter', { ctrlKey: true }), 'Ctrl+Enter'],
  [press('s', { metaKey: true }), 'Ctrl+s'],
  [press('Tab', { shiftKey: true }), 'Shift+Tab'],
])('%j is called %s', (event, name) => {
  expect(keyName(event)).toBe(name);
});

test.each([
  ['j', true],
  ['g s', true],
  ['Shift+x', true],
  ['Escape', false],
  ['Ctrl+s', false],
])('%s is made of characters alone: %s', (keys, single) => {
  expect(isSingle(keys)).toBe(single);
});

function Page({ map, inDialog = false }: { map: ShortcutMap; inDialog?: boolean }) {
  useShortcuts(map, { inDialog });
  return null;
}

/** A shortcut for each key, and a record of the calls. */
function noting(...keys: readonly string[]): { map: ShortcutMap; calls: string[] } {
  const calls: string[] = [];
  const map = Object.fromEntries(keys.map((key) => [key, { label: `does ${key}`, run: () => void calls.push(key) }]));
  return { map, calls };
}

test('keys work on the page but not in fields, except those with Ctrl', async () => {
  const { map, calls } = noting('j', '/', 'Escape', 'Ctrl+Enter');
  render(
    <>
      <Page map={map} />
      <input aria-label="name" />
    </>,
  );
  await userEvent.keyboard('j/{Escape}');
  expect(calls).toEqual(['j', '/', 'Escape']);
  await userEvent.type(screen.getByRole('textbox', { name: 'name' }), 'j/{Escape}{Control>}{Enter}{/Control}');
  expect(calls).toEqual(['j', '/', 'Escape', 'Ctrl+Enter']);
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('j/');
});

test('inside a dialog only shortcuts marked for it work', async () => {
  const page = noting('Ctrl+Enter', 'j');
  const dialog = noting('Ctrl+Enter');
  const { rerender } = render(
    <>
      <Page map={page.map} />
      <dialog open>
        <button type="button">in it</button>
      </dialog>
    </>,
  );
  screen.getByRole('button').focus();
  await userEvent.keyboard('j{Control>}{Enter}{/Control}');
  expect(page.calls).toEqual([]);
  rerender(
    <>
      <Page map={page.map} />
      <dialog open>
        <Page map={dialog.map} inDialog />
        <button type="button">in it</button>
      </dialog>
    </>,
  );
  screen.getByRole('button').focus();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect([page.calls, dialog.calls]).toEqual([[], ['Ctrl+Enter']]);
});

test('two keys after one another are one shortcut, and the first alone does nothing', async () => {
  const { map, calls } = noting('g s', 's');
  render(<Page map={map} />);
  await userEvent.keyboard('gs');
  expect(calls).toEqual(['g s']);
  await userEvent.keyboard('s');
  expect(calls).toEqual(['g s', 's']);
  await userEvent.keyboard('gxs');
  expect(calls).toEqual(['g s', 's', 's']);
});

test('the latest shortcut gets the key first, and may pass it on to an earlier one', async () => {
  const below = noting('Escape');
  const refuse = vi.fn(() => false);
  const { rerender } = render(<Page map={below.map} />);
  rerender(
    <>
      <Page map={below.map} />
      <Page key="above" map={{ Escape: { label: 'closes', run: refuse } }} />
    </>,
  );
  await userEvent.keyboard('{Escape}');
  expect(refuse).toHaveBeenCalledOnce();
  expect(below.calls).toEqual(['Escape']);
  refuse.mockReturnValue(true);
  await userEvent.keyboard('{Escape}');
  expect(below.calls).toEqual(['Escape']);
});

test('single letters can be switched off, the others stay', async () => {
  const { map, calls } = noting('j', 'g s', 'Escape', 'Ctrl+s');
  render(<Page map={map} />);
  singleKeys.set(false);
  await userEvent.keyboard('jgs{Escape}{Control>}s{/Control}');
  expect(calls).toEqual(['Escape', 'Ctrl+s']);
  expect(localStorage.getItem('single-keys')).toBe('off');
});

test('a key handled by another listener is not handled twice', async () => {
  const { map, calls } = noting('k');
  const take = (event: Event): void => event.preventDefault();
  document.addEventListener('keydown', take);
  render(<Page map={map} />);
  await userEvent.keyboard('k');
  document.removeEventListener('keydown', take);
  expect(calls).toEqual([]);
});

test('the list has the active shortcuts with their current labels', () => {
  const run = (): void => undefined;
  const { rerender, unmount } = render(<Page map={{ j: { label: 'down', group: 'list', run } }} />);
  expect(activeShortcuts.get()).toEqual([{ keys: 'j', label: 'down', group: 'list' }]);
  const listed = activeShortcuts.get();
  rerender(<Page map={{ j: { label: 'down', group: 'list', run } }} />);
  expect(activeShortcuts.get()).toBe(listed);
  rerender(<Page map={{ j: { label: 'further down', group: 'list', run } }} />);
  expect(activeShortcuts.get()).toEqual([{ keys: 'j', label: 'further down', group: 'list' }]);
  unmount();
  expect(activeShortcuts.get()).toEqual([]);
});
