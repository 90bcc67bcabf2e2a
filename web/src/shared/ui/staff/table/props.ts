import type { ReactNode } from 'react';
import type { BulkAction, Column, Filter, TableState } from './types';

/** The props of a table. Columns, rows and filters must stay the same objects while they don't change. */
export interface DataTableProps<Row> {
  /** The plural name of the rows: 'Students'. Also the name of an exported file. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** The name of a row, for screen readers. */
  rowName: (row: Row) => string;
  state: TableState;
  onState: (next: TableState) => void;
  filters?: readonly Filter<Row>[];
  /** All rows are loaded, so sorting, filtering and searching happen here; otherwise the server does it. */
  local?: boolean;
  /** The rows can't be sorted. */
  fixedOrder?: boolean;
  /** One line, or two; or by row, in px. */
  rowHeight?: 36 | 50 | ((row: Row) => number);
  /** The group of a row; rows are sorted by group, each under a head. */
  groupOf?: (row: Row) => string;
  groupLabel?: (group: string, count: number) => ReactNode;
  href?: (row: Row) => string;
  onOpen?: (row: Row) => void;
  /** Makes rows selectable. */
  actions?: readonly BulkAction<Row>[];
  /** The number of rows on the server, if known. */
  total?: number | undefined;
  hasMore?: boolean;
  /** The server has more matches than it lists. */
  cut?: boolean;
  onEnd?: () => void;
  pending?: boolean;
  error?: unknown;
  onRetry?: () => void;
  /** Shown if there are no rows at all: a sentence and the action that adds the first. */
  empty: ReactNode;
  /** Exports on the server: workbooks, and CSV if not all rows are loaded. */
  onExport?: ((kind: 'csv' | 'xlsx') => void) | undefined;
  /** All exports are made by the server, which logs them; without `onExport` there are none. */
  exportByServer?: boolean;
}
