import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { chooseLanguage } from '@/shared/i18n/i18n';
import { expectAccessible } from '@/testing/axe';
import { Combobox } from './combobox';
import { DateField, weekOf } from './date-field';
import { PeriodField } from './period-field';
import type { Choice, ChoiceGroup, Search } from './use-search';

afterEach(() => act(() => chooseLanguage('en-US')));

const lin: Choice = { id: 's1', label: 'Lin Xi', note: '202501001' };
const xiaoyu: Choice = { id: 's2', label: 'Lin Xiaoyu', note: '202501002' };
const law: Choice = { id: 'c1', label: 'Business Law' };
const groups: readonly ChoiceGroup[] = [
  { label: 'Students', choices: [lin, xiaoyu] },
  { label: 'Rooms', choices: [] },
  { label: 'Courses', choices: [law] },
];

interface Example {
  search: Search;
  first?: Choice | null;
  onChange?: (choice: Choice | null) => void;
}

function Picker({ search, first = null, onChange }: Example) {
  const [value, setValue] = useState<Choice | null>(first);
  return (
    <>
      <Combobox
        label="Person"
        search={search}
        value={value}
        onChange={(choice) => {
          setValue(choice);
          onChange?.(choice);
        }}
      />
      <button type="button">after</button>
    </>
  );
}

const input = (): HTMLInputElement => screen.getByRole('combobox', { name: 'Person' });
const options = async (): Promise<(string | null)[]> =>
  (await screen.findAllByRole('option')).map(({ textContent }) => textContent);

describe('combobox', () => {
  test('searches once typing pauses, shows groups, best first, and Enter takes one', async () => {
    const asked: string[] = [];
    const changed = vi.fn<(choice: Choice | null) => void>();
    const search: Search = (text) => {
      asked.push(text);
      return Promise.resolve(groups);
    };
    const { container } = render(<Picker search={search} onChange={changed} />);
    await userEvent.tab();
    await userEvent.keyboard('lin');
    expect(await options()).toEqual(['Lin Xi202501001', 'Lin Xiaoyu202501002', 'Business Law']);
    expect(asked.at(-1)).toBe('lin');
    expect(asked.length).toBeLessThanOrEqual(3);
    expect(screen.getAllByRole('group').map((group) => group.getAttribute('aria-label'))).toEqual([
      'Students',
      'Courses',
    ]);
    const active = (): string | null | undefined =>
      document.getElementById(input().getAttribute('aria-activedescendant') ?? '')?.textContent;
    expect(active()).toBe('Lin Xi202501001');
    await expectAccessible(container);
    await userEvent.keyboard('{ArrowUp}');
    expect(active()).toBe('Business Law');
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(changed.mock.calls).toEqual([[xiaoyu]]);
    expect(input().value).toBe('Lin Xiaoyu');
    expect(screen.queryByRole('listbox')).toBeNull();
  });

  test('a later search aborts the earlier one, whose answer is not shown', async () => {
    const answers: { text: string; signal: AbortSignal; resolve: (found: readonly ChoiceGroup[]) => void }[] = [];
    const search: Search = (text, signal) =>
      new Promise((resolve) => {
        answers.push({ text, signal, resolve });
      });
    render(<Picker search={search} />);
    await userEvent.type(input(), 'l');
    await waitFor(() => expect(answers.at(-1)?.text).toBe('l'));
    const first = answers.at(-1);
    expect(screen.getByRole('status').textContent).toBe('Searching…');
    await userEvent.type(input(), 'aw');
    await waitFor(() => expect(answers.at(-1)?.text).toBe('law'));
    expect(first?.signal.aborted).toBe(true);
    await act(async () => {
      answers.at(-1)?.resolve([{ label: 'Courses', choices: [law] }]);
      first?.resolve(groups);
    });
    expect(await options()).toEqual(['Business Law']);
  });

  test('Enter does not take a result of an earlier search', async () => {
    const changed = vi.fn<(choice: Choice | null) => void>();
    const search: Search = (text) => (text === 'lin' ? Promise.resolve(groups) : new Promise(() => undefined));
    render(<Picker search={search} onChange={changed} />);
    await userEvent.type(input(), 'lin');
    expect(await options()).toHaveLength(3);
    await userEvent.keyboard(' qing{Enter}');
    expect(changed).not.toHaveBeenCalled();
    expect(input().value).toBe('lin qing');
  });

  test('Esc and leaving restore the choice; clearing the text and leaving chooses nothing', async () => {
    const changed = vi.fn<(choice: Choice | null) => void>();
    render(<Picker search={() => Promise.resolve(groups)} first={lin} onChange={changed} />);
    await userEvent.type(input(), 'y');
    expect(await options()).toHaveLength(3);
    await userEvent.keyboard('{Escape}');
    expect(input().value).toBe('Lin Xi');
    await userEvent.type(input(), 'y');
    await userEvent.tab();
    expect(input().value).toBe('Lin Xi');
    expect(changed).not.toHaveBeenCalled();
    await userEvent.clear(input());
    await userEvent.tab();
    expect(changed.mock.calls).toEqual([[null]]);
  });

  test('arrow down shows suggestions before typing; a click takes one', async () => {
    const search = vi.fn<Search>(() => Promise.resolve([{ label: 'Last', choices: [lin] }]));
    render(<Picker search={search} />);
    await userEvent.tab();
    await userEvent.keyboard('{ArrowDown}');
    expect(await options()).toEqual(['Lin Xi202501001']);
    expect(search.mock.calls[0]?.[0]).toBe('');
    await userEvent.click(screen.getByRole('option'));
    expect(input().value).toBe('Lin Xi');
    await userEvent.click(screen.getByRole('button', { name: 'Clear Person' }));
    expect(input().value).toBe('');
  });

  test('says if nothing was found, and a failure can be tried again', async () => {
    const search = vi
      .fn<Search>()
      .mockRejectedValueOnce(new Error('gone'))
      .mockResolvedValue([{ label: 'Students', choices: [] }]);
    const { container } = render(<Picker search={search} />);
    await userEvent.tab();
    await userEvent.paste('zz');
    await userEvent.click(await screen.findByRole('button', { name: 'Retry' }));
    expect(input().value).toBe('zz');
    expect(await screen.findByText('No results for “zz”')).toBeDefined();
    await expectAccessible(container);
  });
});

describe('date', () => {
  const term = { starts: '2026-09-08', weeks: 18 }; // a Tuesday: its week starts the day before

  test.each([
    ['2026-09-06', undefined],
    ['2026-09-07', 1],
    ['2026-09-13', 1],
    ['2026-11-12', 10],
    ['2027-01-10', 18],
    ['2027-01-11', undefined],
  ])('%s is in week %s', (date, week) => {
    expect(weekOf(date, term)).toBe(week);
  });

  test('is shown with its weekday and week, in both languages', async () => {
    const changed = vi.fn<(date: string) => void>();
    const { container, rerender } = render(<DateField label="Day" value="2026-11-12" onChange={changed} term={term} />);
    expect(screen.getByRole('status').textContent).toBe('Thu, week 10');
    await expectAccessible(container);
    await act(() => chooseLanguage('zh-CN'));
    expect(screen.getByRole('status').textContent).toBe('第 10 周 周四');
    fireEvent.change(screen.getByLabelText('Day'), { target: { value: '2026-11-13' } });
    expect(changed.mock.calls).toEqual([['2026-11-13']]);
    rerender(<DateField label="Day" value="2027-02-01" onChange={changed} term={term} error="Too late" />);
    expect(screen.getByRole('status').textContent).toBe('周一');
    expect(screen.getByLabelText('Day').getAttribute('aria-invalid')).toBe('true');
    rerender(<DateField label="Day" value="" onChange={changed} term={term} />);
    expect(screen.getByRole('status').textContent).toBe('');
  });
});

describe('periods', () => {
  const periods = [
    { number: 1, starts: '08:00', ends: '08:45' },
    { number: 2, starts: '08:55', ends: '09:40' },
    { number: 3, starts: '10:00', ends: '10:45' },
    { number: 4, starts: '10:55', ends: '11:40' },
  ];

  function Example() {
    const [range, setRange] = useState({ first: 2, last: 2 });
    return <PeriodField label="Periods" periods={periods} value={range} onChange={setRange} error="Taken" />;
  }

  test('one end moves the other, so that the range is never reversed', async () => {
    const { container } = render(<Example />);
    const times = (): string => screen.getByRole('status').textContent;
    const from = screen.getByRole('combobox', { name: 'Periods: from' });
    const to = screen.getByRole('combobox', { name: 'Periods: to' });
    await userEvent.selectOptions(from, 'Period 3, 10:00');
    expect(times()).toBe('3–3, 10:00 – 10:45');
    await userEvent.selectOptions(to, 'Period 4, 11:40');
    expect(times()).toBe('3–4, 10:00 – 11:40');
    await userEvent.selectOptions(to, 'Period 1, 08:45');
    expect(times()).toBe('1–1, 08:00 – 08:45');
    expect([from, to].map((end) => end.getAttribute('aria-invalid'))).toEqual(['true', 'true']);
    await expectAccessible(container);
    await act(() => chooseLanguage('zh-CN'));
    expect(times()).toBe('1–1 节，08:00 – 08:45');
  });
});
