import { useEffect, useState } from 'react';

/** How long after the last change the server is asked, in ms. */
const pause = 200;

/** A value once it has stopped changing, and whether it has. */
export function useSettledValue<T>(value: T): [settled: T, isSettled: boolean] {
  const text = JSON.stringify(value);
  const settled = useSettled(text);
  return [JSON.parse(settled) as T, settled === text];
}

/** A text once typing has stopped; an empty one immediately. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause);
    return () => clearTimeout(timer);
  }, [text]);
  return text === '' ? '' : settled;
}
