// Dates and times on the college's clock: no time zone, and text that sorts chronologically.

/** A date such as 2026-09-07. */
export type CivilDate = string;

/** A clock time such as 08:00. */
export type CivilTime = string;

const dayLength = 86_400_000;

/** The date as an instant for Intl; format it with `timeZone: 'UTC'`. */
export function toUtc(date: CivilDate): number {
  return Date.parse(`${date}T00:00:00Z`);
}

export function addDays(date: CivilDate, days: number): CivilDate {
  return new Date(toUtc(date) + days * dayLength).toISOString().slice(0, 10);
}

export function daysBetween(from: CivilDate, to: CivilDate): number {
  return Math.round((toUtc(to) - toUtc(from)) / dayLength);
}

/** Monday is 1, Sunday 7. */
export function weekdayOf(date: CivilDate): number {
  return ((new Date(toUtc(date)).getUTCDay() + 6) % 7) + 1;
}

export function mondayOf(date: CivilDate): CivilDate {
  return addDays(date, 1 - weekdayOf(date));
}

/** Minutes since midnight; NaN if it isn't a time. */
export function minutesOf(time: CivilTime): number {
  const [hours, minutes] = time.split(':');
  return Number(hours) * 60 + Number(minutes);
}

const pad = (value: number): string => String(value).padStart(2, '0');

export function timeOf(minutes: number): CivilTime {
  return `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
}

/** Whether a text is a valid date. */
export function isDate(text: string | undefined): text is CivilDate {
  return (
    text !== undefined && /^\d{4}-\d{2}-\d{2}$/u.test(text) && !Number.isNaN(toUtc(text)) && addDays(text, 0) === text
  );
}
