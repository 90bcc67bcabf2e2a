// The server's timetable does not say what was watched: it stays the same answer until the college changes something,
// and is kept as that. Here the two come together, by class.
import { useQuery } from '@tanstack/react-query';
import { myCourses, type MyCourse } from '@/shared/course/my-courses';

type Lesson = Pick<MyCourse['lessons'][number], 'class' | 'percent' | 'done'>;

/** How far a student has watched a recording: in percent, and whether that is enough. */
export type Watched = Omit<Lesson, 'class'>;

/** Class → how far its recording was watched. What was not begun is not in it. */
export type WatchedMap = ReadonlyMap<string, Watched>;

const nothing: WatchedMap = new Map();

/** What was watched of classes. */
export function watchedOf(courses: readonly { lessons: readonly Lesson[] }[]): WatchedMap {
  return new Map(
    courses
      .flatMap(({ lessons }) => lessons)
      .filter((lesson) => lesson.class !== '' && (lesson.done || lesson.percent > 0))
      .map((lesson) => [lesson.class, { percent: lesson.percent, done: lesson.done }]),
  );
}

/** What was watched of classes; nothing until that is known, or without a connection. */
export function useWatched(): WatchedMap {
  return useQuery({ ...myCourses(), select: watchedOf }).data ?? nothing;
}

/** The classes that need no catching up: attended by the student's word, or watched. */
export function followed(attended: readonly string[], watched: WatchedMap): ReadonlySet<string> {
  const done = [...watched].filter(([, one]) => one.done).map(([id]) => id);
  return new Set([...attended, ...done]);
}
