import type { CivilDate } from '@/shared/time/civil';
import type { Class, Timetable } from './model';

/** The classes of a day: those that take place on it, and those that moved away from it. */
export interface OnDay {
  here: readonly Class[];
  was: readonly Class[];
}

export function onDay({ classes }: Pick<Timetable, 'classes'>, date: CivilDate): OnDay {
  return {
    here: classes.filter(({ place }) => place.day === date),
    was: classes.filter(({ state, was }) => state === 'moved' && was?.day === date),
  };
}
