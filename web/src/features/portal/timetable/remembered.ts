import { storageKeys } from '@/shared/store/keys';
import { identity } from '@/shared/store/session';
import { createPersisted, type Value } from '@/shared/store/value';

/** What one person has seen and done with their timetable on this device. */
export interface Remembered {
  account: string;
  /** Term → when they last confirmed its changes. */
  seen: Readonly<Record<string, number>>;
  /** Classes marked as attended, whose recordings needn't be offered. */
  attended: readonly string[];
}

const limit = 500;

function parse(text: string | null): Remembered {
  try {
    const value = JSON.parse(text ?? '') as Partial<Remembered>;
    if (typeof value.account === 'string' && Array.isArray(value.attended) && typeof value.seen === 'object') {
      return { account: value.account, seen: value.seen, attended: value.attended };
    }
  } catch {
    // Nothing stored, or not readable.
  }
  return { account: '', seen: {}, attended: [] };
}

const stored = createPersisted(storageKeys.timetableSeen, {
  parse,
  format: (value) => JSON.stringify(value),
});
const nothing: Remembered = { account: '', seen: {}, attended: [] };

/** What this account has seen; other accounts' data is ignored. */
export const remembered: Value<Remembered> = {
  get: () => (stored.get().account === (identity.get() ?? '') ? stored.get() : nothing),
  set: stored.set,
  subscribe: stored.subscribe,
};

function change(edit: (now: Remembered) => Partial<Remembered>): void {
  const now = remembered.get();
  const account = identity.get() ?? '';
  if (account !== '') {
    remembered.set({ ...now, ...edit(now), account });
  }
}

/** Records that the changes of a term up to an instant were seen. */
export function noteSeen(term: string, at: number): void {
  change(({ seen }) => ({ seen: { ...seen, [term]: at } }));
}

export function noteAttended(id: string): void {
  change(({ attended }) => ({ attended: [id, ...attended.filter((one) => one !== id)].slice(0, limit) }));
}
