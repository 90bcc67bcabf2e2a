import type { DraftRow, SheetColumn } from './queries';

/** Width of the table beside the panel in px. */
const availableWidth = 640;

/** Column widths in px: plain values, old and new values, and a text field with its reason. */
const widths = { plain: 116, changed: 200, wrong: 210 };

export function mappedColumns(columns: readonly SheetColumn[]): readonly SheetColumn[] {
  return columns.filter(({ field }) => field !== '');
}

export interface Layout {
  /** Ids of the columns that are hidden at first. */
  hidden: string[];
  /** By column number. */
  widths: Readonly<Record<number, number>>;
}

/**
 * Shows the first two columns, which name the row, then everything that changes or has errors, and as many of the
 * others as fit.
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
