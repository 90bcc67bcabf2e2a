// Which rows of a folder become one recording, and in which order.
import { changeRow, folder, isProposed, rowOf, type Row } from './folder-store';
import type { Place } from './queries';

/** The row whose place all parts go to. */
const rootOf = (row: Row): string => (row.joinTo === '' ? row.key : row.joinTo);

const byOrder = (rows: readonly Row[]): Row[] => rows.toSorted((a, b) => a.order - b.order);

/** The rows that are joined with this one, in their order, itself among them; one row alone when nothing is. */
export function joinedRows(row: Row, rows: readonly Row[] = folder.get().rows): Row[] {
  const root = rootOf(row);
  return byOrder(rows.filter((one) => one.key === root || (one.joinTo === root && !one.left)));
}

/** Whether the server knows of a part of it. */
export const hasBegun = (row: Row): boolean => joinedRows(row).some(({ sent }) => sent.id !== '');

/** The same with those that are proposed to be joined. */
export function partsOf(row: Row, rows: readonly Row[]): Row[] {
  const root = isProposed(row) ? row.partOf : rootOf(row);
  return byOrder(
    rows.filter(
      (one) => one.key === root || (one.joinTo === root && !one.left) || (one.partOf === root && isProposed(one)),
    ),
  );
}

/** Joins parts with their first. */
export function joinParts(parts: readonly Row[]): void {
  parts.forEach(({ key, partOf }) => changeRow(key, { joinTo: partOf, place: null }));
}

/** Parts that are proposed and whose first has a place or gets one now. */
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

/** Where the parts of a row go; null while nobody has said so. A recording that is there stays where it is. */
function placeOf(row: Row): Place | null {
  const root = rowOf(rootOf(row));
  const known = root?.match.known;
  const lesson = known !== null && known !== undefined && known.asset !== '' ? known.lesson : '';
  return lesson === '' ? (root?.place ?? null) : { lesson, course: '', title: '', class: '', beside: false };
}

/** What is to be joined now: all parts of a row, once each has an upload and the first a place. */
export function readyToJoin(row: Row): { parts: Row[]; place: Place } | null {
  const parts = joinedRows(row);
  const place = placeOf(row);
  return parts.length > 1 && place !== null && parts.every(({ sent }) => sent.id !== '') ? { parts, place } : null;
}

/**
 * Takes a row out of the folder. Of parts that lose their first, the next one goes where it was to go.
 * Returns those that stay.
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

/** Plays a part earlier or later. */
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
