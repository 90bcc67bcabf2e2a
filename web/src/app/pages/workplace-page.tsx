/** Today's classes, what to go on watching, progress and notices. */
export function WorkplacePage() {
  return <section data-page="workplace" />;
}
