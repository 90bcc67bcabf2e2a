/** An interval of a recording, in seconds. */
export type Interval = readonly [from: number, to: number];

/** Intervals at most this many milliseconds apart are joined, as on the server: see internal/feature/course/span.go. */
const joinGap = 500;

/** Sorts intervals, joins close ones, rounds to milliseconds and drops empty ones. */
export function merge(intervals: readonly Interval[]): Interval[] {
  const merged: [from: number, to: number][] = []; // in milliseconds, which compare exactly
  const sorted = intervals
    .map(([from, to]) => [Math.round(from * 1000), Math.round(to * 1000)] as const)
    .filter(([from, to]) => to > from)
    .toSorted((a, b) => a[0] - b[0]);
  for (const [from, to] of sorted) {
    const last = merged.at(-1);
    if (last !== undefined && from <= last[1] + joinGap) {
      last[1] = Math.max(last[1], to);
    } else {
      merged.push([from, to]);
    }
  }
  return merged.map(([from, to]) => [from / 1000, to / 1000]);
}

/** The parts of the first intervals that aren't in the second. */
export function subtract(from: readonly Interval[], known: readonly Interval[]): Interval[] {
  const gone = merge(known);
  return merge(from).flatMap(([start, end]) => {
    const left: Interval[] = [];
    let at = start;
    for (const [a, b] of gone) {
      if (b > at && a < end) {
        left.push([at, a]);
        at = b;
      }
    }
    return [...left, [at, end] as const].filter(([a, b]) => b > a);
  });
}

/** The number of distinct seconds in the intervals. */
export function total(intervals: readonly Interval[]): number {
  const seconds = merge(intervals).reduce((sum, [from, to]) => sum + to - from, 0);
  return Math.round(seconds * 1000) / 1000;
}
