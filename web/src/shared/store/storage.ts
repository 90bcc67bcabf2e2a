import { storageKeys } from './keys';

/** Tells that something may have changed; reading again says what. */
export type Listener = () => void;

/** Text values by key that outlive the page where the browser allows it, and the tab's memory otherwise. */
export interface Storage {
  read: (key: string) => string | null;
  /** Writes, or removes when the value is null. Never throws: a full or blocked store falls back to memory. */
  write: (key: string, value: string | null) => void;
  /** Calls back on writes of this tab and of others. */
  subscribe: (key: string, listener: Listener) => Listener;
}

type WebStorage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Makes a storage on what `open` returns; `open` may throw, as localStorage itself does when it is blocked. */
export function createStorage(open: () => WebStorage, target: EventTarget): Storage {
  // What could not be written. It wins over the store until a write of that key succeeds.
  const unwritten = new Map<string, string | null>();
  const listeners = new Map<string, Set<Listener>>();
  const notify = (key: string): void => listeners.get(key)?.forEach((listener) => listener());

  target.addEventListener('storage', (event) => {
    const { key } = event as StorageEvent;
    if (key === null) {
      unwritten.clear();
      [...listeners.keys()].forEach(notify); // the whole store was cleared
    } else {
      unwritten.delete(key);
      notify(key);
    }
  });

  return {
    read(key) {
      if (unwritten.has(key)) {
        return unwritten.get(key) ?? null;
      }
      try {
        return open().getItem(key);
      } catch {
        return null;
      }
    },
    write(key, value) {
      try {
        const store = open();
        if (store.getItem(key) === value && !unwritten.has(key)) {
          return; // nobody needs to hear of it, and a write may cost a phone milliseconds
        }
        if (value === null) {
          store.removeItem(key);
        } else {
          store.setItem(key, value);
        }
        unwritten.delete(key);
      } catch {
        unwritten.set(key, value);
      }
      notify(key);
    },
    subscribe(key, listener) {
      const all = listeners.get(key) ?? new Set();
      listeners.set(key, all.add(listener));
      return () => void all.delete(listener);
    },
  };
}

function readView(): string | null {
  try {
    return sessionStorage.getItem(storageKeys.view);
  } catch {
    return null;
  }
}

/** In a tab in which staff see the portal as a student: whom, until when. Null in every other tab. */
export const viewing = readView();

/** The browser's local storage. A view has its tab's, so that its student's data and the data of staff never meet. */
export const storage =
  viewing === null
    ? createStorage(() => localStorage, globalThis)
    : createStorage(() => sessionStorage, new EventTarget());
