import type { MyCourse } from '@/shared/course/my-courses';

/** The courses of a student for the card of progress: each once, left ones not at all. */
export interface CourseProgress {
  /** Those with something to watch, the furthest first. */
  watchable: readonly MyCourse[];
  /** Those without a recording yet. */
  bare: readonly MyCourse[];
}

/** Sorts courses by what there is to say about their progress. */
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
