/** What the college knows about me. */
export function StudentInfoPage() {
  return <section data-page="student-info" />;
}
