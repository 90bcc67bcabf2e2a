import { useMemo } from 'react';
import { dateFormat } from '@/shared/i18n/intl';
import { useLocale } from '@/shared/i18n/use-translation';
import { toUtc, type CivilDate, type CivilTime } from './civil';

/** Formats dates of the college in the page's language. */
export interface Dates {
  /** '12'. */
  day: (date: CivilDate) => string;
  /** 'Thu'; narrow: 'T'. */
  weekday: (date: CivilDate, width?: 'short' | 'narrow' | 'long') => string;
  /** 'Nov 12'. */
  monthDay: (date: CivilDate) => string;
  /** 'Nov'. */
  month: (date: CivilDate) => string;
  /** 'Thu, Nov 12'. */
  short: (date: CivilDate) => string;
  /** 'Thursday, November 12'. */
  long: (date: CivilDate) => string;
  /** 'November 12, 2026'. */
  full: (date: CivilDate) => string;
  /** 'Nov 9 – 15, 2026'; without the year if it is `thisYear`. */
  range: (from: CivilDate, to: CivilDate, thisYear?: string) => string;
  /** 'Nov 12, 09:41', in a zone. */
  instant: (instant: number, zone: string) => string;
}

const utc = { timeZone: 'UTC' } as const;

export function datesOf(locale: string): Dates {
  const zh = locale.startsWith('zh');
  const write = (date: CivilDate, options: Intl.DateTimeFormatOptions): string =>
    dateFormat(locale, { ...options, ...utc }).format(toUtc(date));
  const weekday: Dates['weekday'] = (date, width = 'short') => write(date, { weekday: width });
  const month = zh ? 'long' : 'short';
  const monthDay = (date: CivilDate): string => write(date, { month, day: 'numeric' });
  const full = (date: CivilDate): string => write(date, { dateStyle: 'long' });
  return {
    day: (date) => String(Number(date.slice(8))),
    weekday,
    monthDay,
    month: (date) => write(date, { month: 'short' }),
    // Chinese needs a space between date and weekday, which Intl omits.
    short: (date) =>
      zh ? `${monthDay(date)} ${weekday(date)}` : write(date, { weekday: 'short', month, day: 'numeric' }),
    long: (date) =>
      zh
        ? `${monthDay(date)} ${weekday(date, 'long')}`
        : write(date, { weekday: 'long', month: 'long', day: 'numeric' }),
    full,
    range(from, to, thisYear = '') {
      const known = [from, to].every((date) => date.slice(0, 4) === thisYear);
      if (!zh) {
        const year = known ? {} : ({ year: 'numeric' } as const);
        const format = dateFormat(locale, { ...year, month, day: 'numeric', ...utc });
        return format.formatRange(toUtc(from), toUtc(to));
      }
      // Intl writes Chinese ranges with slashes and repeats the year.
      const sameMonth = from.slice(0, 7) === to.slice(0, 7);
      const end = sameMonth ? write(to, { day: 'numeric' }) : monthDay(to);
      return `${known ? monthDay(from) : full(from)} – ${from.slice(0, 4) === to.slice(0, 4) ? end : full(to)}`;
    },
    instant: (instant, timeZone) =>
      dateFormat(locale, {
        month,
        day: 'numeric',
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
        timeZone,
      }).format(instant),
  };
}

/** The date formats of the page's language; the same functions until it changes. */
export function useDates(): Dates {
  const locale = useLocale();
  return useMemo(() => datesOf(locale), [locale]);
}

/** '10:00 – 11:40'; 24 hours in both languages, as in a timetable. */
export function timeRange(starts: CivilTime, ends: CivilTime): string {
  return `${starts} – ${ends}`;
}
