// The server's timetable doesn't include what was watched, so that its answer is cacheable until the college changes
// something. This joins the two by class.
import { useQuery } from '@tanstack/react-query';
import { myCourses, type MyCourse } from '@/shared/course/my-courses';

type Lesson = Pick<MyCourse['lessons'][number], 'class' | 'percent' | 'done'>;

/** A student's progress in a recording: the percentage, and whether that is enough. */
export type Watched = Omit<Lesson, 'class'>;

/** Class → progress in its recording. Recordings that weren't started are absent. */
export type WatchedMap = ReadonlyMap<string, Watched>;

const nothing: WatchedMap = new Map();

/** The progress by class. */
export function watchedOf(courses: readonly { lessons: readonly Lesson[] }[]): WatchedMap {
  return new Map(
    courses
      .flatMap(({ lessons }) => lessons)
      .filter((lesson) => lesson.class !== '' && (lesson.done || lesson.percent > 0))
      .map((lesson) => [lesson.class, { percent: lesson.percent, done: lesson.done }]),
  );
}

/** The progress by class; empty until it is loaded, or when offline. */
export function useWatched(): WatchedMap {
  return useQuery({ ...myCourses(), select: watchedOf }).data ?? nothing;
}

/** The classes that need no catching up: marked as attended, or watched. */
export function followed(attended: readonly string[], watched: WatchedMap): ReadonlySet<string> {
  const done = [...watched].filter(([, one]) => one.done).map(([id]) => id);
  return new Set([...attended, ...done]);
}
