interface Span {
  from: number;
  to: number;
}

/** Formats weeks as '9, 17-18'. */
export function examText(spans: readonly Span[]): string {
  return spans.map(({ from, to }) => (from === to ? String(from) : `${from}-${to}`)).join(', ');
}

/** Parses a list of weeks such as '9, 17-18'; null if it is invalid. */
export function readExams(text: string): Span[] | null {
  const parts = text.split(/[,，、]/u).map((part) => part.trim());
  const spans = parts
    .filter((part) => part !== '')
    .map((part) => /^(?<from>\d{1,2})(?:\s*[-–—]\s*(?<to>\d{1,2}))?$/u.exec(part)?.groups);
  return spans.every((groups) => groups !== undefined)
    ? spans.map(({ from, to }) => ({ from: Number(from), to: Number(to ?? from) }))
    : null;
}
