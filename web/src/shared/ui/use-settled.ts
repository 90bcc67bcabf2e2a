import { useEffect, useState } from 'react';

/** How long after the last letter the server is asked, in ms. */
const pause = 200;

/** A text once nobody types any more; an empty one at once. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause);
    return () => clearTimeout(timer);
  }, [text]);
  return text === '' ? '' : settled;
}
