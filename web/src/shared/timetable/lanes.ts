/** Something with a start and an end, in any unit. */
export interface Span {
  start: number;
  end: number;
}

/** A span in its lane. All spans of a cluster have the same number of lanes. */
export type Laned<T> = T & { lane: number; lanes: number };

/**
 * Puts overlapping spans side by side: each takes the first free lane, and spans connected by overlaps form a cluster.
 * Clusters are in time order and don't overlap.
 */
export function clusters<T extends Span>(spans: readonly T[]): Laned<T>[][] {
  const found: Laned<T>[][] = [];
  let freeFrom: number[] = []; // of each lane in the current cluster
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
