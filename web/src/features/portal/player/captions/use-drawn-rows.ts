import { useCallback, type RefObject } from 'react';
import { useDrawn } from '@/shared/ui/use-drawn';

/** Up to this many rows all are rendered. An hour of speech has about 800, and that many fields make typing slow. */
const drawnWhole = 40;

/** The assumed height of a row that hasn't been measured, in px. */
const usualHeight = 150;

/** Renders only the rows in view, and the one with the focus. */
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
  /** Scrolls to a row within the list only. */
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
