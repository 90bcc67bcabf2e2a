import { useRef, type TouchEvent } from 'react';

/** How far a finger moves for a swipe, in px. */
const swipeDistance = 56;

/** Interprets a finger's movement: a swipe to the next (1) or previous (-1), or neither (0). */
function swipeOf(dx: number, dy: number): 1 | -1 | 0 {
  if (Math.abs(dx) < swipeDistance || Math.abs(dx) < Math.abs(dy) * 1.8) {
    return 0; // scrolling, or a shaky tap
  }
  return dx < 0 ? 1 : -1;
}

/** Handlers that turn weeks on a horizontal swipe. There must be buttons that do the same. */
export function useSwipe(onTurn: (by: 1 | -1) => void) {
  const start = useRef<{ x: number; y: number } | null>(null);
  return {
    onTouchStart: ({ touches }: TouchEvent): void => {
      const first = touches.item(0);
      start.current = touches.length === 1 && first ? { x: first.clientX, y: first.clientY } : null;
    },
    onTouchEnd: ({ changedTouches }: TouchEvent): void => {
      const last = changedTouches.item(0);
      const by = start.current && last ? swipeOf(last.clientX - start.current.x, last.clientY - start.current.y) : 0;
      start.current = null;
      if (by !== 0) {
        onTurn(by);
      }
    },
  };
}
