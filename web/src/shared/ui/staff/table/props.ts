import type { ReactNode } from 'react';
import type { BulkAction, Column, Filter, TableState } from './types';

/** What a table shows and where its rows come from. Keep columns, rows and filters the same objects while they are. */
export interface DataTableProps<Row> {
  /** What the rows are: 'Students'. Also the name of an exported file. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** What a row is called, for screen readers. */
  rowName: (row: Row) => string;
  state: TableState;
  onState: (next: TableState) => void;
  filters?: readonly Filter<Row>[];
  /** All rows are here and are sorted, filtered and searched here; otherwise the server does it by the state. */
  local?: boolean;
  /** The rows have one order alone: nothing is sorted by. */
  fixedOrder?: boolean;
  /** One line, or two; or for each row as it needs, in px. */
  rowHeight?: 36 | 50 | ((row: Row) => number);
  /** Rows come in the order of their groups, each under a head. */
  groupOf?: (row: Row) => string;
  groupLabel?: (group: string, count: number) => ReactNode;
  href?: (row: Row) => string;
  onOpen?: (row: Row) => void;
  /** Makes rows selectable. */
  actions?: readonly BulkAction<Row>[];
  /** How many there are on the server, where it says. */
  total?: number | undefined;
  hasMore?: boolean;
  /** The server has more, but does not list them: what is asked for fits too many. */
  cut?: boolean;
  onEnd?: () => void;
  pending?: boolean;
  error?: unknown;
  onRetry?: () => void;
  /** Nothing is there at all: a sentence and the one way in. */
  empty: ReactNode;
  /** What the server writes: a workbook, and the CSV of rows that are not all here. */
  onExport?: ((kind: 'csv' | 'xlsx') => void) | undefined;
  /** Every export is the server's, which writes down who took it; without `onExport` there is none. */
  exportByServer?: boolean;
}
