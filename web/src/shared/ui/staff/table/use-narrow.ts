import { useLayoutEffect, useState, type RefObject } from 'react';

/** Below this width, in px, a table is a list. */
const listBelow = 600;

/** Whether an element is too narrow for a table; re-renders when that changes. */
export function useNarrow(element: RefObject<HTMLElement | null>): boolean {
  const [narrow, setNarrow] = useState(false);
  useLayoutEffect(() => {
    if (element.current === null) {
      return undefined;
    }
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined && entry.contentRect.width > 0) {
        setNarrow(entry.contentRect.width < listBelow);
      }
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return narrow;
}
