import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import { useCallback, type RefObject } from 'react';

/** Up to so many rows all are drawn. An hour of speech has some 800, and as many fields would make typing slow. */
const drawnWhole = 40;

/** How high a row is before it has been measured, in px. */
const usualHeight = 150;

interface DrawnRows {
  /** The rows that are drawn, and the empty space before each in px. */
  drawn: readonly { index: number; gap: number }[];
  /** The empty space behind the last, in px. */
  rest: number;
  /** Measures a row that is drawn. */
  measure: (row: HTMLElement | null) => void;
  /** Scrolls to a row, inside the list alone. */
  show: (index: number) => void;
}

/** Draws of many rows those that are in sight, and the one with the focus. */
export function useDrawnRows(list: RefObject<HTMLElement | null>, count: number): DrawnRows {
  const focused = (): number =>
    Number(list.current?.querySelector<HTMLElement>('[data-index]:focus-within')?.dataset['index'] ?? -1);
  // oxlint-disable-next-line react/incompatible-library -- what it returns is used here and now, never kept
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => list.current,
    estimateSize: () => usualHeight,
    overscan: 3,
    rangeExtractor: (range: Range) => {
      const kept = [focused()].filter((index) => index >= 0 && index < count);
      return [...new Set([...kept, ...defaultRangeExtractor(range)])].toSorted((a, b) => a - b);
    },
  });
  const { measureElement, scrollToIndex } = virtualizer;
  const show = useCallback(
    (index: number): void => {
      const row = list.current?.querySelector<HTMLElement>(`[data-index="${index}"]`);
      if (list.current && row) {
        list.current.scrollTop = row.offsetTop - list.current.clientHeight / 3;
      } else if (index >= 0) {
        scrollToIndex(index, { align: 'center' });
      }
    },
    [list, scrollToIndex],
  );
  if (count <= drawnWhole) {
    const all = Array.from({ length: count }, (_, index) => ({ index, gap: 0 }));
    return { drawn: all, rest: 0, measure: measureElement, show };
  }
  let bottom = 0;
  const drawn = virtualizer.getVirtualItems().map(({ index, start, end }) => {
    const gap = start - bottom;
    bottom = end;
    return { index, gap };
  });
  return { drawn, rest: Math.max(0, virtualizer.getTotalSize() - bottom), measure: measureElement, show };
}
