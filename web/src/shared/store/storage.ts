import { storageKeys } from './keys';

/** Called when something may have changed; read again to find out. */
export type Listener = () => void;

/** Text values by key. They outlive the page if the browser allows it; otherwise they stay in the tab's memory. */
export interface Storage {
  read: (key: string) => string | null;
  /**
   * Writes, or removes if the value is null. Never throws: if the store is full or blocked, it falls back to memory.
   */
  write: (key: string, value: string | null) => void;
  /** Calls back on writes by this tab and others. */
  subscribe: (key: string, listener: Listener) => Listener;
}

type WebStorage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Makes a storage on what `open` returns; `open` may throw, as localStorage does when it is blocked. */
export function createStorage(open: () => WebStorage, target: EventTarget): Storage {
  // Values that could not be written. They take precedence over the store until a write of that key succeeds.
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
          return; // nothing changed, and a write can cost a phone milliseconds
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

/** The student and end of the student view in its tab; null in every other tab. */
export const viewing = readView();

/** The browser's local storage. A student view uses its tab's, so that data of the student and of staff never mix. */
export const storage =
  viewing === null
    ? createStorage(() => localStorage, globalThis)
    : createStorage(() => sessionStorage, new EventTarget());
