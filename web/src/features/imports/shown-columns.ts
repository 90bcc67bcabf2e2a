import type { DraftRow, SheetColumn } from './queries';

/** So many columns fit beside the panel. */
const fits = 6;

/** The columns that mean something here, in the order of the file. */
export function mappedColumns(columns: readonly SheetColumn[]): readonly SheetColumn[] {
  return columns.filter(({ field }) => field !== '');
}

/**
 * The columns that are hidden at first: what names a row (the first two) and everything that changes or is wrong is shown,
 * and as many of the others as there is room for.
 */
export function hiddenAtFirst(
  columns: readonly SheetColumn[],
  fields: readonly { field: string }[],
  rows: readonly DraftRow[],
): string[] {
  const wrong = new Set(rows.flatMap(({ problems }) => problems.map(({ column }) => column)));
  const changed = new Set(fields.map(({ field }) => field));
  const shown = new Set(
    columns
      .filter(({ column, field }, index) => index < 2 || wrong.has(column) || changed.has(field))
      .map(({ column }) => column),
  );
  for (const { column } of columns) {
    if (shown.size < fits) {
      shown.add(column);
    }
  }
  return columns.filter(({ column }) => !shown.has(column)).map(({ column }) => String(column));
}
