import { storageKeys } from '@/shared/store/keys';
import type { Storage } from '@/shared/store/storage';

/** Runs a task while no other tab runs one with the same name. */
export type Exclusive = <T>(task: () => T) => Promise<T>;

/** The server's clock as far as this browser knows it; also numbers the requests. */
export interface Clock {
  /** Milliseconds since 1970 on the server's clock. */
  now: () => number;
  /** Converts an instant of the server's clock to this device's clock. */
  local: (instant: number) => number;
  /** A timestamp on the server's clock, greater than any that a tab of this browser sent before. */
  next: () => Promise<number>;
  /** Learns from a Date header; true if the clock was so far off that the request may have failed because of it. */
  adjust: (date: string | null) => boolean;
}

/** The Date header has whole seconds and the answer takes time to arrive, so smaller differences are ignored. */
const noise = 5_000;

/**
 * A stored timestamp this far ahead predates the corrected clock and is dropped; otherwise it would stay ahead for
 * good.
 */
const stale = 60_000;

/** Makes a clock from the local time, a storage shared by all tabs, and a lock among them. */
export function createClock(local: () => number, shared: Storage, exclusive: Exclusive): Clock {
  // Stored, because offline nobody can correct a wrong device clock.
  let offset = Number(shared.read(storageKeys.clockOffset) ?? 0) || 0;
  let mine = 0;
  const now = (): number => local() + offset;

  const bump = (): number => {
    const known = Math.max(mine, Number(shared.read(storageKeys.timestamp) ?? 0) || 0);
    const current = Math.trunc(now());
    mine = known > current + stale ? current : Math.max(current, known + 1);
    shared.write(storageKeys.timestamp, String(mine));
    return mine;
  };

  return {
    now,
    local: (instant) => instant - offset,
    next: () => exclusive(bump),
    adjust(date) {
      const serverTime = date === null ? Number.NaN : Date.parse(date);
      const difference = serverTime + 500 - now(); // plus half a second on average, which the header cuts off
      if (Number.isNaN(difference) || Math.abs(difference) < noise) {
        return false;
      }
      offset += difference;
      shared.write(storageKeys.clockOffset, Math.abs(offset) < noise ? null : String(Math.round(offset)));
      return true;
    },
  };
}

/** Uses the Web Locks API in a secure context; otherwise tasks are only ordered within the tab. */
export const exclusiveAmongTabs: Exclusive = async (task) => {
  const { locks } = navigator as { locks?: LockManager | null };
  return locks === undefined || locks === null ? task() : locks.request('lectern-timestamp', task);
};
