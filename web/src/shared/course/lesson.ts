/** Where a lesson is watched, from a second on when it is given. */
export function lessonHref(lesson: string, at = 0): string {
  const from = at > 0 ? `&t=${Math.floor(at)}` : '';
  return `/student/watch?lesson=${encodeURIComponent(lesson)}${from}`;
}

/** The query key of a lesson, shared so that staff who change a lesson refresh the watch page too. */
export function lessonKey(lesson: string) {
  return ['watch', 'lesson', lesson] as const;
}
