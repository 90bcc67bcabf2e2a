import { storageKeys } from './keys';
import { createPersisted, useValue, type Value } from './value';

/** Percentage of a course, 0–100, and when that was known (Unix ms on the server's clock). */
export interface Progress {
  percent: number;
  at: number;
}

type Numbers = Readonly<Record<string, number>>;

const none: Numbers = {};

const clamp = (percent: number): number => Math.min(100, Math.max(0, percent));

/** A stored map from course id to number; anything else in it is ignored. */
function createNumbers(key: string): Value<Numbers> {
  return createPersisted<Numbers>(key, {
    parse: (text) => {
      try {
        const stored: unknown = JSON.parse(text ?? '{}');
        const entries = Object.entries(stored as object).filter(([, value]) => Number.isFinite(value));
        return Array.isArray(stored) ? none : Object.fromEntries(entries);
      } catch {
        return none;
      }
    },
    format: (map) => (Object.keys(map).length === 0 ? null : JSON.stringify(map)),
  });
}

/** The specification's map: course id → percentage. */
const courses = createNumbers(storageKeys.progress);

/** When each was known. A course without a time accepts whatever the server sends. */
const times = createNumbers(storageKeys.progressTimes);

function note(noted: Readonly<Record<string, Progress>>): void {
  const entries = Object.entries(noted);
  times.set({ ...times.get(), ...Object.fromEntries(entries.map(([course, { at }]) => [course, at])) });
  courses.set({
    ...courses.get(),
    ...Object.fromEntries(entries.map(([course, { percent }]) => [course, clamp(percent)])),
  });
}

/** The progress of a course in percent; 0 if it was never watched. */
export function courseProgress(course: string): number {
  return clamp(courses.get()[course] ?? 0);
}

/** Like courseProgress; re-renders when it changes. */
export function useCourseProgress(course: string): number {
  return clamp(useValue(courses)[course] ?? 0);
}

/**
 * Records what was watched here, once the server has confirmed it. Never decreases, because seeking back loses nothing.
 */
export function recordProgress(course: string, progress: Progress): void {
  if (progress.percent >= courseProgress(course)) {
    note({ [course]: progress });
  }
}

/** Answers take no longer than this, in ms; a stored time further ahead comes from a clock that was corrected since. */
const longestWay = 60_000;

/**
 * Takes over the server's progress of courses, as of the time of the request. It wins if that is later than the stored
 * time, even if the percentage decreases; an outdated answer changes nothing.
 */
export function mergeProgress(list: readonly { id: string; progress: number }[], askedAt: number): void {
  const overtaken = (known: number): boolean => askedAt < known && known - askedAt <= longestWay;
  const later = list.filter(({ id }) => !overtaken(times.get()[id] ?? 0));
  note(Object.fromEntries(later.map(({ id, progress }) => [id, { percent: progress, at: askedAt }])));
}

/** Forgets everything, before another person logs in. */
export function forgetProgress(): void {
  courses.set(none);
  times.set(none);
}
