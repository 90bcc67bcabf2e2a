/** Where a lesson is watched. */
export function lessonHref(lesson: string): string {
  return `/student/watch?lesson=${encodeURIComponent(lesson)}`;
}

/** The query key of a lesson, shared so that staff who change a lesson refresh the watch page too. */
export function lessonKey(lesson: string) {
  return ['watch', 'lesson', lesson] as const;
}
