import { describe, expect, test } from 'vitest';
import { createStorage } from '@/shared/store/storage';
import { createClock } from './clock';

const year = 365 * 24 * 3600_000;
const date = (time: number): string => new Date(time).toUTCString();

function setup(start: number) {
  let local = start;
  const storage = createStorage(() => localStorage, new EventTarget());
  const tab = () =>
    createClock(
      () => local,
      storage,
      async (task) => task(),
    );
  return { tab, advance: (by: number) => void (local += by), storage };
}

describe('request timestamps', () => {
  test('[7.6] are the time in milliseconds and strictly increase within one', async () => {
    const { tab } = setup(1_000_000);
    const clock = tab();
    expect([await clock.next(), await clock.next(), await clock.next()]).toEqual([1_000_000, 1_000_001, 1_000_002]);
  });

  test('[7.6] strictly increase across tabs', async () => {
    const { tab, advance } = setup(1_000_000);
    const [a, b] = [tab(), tab()];
    const sent = [await a.next(), await b.next(), await a.next(), await b.next()];
    advance(-30_000); // the clock is set back
    sent.push(await a.next(), await b.next());
    expect(sent).toEqual([...new Set(sent)].toSorted((x, y) => x - y));
  });

  test('[7.6] follow the server’s clock when this one is years off', async () => {
    const server = Date.UTC(2026, 8, 7);
    const { tab } = setup(server - 3 * year);
    const clock = tab();
    expect(clock.adjust(date(server))).toBe(true);
    expect(Math.abs((await clock.next()) - server)).toBeLessThan(1_000);
    expect(clock.adjust(date(server))).toBe(false);
  });

  test('[7.6] do not count on from a stored number of a clock that was years ahead', async () => {
    const server = Date.UTC(2026, 8, 7);
    const { tab } = setup(server + 3 * year);
    const clock = tab();
    await clock.next();
    clock.adjust(date(server));
    expect(Math.abs((await clock.next()) - server)).toBeLessThan(1_000);
  });

  test('[2.21] the learned offset outlives the page, for use offline', () => {
    const server = Date.UTC(2026, 8, 7);
    const { tab, advance } = setup(server - 3 * year);
    tab().adjust(date(server));
    advance(60_000);
    const later = tab();
    expect(Math.abs(later.now() - server - 60_000)).toBeLessThan(1_000);
    expect(later.local(later.now())).toBe(server - 3 * year + 60_000);
  });

  test('[7.6] small differences and missing or odd Date headers change nothing', async () => {
    const { tab } = setup(1_700_000_000_000);
    const clock = tab();
    expect([date(1_700_000_003_000), null, 'yesterday'].map(clock.adjust)).toEqual([false, false, false]);
    expect(clock.now()).toBe(1_700_000_000_000);
  });

  test('[7.6] a damaged stored number is ignored', async () => {
    const { tab, storage } = setup(5_000);
    storage.write('request-timestamp', 'abc');
    expect(await tab().next()).toBe(5_000);
  });
});
