import type { CivilDate } from '@/shared/time/civil';
import { breaksBetween, type Cell } from '@/shared/timetable/grid';
import type { Row } from '@/shared/timetable/rows';
import type { Proposal, Slot } from './types';

/** A time a class could move to. */
export type Target = Pick<Slot, 'day' | 'firstPeriod' | 'lastPeriod'>;

/** A time and room for a class; `elsewhere` is set if it is one of the best in another room. */
export type Hint = Slot & { elsewhere?: string };

/** Ranks the slots like the proposals, so that a number means the same in the grid, the panel and for the keys. */
export function numbered(slots: readonly Slot[], proposals: readonly Proposal[], room: string): Hint[] {
  return slots.map((slot) => {
    const proposal = proposals.find(({ place }) => place.day === slot.day && place.firstPeriod === slot.firstPeriod);
    if (proposal === undefined) {
      return { ...slot, best: 0 };
    }
    const { rank: best, students } = proposal;
    const at = proposal.place.room ?? '';
    return { ...slot, best, students, ...(at !== room && { elsewhere: at }) };
  });
}

const overlaps = (a: Target, b: Target): boolean =>
  a.day === b.day && a.firstPeriod <= b.lastPeriod && b.firstPeriod <= a.lastPeriod;

/**
 * Moves a class with an arrow key: left or right by a day, up or down by a period, within the grid. Undefined for other
 * keys.
 */
export function carryBy(
  target: Target,
  key: string,
  days: readonly CivilDate[],
  lastPeriod: number,
): Target | undefined {
  const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
  if (by === undefined) {
    return undefined;
  }
  const [sideways = 0, down = 0] = by;
  const length = target.lastPeriod - target.firstPeriod;
  const column = Math.min(Math.max(days.indexOf(target.day) + sideways, 0), days.length - 1);
  const first = Math.min(Math.max(target.firstPeriod + down, 1), Math.max(lastPeriod - length, 1));
  return { day: days[column] ?? target.day, firstPeriod: first, lastPeriod: first + length };
}

export function slotAt(slots: readonly Hint[], target: Target): Hint | undefined {
  return slots.find(({ day, firstPeriod }) => day === target.day && firstPeriod === target.firstPeriod);
}

/**
 * Picks the slots that show their number of clashes on the grid without overlapping: the three best first, then the
 * others from the first period on.
 */
export function hintsOf(slots: readonly Hint[], days: readonly CivilDate[]): Hint[] {
  const chosen: Hint[] = slots.filter(({ best, day }) => best > 0 && days.includes(day));
  for (const slot of slots.toSorted((a, b) => a.firstPeriod - b.firstPeriod)) {
    const fits = days.includes(slot.day) && !slot.off && !chosen.some((one) => overlaps(one, slot));
    if (fits) {
      chosen.push(slot);
    }
  }
  return chosen;
}

const rank = ({ best }: Slot): number => (best === 0 ? 4 : best);

/** Sorts free slots: the best first, then by number of clashes, then by time. */
export function freeFirst(slots: readonly Hint[]): Hint[] {
  return slots
    .filter(
      ({ off, room, teacher, group, best }) =>
        !off && (best > 0 || (room === 'free' && teacher === 'free' && group === 'free')),
    )
    .toSorted(
      (a, b) =>
        rank(a) - rank(b) ||
        a.students - b.students ||
        (a.day < b.day ? -1 : a.day > b.day ? 1 : a.firstPeriod - b.firstPeriod),
    );
}

/** The grid rows that a target covers; undefined if the grid doesn't show its periods. */
export function linesOf(rows: readonly Row[], target: Target): { start: number; end: number } | undefined {
  const start = rows.findIndex(({ number }) => number === target.firstPeriod);
  const end = rows.findIndex(({ number }) => number === target.lastPeriod);
  return start < 0 || end < start ? undefined : { start, end: end + 1 };
}

/** Where something that covers some rows is within the cell it starts in, in the units of the class card. */
export function offsetsIn(
  rows: readonly Row[],
  cell: Pick<Cell, 'row'>,
  { start, end }: { start: number; end: number },
): { top: number; topBreaks: number; height: number; heightBreaks: number } {
  const topBreaks = breaksBetween(rows, cell.row, start);
  return {
    top: start - cell.row,
    topBreaks,
    height: end - start,
    heightBreaks: breaksBetween(rows, cell.row, end - 1) - topBreaks,
  };
}

/** Whether these rows of a column are empty, so that a hint there covers no class. */
export function isEmptyAt(cells: readonly Cell[], { start, end }: { start: number; end: number }): boolean {
  return cells.every((cell) => cell.entries.length === 0 || cell.row >= end || cell.row + cell.rows <= start);
}

/** A stretch of the screen along one axis. */
export interface Stretch<T> {
  from: number;
  to: number;
  value: T;
}

const nearest = <T>(stretches: readonly Stretch<T>[], at: number): T | undefined =>
  (
    stretches.find(({ from, to }) => at >= from && at < to) ??
    (at < (stretches[0]?.from ?? 0) ? stretches[0] : stretches.at(-1))
  )?.value;

/**
 * Where a class is dropped: the day under the pointer, and the period under it minus the part of the class above it.
 */
export function targetAt(
  pointer: { x: number; y: number },
  days: readonly Stretch<CivilDate>[],
  periods: readonly Stretch<number>[],
  lifted: { above: number; length: number },
): Target | undefined {
  const day = nearest(days, pointer.x);
  const period = nearest(periods, pointer.y);
  if (day === undefined || period === undefined) {
    return undefined;
  }
  const last = Math.max(...periods.map(({ value }) => value));
  const first = Math.min(Math.max(period - lifted.above, 1), Math.max(last - lifted.length + 1, 1));
  return { day, firstPeriod: first, lastPeriod: first + lifted.length - 1 };
}
