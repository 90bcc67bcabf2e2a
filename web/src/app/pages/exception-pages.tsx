/** Access is denied (403). */
export function ForbiddenPage() {
  return <section data-page="403" />;
}

/** The page is gone (404). */
export function GonePage() {
  return <section data-page="404" />;
}

/** The server broke (500). */
export function BrokenPage() {
  return <section data-page="500" />;
}
