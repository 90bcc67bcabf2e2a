import { addDays, type CivilDate } from '@/shared/time/civil';
import { isOn, type Change, type Class, type Timetable } from '@/shared/timetable/model';
import { isOver } from './next';

const dayOf = ({ before, after }: Change): string => (after ?? before)?.place.day ?? '';

/** Changes whose class is or was in the future; the soonest first. */
export function changesAhead(changes: readonly Change[], today: CivilDate): Change[] {
  const isAhead = (item: Class | null): boolean => item !== null && isOn(item) && item.place.day >= today;
  return changes
    .filter(({ before, after }) => isAhead(before) || isAhead(after))
    .toSorted((a, b) => dayOf(a).localeCompare(dayOf(b), 'en'));
}

/** Recordings are offered for this many days. */
const catchUpDays = 14;

/** Recorded classes of the last two weeks that the student hasn't followed, the latest first. */
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
