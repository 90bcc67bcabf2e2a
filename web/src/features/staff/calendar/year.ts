import { addDays, daysBetween, mondayOf, weekdayOf, type CivilDate } from '@/shared/time/civil';
import type { Arrangement, Term, Year } from './queries';

export interface DayInfo {
  date: CivilDate;
  term: Term | undefined;
  /** Week of the term; 0 outside a term. */
  week: number;
  exam: boolean;
  holiday: Year['holidays'][number] | undefined;
  mapping: Year['mappings'][number] | undefined;
}

/** The dates of a month in weeks from Monday; null outside the month. */
export function weeksOfMonth(year: number, month: number): (CivilDate | null)[][] {
  const prefix = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`;
  const rows: (CivilDate | null)[][] = [];
  for (let monday = mondayOf(`${prefix}-01`); monday.slice(0, 7) <= prefix; monday = addDays(monday, 7)) {
    const days = Array.from({ length: 7 }, (_, index) => addDays(monday, index));
    rows.push(days.map((date) => (date.startsWith(prefix) ? date : null)));
  }
  return rows;
}

/** What the calendar says about a date. A make-up day or day off overrides a holiday, as in timetables. */
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

/** The date of the teaching day that a mapping follows. */
export function followed({ terms }: Pick<Year, 'terms'>, mapping: Year['mappings'][number]): CivilDate | undefined {
  const term = terms.find(({ id }) => id === mapping.term);
  return term === undefined || mapping.off
    ? undefined
    : addDays(term.firstMonday, (mapping.week - 1) * 7 + mapping.weekday - 1);
}

export function isOff({ holiday, mapping }: DayInfo): boolean {
  return mapping === undefined ? holiday !== undefined : mapping.off;
}

/** One row of the holiday table. */
export interface Row {
  key: number;
  name: string;
  nameEn: string;
  from: string;
  to: string;
  makeUp: { date: string; follows: string }[];
}

/** The request body for the rows that are filled in; null if there are none. */
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

/** Days per arrow key. */
const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** The date an arrow key moves to; undefined for other keys. */
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
