// Which rows of a folder become one recording, and in which order.
import { changeRow, folder, isProposed, rowOf, type Row } from './folder-store';
import type { Chosen } from './places';

/** The key of the row that decides where all parts go. */
const rootOf = (row: Row): string => (row.joinTo === '' ? row.key : row.joinTo);

const byOrder = (rows: readonly Row[]): Row[] => rows.toSorted((a, b) => a.order - b.order);

/** The rows joined with this one in playing order, including itself. */
export function joinedRows(row: Row, rows: readonly Row[] = folder.get().rows): Row[] {
  const root = rootOf(row);
  return byOrder(rows.filter((one) => one.key === root || (one.joinTo === root && !one.left)));
}

/** Whether an upload of any of its parts has started. */
export const hasBegun = (row: Row): boolean => joinedRows(row).some(({ sent }) => sent.id !== '');

/** Like joinedRows, with the parts that are only proposed. */
export function partsOf(row: Row, rows: readonly Row[]): Row[] {
  const root = isProposed(row) ? row.partOf : rootOf(row);
  return byOrder(
    rows.filter(
      (one) => one.key === root || (one.joinTo === root && !one.left) || (one.partOf === root && isProposed(one)),
    ),
  );
}

/** Joins parts with their first one. */
export function joinParts(parts: readonly Row[]): void {
  parts.forEach(({ key, partOf }) => changeRow(key, { joinTo: partOf, place: null }));
}

/** Proposed parts whose first part has a place or is in `placed`. */
export function proposedParts(rows: readonly Row[], placed: readonly string[]): Row[] {
  return rows.filter((row) => {
    const first = rows.find(({ key }) => key === row.partOf);
    return (
      isProposed(row) &&
      first !== undefined &&
      (first.place !== null || first.match.state === 'here' || placed.includes(first.key))
    );
  });
}

/** Where the parts of a row go; null until chosen. A recording that was uploaded before stays where it is. */
function placeOf(row: Row): Chosen | null {
  const root = rowOf(rootOf(row));
  const known = root?.match.known;
  const lesson = known !== null && known !== undefined && known.asset !== '' ? known.lesson : '';
  return lesson === ''
    ? (root?.place ?? null)
    : { lesson, course: '', title: '', titleEn: '', class: '', beside: false };
}

/** All parts of a row, once each has an upload and the first has a place; null until then. */
export function readyToJoin(row: Row): { parts: Row[]; place: Chosen } | null {
  const parts = joinedRows(row);
  const place = placeOf(row);
  return parts.length > 1 && place !== null && parts.every(({ sent }) => sent.id !== '') ? { parts, place } : null;
}

/**
 * Takes a row out of its recording and returns the remaining parts. If it was the first, the next one inherits its
 * place.
 */
export function leavePart(row: Row): Row[] {
  const { rows } = folder.get();
  const others = joinedRows(row, rows).filter(({ key }) => key !== row.key);
  changeRow(row.key, { left: true });
  if (row.joinTo === '') {
    rows
      .filter((one) => one.partOf === row.key && isProposed(one))
      .forEach(({ key }) => changeRow(key, { partOf: '' }));
    const [first, ...rest] = others;
    if (first !== undefined) {
      changeRow(first.key, { joinTo: '', partOf: '', place: row.place });
      rest.forEach(({ key }) => changeRow(key, { joinTo: first.key, partOf: first.key }));
    }
  }
  return others;
}

/** Moves a part one position earlier or later. */
export function shiftPart(key: string, by: -1 | 1): void {
  const row = rowOf(key);
  if (row === undefined) {
    return;
  }
  const parts = partsOf(row, folder.get().rows);
  const at = parts.findIndex((one) => one.key === key);
  const order = parts.map((one) => one.key);
  const other = order[at + by];
  if (other === undefined) {
    return;
  }
  order[at + by] = key;
  order[at] = other;
  order.forEach((one, index) => changeRow(one, { order: index + 1 }));
}
