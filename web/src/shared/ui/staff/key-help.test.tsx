import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { keyHelpOpen } from '@/shared/shortcuts/key-help';
import { useShortcuts } from '@/shared/shortcuts/use-shortcuts';
import { expectAccessible } from '@/testing/axe';
import { StaffKeys } from './staff-keys';

const go = vi.fn<(href: string) => void>();
const pages = [{ key: 'r', label: 'Recordings', href: '/admin/recordings' }];

afterEach(() => act(() => keyHelpOpen.set(false)));

function ListPage() {
  useShortcuts({
    j: { label: 'Next row', group: 'list', run: () => undefined },
    ArrowDown: { label: 'Next row', group: 'list', run: () => undefined },
  });
  return <StaffKeys pages={pages} onGo={go} />;
}

test('? lists the active keys, those with the same effect on one line', async () => {
  const { container } = render(<ListPage />);
  await userEvent.keyboard('?');
  const help = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  const line = within(help).getByText('Next row').parentElement;
  expect([...(line?.querySelectorAll('kbd') ?? [])].map(({ textContent }) => textContent)).toEqual(['J', '↓']);
  expect(within(help).getByText('Go to Recordings')).toBeDefined();
  await expectAccessible(container);
  await userEvent.click(within(help).getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('G and then a letter goes to a page', async () => {
  render(<ListPage />);
  await userEvent.keyboard('gr');
  expect(go).toHaveBeenCalledWith('/admin/recordings');
});

test('single letters are switched off in the help, and Ctrl+/ still opens it', async () => {
  render(<ListPage />);
  await userEvent.keyboard('?');
  await userEvent.click(await screen.findByRole('switch', { name: 'Use single letters as shortcuts' }));
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  await userEvent.keyboard('?');
  expect(screen.queryByRole('dialog')).toBeNull();
  await userEvent.keyboard('{Control>}/{/Control}');
  expect(await screen.findByRole('dialog')).toBeDefined();
});
