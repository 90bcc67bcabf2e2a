/** A stretch of a recording, in seconds. */
export type Interval = readonly [from: number, to: number];

const round = (seconds: number): number => Math.round(seconds * 1000) / 1000;

/** The same stretches in order, those that touch or overlap as one; to the millisecond, empty ones dropped. */
export function merge(intervals: readonly Interval[]): Interval[] {
  const merged: [number, number][] = [];
  const sorted = intervals
    .map(([from, to]) => [round(from), round(to)] as const)
    .filter(([from, to]) => to > from)
    .toSorted((a, b) => a[0] - b[0]);
  for (const [from, to] of sorted) {
    const last = merged.at(-1);
    if (last !== undefined && from <= last[1]) {
      last[1] = Math.max(last[1], to);
    } else {
      merged.push([from, to]);
    }
  }
  return merged;
}

/** What lies in the first stretches and in none of the second. */
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

/** How many distinct seconds the stretches hold. */
export function total(intervals: readonly Interval[]): number {
  return round(merge(intervals).reduce((sum, [from, to]) => sum + to - from, 0));
}
