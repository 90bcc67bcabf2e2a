/** The address of a lesson's file, with its ticket. */
const way = /^(?<before>.*?\/media\/)(?<ticket>[^/]+)(?=\/)/u;

/** Replaces the ticket of an address by that of another, so that playback continues when the first one expires. */
export function withTicketOf(address: string, other: string): string {
  const ticket = way.exec(other)?.groups?.['ticket'];
  return ticket === undefined ? address : address.replace(way, (_, before: string) => before + ticket);
}

/**
 * When to fetch a new ticket, in ms from now: some time before the old one expires, but not immediately, and within the
 * range of setTimeout.
 */
export function renewIn(expires: string, now: number): number | undefined {
  const left = Date.parse(expires) - now;
  return Number.isNaN(left) ? undefined : Math.min(Math.max(left * 0.8, 5000), 2 ** 31 - 1);
}

/** Whether a media response means that the ticket has expired. */
export function isSpent(status: number | undefined): boolean {
  return status === 401 || status === 403 || status === 410;
}
