import { useSyncExternalStore } from 'react';

const query = '(width >= 768px)';

/** Whether there is room for a menu at the side; below it the phone's design applies. */
export function useWide(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = globalThis.matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => globalThis.matchMedia(query).matches,
  );
}
