import type { CivilDate } from '@/shared/time/civil';
import type { Class, Timetable } from './model';

/** What a day has to do with: classes that are on it, and moved ones that were. */
export interface OnDay {
  here: readonly Class[];
  was: readonly Class[];
}

interface Filling {
  here: Class[];
  was: Class[];
}

const nothing: OnDay = { here: [], was: [] };
const indexes = new WeakMap<readonly Class[], ReadonlyMap<CivilDate, OnDay>>();

function indexOf(classes: readonly Class[]): ReadonlyMap<CivilDate, OnDay> {
  const days = new Map<CivilDate, Filling>();
  const at = (date: CivilDate): Filling => {
    const day = days.get(date) ?? { here: [], was: [] };
    days.set(date, day);
    return day;
  };
  for (const item of classes) {
    at(item.place.day).here.push(item);
    if (item.state === 'moved' && item.was !== null) {
      at(item.was.day).was.push(item);
    }
  }
  return days;
}

/** What is on a date. A whole term is sorted into its days once, so that turning a week never walks through all of it. */
export function onDay({ classes }: Pick<Timetable, 'classes'>, date: CivilDate): OnDay {
  const known = indexes.get(classes) ?? indexOf(classes);
  indexes.set(classes, known);
  return known.get(date) ?? nothing;
}
