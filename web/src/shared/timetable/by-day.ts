import type { CivilDate } from '@/shared/time/civil';
import type { Class, Timetable } from './model';

/** The classes of a day: those that are on it, and moved ones that were. */
export interface OnDay {
  here: readonly Class[];
  was: readonly Class[];
}

/** What is on a date. */
export function onDay({ classes }: Pick<Timetable, 'classes'>, date: CivilDate): OnDay {
  return {
    here: classes.filter(({ place }) => place.day === date),
    was: classes.filter(({ state, was }) => state === 'moved' && was?.day === date),
  };
}
