/** The way to a lesson's files, with the ticket that opens it. */
const way = /^(?<before>.*?\/media\/)(?<ticket>[^/]+)(?=\/)/u;

/** The same address under the ticket of another one, so that playing goes on when the first has run out. */
export function withTicketOf(address: string, other: string): string {
  const ticket = way.exec(other)?.groups?.['ticket'];
  return ticket === undefined ? address : address.replace(way, (_, before: string) => before + ticket);
}

/**
 * When to ask for a new ticket: a while before the old one ends, in ms from now; never at once, never beyond timers.
 */
export function renewIn(expires: string, now: number): number | undefined {
  const left = Date.parse(expires) - now;
  return Number.isNaN(left) ? undefined : Math.min(Math.max(left * 0.8, 5000), 2 ** 31 - 1);
}

/** Whether a media answer means that the ticket no longer holds. */
export function isSpent(status: number | undefined): boolean {
  return status === 401 || status === 403 || status === 410;
}
