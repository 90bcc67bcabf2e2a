import type { Locale } from '@/shared/i18n/locale';
import { nameIn } from '@/shared/i18n/name-in';
import type { TermTimetable } from './queries';

/** One dated class, with the names that a person reads. */
export interface DatedClass {
  id: string;
  course: string;
  day: string;
  starts: string;
  ends: string;
  room: string;
  teacher: string;
  state: TermTimetable['classes'][number]['state'];
}

/** The classes of a term in the reader's language. */
export function classesOf(term: TermTimetable, locale: Locale): DatedClass[] {
  const named = (list: readonly { id: string; name: string; nameEn: string }[], id?: string): string => {
    const found = list.find((item) => item.id === id);
    return found === undefined ? '' : nameIn(locale, found);
  };
  return term.classes.map(({ id, group, place, state }) => ({
    id,
    state,
    course: named(term.groups, group),
    day: place.day,
    starts: place.starts ?? '',
    ends: place.ends ?? '',
    room: named(term.rooms, place.room),
    teacher: named(term.teachers, place.teacher),
  }));
}

/** The civil day of an instant in a time zone: 2026-11-12. */
export function civilDay(instant: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(instant);
}

/** The classes of a day, earliest first. */
export function classesOn(classes: readonly DatedClass[], day: string): DatedClass[] {
  return classes.filter((one) => one.day === day).toSorted((a, b) => (a.starts < b.starts ? -1 : 1));
}
