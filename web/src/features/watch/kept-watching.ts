import { storageKeys } from '@/shared/store/keys';
import { identity } from '@/shared/store/session';
import { storage } from '@/shared/store/storage';
import type { Interval } from './intervals';
import { merge } from './intervals';

/** What was played and the server has not confirmed yet. */
export interface Unsent {
  intervals: readonly Interval[];
  position: number;
  speed: number;
}

interface Shelf {
  /** Whose it is. Whoever else logs in neither sees nor sends it. */
  account: string;
  lessons: Record<string, Unsent>;
}

function isUnsent(value: unknown): value is Unsent {
  const { intervals, position, speed } = (value ?? {}) as Partial<Unsent>;
  return Array.isArray(intervals) && Number.isFinite(position) && Number.isFinite(speed);
}

function open(): Shelf {
  const account = identity.get() ?? '';
  try {
    const shelf = JSON.parse(storage.read(storageKeys.watching) ?? '') as Shelf;
    if (account !== '' && shelf.account === account) {
      const good = Object.entries(shelf.lessons).filter(([, value]) => isUnsent(value));
      return { account, lessons: Object.fromEntries(good) };
    }
  } catch {
    // Nothing is kept, or something unreadable: the same.
  }
  return { account, lessons: {} };
}

function close({ account, lessons }: Shelf): void {
  if (account !== '') {
    const none = Object.keys(lessons).length === 0;
    storage.write(storageKeys.watching, none ? null : JSON.stringify({ account, lessons }));
  }
}

/** Everything of this account that waits for the server, by lesson. */
export function keptWatching(): Readonly<Record<string, Unsent>> {
  return open().lessons;
}

/** Keeps what waits in place of what was kept of the lesson; null when nothing waits any more. */
export function keepWatching(lesson: string, unsent: Unsent | null): void {
  const { account, lessons } = open();
  const { [lesson]: _old, ...others } = lessons;
  close({ account, lessons: unsent === null ? others : { ...others, [lesson]: unsent } });
}

/** Two piles of the same lesson as one; the later says where it stopped. */
export function together(earlier: Unsent | undefined, later: Unsent): Unsent {
  return earlier === undefined
    ? later
    : { ...later, intervals: merge([...earlier.intervals, ...later.intervals]) };
}
