import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import type { RefObject } from 'react';

interface Options {
  count: number;
  /** The height of a row, or an estimate if rows are measured. */
  heightOf: (index: number) => number;
  /** Further rows to render, -1 for none: the focused row, the head of the group. */
  alwaysDrawn: (first: number) => readonly number[];
  scroller: RefObject<HTMLElement | null>;
  /** Up to this many rows all are rendered, so that the browser's search finds them. */
  whole: number;
}

/** The rows to render, each with the empty space before it in px: all if there are few, otherwise the visible ones. */
export function useDrawn({ count, heightOf, alwaysDrawn, scroller, whole }: Options) {
  // oxlint-disable-next-line react/incompatible-library -- its result is used in this render only
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: heightOf,
    overscan: 4,
    useFlushSync: false, // rendering is a separate task, so that scrolling stays responsive
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
