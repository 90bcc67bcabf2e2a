import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';

/** How long the controls stay after the last movement, in ms. */
const idleAfter = 3000;

/** Whether to hide the controls: it is playing, and there was no movement, open menu or keyboard focus for a while. */
export function useIdle(
  container: RefObject<HTMLElement | null>,
  playing: boolean,
): [idle: boolean, wake: () => void, sleep: () => void] {
  const lastMove = useRef(0);
  const [idle, setIdle] = useState(false);
  const wake = useCallback(() => {
    lastMove.current = performance.now();
    setIdle(false);
  }, []);
  const sleep = useCallback(() => setIdle(true), []);
  useEffect(() => {
    if (!playing) {
      return undefined;
    }
    lastMove.current = performance.now();
    const timer = setInterval(() => {
      const busy = container.current?.querySelector('[aria-expanded="true"], :focus-visible') ?? null;
      if (busy === null && performance.now() - lastMove.current >= idleAfter) {
        setIdle(true);
      }
    }, 500);
    return () => clearInterval(timer);
  }, [playing, container]);
  return [idle && playing, wake, sleep];
}
