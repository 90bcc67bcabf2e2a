import { saveFile } from '@/shared/ui/save-file';
import type { CellValue, Column } from './types';

/** As the server writes it: with a mark, so that Excel reads UTF-8, and a quote before what it would take for a formula. */
const byteOrderMark = '\uFEFF';

function cellText(value: CellValue): string {
  if (typeof value === 'number') {
    return String(value);
  }
  const text = value ?? '';
  const safe = /^[=+\-@\t\r]/u.test(text) ? `'${text}` : text;
  return /[",\r\n]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The rows and columns that are shown, as CSV. */
export function toCsv<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const shown = columns.filter(({ value }) => value !== undefined);
  const lines = [
    shown.map(({ header }) => cellText(header)),
    ...rows.map((row) => shown.map(({ value }) => cellText(value?.(row) ?? null))),
  ];
  return byteOrderMark + lines.map((line) => `${line.join(',')}\r\n`).join('');
}

/** Gives them to the browser's downloads. */
export function saveCsv<Row>(name: string, columns: readonly Column<Row>[], rows: readonly Row[]): void {
  saveFile(`${name}.csv`, new Blob([toCsv(columns, rows)], { type: 'text/csv;charset=utf-8' }));
}
