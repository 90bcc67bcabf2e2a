import {
  createSortedRowModel,
  functionalUpdate,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type RowData,
  type Row as TableRow,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import { useLocale } from '@/shared/i18n/use-translation';
import { reuseRows } from './reuse-rows';
import type { CellValue, Column, Filter, TableState } from './types';

const features = tableFeatures({
  rowSortingFeature,
  rowSelectionFeature,
  coreRowModel: reuseRows,
  sortedRowModel: createSortedRowModel(),
});

/** A row as the table knows it; `original` is the page's own. */
export type ModelRow<Row extends RowData> = TableRow<typeof features, Row>;

interface Options<Row extends RowData> {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  filters: readonly Filter<Row>[];
  /** All rows are here: they are sorted, filtered and searched here too. */
  local: boolean;
  fixedOrder: boolean;
  state: TableState;
  onState: (next: TableState) => void;
  selected: ReadonlySet<string>;
  onSelected: (next: ReadonlySet<string>) => void;
}

/** What the drawing parts need to know. */
export interface Model<Row extends RowData> {
  rows: readonly ModelRow<Row>[];
  /** Those that are shown, in order; the first names the row. */
  columns: readonly Column<Row>[];
  canSort: (id: string) => boolean;
  /** Sorts by a column: upwards, downwards, not at all. */
  toggleSort: (id: string) => void;
  toggleAll: () => void;
}

/** Selects a row or takes it off; with `range` all from the one before. */
export function toggleRow<Row extends RowData>(row: ModelRow<Row>, range = false): void {
  row.getToggleSelectedHandler()({ target: { checked: !row.getIsSelected() }, shiftKey: range });
}

const textOf = (value: CellValue): string => (value === null ? '' : String(value)).toLowerCase();

/** The rows that a search and filters leave. */
function matching<Row extends RowData>(
  { columns, rows, filters }: Pick<Options<Row>, 'columns' | 'rows' | 'filters'>,
  { search, filters: chosen }: Pick<TableState, 'search' | 'filters'>,
): readonly Row[] {
  const wanted = search.trim().toLowerCase();
  const used = filters.filter(({ id, of }) => of !== undefined && (chosen[id] ?? []).length > 0);
  if (wanted === '' && used.length === 0) {
    return rows;
  }
  return rows.filter(
    (row) =>
      used.every(({ id, of }) => [of?.(row) ?? []].flat().some((value) => chosen[id]?.includes(value))) &&
      (wanted === '' || columns.some(({ value }) => value && textOf(value(row)).includes(wanted))),
  );
}

/** Sorts, hides and selects by TanStack Table; what is looked at is the page's own state. */
export function useModel<Row extends RowData>(options: Options<Row>): Model<Row> {
  const { columns, rows, rowId, filters, local, fixedOrder, state, onState } = options;
  const { selected, onSelected } = options;
  const locale = useLocale();
  const { search, filters: chosen } = state;
  const data = useMemo(
    () => (local ? matching({ columns, rows, filters }, { search, filters: chosen }) : rows),
    [local, columns, rows, filters, search, chosen],
  );
  const definitions = useMemo(() => {
    const { compare } = new Intl.Collator(locale, { numeric: true });
    const order = (a: unknown, b: unknown): number =>
      typeof a === 'number' && typeof b === 'number' ? a - b : compare(String(a), String(b));
    return columns.map(({ id, value }) => ({
      id,
      // An empty cell is no value: it comes last in either direction.
      accessorFn: (row: Row) => {
        const known = value?.(row) ?? '';
        return known === '' ? undefined : known;
      },
      enableSorting: value !== undefined,
      sortUndefined: 'last' as const,
      sortFn: (a: ModelRow<Row>, b: ModelRow<Row>, column: string) =>
        order(a.getValue(column), b.getValue(column)),
    }));
  }, [columns, locale]);
  const table = useTable({
    features,
    columns: definitions,
    data,
    getRowId: rowId,
    manualSorting: !local,
    enableSorting: !fixedOrder,
    enableMultiSort: false,
    sortDescFirst: false,
    state: {
      sorting: state.sort === null ? [] : [state.sort],
      rowSelection: Object.fromEntries([...selected].map((id) => [id, true as const])),
    },
    onSortingChange: (change) => {
      const next = functionalUpdate(change, state.sort === null ? [] : [state.sort]);
      onState({ ...state, sort: next[0] ?? null });
    },
    onRowSelectionChange: (change) => {
      const before = Object.fromEntries([...selected].map((id) => [id, true as const]));
      onSelected(new Set(Object.keys(functionalUpdate(change, before))));
    },
  });
  const shown = useMemo(
    () => columns.filter(({ id }, index) => index === 0 || !state.hidden.includes(id)),
    [columns, state.hidden],
  );
  return {
    rows: table.getRowModel().rows,
    columns: shown,
    canSort: (id) => table.getColumn(id)?.getCanSort() === true,
    toggleSort: (id) => table.getColumn(id)?.toggleSorting(),
    toggleAll: () => table.toggleAllRowsSelected(),
  };
}
