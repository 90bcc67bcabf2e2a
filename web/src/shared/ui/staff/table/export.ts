import { saveFile } from '@/shared/ui/save-file';
import type { CellValue, Column } from './types';

/**
 * Same format as the server's: with a byte order mark, so that Excel reads UTF-8, and a quote before anything it would
 * take for a formula.
 */
const byteOrderMark = '\uFEFF';

function cellText(value: CellValue): string {
  if (typeof value === 'number') {
    return String(value);
  }
  const text = value ?? '';
  const safe = /^[=+\-@＝＋－＠\t\r\n]/u.test(text) ? `'${text}` : text;
  return /[",\r\n]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The visible rows and columns as CSV. */
export function toCsv<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const shown = columns.filter(({ value }) => value !== undefined);
  const lines = [
    shown.map(({ header }) => cellText(header)),
    ...rows.map((row) => shown.map(({ value }) => cellText(value?.(row) ?? null))),
  ];
  return byteOrderMark + lines.map((line) => `${line.join(',')}\r\n`).join('');
}

const workbookCell = (value: CellValue) =>
  typeof value === 'number' ? { type: Number, value } : { type: String, value: value ?? '' };

/**
 * The visible rows and columns as a workbook. Numbers stay numbers; everything else is text, so that Excel keeps every
 * digit and takes nothing for a formula.
 */
export async function toXlsx<Row>(name: string, columns: readonly Column<Row>[], rows: readonly Row[]): Promise<Blob> {
  const { default: write } = await import('write-excel-file/universal');
  const shown = columns.filter(({ value }) => value !== undefined);
  return write(
    [
      shown.map(({ header }) => ({ ...workbookCell(header), fontWeight: 'bold' as const })),
      ...rows.map((row) => shown.map(({ value }) => workbookCell(value?.(row) ?? null))),
    ],
    { sheet: name.replaceAll(/[[\]:*?/\\]/gu, ' ').slice(0, 31), stickyRowsCount: 1 },
  ).toBlob();
}

/** Saves the export through the browser's downloads. */
export async function saveTable<Row>(
  kind: 'csv' | 'xlsx',
  name: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): Promise<void> {
  const content =
    kind === 'xlsx'
      ? await toXlsx(name, columns, rows)
      : new Blob([toCsv(columns, rows)], { type: 'text/csv;charset=utf-8' });
  saveFile(`${name}.${kind}`, content);
}
