import { storageKeys } from '@/shared/store/keys';
import type { Storage } from '@/shared/store/storage';

/** Runs a task while no other tab runs one of the same name. */
export type Exclusive = <T>(task: () => T) => Promise<T>;

/** The server's clock as far as this browser knows it, and the timestamps of requests. */
export interface Clock {
  /** Milliseconds since 1970 by the server's clock. */
  now: () => number;
  /** What this device's clock shows at an instant of the server's. */
  local: (instant: number) => number;
  /** A number greater than any this browser sent before, in any tab; by the server's clock. */
  next: () => Promise<number>;
  /** Learns from an answer's Date header; true when the clock was so far off that a request may have failed of it. */
  learn: (date: string | null) => boolean;
}

/** The Date header has whole seconds and the answer took its time, so a smaller difference says nothing. */
const noise = 5_000;

/** A stored timestamp this far ahead was made before the clock was learned; counting on from it would never end. */
const stale = 60_000;

/** Makes a clock on the local time, a storage that all tabs share, and a lock among them. */
export function createClock(local: () => number, shared: Storage, exclusive: Exclusive): Clock {
  // It outlives the page: without a network nobody tells the time, and a wrong clock is wrong there too.
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
    learn(date) {
      const told = date === null ? Number.NaN : Date.parse(date);
      const difference = told + 500 - now(); // half a second: the header cut it off
      if (Number.isNaN(difference) || Math.abs(difference) < noise) {
        return false;
      }
      offset += difference;
      shared.write(storageKeys.clockOffset, Math.abs(offset) < noise ? null : String(Math.round(offset)));
      return true;
    },
  };
}

/** The Web Locks API where the page may use it (a secure context), otherwise just the tab's own order. */
export const exclusiveAmongTabs: Exclusive = async (task) => {
  const { locks } = navigator as { locks?: LockManager | null };
  return locks === undefined || locks === null ? task() : locks.request('lectern-timestamp', task);
};
