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

/** The current minute on the server's clock; re-renders every minute and when the page becomes visible. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => Math.floor(clock.now() / minute) * minute);
}
