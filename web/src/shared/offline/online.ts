import { useEffect, useSyncExternalStore } from 'react';
import { storageKeys } from '@/shared/store/keys';
import { createPersisted, createValue, type Value } from '@/shared/store/value';

/** When the college last answered (Unix ms, its clock, to the minute), or null; it outlives the page. */
export const lastContact = createPersisted<number | null>(storageKeys.contact, {
  parse: (text) => {
    const at = Number(text ?? '');
    return at > 0 && Number.isFinite(at) ? at : null;
  },
  format: (at) => (at === null ? null : String(at)),
});

/** Notes that the college answered. */
export function noteContact(at: number): void {
  const minute = Math.floor(at / 60_000) * 60_000;
  if (lastContact.get() !== minute) {
    lastContact.set(minute); // once a minute, not once a request
  }
}

function subscribe(changed: () => void): () => void {
  const kinds = ['online', 'offline'] as const;
  kinds.forEach((kind) => globalThis.addEventListener(kind, changed));
  return () => kinds.forEach((kind) => globalThis.removeEventListener(kind, changed));
}

/** Whether the browser has a network at all; the college may still be out of reach. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine);
}

/** How many places of the page show that they could not be loaded. */
export const failedPlaces: Value<number> = createValue(0);

/** Counts a place that shows an error instead of its content, for as long as it does. */
export function useFailedPlace(): void {
  useEffect(() => {
    failedPlaces.set(failedPlaces.get() + 1);
    return () => failedPlaces.set(failedPlaces.get() - 1);
  }, []);
}
