import { useEffect, useRef, type MouseEvent, type PointerEvent } from 'react';

/** The duration of a long press, in ms, and how far the finger may move, in px. */
const longPressTime = 500;
const moveTolerance = 10;

interface LongPress {
  onPointerDown: (event: PointerEvent) => void;
  onPointerMove: (event: PointerEvent) => void;
  onPointerUp: () => void;
  onPointerCancel: () => void;
  onContextMenu: (event: MouseEvent) => void;
  onClickCapture: (event: MouseEvent) => void;
}

/** Calls back on a long press, and swallows the click that follows. */
export function useLongPress(onLongPress: () => void): LongPress {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const from = useRef({ x: 0, y: 0 });
  const done = useRef(false);
  const stop = (): void => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    onPointerDown: ({ pointerType, clientX, clientY }) => {
      stop();
      done.current = false;
      from.current = { x: clientX, y: clientY };
      if (pointerType === 'touch') {
        timer.current = setTimeout(() => {
          done.current = true;
          onLongPress();
        }, longPressTime);
      }
    },
    onPointerMove: ({ clientX, clientY }) => {
      if (Math.hypot(clientX - from.current.x, clientY - from.current.y) > moveTolerance) {
        stop();
      }
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onContextMenu: (event) => {
      if (done.current) {
        event.preventDefault();
      }
    },
    onClickCapture: (event) => {
      if (done.current) {
        done.current = false;
        event.preventDefault();
        event.stopPropagation();
      }
    },
  };
}
