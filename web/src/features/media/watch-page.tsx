/** Lessons of a course and their player. */
export function WatchPage() {
  return <section data-page="watch" />;
}
