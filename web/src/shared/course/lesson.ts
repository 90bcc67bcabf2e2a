/** The watch page of a lesson, starting at an optional second. */
export function lessonHref(lesson: string, at = 0): string {
  const from = at > 0 ? `&t=${Math.floor(at)}` : '';
  return `/student/watch?lesson=${encodeURIComponent(lesson)}${from}`;
}

/** The query key of a lesson, shared so that staff who change a lesson also refresh the watch page. */
export function lessonKey(lesson: string) {
  return ['watch', 'lesson', lesson] as const;
}
