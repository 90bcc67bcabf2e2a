import { storageKeys } from '@/shared/store/keys';
import { identity } from '@/shared/store/session';
import { createPersisted } from '@/shared/store/value';
import type { WireTerms, WireTimetable } from './wire';

/** An answer with the time, by the server's clock, when the server last stood by it. */
export interface Kept<T> {
  at: number;
  data: T;
}

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

/** Text to shelf; the text is long, so it is read once and not at every look. */
const stored = createPersisted<Shelf | null>(storageKeys.timetable, {
  parse: (text) => {
    try {
      const shelf = JSON.parse(text ?? '') as Shelf;
      const readable = shelf.timetables.filter(
        ({ data }) => Array.isArray(data.classes) && data.term.id !== '',
      );
      return Object.is(shelf.shape, shape) ? { ...shelf, timetables: readable } : null;
    } catch {
      return null; // nothing is kept, or something unreadable: the same
    }
  },
  format: (shelf) => JSON.stringify(shelf),
});

function open(): Shelf {
  const account = identity.get() ?? '';
  const shelf = stored.get();
  return shelf !== null && shelf.account === account && account !== ''
    ? shelf
    : { shape, account, terms: null, timetables: [] };
}

function close(shelf: Shelf): void {
  if (shelf.account !== '') {
    stored.set(shelf);
  }
}

/** Whether this device keeps anything of the person who is logged in. */
export function keepsSomething(): boolean {
  const { terms, timetables } = open();
  return terms !== null || timetables.length > 0;
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

/** The terms that this device has heard of: their list, or until that has come those whose timetable is kept. */
export function heardOf(): Pick<WireTerms, 'timeZone' | 'terms'> | undefined {
  const { terms, timetables } = open();
  const [latest] = timetables;
  return (
    terms?.data ??
    (latest && { timeZone: latest.data.timeZone, terms: timetables.map(({ data }) => data.term) })
  );
}
