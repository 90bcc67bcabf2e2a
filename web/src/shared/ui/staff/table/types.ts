import type { ReactNode } from 'react';
import type { IconType } from '@/shared/ui/icons';
import type { Search } from '@/shared/ui/staff/use-search';

/** The value of a cell for sorting, search and export. */
export type CellValue = string | number | null;

/** A column. Columns can be hidden, but not moved. */
export interface Column<Row> {
  id: string;
  header: string;
  /** The content of the cell; the value by default. */
  cell?: (row: Row) => ReactNode;
  /** Without it the column is not sorted, searched or exported. */
  value?: (row: Row) => CellValue;
  /** In px; columns without one share the rest. */
  width?: number;
  align?: 'end';
  /** Whether it may be hidden; the first one, which names the row, never is. */
  hideable?: boolean;
  /** Its place on a phone: on the second line, at the end of the first, or nowhere. */
  phone?: 'line' | 'end' | 'none';
}

/** A filter, shown as chips. */
export interface Filter<Row> {
  /** Its name in the address. */
  id: string;
  label: string;
  options: readonly { value: string; label: string; count?: number }[];
  /** Asks the server for options that are too many to list. */
  search?: Search;
  /** Only one option can be chosen. */
  single?: boolean;
  /** Always a list behind a button, however few the options are. */
  listed?: boolean;
  /** The filter values of a row, if rows are filtered here and not by the server. */
  of?: (row: Row) => string | readonly string[];
}

/** Search, filters, sorting and hidden columns: everything that a link to the table holds. */
export interface TableState {
  sort: { id: string; desc: boolean } | null;
  /** The chosen values by filter; unused filters are absent. */
  filters: Readonly<Record<string, readonly string[]>>;
  hidden: readonly string[];
  search: string;
}

/** An action on all selected rows. */
export interface BulkAction<Row> {
  id: string;
  label: string;
  icon?: IconType;
  /** Whether it applies to a row; the others are skipped, and the label says so. */
  can?: (row: Row) => boolean;
  run: (rows: readonly Row[]) => void;
}
