import { storageKeys } from '@/shared/store/keys';
import { identity } from '@/shared/store/session';
import { createPersisted, type Value } from '@/shared/store/value';

/** What one person has seen and done on this device with their timetable. */
export interface Remembered {
  account: string;
  /** Term → when they last said to have seen its changes. */
  seen: Readonly<Record<string, number>>;
  /** Classes they say they attended, so that their recordings need no catching up. */
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
    // Nothing, or nothing readable, is remembered.
  }
  return { account: '', seen: {}, attended: [] };
}

const stored = createPersisted(storageKeys.timetableSeen, {
  parse,
  format: (value) => JSON.stringify(value),
});
const nothing: Remembered = { account: '', seen: {}, attended: [] };

/** What this account has seen; another account's is as good as none. */
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

/** Notes that the changes of a term up to an instant were seen. */
export function noteSeen(term: string, at: number): void {
  change(({ seen }) => ({ seen: { ...seen, [term]: at } }));
}

/** Notes that a class was attended. */
export function noteAttended(id: string): void {
  change(({ attended }) => ({ attended: [id, ...attended.filter((one) => one !== id)].slice(0, limit) }));
}
