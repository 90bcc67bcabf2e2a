import { useSyncExternalStore } from 'react';

/** Whether a media query matches; re-renders when that changes. The query must stay the same. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = globalThis.matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => globalThis.matchMedia(query).matches,
  );
}
