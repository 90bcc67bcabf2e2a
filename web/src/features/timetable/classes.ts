import type { DatedClass } from './queries';

const two = (value: number): string => String(value).padStart(2, '0');

/** The civil day of an instant where the browser is: 2026-11-12. */
export function civilDay(instant: Date): string {
  return `${instant.getFullYear()}-${two(instant.getMonth() + 1)}-${two(instant.getDate())}`;
}

/** The classes of a day, earliest first. */
export function classesOn(classes: readonly DatedClass[], day: string): DatedClass[] {
  return classes.filter((one) => one.day === day).toSorted((a, b) => (a.starts < b.starts ? -1 : 1));
}
