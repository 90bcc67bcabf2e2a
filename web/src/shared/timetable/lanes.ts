/** Something that lasts from one time to another, both as text or both as numbers. */
export interface Span {
  start: number;
  end: number;
}

/** A span in its lane. All spans of one cluster have the same count of lanes. */
export type Laned<T> = T & { lane: number; lanes: number };

/**
 * Places overlapping spans side by side: each takes the first lane that is free when it starts, and those that hang
 * together by overlaps form a cluster. The clusters come in the order of time and do not overlap.
 */
export function clusters<T extends Span>(spans: readonly T[]): Laned<T>[][] {
  const found: Laned<T>[][] = [];
  let freeFrom: number[] = []; // of each lane in the present cluster
  let cluster: Laned<T>[] = [];
  const close = (): void => {
    cluster.forEach((span) => {
      span.lanes = freeFrom.length;
    });
    if (cluster.length > 0) {
      found.push(cluster);
    }
  };
  for (const span of spans.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (freeFrom.every((end) => end <= span.start)) {
      close();
      [freeFrom, cluster] = [[], []];
    }
    const free = freeFrom.findIndex((end) => end <= span.start);
    const lane = free === -1 ? freeFrom.length : free;
    freeFrom[lane] = span.end;
    cluster.push({ ...span, lane, lanes: 0 });
  }
  close();
  return found;
}
