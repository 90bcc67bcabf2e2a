import { useSyncExternalStore } from 'react';
import { storage, type Listener, type Storage } from './storage';

/** Something that can be read and subscribed to, in React or outside. */
export interface Readable<T> {
  get: () => T;
  subscribe: (listener: Listener) => Listener;
}

/** One piece of client state. */
export interface Value<T> extends Readable<T> {
  set: (next: T) => void;
}

/** Converts a value to text and back. `parse` gets null if nothing is stored, and must accept any text. */
export interface Codec<T> {
  parse: (text: string | null) => T;
  format: (value: T) => string | null;
}

export function createValue<T>(initial: T): Value<T> {
  let current = initial;
  const listeners = new Set<Listener>();
  return {
    get: () => current,
    set(next) {
      if (!Object.is(next, current)) {
        current = next;
        listeners.forEach((listener) => listener());
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** A value that is stored under a key and follows other tabs. Parsed once per stored text. */
export function createPersisted<T>(key: string, codec: Codec<T>, on: Storage = storage): Value<T> {
  let text: string | null | undefined;
  let parsed: T;
  return {
    get() {
      const now = on.read(key);
      if (now !== text) {
        text = now;
        parsed = codec.parse(now);
      }
      return parsed;
    },
    set: (next) => on.write(key, codec.format(next)),
    subscribe: (listener) => on.subscribe(key, listener),
  };
}

/** The value; re-renders when it changes. */
export function useValue<T>(value: Readable<T>): T {
  return useSyncExternalStore(value.subscribe, value.get);
}

/** Text unchanged; an empty one counts as absent. */
export const textCodec: Codec<string | null> = {
  parse: (text) => (text === '' ? null : text),
  format: (value) => (value === '' ? null : value),
};
