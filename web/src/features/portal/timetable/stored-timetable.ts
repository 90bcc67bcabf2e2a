import { storageKeys } from '@/shared/store/keys';
import { identity } from '@/shared/store/session';
import { createPersisted } from '@/shared/store/value';
import type { WireTerms, WireTimetable } from '@/shared/timetable/wire';

/** An answer with the time when the server last confirmed it, by the server's clock. */
export interface Stored<T> {
  at: number;
  data: T;
}

const termLimit = 3;

/** The version of the stored format. Data of other versions is dropped. */
const shape = 1;

interface StoredTimetables {
  shape: typeof shape;
  /** The owner's account; no other account can read it. */
  account: string;
  terms: Stored<WireTerms> | null;
  /** The last terms that were viewed, the latest first. */
  timetables: Stored<WireTimetable>[];
}

/** The text is long, so the parsed value is cached. */
const persisted = createPersisted<StoredTimetables | null>(storageKeys.timetable, {
  parse: (text) => {
    try {
      const saved = JSON.parse(text ?? '') as StoredTimetables;
      const readable = saved.timetables.filter(({ data }) => Array.isArray(data.classes) && data.term.id !== '');
      return Object.is(saved.shape, shape) ? { ...saved, timetables: readable } : null;
    } catch {
      return null; // nothing stored, or not readable
    }
  },
  format: (saved) => JSON.stringify(saved),
});

function load(): StoredTimetables {
  const account = identity.get() ?? '';
  const saved = persisted.get();
  return saved !== null && saved.account === account && account !== ''
    ? saved
    : { shape, account, terms: null, timetables: [] };
}

function save(saved: StoredTimetables): void {
  if (saved.account !== '') {
    persisted.set(saved);
  }
}

/** Whether this device has stored terms or timetables of the current account. */
export function hasStoredTimetable(): boolean {
  const { terms, timetables } = load();
  return terms !== null || timetables.length > 0;
}

/** The stored timetable of a term; never another person's. */
export function storedTimetable(term: string): Stored<WireTimetable> | undefined {
  return load().timetables.find(({ data }) => data.term.id === term);
}

export function storeTimetable(data: WireTimetable, at: number): void {
  const saved = load();
  const others = saved.timetables.filter((kept) => kept.data.term.id !== data.term.id);
  save({ ...saved, timetables: [{ at, data }, ...others].slice(0, termLimit) });
}

export function storedTerms(): Stored<WireTerms> | undefined {
  return load().terms ?? undefined;
}

export function storeTerms(data: WireTerms, at: number): void {
  save({ ...load(), terms: { at, data } });
}

/** The terms known on this device: the stored list, or the terms of the stored timetables. */
export function knownTerms(): Pick<WireTerms, 'timeZone' | 'terms'> | undefined {
  const { terms, timetables } = load();
  const [latest] = timetables;
  return terms?.data ?? (latest && { timeZone: latest.data.timeZone, terms: timetables.map(({ data }) => data.term) });
}
