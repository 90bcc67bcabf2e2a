import type { SchemeBody } from './queries';

type Period = SchemeBody['periods'][number];

const minutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

const clock = (at: number): string =>
  `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`;

/** The period after the last: as long as that one, ten minutes later. It stays within the day. */
export function nextPeriod(periods: readonly Period[]): Period {
  const last = periods.at(-1);
  if (last === undefined || last.starts === '' || last.ends === '') {
    return {
      number: periods.length + 1,
      starts: periods.length === 0 ? '08:00' : '',
      ends: periods.length === 0 ? '08:45' : '',
    };
  }
  const starts = minutes(last.ends) + 10;
  const ends = starts + minutes(last.ends) - minutes(last.starts);
  const fits = ends > starts && ends < 24 * 60;
  return { number: periods.length + 1, starts: fits ? clock(starts) : '', ends: fits ? clock(ends) : '' };
}
