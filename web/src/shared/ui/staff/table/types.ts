import type { ReactNode } from 'react';
import type { IconType } from '@/shared/ui/icons';

/** What a cell is sorted by, searched in and exported as. */
export type CellValue = string | number | null;

/** One column. Columns can be hidden, not moved. */
export interface Column<Row> {
  id: string;
  header: string;
  /** What stands in the cell; the value when absent. */
  cell?: (row: Row) => ReactNode;
  /** Without it the column is neither sorted nor searched nor exported. */
  value?: (row: Row) => CellValue;
  /** In px; columns without one share what is left. */
  width?: number;
  align?: 'end';
  /** Whether it may be hidden; the first one, which names the row, never is. */
  hideable?: boolean;
  /** Where it stands on a phone: in the second line, at the end of the first, or not at all. */
  phone?: 'line' | 'end' | 'none';
}

/** Chips that narrow the rows down. */
export interface Filter<Row> {
  /** Its name in the address. */
  id: string;
  label: string;
  options: readonly { value: string; label: string; count?: number }[];
  /** At most one option is chosen: another takes its place. */
  single?: boolean;
  /** A list behind a button, however few the options are. */
  listed?: boolean;
  /** Which values a row has, when the rows are filtered here and not by the server. */
  of?: (row: Row) => string | readonly string[];
}

/** How a table is looked at: everything that a link to it holds. */
export interface TableState {
  sort: { id: string; desc: boolean } | null;
  /** By filter, the chosen values; absent when it is not used. */
  filters: Readonly<Record<string, readonly string[]>>;
  hidden: readonly string[];
  search: string;
}

/** Something that can be done with all selected rows. */
export interface BulkAction<Row> {
  id: string;
  label: string;
  icon?: IconType;
  /** Whether it makes sense for a row; the others are left out, and said to be. */
  can?: (row: Row) => boolean;
  run: (rows: readonly Row[]) => void;
}
