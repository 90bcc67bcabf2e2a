import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { dismiss, notices, notify } from '@/shared/store/notices';
import { expectAccessible } from '@/testing/axe';
import { Dialog, Drawer } from './dialog';
import { Menu, type TriggerProps } from './menu';
import { placeUnder } from './popover';
import { Tabs } from './tabs';
import { Toasts } from './toasts';

describe('dialog', () => {
  test('is named by its title and closes by its button', async () => {
    const closed = vi.fn<() => void>();
    const { container } = render(
      <Dialog open title="End session" onClose={closed}>
        Sure?
      </Dialog>,
    );
    const dialog = screen.getByRole('dialog', { name: 'End session' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
    expect(closed).toHaveBeenCalledOnce();
    await expectAccessible(container);
  });

  test('an alert has its role and its text as description', () => {
    render(
      <Dialog open alert title="Confirm logout" onClose={() => undefined}>
        You have been logged out.
      </Dialog>,
    );
    const dialog = screen.getByRole('alertdialog', { name: 'Confirm logout' });
    expect(document.getElementById(dialog.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'You have been logged out.',
    );
  });

  test('a closed one is not on the page', () => {
    render(
      <Drawer open={false} title="Settings" onClose={() => undefined}>
        inside
      </Drawer>,
    );
    expect(screen.queryByText('inside')).toBeNull();
  });
});

const trigger = (props: TriggerProps) => (
  <button type="button" {...props}>
    Me
  </button>
);

function AccountMenu({ onSelect }: { onSelect: (id: string) => void }) {
  return (
    <Menu
      label="Account"
      items={[
        { id: 'centre', label: 'User centre', onSelect: () => onSelect('centre') },
        { id: 'gone', label: 'Unavailable', disabled: true, onSelect: () => onSelect('gone') },
        { id: 'logout', label: 'Log out', onSelect: () => onSelect('logout') },
      ]}
      renderTrigger={trigger}
    />
  );
}

describe('menu', () => {
  test('opens with the focus on its first item, moves by arrows, chooses by Enter, returns the focus', async () => {
    const chosen = vi.fn<(id: string) => void>();
    const { container } = render(<AccountMenu onSelect={chosen} />);
    const button = screen.getByRole('button', { name: 'Me', expanded: false });
    button.focus();
    await userEvent.keyboard('{Enter}');
    expect(document.activeElement?.textContent).toBe('User centre');
    await expectAccessible(container);
    await userEvent.keyboard('{ArrowDown}');
    expect(document.activeElement?.textContent).toBe('Log out');
    await userEvent.keyboard('{ArrowDown}{ArrowUp}{Enter}');
    expect(chosen.mock.calls).toEqual([['logout']]);
    expect(screen.queryByRole('menu')).toBeNull();
    expect(document.activeElement).toBe(button);
  });

  test('opens with the focus on the checked item', async () => {
    const items = ['Light', 'Dark'].map((label) => ({
      id: label,
      label,
      checked: label === 'Dark',
      onSelect: () => undefined,
    }));
    render(<Menu label="Theme" items={items} renderTrigger={trigger} />);
    await userEvent.click(screen.getByRole('button', { name: 'Me' }));
    expect(document.activeElement?.textContent).toBe('Dark');
  });

  test('Escape and a click elsewhere close it; a letter moves to its item', async () => {
    const chosen = vi.fn<(id: string) => void>();
    render(<AccountMenu onSelect={chosen} />);
    const button = screen.getByRole('button', { name: 'Me' });
    await userEvent.click(button);
    await userEvent.keyboard('l');
    expect(document.activeElement?.textContent).toBe('Log out');
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).toBeNull();
    expect(document.activeElement).toBe(button);
    await userEvent.click(button);
    await userEvent.click(document.body);
    expect(screen.queryByRole('menu')).toBeNull();
    expect(chosen).not.toHaveBeenCalled();
  });

  test.each([
    ['below, ends aligned', { top: 10, bottom: 40, right: 500 }, { left: 300, top: 46 }],
    ['kept on the screen at the left', { top: 10, bottom: 40, right: 60 }, { left: 8, top: 46 }],
    ['above when there is no room below', { top: 560, bottom: 590, right: 500 }, { left: 300, top: 454 }],
  ])('opens %s', (_, anchor, place) => {
    expect(placeUnder(anchor, { width: 200, height: 100 }, { width: 600, height: 600 })).toEqual(place);
  });
});

test('tabs move by arrow keys and show one panel', async () => {
  function Example() {
    const [selected, select] = useState<'a' | 'b'>('a');
    return (
      <Tabs
        label="Settings"
        selected={selected}
        onSelect={select}
        tabs={[
          { id: 'a', label: 'Needs attention', content: 'first panel' },
          { id: 'b', label: 'Second', content: 'second panel' },
        ]}
      />
    );
  }
  const { container } = render(<Example />);
  await userEvent.click(screen.getByRole('tab', { name: 'Needs attention' }));
  await userEvent.keyboard('{ArrowRight}');
  expect(screen.getByRole('tabpanel', { name: 'Second' }).textContent).toBe('second panel');
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Second', selected: true }));
  await userEvent.keyboard('{ArrowRight}');
  expect(screen.getByRole('tabpanel', { name: 'Needs attention' })).toBeTruthy();
  await expectAccessible(container);
});

describe('toasts', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    notices.get().forEach(({ id }) => dismiss(id));
  });

  test('an error interrupts, a success waits, and each disappears after its time', () => {
    render(<Toasts />);
    act(() => {
      notify('success', 'welcome to use');
      notify('error', 'request interface error');
      notify('loading', 'loading the menu');
    });
    expect(screen.getByRole('alert').textContent).toContain('request interface error');
    expect(screen.getByRole('status').textContent).toContain('welcome to use');
    act(() => void vi.advanceTimersByTime(5_000));
    expect(screen.queryByText('welcome to use')).toBeNull();
    expect(screen.getByText('request interface error')).toBeTruthy();
    act(() => void vi.advanceTimersByTime(60_000));
    expect(screen.queryByText('request interface error')).toBeNull();
    expect(screen.getByText('loading the menu')).toBeTruthy();
  });

  test.each([
    ['[E1001] Balance is too low', '[E1001]'],
    ['Balance is too low [E1001].', '[E1001]'],
    ['Balance is too low', undefined],
  ])('[8.1] “%s” is shown unchanged, with its code in small print', (text, code) => {
    render(<Toasts />);
    act(() => void notify('warning', text));
    const alert = screen.getByRole('alert');
    expect(alert.textContent).toBe(text);
    expect(alert.querySelector('small')?.textContent).toBe(code);
    expect(alert.getAttribute('aria-atomic')).toBe('false'); // the next toast is announced alone
  });

  test('one that is being read stays', () => {
    render(<Toasts />);
    act(() => void notify('info', 'a long story'));
    act(() => screen.getByRole('button', { name: 'Dismiss' }).focus());
    act(() => void vi.advanceTimersByTime(60_000));
    expect(screen.getByText('a long story')).toBeTruthy();
    act(() => screen.getByRole('button', { name: 'Dismiss' }).click());
    expect(screen.queryByText('a long story')).toBeNull();
  });
});
