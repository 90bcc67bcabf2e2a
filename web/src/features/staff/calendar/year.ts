import { addDays, daysBetween, mondayOf, weekdayOf, type CivilDate } from '@/shared/time/civil';
import type { Arrangement, Term, Year } from './queries';

/** What a date of the year is. */
export interface DayInfo {
  date: CivilDate;
  term: Term | undefined;
  /** Of the term; 0 outside of one. */
  week: number;
  exam: boolean;
  holiday: Year['holidays'][number] | undefined;
  mapping: Year['mappings'][number] | undefined;
}

/** The dates of a month, its weeks as rows from Monday on; null beside the month. */
export function weeksOfMonth(year: number, month: number): (CivilDate | null)[][] {
  const prefix = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`;
  const rows: (CivilDate | null)[][] = [];
  for (let monday = mondayOf(`${prefix}-01`); monday.slice(0, 7) <= prefix; monday = addDays(monday, 7)) {
    const days = Array.from({ length: 7 }, (_, index) => addDays(monday, index));
    rows.push(days.map((date) => (date.startsWith(prefix) ? date : null)));
  }
  return rows;
}

/** What the calendar says about a date. A day of its own wins over a holiday, as in the timetables. */
export function infoOf({ terms, holidays, mappings }: Year, date: CivilDate): DayInfo {
  const term = terms.find(({ firstMonday, lastDay }) => firstMonday <= date && date <= lastDay);
  const week = term === undefined ? 0 : Math.floor(daysBetween(term.firstMonday, date) / 7) + 1;
  return {
    date,
    term,
    week,
    exam: term?.exams.some(({ from, to }) => from <= week && week <= to) ?? false,
    holiday: holidays.find(({ from, to }) => from <= date && date <= to),
    mapping: mappings.find((one) => one.date === date),
  };
}

/** The own date of the teaching day that a mapping follows. */
export function followed({ terms }: Pick<Year, 'terms'>, mapping: Year['mappings'][number]): CivilDate | undefined {
  const term = terms.find(({ id }) => id === mapping.term);
  return term === undefined || mapping.off
    ? undefined
    : addDays(term.firstMonday, (mapping.week - 1) * 7 + mapping.weekday - 1);
}

/** Whether nothing is taught on a date, as far as the calendar says. */
export function isOff({ holiday, mapping }: DayInfo): boolean {
  return mapping === undefined ? holiday !== undefined : mapping.off;
}

/** One line of the table in which the holidays of a year are entered. */
export interface Row {
  key: number;
  name: string;
  nameEn: string;
  from: string;
  to: string;
  makeUp: { date: string; follows: string }[];
}

/** What is sent for the rows that are filled in; null while none is. */
export function arrangementOf(rows: readonly Row[]): Arrangement | null {
  const filled = rows
    .filter(({ name, from, to }) => name.trim() !== '' && from !== '' && to !== '')
    .map(({ name, nameEn, from, to, makeUp }) => ({
      name: name.trim(),
      from,
      to,
      ...(nameEn.trim() !== '' && { nameEn: nameEn.trim() }),
      makeUp: makeUp
        .filter(({ date }) => date !== '')
        .map(({ date, follows }) => ({ date, ...(follows !== '' && { follows }) })),
    }));
  return filled.length === 0 ? null : { rows: filled };
}

/** How many days each arrow key goes. */
const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** The date to which a key leads, or undefined. */
export function dateAt(key: string, date: CivilDate): CivilDate | undefined {
  if (key === 'Home') {
    return addDays(date, 1 - weekdayOf(date));
  }
  if (key === 'End') {
    return addDays(date, 7 - weekdayOf(date));
  }
  const step = steps[key];
  return step === undefined ? undefined : addDays(date, step);
}
