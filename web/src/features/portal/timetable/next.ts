import { daysBetween, type CivilDate } from '@/shared/time/civil';
import { civilAt, instantOf } from '@/shared/time/zone';
import { isOn, isTimed, type Class, type Timetable } from '@/shared/timetable/model';
import { phaseOf } from '@/shared/timetable/weeks';

/** The class that is on or comes next, and the time until it starts or, if it is on, ends. */
export interface Next {
  item: Class;
  status: 'on' | 'today' | 'tomorrow' | 'later';
  /** Real minutes, rounded up; clock changes are taken into account. */
  minutes: number;
  /** Days from today. */
  days: number;
}

/** Whether a class is over at a time at the college. */
export function isOver({ place }: Class, date: CivilDate, time: string): boolean {
  return place.day < date || (place.day === date && place.ends !== '' && place.ends <= time);
}

/** Whether a class is on at a time at the college. */
export function isRunning({ place }: Class, date: CivilDate, time: string): boolean {
  return place.day === date && place.starts !== '' && place.starts <= time && time < place.ends;
}

/** The class that is on, else the next one; undefined if none is left. */
export function nextClass({ classes, zone }: Timetable, now: number): Next | undefined {
  const { date, time } = civilAt(now, zone);
  const item = classes.find((one) => isOn(one) && isTimed(one.place) && !isOver(one, date, time));
  if (item === undefined) {
    return undefined;
  }
  const on = isRunning(item, date, time);
  const until = instantOf(item.place.day, on ? item.place.ends : item.place.starts, zone);
  const days = daysBetween(date, item.place.day);
  const later = days === 1 ? 'tomorrow' : 'later';
  return {
    item,
    status: on ? 'on' : days === 0 ? 'today' : later,
    minutes: Math.max(0, Math.ceil((until - now) / 60_000)),
    days,
  };
}

/** Why there is no next class: no courses, no classes, the term is over, or all its classes are. */
export function whyNoNext(
  { term, groups, classes, zone }: Timetable,
  now: number,
): 'notEnrolled' | 'notPublished' | 'ended' | 'done' {
  if (groups.size === 0) {
    return 'notEnrolled';
  }
  if (classes.length === 0) {
    return 'notPublished';
  }
  return phaseOf(term, civilAt(now, zone).date) === 'after' ? 'ended' : 'done';
}

const startOf = ({ place }: Class): string => `${place.day} ${place.starts}`;

/** The first cancelled class of the next seven days that would have come before the next one. */
export function cancelledBefore({ classes, zone }: Timetable, next: Next, now: number): Class | undefined {
  const { date, time } = civilAt(now, zone);
  return classes.find(
    (one) =>
      !isOn(one) &&
      one.cause === 'change' &&
      isTimed(one.place) &&
      !isOver(one, date, time) &&
      daysBetween(date, one.place.day) < 7 &&
      startOf(one) < startOf(next.item),
  );
}
