import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocale } from '@/shared/i18n/use-translation';
import type { CellValue, Column, Filter, TableState } from './types';

interface Options<Row> {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  filters: readonly Filter<Row>[];
  /** All rows are loaded, so sorting, filtering and searching happen here. */
  local: boolean;
  fixedOrder: boolean;
  state: TableState;
  onState: (next: TableState) => void;
}

/** The state of a table for its parts. */
export interface Model<Row> {
  rows: readonly Row[];
  /** The ids of the rows, in the same order. */
  ids: readonly string[];
  /** The visible columns in order; the first one names the row. */
  columns: readonly Column<Row>[];
  canSort: (column: Column<Row>) => boolean;
  /** Cycles the sorting of a column: ascending, descending, none. */
  toggleSort: (id: string) => void;
  selected: ReadonlySet<string>;
  /** Toggles the selection of a row; with `range`, of all rows since the previous one. */
  toggle: (id: string, range?: boolean) => void;
  toggleAll: () => void;
  selectNone: () => void;
}

const textOf = (value: CellValue): string => (value === null ? '' : String(value)).toLowerCase();

/** The rows that match the search and filters. */
function matching<Row>(
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

/** The rows sorted by a column. Empty cells come last in either direction. */
function inOrder<Row>(
  rows: readonly Row[],
  value: (row: Row) => CellValue,
  desc: boolean,
  locale: string,
): readonly Row[] {
  const { compare } = new Intl.Collator(locale, { numeric: true });
  const order = (a: string | number, b: string | number): number => {
    if (a === '' || b === '') {
      return Number(a === '') - Number(b === '');
    }
    const up = typeof a === 'number' && typeof b === 'number' ? a - b : compare(String(a), String(b));
    return desc ? -up : up;
  };
  return rows
    .map((row) => ({ row, key: value(row) ?? '' }))
    .toSorted((a, b) => order(a.key, b.key))
    .map(({ row }) => row);
}

const withAll = (before: ReadonlySet<string>, ids: readonly string[], on: boolean): ReadonlySet<string> => {
  const these = new Set(ids);
  return new Set(on ? [...before, ...ids] : [...before].filter((id) => !these.has(id)));
};

/** The selected rows, by id. */
function useSelection(ids: readonly string[]) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(() => new Set());
  const known = useRef(ids); // keeps `toggle` stable, so that rows need not re-render
  const anchor = useRef('');
  useEffect(() => {
    known.current = ids;
  }, [ids]);
  const toggle = useCallback((id: string, range = false): void => {
    const [from, to] = [known.current.indexOf(anchor.current), known.current.indexOf(id)];
    const ends = range && from >= 0 ? [Math.min(from, to), Math.max(from, to) + 1] : [to, to + 1];
    const these = known.current.slice(...ends);
    anchor.current = id;
    setSelected((before) => withAll(before, these, !before.has(id)));
  }, []);
  const toggleAll = (): void => setSelected(withAll(selected, ids, !ids.every((id) => selected.has(id))));
  return { selected, toggle, toggleAll, selectNone: () => setSelected(new Set()) };
}

/** Sorts, hides and selects; search, filters and sorting are state of the page. */
export function useModel<Row>(options: Options<Row>): Model<Row> {
  const { columns, rows, rowId, filters, local, fixedOrder, state, onState } = options;
  const { search, filters: chosen, sort, hidden } = state;
  const locale = useLocale();
  const found = useMemo(
    () => (local ? matching({ columns, rows, filters }, { search, filters: chosen }) : rows),
    [local, columns, rows, filters, search, chosen],
  );
  const canSort = ({ value }: Column<Row>): boolean => value !== undefined && !fixedOrder;
  const by = columns.find(({ id }) => local && !fixedOrder && id === sort?.id)?.value;
  const desc = sort?.desc === true;
  const sorted = useMemo(
    () => (by === undefined ? found : inOrder(found, by, desc, locale)),
    [found, by, desc, locale],
  );
  const ids = useMemo(() => sorted.map(rowId), [sorted, rowId]);
  const shown = useMemo(
    () => columns.filter(({ id }, index) => index === 0 || !hidden.includes(id)),
    [columns, hidden],
  );
  return {
    ...useSelection(ids),
    rows: sorted,
    ids,
    columns: shown,
    canSort,
    toggleSort: (id) => {
      const next = sort?.id !== id ? { id, desc: false } : sort.desc ? null : { id, desc: true };
      onState({ ...state, sort: next });
    },
  };
}
