import { useSyncExternalStore } from 'react';
import { storageKeys } from '@/shared/store/keys';
import { createPersisted } from '@/shared/store/value';

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
