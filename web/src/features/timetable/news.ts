import type { CivilDate } from '@/shared/time/civil';
import { addDays } from '@/shared/time/civil';
import type { Class, Timetable } from './model';
import { isOn } from './model';
import { isOver } from './next';

/** Classes still to come that something happened to after an instant, the soonest first. */
export function changedSince(timetable: Timetable, since: number, today: CivilDate): Class[] {
  return timetable.classes.filter(({ changed, place, was }) => {
    const last = was === null || was.day < place.day ? place.day : was.day;
    return changed > since && last >= today;
  });
}

/** How many days back a recording is worth offering. */
const catchUpDays = 14;

/** Past classes of the last two weeks with a recording, but for those that one has followed, the latest first. */
export function toCatchUp(
  timetable: Timetable,
  now: { date: CivilDate; time: string },
  followed: ReadonlySet<string>,
): Class[] {
  const from = addDays(now.date, -catchUpDays);
  return timetable.classes
    .filter(
      (item) =>
        item.recording !== '' &&
        isOn(item) &&
        item.place.day >= from &&
        isOver(item, now.date, now.time) &&
        !followed.has(item.id),
    )
    .toReversed();
}
