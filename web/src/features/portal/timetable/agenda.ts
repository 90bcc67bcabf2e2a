import { weekdayOf, type CivilDate } from '@/shared/time/civil';
import { onDay } from '@/shared/timetable/by-day';
import { clashesOf } from '@/shared/timetable/clashes';
import { isOn, type Class, type Holiday, type Mapping, type Timetable } from '@/shared/timetable/model';
import { holidayOn } from '@/shared/timetable/weeks';

/** One line of a day: a class, or a class that has moved away. */
export interface Line {
  item: Class;
  movedAway: boolean;
  clash: Class | undefined;
}

/** A day as a list. */
export interface Day {
  date: CivilDate;
  lines: readonly Line[];
  holiday: Holiday | undefined;
  mapping: Mapping | undefined;
}

const startOf = ({ item, movedAway }: Line): string => (movedAway ? item.was?.starts : item.place.starts) ?? '';

/** The days with their classes in time order; a class that was moved to another day is also listed on its old day. */
export function agendaOf(timetable: Timetable, dates: readonly CivilDate[]): Day[] {
  return dates.map((date) => {
    const { here, was } = onDay(timetable, date);
    const gone = was.filter(({ place }) => place.day !== date);
    const clashes = clashesOf(here);
    const lines = [
      ...here.map((item): Line => ({ item, movedAway: false, clash: clashes.get(item.id) })),
      ...gone.map((item): Line => ({ item, movedAway: true, clash: undefined })),
    ];
    return {
      date,
      lines: lines.toSorted((a, b) => (startOf(a) < startOf(b) ? -1 : Number(startOf(a) > startOf(b)))),
      holiday: holidayOn(timetable, date),
      mapping: timetable.mappings.find((mapping) => mapping.date === date),
    };
  });
}

/** Whether an agenda lists the day: it has lines, or is a working day off. */
export function worthListing(day: Day): boolean {
  return day.lines.length > 0 || day.mapping !== undefined || (day.holiday !== undefined && weekdayOf(day.date) <= 5);
}

/** The number of classes that take place on a date. */
export function countOn(timetable: Timetable, date: CivilDate): number {
  return onDay(timetable, date).here.filter(isOn).length;
}
