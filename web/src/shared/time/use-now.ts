import { createContext, use, useCallback, useSyncExternalStore } from 'react';
import { clock } from '@/shared/api/api';

/** Tells the time in milliseconds: the server's, so that a wrong clock in the pocket shows the right class. */
export const NowContext = createContext<() => number>(() => clock.now());

const minute = 60_000;

/** The present instant to the minute; renders again when the minute is over or the page is looked at again. */
export function useNow(): number {
  const now = use(NowContext);
  const subscribe = useCallback(
    (changed: () => void) => {
      let timer: ReturnType<typeof setTimeout>;
      const wait = (): void => {
        timer = setTimeout(
          () => {
            changed();
            wait();
          },
          minute - (now() % minute) + 20,
        );
      };
      wait();
      document.addEventListener('visibilitychange', changed);
      return () => {
        clearTimeout(timer);
        document.removeEventListener('visibilitychange', changed);
      };
    },
    [now],
  );
  return useSyncExternalStore(subscribe, () => Math.floor(now() / minute) * minute);
}
