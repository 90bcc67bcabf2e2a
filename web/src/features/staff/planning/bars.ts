import { clusters } from '@/shared/timetable/lanes';
import { isOn, type Class } from '@/shared/timetable/model';

/** A run of periods on one day, either free or with the classes in it. */
export interface Bar {
  first: number;
  last: number;
  items: readonly Class[];
}

/** Splits periods 1 to `count` of one room and day into bars without gaps. Classes without periods are omitted. */
export function barsOf(classes: readonly Class[], count: number): Bar[] {
  const spans = classes
    .filter((item) => isOn(item) && item.place.firstPeriod > 0)
    .map((item) => ({ item, start: item.place.firstPeriod, end: item.place.lastPeriod + 1 }));
  const bars: Bar[] = [];
  let next = 1;
  const free = (until: number): void => {
    for (; next < until; next += 1) {
      bars.push({ first: next, last: next, items: [] });
    }
  };
  for (const cluster of clusters(spans)) {
    const first = Math.min(...cluster.map(({ start }) => start));
    const last = Math.min(Math.max(...cluster.map(({ end }) => end)) - 1, Math.max(count, first));
    free(first);
    bars.push({ first, last, items: cluster.map(({ item }) => item) });
    next = last + 1;
  }
  free(count + 1);
  return bars;
}
