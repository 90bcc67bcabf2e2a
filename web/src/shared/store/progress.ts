import { storageKeys } from './keys';
import { createPersisted, useValue } from './value';

/** Percent of a course, 0–100, and when that was known (Unix ms, the server's clock). */
export interface Progress {
  percent: number;
  at: number;
}

type ProgressMap = Readonly<Record<string, Progress>>;

const none: ProgressMap = {};

function isProgress(value: unknown): value is Progress {
  const { percent, at } = (value ?? {}) as Partial<Progress>;
  return Number.isFinite(percent) && Number.isFinite(at);
}

const clamp = (percent: number): number => Math.min(100, Math.max(0, percent));

function parse(text: string | null): ProgressMap {
  try {
    const stored: unknown = JSON.parse(text ?? '{}');
    const entries = Object.entries(stored as object).filter(([, value]) => isProgress(value));
    return Object.fromEntries(entries);
  } catch {
    return none;
  }
}

const courses = createPersisted<ProgressMap>(storageKeys.progress, {
  parse,
  format: (map) => (Object.keys(map).length === 0 ? null : JSON.stringify(map)),
});

/** How far a course is, in percent; 0 for one never watched. */
export function courseProgress(course: string): number {
  return courses.get()[course]?.percent ?? 0;
}

/** Like courseProgress, and a new rendering when it changes. */
export function useCourseProgress(course: string): number {
  return useValue(courses)[course]?.percent ?? 0;
}

/** Notes what this browser has seen. It only ever rises: a seek backwards is no loss. */
export function recordProgress(course: string, { percent, at }: Progress): void {
  const known = courses.get()[course];
  if (known === undefined || percent > known.percent) {
    courses.set({ ...courses.get(), [course]: { percent: clamp(percent), at } });
  }
}

/** Takes over what the server says: it wins when it is later, also downwards, since that is then no accident. */
export function mergeProgress(fromServer: ProgressMap): void {
  const merged: Record<string, Progress> = { ...courses.get() };
  for (const [course, { percent, at }] of Object.entries(fromServer)) {
    const known = merged[course];
    if (known === undefined || at >= known.at) {
      merged[course] = { percent: clamp(percent), at };
    }
  }
  courses.set(merged);
}

/** Takes over how far the server says each course is, as of now. */
export function learnProgress(courses: readonly { id: string; progress: number }[], at: number): void {
  mergeProgress(Object.fromEntries(courses.map(({ id, progress }) => [id, { percent: progress, at }])));
}

/** Forgets everything, when another person may log in. */
export function forgetProgress(): void {
  courses.set(none);
}
