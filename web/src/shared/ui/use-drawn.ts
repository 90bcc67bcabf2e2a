import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import type { RefObject } from 'react';

interface Options {
  count: number;
  /** How high a row is, or where rows are measured, usually is. */
  heightOf: (index: number) => number;
  /**
   * Further ones that must be there while a part is drawn, -1 for none: the row with the focus, the head of the group.
   */
  alwaysDrawn: (first: number) => readonly number[];
  scroller: RefObject<HTMLElement | null>;
  /** Up to so many rows all are drawn, and the browser's own search finds them. */
  whole: number;
}

/** Which rows are drawn, each with the empty space before it in px: all of a few, of many those that are seen. */
export function useDrawn({ count, heightOf, alwaysDrawn, scroller, whole }: Options) {
  // oxlint-disable-next-line react/incompatible-library -- what it returns is used here and now, never kept
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: heightOf,
    overscan: 4,
    useFlushSync: false, // drawing is a task of its own, so that scrolling answers at once
    rangeExtractor: (range: Range) => {
      const always = alwaysDrawn(range.startIndex).filter((index) => index >= 0 && index < count);
      return [...new Set([...always, ...defaultRangeExtractor(range)])].toSorted((a, b) => a - b);
    },
  });
  const { measureElement: measure, scrollToIndex } = virtualizer;
  const seen = virtualizer.range?.endIndex ?? -1;
  if (count <= whole) {
    const drawn = Array.from({ length: count }, (_, index) => ({ index, gap: 0 }));
    return { drawn, rest: 0, seen, measure, scrollToIndex };
  }
  let bottom = 0;
  const drawn = virtualizer.getVirtualItems().map(({ index, start, end }) => {
    const gap = start - bottom;
    bottom = end;
    return { index, gap };
  });
  return { drawn, rest: Math.max(0, virtualizer.getTotalSize() - bottom), seen, measure, scrollToIndex };
}
