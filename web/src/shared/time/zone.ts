import { dateFormat } from '@/shared/i18n/intl';
import { toUtc, minutesOf, type CivilDate, type CivilTime } from './civil';

/** Date and time on the college's clock. */
export interface CivilMoment {
  date: CivilDate;
  time: CivilTime;
}

/** The zone, or UTC if this browser doesn't know it: wrong times are better than an error everywhere. */
export function knownZone(zone: string): string {
  try {
    return dateFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return 'UTC';
  }
}

const options = (timeZone: string): Intl.DateTimeFormatOptions => ({
  timeZone,
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
});

/** Date and time of an instant in a zone. The zone is the college's; the browser's is never used. */
export function civilAt(instant: number, zone: string): CivilMoment {
  const parts = Object.fromEntries(
    dateFormat('en-US', options(zone))
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
  const { year = '', month = '', day = '', hour = '', minute = '' } = parts;
  return { date: `${year.padStart(4, '0')}-${month}-${day}`, time: `${hour}:${minute}` };
}

/** The zone's offset from UTC at an instant, in milliseconds. */
function offsetAt(instant: number, zone: string): number {
  const { date, time } = civilAt(instant, zone);
  return toUtc(date) + minutesOf(time) * 60_000 - Math.floor(instant / 60_000) * 60_000;
}

/** The instant of a date and time in a zone. An hour skipped by a clock change counts as the one after it. */
export function instantOf(date: CivilDate, time: CivilTime, zone: string): number {
  const wall = toUtc(date) + minutesOf(time) * 60_000;
  const guess = wall - offsetAt(wall, zone);
  // The first guess may be on the wrong side of a clock change; the second uses the right offset.
  return wall - Math.min(offsetAt(guess, zone), offsetAt(wall - offsetAt(guess, zone), zone));
}

/** Whether the browser's time differs from the college's on any of these dates: two zones may agree in winter only. */
export function isElsewhere(dates: readonly CivilDate[], zone: string): boolean {
  return dates.some((date) => {
    const noon = instantOf(date, '12:00', zone);
    return -new Date(noon).getTimezoneOffset() * 60_000 !== offsetAt(noon, zone);
  });
}
