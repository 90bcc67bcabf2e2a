import { weekdayOf, type CivilDate } from '@/shared/time/civil';
import type { CivilMoment } from '@/shared/time/zone';
import { onDay } from './by-day';
import { clashesOf } from './clashes';
import { clusters } from './lanes';
import { isTimed, type Class, type Place, type Timetable } from './model';
import { positionOf, rowsOf, type Row } from './rows';
import { weekInfo } from './weeks';

/** A class on the grid, or the old place of a moved one. Offsets are in lines and breaks from the top of its cell. */
export interface Entry {
  item: Class;
  place: Place;
  /** Whether the class has moved away from here. */
  movedAway: boolean;
  top: number;
  topBreaks: number;
  height: number;
  heightBreaks: number;
  lane: number;
  lanes: number;
  /** The class that it overlaps. */
  clash: Class | undefined;
  /** Whether its times differ from those of its lines. */
  ownTimes: boolean;
}

/** A cell covers one line or, if classes overlap across lines, several. */
export interface Cell {
  row: number;
  rows: number;
  entries: readonly Entry[];
}

interface Column {
  date: CivilDate;
  cells: readonly Cell[];
}

export interface Grid {
  rows: readonly Row[];
  columns: readonly Column[];
}

interface Draft {
  item: Class;
  place: Place;
  movedAway: boolean;
  start: number;
  end: number;
}

/** The entries of some dates: classes, and the old places of moved ones. */
function shownOn(timetable: Timetable, dates: readonly CivilDate[]): Omit<Draft, 'start' | 'end'>[] {
  return dates.flatMap((date) => {
    const day = onDay(timetable, date);
    return [
      ...day.here.map((item) => ({ item, place: item.place, movedAway: false })),
      ...day.was.flatMap((item) => {
        const { place, was } = item;
        const gone = was !== null && (was.day !== place.day || was.starts !== place.starts);
        return gone ? [{ item, place: was, movedAway: true }] : [];
      }),
    ];
  });
}

function spanOf(rows: readonly Row[], place: Place): { start: number; end: number } {
  if (place.firstPeriod > 0) {
    const start = rows.findIndex(({ number }) => number === place.firstPeriod);
    const end = rows.findIndex(({ number }) => number === place.lastPeriod);
    return { start: Math.max(start, 0), end: Math.max(start, end) + 1 };
  }
  const start = Math.min(positionOf(rows, place.starts), rows.length - 0.5);
  return { start, end: Math.max(positionOf(rows, place.ends), start + 0.5) };
}

/** The number of long breaks between two lines. */
export function breaksBetween(rows: readonly Row[], from: number, to: number): number {
  return rows.filter((row, index) => row.afterBreak && index > from && index <= to).length;
}

function ownTimes(rows: readonly Row[], { start, end }: Draft, place: Place): boolean {
  return isTimed(place) && (rows[start]?.starts !== place.starts || rows[end - 1]?.ends !== place.ends);
}

function cellsOf(rows: readonly Row[], drafts: readonly Draft[], clashes: ReadonlyMap<string, Class>): Cell[] {
  const filled: Cell[] = [];
  // Clusters consist of whole lines, so that no two cells claim the same one.
  const lines = drafts.map((draft) => ({ ...draft, from: draft.start, to: draft.end }));
  const whole = lines.map((draft) => ({
    ...draft,
    start: Math.floor(draft.start),
    end: Math.max(Math.ceil(draft.end), Math.floor(draft.start) + 1),
  }));
  for (const cluster of clusters(whole)) {
    const row = Math.min(...cluster.map(({ start }) => start));
    const end = Math.max(...cluster.map((draft) => draft.end));
    const exact = clusters(cluster.map((draft) => ({ ...draft, start: draft.from, end: draft.to }))).flat();
    filled.push({
      row,
      rows: end - row,
      entries: exact.map((draft): Entry => {
        const topBreaks = breaksBetween(rows, row, Math.floor(draft.start));
        return {
          item: draft.item,
          place: draft.place,
          movedAway: draft.movedAway,
          top: draft.start - row,
          topBreaks,
          height: draft.end - draft.start,
          heightBreaks: breaksBetween(rows, row, Math.ceil(draft.end) - 1) - topBreaks,
          lane: draft.lane,
          lanes: draft.lanes,
          clash: draft.movedAway ? undefined : clashes.get(draft.item.id),
          ownTimes: ownTimes(rows, draft, draft.place),
        };
      }),
    });
  }
  return withEmpty(rows.length, filled);
}

/** Fills lines without classes with empty cells. */
function withEmpty(count: number, filled: readonly Cell[]): Cell[] {
  const cells: Cell[] = [];
  let next = 0;
  for (const cell of [...filled, { row: count, rows: 0, entries: [] }]) {
    for (; next < cell.row; next += 1) {
      cells.push({ row: next, rows: 1, entries: [] });
    }
    if (cell.rows > 0) {
      cells.push(cell);
      next = cell.row + cell.rows;
    }
  }
  return cells;
}

/** Lays out a week. Saturday and Sunday appear only if something is on them. */
export function layOut(timetable: Timetable, week: number): Grid {
  const { dates, mappings } = weekInfo(timetable, week);
  const [monday = ''] = dates;
  const shown = shownOn(timetable, dates);
  const rows = rowsOf(
    timetable.schemes,
    shown.map(({ place }) => place),
    { campus: timetable.classes[0]?.place.campus ?? '', date: monday },
  );
  const clashes = clashesOf(shown.filter(({ movedAway }) => !movedAway).map(({ item }) => item));
  const used = new Set([...shown.map(({ place }) => place.day), ...mappings.map(({ date }) => date)]);
  const columns = dates
    .filter((date) => weekdayOf(date) <= 5 || used.has(date))
    .map((date) => {
      const drafts = shown
        .filter(({ place }) => place.day === date)
        .map((one) => ({ ...one, ...spanOf(rows, one.place) }));
      return { date, cells: cellsOf(rows, drafts, clashes) };
    });
  return { rows, columns };
}

/** The position of the current time: column, cell and offset in it; undefined outside the grid's days and hours. */
export function nowLine(
  { rows, columns }: Grid,
  now: CivilMoment,
): { column: number; cell: Cell; top: number; topBreaks: number } | undefined {
  const column = columns.findIndex(({ date }) => date === now.date);
  const position = positionOf(rows, now.time);
  const first = rows[0]?.starts ?? '';
  const cell = columns[column]?.cells.find(({ row, rows: count }) => position >= row && position < row + count);
  if (cell === undefined || now.time < first) {
    return undefined;
  }
  return {
    column,
    cell,
    top: position - cell.row,
    topBreaks: breaksBetween(rows, cell.row, Math.floor(position)),
  };
}
