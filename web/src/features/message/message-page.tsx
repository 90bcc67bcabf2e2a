/** Messages, notices and todos. */
export function MessagePage() {
  return <section data-page="message" />;
}
