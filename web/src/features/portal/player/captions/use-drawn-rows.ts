import { useCallback, type RefObject } from 'react';
import { useDrawn } from '@/shared/ui/use-drawn';

/** An hour of speech has some 800 rows, and as many fields would make typing slow. */
const drawnWhole = 40;

/** How high a row is before it has been measured, in px. */
const usualHeight = 150;

/** Draws of many rows those that are in sight, and the one with the focus. */
export function useDrawnRows(list: RefObject<HTMLElement | null>, count: number) {
  const focused = (): number =>
    Number(list.current?.querySelector<HTMLElement>('[data-index]:focus-within')?.dataset['index'] ?? -1);
  const { drawn, rest, measure, scrollToIndex } = useDrawn({
    count,
    heightOf: () => usualHeight,
    alwaysDrawn: () => [focused()],
    scroller: list,
    whole: drawnWhole,
  });
  /** Scrolls to a row, inside the list alone. */
  const show = useCallback(
    (index: number): void => {
      const row = list.current?.querySelector<HTMLElement>(`[data-index="${index}"]`);
      if (list.current && row) {
        list.current.scrollTo({ top: row.offsetTop - list.current.clientHeight / 3 });
      } else if (index >= 0) {
        scrollToIndex(index, { align: 'center' });
      }
    },
    [list, scrollToIndex],
  );
  return { drawn, rest, measure, show };
}
