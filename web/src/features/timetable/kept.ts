import { storageKeys } from '@/shared/store/keys';
import { identity } from '@/shared/store/session';
import { storage } from '@/shared/store/storage';
import type { WireTerms, WireTimetable } from './wire';

/** An answer with the time when the server last stood by it. */
export interface Kept<T> {
  at: number;
  data: T;
}

const key = storageKeys.timetable;
const termLimit = 3;

/** The shape of what is kept. An upgrade that changes it forgets the old rather than stumble over it. */
const shape = 1;

interface Shelf {
  shape: typeof shape;
  /** Whose it is. Whoever else logs in finds nothing. */
  account: string;
  terms: Kept<WireTerms> | null;
  /** The last terms that were looked at, the latest first. */
  timetables: Kept<WireTimetable>[];
}

function open(): Shelf {
  const account = identity.get() ?? '';
  try {
    const shelf = JSON.parse(storage.read(key) ?? '') as Shelf;
    if (shelf.account === account && account !== '' && Object.is(shelf.shape, shape)) {
      const readable = shelf.timetables.filter(
        ({ data }) => Array.isArray(data.classes) && data.term.id !== '',
      );
      return { ...shelf, timetables: readable };
    }
  } catch {
    // Nothing is kept, or something unreadable: the same.
  }
  return { shape, account, terms: null, timetables: [] };
}

function close(shelf: Shelf): void {
  if (shelf.account !== '') {
    storage.write(key, JSON.stringify(shelf));
  }
}

/** The timetable of a term as it was last known on this device; never another person's. */
export function keptTimetable(term: string): Kept<WireTimetable> | undefined {
  return open().timetables.find(({ data }) => data.term.id === term);
}

/** Keeps a timetable for days without a connection. */
export function keepTimetable(data: WireTimetable, at: number): void {
  const shelf = open();
  const others = shelf.timetables.filter((kept) => kept.data.term.id !== data.term.id);
  close({ ...shelf, timetables: [{ at, data }, ...others].slice(0, termLimit) });
}

/** The terms as they were last known on this device. */
export function keptTerms(): Kept<WireTerms> | undefined {
  return open().terms ?? undefined;
}

/** Keeps the terms for days without a connection. */
export function keepTerms(data: WireTerms, at: number): void {
  close({ ...open(), terms: { at, data } });
}
