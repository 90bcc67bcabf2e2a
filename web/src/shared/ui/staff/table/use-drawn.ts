import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent, type RefObject } from 'react';

/** Up to so many rows all are drawn, and the browser's own search finds them. */
export const drawnWhole = 200;

/** How many rows before the end the next ones are asked for. */
const ahead = 20;

interface Options {
  count: number;
  heightOf: (index: number) => number;
  /** Further ones that must be there while a part is drawn, -1 for none: the row with the focus, the head of the group. */
  alwaysDrawn: (first: number) => readonly number[];
  scroller: RefObject<HTMLElement | null>;
  hasMore: boolean;
  onEnd?: (() => void) | undefined;
}

/** One of those that are drawn, and the empty space before it in px. */
interface Drawn {
  index: number;
  gap: number;
}

/** Which rows are drawn: all of a few; of many those that are seen. Asks for more when the end comes into sight. */
export function useDrawn(options: Options): { drawn: readonly Drawn[]; rest: number } {
  const { count, heightOf, alwaysDrawn, scroller, hasMore, onEnd } = options;
  // oxlint-disable-next-line react/incompatible-library -- what it returns is used here and now, never kept
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: heightOf,
    overscan: 4,
    useFlushSync: false, // drawing is a task of its own, so that scrolling answers at once
    rangeExtractor: (range: Range) => {
      const always = alwaysDrawn(range.startIndex).filter((index) => index >= 0);
      return [...new Set([...always, ...defaultRangeExtractor(range)])].toSorted((a, b) => a - b);
    },
  });
  const seen = virtualizer.range?.endIndex ?? -1;
  const end = useEffectEvent(() => onEnd?.());
  useEffect(() => {
    if (hasMore && seen >= 0 && seen >= count - ahead) {
      end();
    }
  }, [hasMore, seen, count]);

  if (count <= drawnWhole) {
    return { drawn: Array.from({ length: count }, (_, index) => ({ index, gap: 0 })), rest: 0 };
  }
  let bottom = 0;
  const drawn = virtualizer.getVirtualItems().map(({ index, start, end: below }) => {
    const gap = start - bottom;
    bottom = below;
    return { index, gap };
  });
  return { drawn, rest: Math.max(0, virtualizer.getTotalSize() - bottom) };
}
