import { minutesOf, timeOf } from '@/shared/time/civil';
import type { SchemeBody } from './queries';

type Period = SchemeBody['periods'][number];

/** Proposes the next period: as long as the last one, ten minutes after it, and ending before midnight. */
export function nextPeriod(periods: readonly Period[]): Period {
  const last = periods.at(-1);
  if (last === undefined || last.starts === '' || last.ends === '') {
    return {
      number: periods.length + 1,
      starts: periods.length === 0 ? '08:00' : '',
      ends: periods.length === 0 ? '08:45' : '',
    };
  }
  const starts = minutesOf(last.ends) + 10;
  const ends = starts + minutesOf(last.ends) - minutesOf(last.starts);
  const fits = ends > starts && ends < 24 * 60;
  return { number: periods.length + 1, starts: fits ? timeOf(starts) : '', ends: fits ? timeOf(ends) : '' };
}
