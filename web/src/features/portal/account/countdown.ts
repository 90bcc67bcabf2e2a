import { useEffect, useState } from 'react';

/** Counts down the seconds left; follows the clock, so it is right even after the device slept. */
export function useCountdown(): [left: number, start: (seconds: number) => void] {
  const [until, setUntil] = useState(0);
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (until === 0) {
      return undefined;
    }
    const timer = setInterval(() => {
      const remaining = Math.max(0, Math.ceil((until - Date.now()) / 1000));
      setLeft(remaining);
      if (remaining === 0) {
        setUntil(0);
      }
    }, 250);
    return () => clearInterval(timer);
  }, [until]);
  const start = (seconds: number): void => {
    setLeft(seconds);
    setUntil(Date.now() + seconds * 1000);
  };
  return [left, start];
}
