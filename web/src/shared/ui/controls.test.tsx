import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { expectAccessible } from '@/testing/axe';
import { Button, IconButton } from './button';
import { CloseIcon } from './icons';
import { NumberField } from './number-field';
import { Select } from './select';
import { Checkbox, Switch } from './switch';
import { TextArea } from './text-area';
import { PasswordField, TextField } from './text-field';
import { countWords } from './count-words';

test('a button that is busy keeps its name and focus and does nothing', async () => {
  const pressed = vi.fn<() => void>();
  const { container } = render(
    <Button loading onClick={pressed}>
      Save
    </Button>,
  );
  const button = screen.getByRole('button', { name: 'Save' });
  await userEvent.click(button);
  expect(pressed).not.toHaveBeenCalled();
  expect(button).toBe(document.activeElement);
  expect(button.getAttribute('aria-busy')).toBe('true');
  await expectAccessible(container);
});

test('an icon button is named by its label', async () => {
  const pressed = vi.fn<() => void>();
  render(<IconButton icon={CloseIcon} label="Close" onClick={pressed} />);
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(pressed).toHaveBeenCalledOnce();
});

test('a field ties its error to its control; the error takes the place of the hint', async () => {
  const { container, rerender } = render(<TextField label="Phone" hint="Eleven digits" required />);
  const input = screen.getByRole('textbox', { name: 'Phone' });
  const described = (): string | null =>
    document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent ?? null;
  expect(described()).toBe('Eleven digits');
  rerender(<TextField label="Phone" hint="Eleven digits" required error="Username cannot be empty" />);
  expect(described()).toBe('Username cannot be empty');
  expect(input.getAttribute('aria-invalid')).toBe('true');
  expect(screen.queryByText('Eleven digits')).toBeNull();
  await expectAccessible(container);
});

test('a password can be shown and hidden again', async () => {
  const { container } = render(<PasswordField label="Password" defaultValue="abc" />);
  const input = screen.getByLabelText('Password');
  expect(input.getAttribute('type')).toBe('password');
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
  expect(input.getAttribute('type')).toBe('text');
  await userEvent.click(screen.getByRole('button', { name: 'Hide password' }));
  expect(input.getAttribute('type')).toBe('password');
  await expectAccessible(container);
});

test('caps lock is shown while typing a password and hidden on leaving', async () => {
  render(<PasswordField label="Password" />);
  await userEvent.click(screen.getByLabelText('Password'));
  await userEvent.keyboard('{CapsLock}a');
  expect(screen.getByText('Caps lock is on')).toBeTruthy();
  await userEvent.tab();
  await userEvent.tab();
  expect(screen.queryByText('Caps lock is on')).toBeNull();
});

test.each([
  ['', 0],
  ['  two   words ', 2],
  ["don't", 1],
  ['我爱学习', 4],
  ['我学 Go 语言', 5],
  ['one, two; three — four', 4],
  ['안녕', 2],
  ['第10周', 3],
])('[2.13] counts the words of %j', (text, words) => {
  expect(countWords(text)).toBe(words);
});

test('[2.13] a text area shows the word count and its limit', async () => {
  const { container } = render(
    <TextArea label="About me" value="one two three" maxWords={2} onChange={() => undefined} />,
  );
  expect(screen.getByText('3 / 2 words')).toBeTruthy();
  await expectAccessible(container);
});

test('a select, a switch and a checkbox are named and say their state', async () => {
  const changed = vi.fn<(value: unknown) => void>();
  const { container } = render(
    <>
      <Select
        label="Term"
        value="a"
        options={[
          { value: 'a', label: 'Autumn' },
          { value: 'b', label: 'Spring' },
        ]}
        onChange={({ target }) => changed(target.value)}
      />
      <Switch label="Footer" checked={false} hint="At the foot of every page" onChange={changed} />
      <Checkbox label="Remember" checked onChange={changed} />
    </>,
  );
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Term' }), 'Spring');
  await userEvent.click(screen.getByRole('switch', { name: 'Footer', checked: false }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Remember', checked: true }));
  expect(changed.mock.calls).toEqual([['b'], [true], [false]]);
  await expectAccessible(container);
});

test('a number stays within its limits, typed or stepped', async () => {
  function Width() {
    const [value, setValue] = useState(220);
    return <NumberField label="Width" value={value} min={160} max={230} step={10} onChange={setValue} />;
  }
  const { container } = render(<Width />);
  const input = screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Width' });
  await userEvent.click(screen.getByRole('button', { name: 'Width: more' }));
  expect(input.value).toBe('230');
  await userEvent.clear(input);
  await userEvent.type(input, '999');
  await userEvent.tab();
  expect(input.value).toBe('230');
  await userEvent.clear(input);
  await userEvent.type(input, '180');
  await userEvent.tab();
  expect(input.value).toBe('180');
  await expectAccessible(container);
});
