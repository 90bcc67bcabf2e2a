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

/** Whether the college answers now. A browser that says it has a network may still stand behind a door of the network's. */
export async function isReachable(): Promise<boolean> {
  try {
    const signal = 'timeout' in AbortSignal ? AbortSignal.timeout(10_000) : null; // Safari before 16 has none
    const { ok } = await fetch('/app-config.json', { cache: 'no-store', signal });
    return ok;
  } catch {
    return false;
  }
}

/** Whether the browser has a network at all; the college may still be out of reach. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine);
}
