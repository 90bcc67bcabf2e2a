import type { MyCourse } from '@/shared/course/my-courses';

/** A student's current courses for the progress card, each once. */
export interface CourseProgress {
  /** Courses with recordings, the highest progress first. */
  watchable: readonly MyCourse[];
  /** Courses without a recording so far. */
  bare: readonly MyCourse[];
}

/** Splits and sorts courses for the progress card. */
export function progressOf(courses: readonly MyCourse[]): CourseProgress {
  const taken = new Map(courses.filter(({ state }) => state !== 'dropped').map((one) => [one.id, one]));
  const all = [...taken.values()];
  return {
    watchable: all
      .filter(({ lessons, progress }) => lessons.length > 0 || progress > 0)
      .toSorted((a, b) => b.progress - a.progress),
    bare: all.filter(({ lessons, progress }) => lessons.length === 0 && progress === 0),
  };
}
