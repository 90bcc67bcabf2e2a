import type { Waiting } from './queries';
import { waitingKinds } from './waiting';

/** The badge counts of the menu. Tasks that can wait, such as accounts never used, don't count. */
export function pageCounts(waiting: readonly Waiting[]): Record<string, { count: number; urgent: boolean }> {
  const counts: Record<string, { count: number; urgent: boolean }> = {};
  for (const { kind, count } of waiting) {
    const { tone, href } = waitingKinds[kind];
    const page = /^\/admin\/[a-z]+/u.exec(href)?.[0];
    if (tone !== 'neutral' && page !== undefined) {
      const before = counts[page];
      counts[page] = {
        count: count + (before?.count ?? 0),
        urgent: tone === 'danger' || before?.urgent === true,
      };
    }
  }
  return counts;
}
