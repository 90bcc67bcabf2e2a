import { addDays, daysBetween, isDate, type CivilDate } from '@/shared/time/civil';
import type { Holiday, Mapping, Term, Timetable } from './model';

/** Whether a date is before, during or after a term. */
export type Phase = 'before' | 'during' | 'after';

/** One week of a term and anything special about it. */
export interface Week {
  number: number;
  odd: boolean;
  /** Monday to Sunday. */
  dates: readonly CivilDate[];
  holidays: readonly Holiday[];
  mappings: readonly Mapping[];
}

/** The Sunday of the term's last week. */
export function lastDay(term: Term): CivilDate {
  return addDays(term.firstMonday, term.weeks * 7 - 1);
}

export function phaseOf(term: Term, date: CivilDate): Phase {
  if (date < term.firstMonday) {
    return 'before';
  }
  return date > lastDay(term) ? 'after' : 'during';
}

/** The calendar week of a date; the first week before the term and the last one after it. */
export function weekOf(term: Term, date: CivilDate): number {
  const week = Math.floor(daysBetween(term.firstMonday, date) / 7) + 1;
  return Math.min(Math.max(week, 1), Math.max(term.weeks, 1));
}

/** Monday to Sunday of a week. */
export function datesOf(term: Term, week: number): CivilDate[] {
  return Array.from({ length: 7 }, (_, day) => addDays(term.firstMonday, (week - 1) * 7 + day));
}

/** The week in the address if it is a whole number within the term, else the fallback. */
export function readWeek(term: Term, text: string | undefined, fallback: number): number {
  const week = /^\d{1,2}$/u.test(text ?? '') ? Number(text) : 0;
  return week >= 1 && week <= term.weeks ? week : fallback;
}

/** The week and day that the address shows. */
export function readDates(
  term: Term,
  asked: { week?: string | undefined; day?: string | undefined },
  today: CivilDate,
): { week: number; day: CivilDate } {
  const named = isDate(asked.day) && phaseOf(term, asked.day) === 'during' ? asked.day : undefined;
  const week = readWeek(term, asked.week, weekOf(term, named ?? today));
  const dates = datesOf(term, week);
  const day = [named, today].find((date) => date !== undefined && dates.includes(date));
  return { week, day: day ?? dates[0] ?? today };
}

/** The holiday on a date, unless a mapping makes it a teaching day. */
export function holidayOn(timetable: Timetable, date: CivilDate): Holiday | undefined {
  const works = timetable.mappings.some((mapping) => mapping.date === date && !mapping.off);
  return works ? undefined : timetable.holidays.find((holiday) => holiday.from <= date && date <= holiday.to);
}

export function weekInfo(timetable: Timetable, number: number): Week {
  const dates = datesOf(timetable.term, number);
  const [from = '', to = ''] = [dates[0], dates[6]];
  return {
    number,
    odd: number % 2 === 1,
    dates,
    holidays: timetable.holidays.filter((holiday) => holiday.from <= to && holiday.to >= from),
    mappings: timetable.mappings.filter(({ date }) => from <= date && date <= to),
  };
}

/** Every week of the term. */
export function weeksOf(timetable: Timetable): Week[] {
  return Array.from({ length: timetable.term.weeks }, (_, index) => weekInfo(timetable, index + 1));
}

/** The term to show on a date: the current one, else the nearest; of two equally near, the coming one. */
export function currentTerm(terms: readonly Term[], today: CivilDate): Term | undefined {
  const gap = (term: Term): number =>
    Math.max(daysBetween(today, term.firstMonday), daysBetween(lastDay(term), today), 0);
  return [...terms].toSorted(
    (a, b) => gap(a) - gap(b) || (a.firstMonday < b.firstMonday ? 1 : a.firstMonday > b.firstMonday ? -1 : 0),
  )[0];
}

/** The dates that a view shows; for the whole term one per week, which is enough to detect clock changes. */
export function shownDates(
  term: Term,
  { view, week, day }: { view: string; week: number; day: CivilDate },
): CivilDate[] {
  if (view === 'term') {
    return Array.from({ length: term.weeks }, (_, index) => addDays(term.firstMonday, index * 7));
  }
  return view === 'day' ? [day] : datesOf(term, week);
}
