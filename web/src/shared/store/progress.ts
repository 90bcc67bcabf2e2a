import { storageKeys } from './keys';
import { createPersisted, useValue, type Value } from './value';

/** Percent of a course, 0–100, and when that was known (Unix ms, the server's clock). */
export interface Progress {
  percent: number;
  at: number;
}

type Numbers = Readonly<Record<string, number>>;

const none: Numbers = {};

const clamp = (percent: number): number => Math.min(100, Math.max(0, percent));

/** A stored map from course id to a number; anything else in it counts as absent. */
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

/** The specification's map: course id → percent. */
const courses = createNumbers(storageKeys.progress);

/** When each was known. A course without a time gives way to whatever the server says. */
const times = createNumbers(storageKeys.progressTimes);

function note(noted: Readonly<Record<string, Progress>>): void {
  const entries = Object.entries(noted);
  times.set({ ...times.get(), ...Object.fromEntries(entries.map(([course, { at }]) => [course, at])) });
  courses.set({
    ...courses.get(),
    ...Object.fromEntries(entries.map(([course, { percent }]) => [course, clamp(percent)])),
  });
}

/** How far a course is, in percent; 0 for one never watched. */
export function courseProgress(course: string): number {
  return clamp(courses.get()[course] ?? 0);
}

/** Like courseProgress, and a new rendering when it changes. */
export function useCourseProgress(course: string): number {
  return clamp(useValue(courses)[course] ?? 0);
}

/** Notes what was watched here, once the server has confirmed it. It only ever rises: a seek backwards is no loss. */
export function recordProgress(course: string, progress: Progress): void {
  if (progress.percent >= courseProgress(course)) {
    note({ [course]: progress });
  }
}

/** No answer is longer on its way, in ms; a known time further ahead was made by a clock that has been put right. */
const longestWay = 60_000;

/**
 * Takes over what the server says of courses, as of the time when it was asked. It wins when that is later than what
 * is known, also downwards, since that is then no accident; an answer that was overtaken on its way changes nothing.
 */
export function learnProgress(list: readonly { id: string; progress: number }[], askedAt: number): void {
  const overtaken = (known: number): boolean => askedAt < known && known - askedAt <= longestWay;
  const later = list.filter(({ id }) => !overtaken(times.get()[id] ?? 0));
  note(Object.fromEntries(later.map(({ id, progress }) => [id, { percent: progress, at: askedAt }])));
}

/** Forgets everything, when another person may log in. */
export function forgetProgress(): void {
  courses.set(none);
  times.set(none);
}
