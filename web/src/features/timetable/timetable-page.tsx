/** What do I have, when and where? */
export function TimetablePage() {
  return <section data-page="timetable" />;
}
