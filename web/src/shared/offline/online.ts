import { useEffect, useSyncExternalStore } from 'react';
import { storageKeys } from '@/shared/store/keys';
import { createPersisted, createValue, type Value } from '@/shared/store/value';

/** When the server last answered (Unix ms on its clock, to the minute), or null; outlives the page. */
export const lastContact = createPersisted<number | null>(storageKeys.contact, {
  parse: (text) => {
    const at = Number(text ?? '');
    return at > 0 && Number.isFinite(at) ? at : null;
  },
  format: (at) => (at === null ? null : String(at)),
});

/** Records that the server answered. */
export function noteContact(at: number): void {
  const minute = Math.floor(at / 60_000) * 60_000;
  if (lastContact.get() !== minute) {
    lastContact.set(minute); // once a minute, not with every request
  }
}

function subscribe(changed: () => void): () => void {
  const kinds = ['online', 'offline'] as const;
  kinds.forEach((kind) => globalThis.addEventListener(kind, changed));
  return () => kinds.forEach((kind) => globalThis.removeEventListener(kind, changed));
}

/** Whether the browser is online; the server may still be unreachable. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine);
}

/** How many parts of the page failed to load. */
export const failedPlaces: Value<number> = createValue(0);

/** Counts a part of the page as failed while it shows an error. */
export function useFailedPlace(): void {
  useEffect(() => {
    failedPlaces.set(failedPlaces.get() + 1);
    return () => failedPlaces.set(failedPlaces.get() - 1);
  }, []);
}
