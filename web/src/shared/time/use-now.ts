import { useSyncExternalStore } from 'react';
import { clock } from '@/shared/api/api';

const minute = 60_000;

function subscribe(changed: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = (): void => {
    timer = setTimeout(
      () => {
        changed();
        wait();
      },
      minute - (clock.now() % minute) + 20,
    );
  };
  wait();
  document.addEventListener('visibilitychange', changed);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', changed);
  };
}

/** The present minute by the server's clock; re-renders when it is over or the page becomes visible again. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => Math.floor(clock.now() / minute) * minute);
}
