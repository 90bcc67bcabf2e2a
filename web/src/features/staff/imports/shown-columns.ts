import type { DraftRow, SheetColumn } from './queries';

/** Width of the table beside the panel in px. */
const availableWidth = 640;

/** Column widths in px: plain values, old and new values, and a text field with its reason. */
const widths = { plain: 116, changed: 200, wrong: 210 };

/** The fields that say what happens, in the order of their columns; they are never hidden. */
const telling = [
  'newDate',
  'makeUp',
  'newWhen',
  'newHours',
  'seat',
  'examDate',
  'examTime',
  'starts',
  'ends',
  'room',
] as const;

/** The fields that are the same in all rows. */
const common: ReadonlySet<string> = new Set(['year', 'term']);

/** The mapped columns: the two that name a row, then those that say what happens, then the rest. */
export function mappedColumns(columns: readonly SheetColumn[]): readonly SheetColumn[] {
  const mapped = columns.filter(({ field }) => field !== '');
  const names = new Set(mapped.filter(({ field }) => !common.has(field)).slice(0, 2));
  const rankOf = (one: SheetColumn): number => {
    const rank = telling.findIndex((field) => field === one.field);
    return names.has(one) ? -1 : rank === -1 ? telling.length : rank;
  };
  return mapped.toSorted((a, b) => rankOf(a) - rankOf(b));
}

const tells = ({ field }: SheetColumn): boolean => telling.some((one) => one === field);

export interface Layout {
  /** Ids of the columns that are hidden at first. */
  hidden: string[];
  /** By column number. */
  widths: Readonly<Record<number, number>>;
}

/**
 * Shows the first two columns, which name the row, then everything that changes, has errors or says what happens, and
 * as many of the others as fit.
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
  const shown = new Set(
    columns.flatMap((one, index) => (index < 2 || needs[index] !== 'plain' || tells(one) ? [index] : [])),
  );
  let taken = [...shown].reduce((sum, index) => sum + widthAt(index), 0);
  for (const index of columns.keys()) {
    if (!shown.has(index) && taken + widths.plain <= availableWidth) {
      shown.add(index);
      taken += widths.plain;
    }
  }
  return {
    hidden: columns.filter((_, index) => !shown.has(index)).map(({ column }) => String(column)),
    // The first column also has the reasons of the others.
    widths: Object.fromEntries(
      columns.map(({ column }, index) => [column, index === 0 && wrong.size > 0 ? widths.wrong : widthAt(index)]),
    ),
  };
}
