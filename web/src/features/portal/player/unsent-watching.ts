import { storageKeys } from '@/shared/store/keys';
import { identity } from '@/shared/store/session';
import { storage } from '@/shared/store/storage';
import { merge, type Interval } from './intervals';

/** What was played but isn't confirmed by the server. */
export interface Unsent {
  intervals: readonly Interval[];
  position: number;
  speed: number;
}

interface StoredWatching {
  /** The owner's account; no other account reads or sends it. */
  account: string;
  lessons: Record<string, Unsent>;
}

function isUnsent(value: unknown): value is Unsent {
  const { intervals, position, speed } = (value ?? {}) as Partial<Unsent>;
  return Array.isArray(intervals) && Number.isFinite(position) && Number.isFinite(speed);
}

function load(): StoredWatching {
  const account = identity.get() ?? '';
  try {
    const stored = JSON.parse(storage.read(storageKeys.watching) ?? '') as StoredWatching;
    if (account !== '' && stored.account === account) {
      const good = Object.entries(stored.lessons).filter(([, value]) => isUnsent(value));
      return { account, lessons: Object.fromEntries(good) };
    }
  } catch {
    // Nothing stored, or not readable.
  }
  return { account, lessons: {} };
}

function save({ account, lessons }: StoredWatching): void {
  if (account !== '') {
    const none = Object.keys(lessons).length === 0;
    storage.write(storageKeys.watching, none ? null : JSON.stringify({ account, lessons }));
  }
}

/** What this account still has to send, by lesson. */
export function unsentWatching(): Readonly<Record<string, Unsent>> {
  return load().lessons;
}

/** Replaces the unsent intervals of a lesson; null removes them. */
export function storeUnsent(lesson: string, unsent: Unsent | null): void {
  const { account, lessons } = load();
  const { [lesson]: _old, ...others } = lessons;
  save({ account, lessons: unsent === null ? others : { ...others, [lesson]: unsent } });
}

/** Combines two unsent reports of a lesson, with the position of the later one. */
export function together(earlier: Unsent | undefined, later: Unsent): Unsent {
  return earlier === undefined ? later : { ...later, intervals: merge([...earlier.intervals, ...later.intervals]) };
}
