import { useSyncExternalStore } from 'react';

const query = '(width >= 1100px)';

/** Whether the lessons have room beside the player; below it they are a tab. */
export function useRoomy(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = globalThis.matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => globalThis.matchMedia(query).matches,
  );
}
