/** Something worked. */
export function SuccessPage() {
  return <section data-page="success" />;
}

/** Something failed. */
export function ErrorPage() {
  return <section data-page="error" />;
}
