import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { strFromU8, unzipSync } from 'fflate';
import { useMemo, useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError, toComplaint } from '@/shared/api/errors';
import { chooseLanguage } from '@/shared/i18n/i18n';
import { activeShortcuts } from '@/shared/shortcuts/shortcuts';
import { PageLocationContext, type PageLocation } from '@/shared/store/page-location';
import { identity } from '@/shared/store/session';
import { expectAccessible } from '@/testing/axe';
import { withRouter } from '@/testing/router';
import { DataTable } from './data-table';
import { readState, writeState } from './table/address';
import { toCsv, toXlsx } from './table/export';
import type { DataTableProps } from './table/props';
import type { BulkAction, Column, Filter, TableState } from './table/types';
import { useTableState } from './use-table-state';

interface Student {
  id: string;
  name: string;
  year: number | null;
  status: string;
}

const student = (at: number): Student => ({
  id: `s${at}`,
  name: `Student ${at}`,
  year: at % 5 === 0 ? null : 2020 + (at % 4),
  status: at % 2 === 0 ? 'enrolled' : 'suspended',
});
const students = (count: number): Student[] => Array.from({ length: count }, (_, at) => student(at + 1));

const columns: readonly Column<Student>[] = [
  { id: 'name', header: 'Name', cell: ({ name }) => name, value: ({ name }) => name },
  { id: 'year', header: 'Year', cell: ({ year }) => year ?? '–', value: ({ year }) => year, phone: 'end' },
  { id: 'status', header: 'Status', cell: ({ status }) => status, value: ({ status }) => status },
];
const filters: readonly Filter<Student>[] = [
  {
    id: 'status',
    label: 'Status',
    of: ({ status }) => status,
    options: [
      { value: 'enrolled', label: 'Enrolled', count: 6 },
      { value: 'suspended', label: 'Suspended', count: 6 },
    ],
  },
];
const first: TableState = { sort: null, filters: {}, hidden: [], search: '' };
const rowId = ({ id }: Student): string => id;
const rowName = ({ name }: Student): string => name;

type Props = Partial<DataTableProps<Student>> & { count?: number };

function Example({ count = 12, ...props }: Props) {
  const [state, setState] = useState(props.state ?? first);
  const rows = useMemo(() => students(count), [count]);
  return (
    <DataTable
      label="Students"
      {...{ columns, rows, rowId, rowName, filters }}
      local
      empty={<p>No students yet</p>}
      {...props}
      state={state}
      onState={(next) => {
        setState(next);
        props.onState?.(next);
      }}
    />
  );
}

const names = (): (string | null)[] =>
  [...document.querySelectorAll('[data-row]')].map((row) => row.getAttribute('data-row'));
const rowOf = (id: string): HTMLElement => {
  const row = document.querySelector<HTMLElement>(`[data-row="${id}"]`);
  if (row === null) {
    throw new Error(`row ${id} is not drawn`);
  }
  return row;
};
const selected = (): (string | null)[] =>
  [...document.querySelectorAll('[data-row][data-selected="true"]')].map((row) => row.getAttribute('data-row'));

/** Gives all elements a size, as a browser does. */
function layOut(height: number): void {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(height);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
}

/** Sets the width of all elements. */
function beWide(width: number): void {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      private readonly tell: ResizeObserverCallback;
      constructor(tell: ResizeObserverCallback) {
        this.tell = tell;
      }
      observe(): void {
        this.tell([{ contentRect: { width } } as ResizeObserverEntry], this);
      }
      unobserve(): void {}
      disconnect(): void {}
    },
  );
}

beforeEach(() => beWide(1000));
afterEach(async () => {
  vi.useRealTimers();
  sessionStorage.clear();
  await act(() => chooseLanguage('en-US'));
});

describe('rows', () => {
  test('are a table with their number, sorted by one column in both directions', async () => {
    const { container } = render(<Example count={6} />);
    const table = screen.getByRole('table', { name: 'Students' });
    expect(table.getAttribute('aria-rowcount')).toBe('7');
    await expectAccessible(container);
    await userEvent.click(screen.getByRole('button', { name: 'Year' }));
    expect(screen.getByRole('columnheader', { name: 'Year' }).getAttribute('aria-sort')).toBe('ascending');
    expect(names()).toEqual(['s4', 's1', 's2', 's6', 's3', 's5']); // an empty cell comes last …
    await userEvent.click(screen.getByRole('button', { name: 'Year' }));
    expect(names()).toEqual(['s3', 's2', 's6', 's1', 's4', 's5']); // … in either direction
    await userEvent.click(screen.getByRole('button', { name: 'Name' }));
    expect(screen.getByRole('columnheader', { name: 'Year' }).getAttribute('aria-sort')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Name' }));
    await userEvent.click(screen.getByRole('button', { name: 'Name' }));
    expect(names()).toEqual(['s1', 's2', 's3', 's4', 's5', 's6']);
  });

  test('numbers in names sort as numbers', async () => {
    render(<Example count={11} />);
    await userEvent.click(screen.getByRole('button', { name: 'Name' }));
    expect(names().at(-1)).toBe('s11');
  });

  test('are filtered by chips with counts and by search; no result shows the filters to remove', async () => {
    const { container } = render(<Example />);
    await userEvent.click(screen.getByRole('button', { name: 'Enrolled 6', pressed: false }));
    expect(names()).toEqual(['s2', 's4', 's6', 's8', 's10', 's12']);
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search this list' }), 'student 9');
    expect(names()).toEqual([]);
    expect(screen.getByText('No matches')).toBeDefined();
    await expectAccessible(container);
    await userEvent.click(screen.getByRole('button', { name: 'Remove filter: Enrolled' }));
    expect(names()).toEqual(['s9']);
    await userEvent.clear(screen.getByRole('searchbox'));
    expect(names()).toHaveLength(12);
  });

  test('columns can be hidden, but not the one that names the row', async () => {
    render(<Example count={2} />);
    await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
    const choice = screen.getByRole('dialog', { name: 'Columns' });
    expect(within(choice).queryByRole('checkbox', { name: 'Name' })).toBeNull();
    await userEvent.click(within(choice).getByRole('checkbox', { name: 'Year' }));
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Name', 'Status']);
  });

  test('a filter with many options is a list behind a button with the number chosen', async () => {
    const many: Filter<Student> = {
      id: 'year',
      label: 'Year',
      of: ({ year }) => String(year),
      options: Array.from({ length: 8 }, (_, at) => ({ value: String(2018 + at), label: String(2018 + at) })),
    };
    const { container } = render(<Example filters={[many]} />);
    const tools = screen.getAllByRole('button', { name: 'Year' })[0] as HTMLElement;
    await userEvent.click(tools);
    await userEvent.click(screen.getByRole('checkbox', { name: '2021' }));
    await userEvent.click(screen.getByRole('checkbox', { name: '2022' }));
    expect(names()).toEqual(['s1', 's2', 's6', 's9']);
    expect(screen.getByRole('button', { name: 'Year, 2 selected' })).toBeDefined();
    await expectAccessible(container);
  });

  test('among very many options one is found by a part of its name', async () => {
    const classes: Filter<Student> = {
      id: 'year',
      label: 'Year',
      of: ({ year }) => String(year),
      single: true,
      options: Array.from({ length: 40 }, (_, at) => ({
        value: String(2000 + at),
        label: String(2000 + at),
      })),
    };
    const { container } = render(<Example filters={[classes]} />);
    await userEvent.click(screen.getAllByRole('button', { name: 'Year' })[0] as HTMLElement);
    const list = await screen.findByRole('dialog', { name: 'Year' });
    const box = within(list).getByRole('textbox', { name: 'Search Year' });
    await userEvent.type(box, '021');
    expect(within(list).getAllByRole('button')).toHaveLength(1);
    await userEvent.type(box, 'x');
    expect(await within(list).findByText('No matches.')).toBeDefined();
    await expectAccessible(container);
    await userEvent.clear(box);
    await userEvent.click(await within(list).findByRole('button', { name: '2021' }));
    expect(names()).toEqual(['s1', 's9']);
  });

  test('groups have heads with their counts', () => {
    const byStatus = students(12).toSorted((a, b) => a.status.localeCompare(b.status));
    render(
      <Example rows={byStatus} groupOf={({ status }) => status} groupLabel={(group, count) => `${group}: ${count}`} />,
    );
    expect(
      screen
        .getAllByRole('columnheader')
        .slice(3)
        .map(({ textContent }) => textContent),
    ).toEqual(['enrolled: 6', 'suspended: 6']);
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('15');
  });
});

describe('many rows', () => {
  test('of 50 000 only the visible ones are rendered, each with its index', () => {
    layOut(600);
    render(<Example count={50_000} />);
    expect(names().length).toBeGreaterThan(10);
    expect(names().length).toBeLessThan(60);
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('50001');
    expect(rowOf('s3').getAttribute('aria-rowindex')).toBe('4');
  });

  test('the last one is one key away and has the focus, and the gap is kept', async () => {
    layOut(600);
    render(<Example count={5000} />);
    act(() => rowOf('s1').focus());
    await userEvent.keyboard('{End}');
    await waitFor(() => expect(document.activeElement?.getAttribute('data-row')).toBe('s5000'));
    expect(names().length).toBeLessThan(60);
    const gaps = [...document.querySelectorAll<HTMLElement>('tr[aria-hidden] td')];
    const height = gaps.reduce((sum, gap) => sum + Number.parseFloat(gap.style.blockSize), 0);
    expect(height).toBe((5000 - names().length) * 36);
  });

  test('a step renders new rows, not existing ones', () => {
    layOut(400);
    const drawn = vi.fn<(id: string) => void>();
    const counting: readonly Column<Student>[] = [
      {
        id: 'name',
        header: 'Name',
        cell: ({ id, name }) => {
          drawn(id);
          return name;
        },
      },
    ];
    render(<Example count={50_000} columns={counting} />);
    const before = names();
    drawn.mockClear();
    const scroller = document.querySelector('[data-table]');
    if (scroller !== null) {
      scroller.scrollTop = 10 * 36;
      fireEvent.scroll(scroller);
    }
    const come = names().filter((id) => !before.includes(id));
    expect(come).not.toEqual([]);
    expect(drawn.mock.calls.flat()).toEqual(come);
  });

  test('two hundred are all rendered, and Ctrl+F is left to the browser', () => {
    layOut(600);
    const { unmount } = render(<Example count={200} />);
    expect(names()).toHaveLength(200);
    expect(activeShortcuts.get().map(({ keys }) => keys)).not.toContain('Ctrl+f');
    unmount();
    render(<Example count={201} />);
    expect(names().length).toBeLessThan(60);
    expect(activeShortcuts.get().map(({ keys }) => keys)).toContain('Ctrl+f');
  });

  test('Ctrl+F focuses the table’s search; pressed again, it opens the browser’s', async () => {
    layOut(600);
    render(<Example count={500} />);
    await userEvent.keyboard('{Control>}f{/Control}');
    expect(document.activeElement).toBe(screen.getByRole('searchbox'));
    const event = new KeyboardEvent('keydown', { key: 'f', ctrlKey: true, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
    expect(event.defaultPrevented).toBe(false);
  });

  test('the next page is fetched when the end comes into view, not before', () => {
    layOut(600);
    const end = vi.fn<() => void>();
    const more = { local: false, hasMore: true, onEnd: end };
    const { rerender } = render(<Example count={300} {...more} total={3120} />);
    expect(end).not.toHaveBeenCalled();
    expect(screen.getByText('300 of 3,120 rows loaded')).toBeDefined();
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('3121');
    rerender(<Example count={20} {...more} />);
    expect(end).toHaveBeenCalledOnce();
    expect(screen.getByText('20 rows loaded; there are more')).toBeDefined();
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('-1');
  });

  test('says so when the server does not list all matches', () => {
    const { rerender } = render(<Example count={20} local={false} cut />);
    expect(screen.getByText('Only the first 20 rows are shown. Narrow the list to see the others.')).toBeDefined();
    rerender(<Example count={20} local={false} cut hasMore />);
    expect(screen.getByText('20 rows loaded; there are more')).toBeDefined();
  });
});

describe('keys', () => {
  test('J, K, arrows, Home and End move; Enter opens; Tab returns to the current row', async () => {
    const open = vi.fn<(row: Student) => void>();
    render(<Example onOpen={open} />);
    await userEvent.keyboard('jj');
    expect(document.activeElement).toBe(rowOf('s2'));
    await userEvent.keyboard('{ArrowDown}k{ArrowUp}{ArrowUp}');
    expect(document.activeElement).toBe(rowOf('s1'));
    await userEvent.keyboard('{End}');
    expect(document.activeElement).toBe(rowOf('s12'));
    await userEvent.keyboard('j{Home}{Enter}');
    expect(open.mock.calls).toEqual([[student(1)]]);
    expect([...document.querySelectorAll('[data-row][tabindex="0"]')]).toEqual([rowOf('s1')]);
    await userEvent.type(screen.getByRole('searchbox'), 'j');
    expect(document.activeElement).toBe(screen.getByRole('searchbox'));
  });

  test('a row opens its page by its name, by a click anywhere and by Enter', async () => {
    const { path } = await withRouter(<Example count={3} href={({ id }) => `/?open=${id}`} />);
    expect(screen.getByRole('link', { name: 'Student 2' }).getAttribute('href')).toBe('/?open=s2');
    await userEvent.click(within(rowOf('s2')).getByText('enrolled'));
    await waitFor(() => expect(path()).toBe('/?open=s2'));
    await userEvent.keyboard('j{Enter}');
    await waitFor(() => expect(path()).toBe('/?open=s3'));
  });
});

describe('selection', () => {
  const archive = vi.fn<(rows: readonly Student[]) => void>();
  const actions: readonly BulkAction<Student>[] = [
    { id: 'archive', label: 'Archive', run: archive },
    { id: 'enrol', label: 'Enrol again', can: ({ status }) => status === 'suspended', run: archive },
    { id: 'a', label: 'Third', run: archive },
    { id: 'b', label: 'Fourth', run: archive },
    { id: 'c', label: 'Fifth', run: archive },
  ];
  beforeEach(() => void archive.mockClear());

  test('by checkbox, with Shift a range, all by the head', async () => {
    const { container } = render(<Example actions={actions} />);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select Student 2' }));
    const user = userEvent.setup();
    await user.keyboard('{Shift>}');
    await user.click(screen.getByRole('checkbox', { name: 'Select Student 4' }));
    await user.keyboard('{/Shift}');
    expect(selected()).toEqual(['s2', 's3', 's4']);
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all rows shown' }).indeterminate).toBe(true);
    await expectAccessible(container);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select all rows shown' }));
    expect(selected()).toHaveLength(12);
  });

  test('by X and Shift+X on the focused row, by Shift and a click; Esc clears the selection', async () => {
    render(<Example actions={actions} />);
    await userEvent.keyboard('jxjj{Shift>}X{/Shift}');
    expect(selected()).toEqual(['s1', 's2', 's3']);
    fireEvent.click(within(rowOf('s6')).getByText('enrolled'), { shiftKey: true });
    expect(selected()).toEqual(['s1', 's2', 's3', 's4', 's5', 's6']);
    await userEvent.keyboard('{Escape}');
    expect(selected()).toEqual([]);
    expect(screen.queryByRole('toolbar')).toBeNull();
  });

  test('the bar has four actions, the rest in a menu, and shows how many rows each skips', async () => {
    render(<Example actions={actions} />);
    for (const name of ['1', '2', '3']) {
      await userEvent.click(screen.getByRole('checkbox', { name: `Select Student ${name}` }));
    }
    const bar = screen.getByRole('toolbar', { name: 'Actions for selected items' });
    expect(within(bar).getByRole('status').textContent).toBe('3 selected');
    expect(
      within(bar)
        .getAllByRole('button')
        .map((button) => button.textContent || button.title),
    ).toEqual(['Archive', 'Enrol again: possible for 2 of 3', 'Third', 'Fourth', 'More actions', 'Clear selection']);
    await userEvent.click(within(bar).getByRole('button', { name: /^Enrol again/u }));
    expect(archive.mock.calls.at(-1)?.[0].map(({ id }) => id)).toEqual(['s1', 's3']);
    await userEvent.click(within(bar).getByRole('button', { name: 'More actions' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Fifth' }));
    expect(archive.mock.calls.at(-1)?.[0]).toHaveLength(3);
    await act(() => chooseLanguage('zh-CN'));
    expect(within(bar).getByRole('status').textContent).toBe('已选 3 项');
  });

  test('actions skip rows hidden by a filter', async () => {
    render(<Example actions={actions} />);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select all rows shown' }));
    await userEvent.click(screen.getByRole('button', { name: 'Enrolled 6' }));
    await userEvent.click(screen.getByRole('button', { name: 'Archive' }));
    expect(archive.mock.calls.at(-1)?.[0]).toHaveLength(6);
  });
});

describe('on a phone', () => {
  const actions: readonly BulkAction<Student>[] = [{ id: 'a', label: 'Archive', run: () => undefined }];

  test('the same rows are a list, the end of the first line and the second by column', async () => {
    beWide(390);
    const { container } = render(<Example count={2} onOpen={() => undefined} />);
    expect(screen.queryByRole('table')).toBeNull();
    const list = screen.getByRole('list', { name: 'Students' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Student 12021suspended', 'Student 22022enrolled']);
    await expectAccessible(container);
  });

  test('a long press selects and does not open; then a tap selects; a moved finger scrolls', () => {
    vi.useFakeTimers();
    beWide(390);
    const open = vi.fn<(row: Student) => void>();
    render(<Example onOpen={open} actions={actions} />);
    const touch = { pointerType: 'touch', clientX: 10, clientY: 10 };
    const name = (at: number): HTMLElement => screen.getByRole('button', { name: `Student ${at}` });
    fireEvent.pointerDown(name(1), touch);
    fireEvent.pointerMove(name(1), { ...touch, clientY: 40 });
    act(() => void vi.advanceTimersByTime(600));
    expect(selected()).toEqual([]);
    fireEvent.pointerDown(name(1), touch);
    act(() => void vi.advanceTimersByTime(600));
    fireEvent.pointerUp(name(1), touch);
    fireEvent.click(name(1));
    expect(selected()).toEqual(['s1']);
    fireEvent.pointerDown(name(2), touch);
    fireEvent.pointerUp(name(2), touch);
    fireEvent.click(name(2));
    expect(selected()).toEqual(['s1', 's2']);
    expect(open).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select Student 2' }));
    expect(selected()).toEqual(['s1']);
  });

  test('there is a button instead of the long press', async () => {
    beWide(390);
    render(<Example count={2} actions={actions} />);
    expect(screen.queryByRole('checkbox', { name: 'Select Student 1' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Select' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select Student 1' }));
    expect(selected()).toEqual(['s1']);
  });
});

describe('without rows', () => {
  test('it loads, is empty, or shows the error with its code', async () => {
    const retry = vi.fn<() => void>();
    const { container, rerender } = render(<Example count={0} pending />);
    expect(screen.getByText('Loading…')).toBeDefined();
    rerender(<Example count={0} />);
    expect(screen.getByText('No students yet')).toBeDefined();
    expect(screen.queryByRole('searchbox')).toBeNull();
    const error = new ApiError('refused', 403, [toComplaint('[access.forbidden] Not for you.')]);
    rerender(<Example count={0} error={error} onRetry={retry} />);
    const alert = screen.getByRole('alert');
    expect(alert.textContent).toContain("Students: couldn't load");
    expect(alert.textContent).toContain('Not for you.[access.forbidden]');
    await expectAccessible(container);
    await userEvent.click(within(alert).getByRole('button', { name: 'Retry' }));
    expect(retry).toHaveBeenCalledOnce();
  });

  test('loaded rows stay when loading more fails', () => {
    render(<Example count={3} hasMore error={new Error('gone')} onRetry={() => undefined} />);
    expect(names()).toHaveLength(3);
    expect(screen.getByText("Couldn't load more rows.")).toBeDefined();
  });
});

describe('export', () => {
  test('CSV has a byte order mark, quotes where needed, and nothing that Excel takes for a formula', () => {
    const rows = [
      { ...student(1), name: '=1+1' },
      { ...student(2), name: '林, "Xi"', year: -3 },
      { ...student(3), name: '+86 138', year: null },
    ];
    expect(toCsv(columns, rows)).toBe(
      '\uFEFFName,Year,Status\r\n\'=1+1,2021,suspended\r\n"林, ""Xi""",-3,enrolled\r\n\'+86 138,,suspended\r\n',
    );
  });

  test('a workbook has numbers as numbers and everything else as text', async () => {
    const rows = [
      { ...student(1), name: '=1+1' },
      { ...student(2), name: '110105200601011234', year: null },
    ];
    const file = await toXlsx('Students: 2026', columns, rows);
    const parts = unzipSync(new Uint8Array(await file.arrayBuffer()));
    const read = (name: string): string => strFromU8(parts[name] ?? new Uint8Array());
    const texts = [...read('xl/sharedStrings.xml').matchAll(/<t[^>]*>([^<]*)/gu)].map(([, text]) => text);
    expect(texts).toEqual(['Name', 'Year', 'Status', '=1+1', 'suspended', '110105200601011234', 'enrolled']);
    const sheet = read('xl/worksheets/sheet1.xml');
    expect(sheet).toMatch(/<c [^>]*r="B2"[^>]*><v>2021<\/v>/u);
    expect(sheet).not.toContain('<f>');
    expect(read('xl/workbook.xml')).toContain('name="Students  2026"');
  });

  test('loaded rows are exported here; workbooks and incomplete lists by the server', async () => {
    const texts: Promise<string>[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined);
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      texts.push((file as Blob).text());
      return 'blob:x';
    });
    const server = vi.fn<(kind: string) => void>();
    const choose = async (name: string): Promise<void> => {
      await userEvent.click(screen.getByRole('button', { name: 'Export' }));
      await userEvent.click(await screen.findByRole('menuitem', { name }));
    };
    const { rerender } = render(
      <Example count={3} onExport={server} state={{ ...first, hidden: ['year'], filters: { status: ['enrolled'] } }} />,
    );
    await choose('CSV (rows shown)');
    expect(await texts[0]).toContain('Name,Status\r\nStudent 2,enrolled\r\n');
    expect(server).not.toHaveBeenCalled();
    await choose('Excel workbook');
    rerender(<Example count={3} onExport={server} hasMore />);
    await choose('CSV (rows shown)');
    expect(server.mock.calls).toEqual([['xlsx'], ['csv']]);
  });
});

describe('address', () => {
  const ids = ['status', 'class'];
  const state: TableState = {
    sort: { id: 'name', desc: true },
    filters: { status: ['enrolled'], class: ['金融2501', 'a,b'] },
    hidden: ['year'],
    search: 'lin',
  };

  test('round-trips the whole state and omits defaults', () => {
    const written = writeState(state, ids, []);
    expect(written).toEqual({
      sort: '-name',
      status: 'enrolled',
      class: '%E9%87%91%E8%9E%8D2501,a%2Cb',
      hide: 'year',
      q: 'lin',
    });
    expect(readState(written, ids, [])).toEqual(state);
    expect(Object.values(writeState(first, ids, [])).every((value) => value === undefined)).toBe(true);
    expect(readState({ hide: '' }, ids, ['year']).hidden).toEqual([]);
    expect(readState({}, ids, ['year']).hidden).toEqual(['year']);
  });

  test.each([
    { class: '%', sort: ['a'], q: 7 },
    { class: {}, hide: '%%' },
  ])('a malformed %j is harmless', (query) => {
    expect(readState(query, ids, [])).toEqual({ ...first, hidden: [] });
  });

  function Located({ privateSearch, log }: { privateSearch?: string; log: PageLocation['setQuery'] }) {
    const [query, setQuery] = useState<PageLocation['query']>({ week: '3' });
    const location = useMemo<PageLocation>(
      () => ({
        fullPath: '/admin/students',
        parameters: {},
        markGone: () => undefined,
        query,
        setQuery: (change, how) => {
          log(change, how);
          setQuery({ ...query, ...change });
        },
      }),
      [query, log],
    );
    return (
      <PageLocationContext value={location}>
        <Inside {...(privateSearch !== undefined && { privateSearch })} />
      </PageLocationContext>
    );
  }
  const onlyStatus = ['status'];
  function Inside({ privateSearch }: { privateSearch?: string }) {
    const [now, set] = useTableState({
      filters: onlyStatus,
      ...(privateSearch !== undefined && { privateSearch }),
    });
    return <Example key={JSON.stringify(now)} state={now} onState={set} />;
  }

  test('filtering adds a history entry; sorting and typing replace it', async () => {
    const log = vi.fn<PageLocation['setQuery']>();
    render(<Located log={log} />);
    await userEvent.click(screen.getByRole('button', { name: 'Enrolled 6' }));
    expect(log.mock.calls.at(-1)).toEqual([expect.objectContaining({ status: 'enrolled' }), 'push']);
    await userEvent.click(screen.getByRole('button', { name: 'Name' }));
    expect(log.mock.calls.at(-1)).toEqual([expect.objectContaining({ status: 'enrolled', sort: 'name' }), 'replace']);
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: '12' } });
    expect(log.mock.calls.at(-1)).toEqual([expect.objectContaining({ q: '12' }), 'replace']);
    expect(names()).toEqual(['s12']);
  });

  test('a search that names people is not in it, but survives a reload', () => {
    identity.set('staff-1');
    const log = vi.fn<PageLocation['setQuery']>();
    const { unmount } = render(<Located log={log} privateSearch="students" />);
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'student 12' } });
    expect(names()).toEqual(['s12']);
    expect(log).not.toHaveBeenCalled();
    unmount();
    render(<Located log={log} privateSearch="students" />);
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('student 12');
    identity.set(null);
  });
});
