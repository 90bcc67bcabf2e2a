import type { DraftRow, SheetColumn } from './queries';

/** How wide the table is beside the panel, in px. */
const availableWidth = 640;

/** In px: a value, an old and a new one, a box with its reason. */
const widths = { plain: 116, changed: 200, wrong: 210 };

/** The columns that mean something here, in the order of the file. */
export function mappedColumns(columns: readonly SheetColumn[]): readonly SheetColumn[] {
  return columns.filter(({ field }) => field !== '');
}

/** How the columns stand in the table. */
export interface Layout {
  /** The ids of those that are hidden at first. */
  hidden: string[];
  /** By column. */
  widths: Readonly<Record<number, number>>;
}

/**
 * What names a row (the first two columns) and everything that changes or is wrong is shown, as wide as it needs, and
 * as many of the others as there is room for.
 */
export function layoutOf(
  columns: readonly SheetColumn[],
  fields: readonly { field: string }[],
  rows: readonly DraftRow[],
): Layout {
  const wrong = new Set<number | null>();
  for (const { problems } of rows) {
    for (const { column } of problems) {
      wrong.add(column);
    }
  }
  const changed = new Set(fields.map(({ field }) => field));
  const needs = columns.map(({ column, field }) =>
    wrong.has(column) ? 'wrong' : changed.has(field) ? 'changed' : 'plain',
  );
  const widthAt = (index: number): number => widths[needs[index] ?? 'plain'];
  const shown = new Set([...columns.keys()].filter((index) => index < 2 || needs[index] !== 'plain'));
  let taken = [...shown].reduce((sum, index) => sum + widthAt(index), 0);
  for (const index of columns.keys()) {
    if (!shown.has(index) && taken + widths.plain <= availableWidth) {
      shown.add(index);
      taken += widths.plain;
    }
  }
  return {
    hidden: columns.filter((_, index) => !shown.has(index)).map(({ column }) => String(column)),
    widths: Object.fromEntries(columns.map(({ column }, index) => [column, widthAt(index)])),
  };
}
