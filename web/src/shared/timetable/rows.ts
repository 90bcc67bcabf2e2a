import { minutesOf, timeOf, type CivilDate, type CivilTime } from '@/shared/time/civil';
import { isTimed, type Place, type Scheme } from './model';

/** One line of the week grid: a period, or a stretch of time for classes outside all periods. */
export interface Row {
  /** The period's number; 0 for a stretch of time. */
  number: number;
  /** Empty if no scheme has times for the period. */
  starts: CivilTime;
  ends: CivilTime;
  /** Whether there is a long break before it. */
  afterBreak: boolean;
}

const longBreak = 30;

/** The campus and date of most places; their scheme labels the rows. */
function usual(places: readonly Place[]): { campus: string; date: CivilDate } | undefined {
  const counts = new Map<string, number>();
  for (const { campus, day } of places) {
    counts.set(`${campus} ${day}`, (counts.get(`${campus} ${day}`) ?? 0) + 1);
  }
  const [best] = [...counts].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  const at = best?.[0].lastIndexOf(' ') ?? -1;
  return best && { campus: best[0].slice(0, at), date: best[0].slice(at + 1) };
}

/** The scheme of a campus on a date, or any campus's if it has none. */
function schemeFor(schemes: readonly Scheme[], date: CivilDate, campus: string): Scheme | undefined {
  const valid = schemes.filter(({ from, to }) => from <= date && date <= to);
  return valid.find((scheme) => scheme.campus === campus) ?? valid[0];
}

/** Lines of an hour each that cover all places, for a college without periods. */
function hourRows(places: readonly Place[]): Row[] {
  const timed = places.filter(isTimed);
  const first = Math.floor(Math.min(...timed.map(({ starts }) => minutesOf(starts))) / 60);
  const last = Math.ceil(Math.max(...timed.map(({ ends }) => minutesOf(ends))) / 60);
  return timed.length === 0
    ? []
    : Array.from({ length: last - first }, (_, index) => ({
        number: 0,
        starts: timeOf((first + index) * 60),
        ends: timeOf((first + index + 1) * 60),
        afterBreak: false,
      }));
}

/** The periods as lines; periods that classes use but no scheme defines have no times. */
function periodRows(scheme: Scheme | undefined, places: readonly Place[]): Row[] {
  const known = new Map((scheme?.periods ?? []).map((period) => [period.number, period]));
  const last = Math.max(0, ...known.keys(), ...places.map(({ lastPeriod }) => lastPeriod));
  return Array.from({ length: last }, (_, index) => ({
    number: index + 1,
    starts: known.get(index + 1)?.starts ?? '',
    ends: known.get(index + 1)?.ends ?? '',
    afterBreak: false,
  }));
}

/** Whether a place starts or ends between the periods, so that it needs an extra line there. */
function needs(place: Place, from: number, to: number): boolean {
  const [starts, ends] = [minutesOf(place.starts), minutesOf(place.ends)];
  const overlap = Math.min(ends, to) - Math.max(starts, from);
  return overlap >= 15 && ((starts >= from && starts < to) || (ends > from && ends <= to));
}

/** A line between two times, as long as its classes need; none without classes. */
function openRow(from: number, to: number, places: readonly Place[]): Row[] {
  const inside = places.filter((place) => needs(place, from, to));
  const starts = Math.max(from, Math.min(...inside.map((place) => minutesOf(place.starts))));
  const ends = Math.min(to, Math.max(...inside.map((place) => minutesOf(place.ends))));
  return inside.length === 0 ? [] : [{ number: 0, starts: timeOf(starts), ends: timeOf(ends), afterBreak: false }];
}

/** Adds lines before, between and after the periods if a class needs them. */
function withOpenRows(periods: readonly Row[], places: readonly Place[]): Row[] {
  const rows: Row[] = [];
  const byClock = places.filter((place) => place.firstPeriod === 0 && isTimed(place));
  const firstStart = Math.min(...byClock.map(({ starts }) => minutesOf(starts)));
  const lastEnd = Math.max(...byClock.map(({ ends }) => minutesOf(ends)));
  let before: number | undefined;
  for (const row of periods) {
    if (row.starts !== '') {
      const starts = minutesOf(row.starts);
      const from = before ?? Math.min(firstStart, starts);
      rows.push(...(from < starts ? openRow(from, starts, byClock) : []));
      before = minutesOf(row.ends);
    }
    rows.push(row);
  }
  return before !== undefined && lastEnd > before ? [...rows, ...openRow(before, lastEnd, byClock)] : rows;
}

function markBreaks(rows: readonly Row[]): Row[] {
  return rows.map((row, index) => {
    const before = rows[index - 1]?.ends ?? '';
    const gap = before === '' || row.starts === '' ? 0 : minutesOf(row.starts) - minutesOf(before);
    return gap >= longBreak ? { ...row, afterBreak: true } : row;
  });
}

/** The lines of a week for the places of its classes. `fallback` is where an empty week takes its periods from. */
export function rowsOf(
  schemes: readonly Scheme[],
  places: readonly Place[],
  fallback: { campus: string; date: CivilDate },
): Row[] {
  const { campus, date } = usual(places.filter(({ firstPeriod }) => firstPeriod > 0)) ?? fallback;
  const periods = periodRows(schemeFor(schemes, date, campus), places);
  const rows =
    periods.some(({ starts }) => starts !== '') || places.some(({ firstPeriod }) => firstPeriod > 0)
      ? withOpenRows(periods, places)
      : hourRows(places);
  return markBreaks(rows);
}

/**
 * The position of a time on the lines: 2.5 is the middle of the third. Times outside all lines map to the top of the
 * next one.
 */
export function positionOf(rows: readonly Row[], time: CivilTime): number {
  const minutes = minutesOf(time);
  for (const [index, row] of rows.entries()) {
    const [from, to] = [minutesOf(row.starts), minutesOf(row.ends)];
    if (minutes < from) {
      return index;
    }
    if (minutes < to) {
      return index + (minutes - from) / (to - from);
    }
  }
  return rows.length;
}
