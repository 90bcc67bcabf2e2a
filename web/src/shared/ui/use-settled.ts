import { useEffect, useState } from 'react';

/** How long after the last letter the server is asked, in ms. */
const pause = 200;

/** A value as it is once nothing of it changes any more, and whether it is that now. */
export function useSettledValue<T>(value: T): [settled: T, isSettled: boolean] {
  const text = JSON.stringify(value);
  const settled = useSettled(text);
  return [JSON.parse(settled) as T, settled === text];
}

/** A text once nobody types any more; an empty one at once. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause);
    return () => clearTimeout(timer);
  }, [text]);
  return text === '' ? '' : settled;
}
