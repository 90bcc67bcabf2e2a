import { useRef, type PointerEvent as ReactPointerEvent, type RefObject } from 'react';
import type { Class } from '@/shared/timetable/model';
import { targetAt, type Stretch, type Target } from './carry';

/** How a class is dragged, or lifted and moved with the keyboard. */
export interface Carrying {
  /** The class being moved; undefined if there is none. */
  lifted: string | undefined;
  lift: (item: Class) => void;
  carry: (item: string, target: Target) => void;
  drop: () => void;
  putBack: () => void;
}

/** Pixels a pointer must move before a press becomes a drag. */
const threshold = 6;

function stretches<T>(heads: Iterable<HTMLElement>, side: 'x' | 'y', value: (head: HTMLElement) => T): Stretch<T>[] {
  return Array.from(heads, (head) => {
    const box = head.getBoundingClientRect();
    return side === 'x'
      ? { from: box.left, to: box.right, value: value(head) }
      : { from: box.top, to: box.bottom, value: value(head) };
  });
}

const headsOf = (table: HTMLElement | null, query: string): HTMLElement[] => [
  ...(table?.querySelectorAll<HTMLElement>(query) ?? []),
];

const periodsOf = (table: HTMLElement | null): Stretch<number>[] =>
  stretches(headsOf(table, 'th[data-period]'), 'y', (head) => Number(head.dataset['period']));

const daysOf = (table: HTMLElement | null): Stretch<string>[] =>
  stretches(headsOf(table, 'th[data-date]'), 'x', (head) => head.dataset['date'] ?? '');

const lengthOf = ({ place }: Class): number => place.lastPeriod - place.firstPeriod + 1;

interface Drag {
  item: Class;
  x: number;
  y: number;
  /** Periods of the class above the pointer. */
  above: number;
  moved: boolean;
}

/** Drags a class with a mouse or pen. Touch scrolls instead; there the panel has a list of free slots. */
export function useDrag(table: RefObject<HTMLTableElement | null>, carrying: Carrying) {
  const drag = useRef<Drag | null>(null);
  const suppressClick = useRef(false);
  const periods = (): Stretch<number>[] => periodsOf(table.current);
  const days = (): Stretch<string>[] => daysOf(table.current);
  return {
    /** For a class card. */
    onPointerDown: (event: ReactPointerEvent, item: Class): void => {
      suppressClick.current = false;
      if (event.button !== 0 || event.pointerType === 'touch' || item.place.firstPeriod === 0) {
        return;
      }
      const at = targetAt({ x: event.clientX, y: event.clientY }, days(), periods(), { above: 0, length: 1 });
      const above = (at?.firstPeriod ?? item.place.firstPeriod) - item.place.firstPeriod;
      drag.current = { item, x: event.clientX, y: event.clientY, above: Math.max(above, 0), moved: false };
    },
    onPointerMove: (event: ReactPointerEvent): void => {
      const lifted = drag.current;
      if (lifted === null) {
        return;
      }
      if (!lifted.moved && Math.hypot(event.clientX - lifted.x, event.clientY - lifted.y) < threshold) {
        return;
      }
      if (!lifted.moved) {
        lifted.moved = true;
        table.current?.setPointerCapture(event.pointerId);
        carrying.lift(lifted.item);
      }
      const length = lengthOf(lifted.item);
      const target = targetAt({ x: event.clientX, y: event.clientY }, days(), periods(), {
        above: Math.min(lifted.above, length - 1),
        length,
      });
      if (target !== undefined) {
        carrying.carry(lifted.item.id, target);
      }
    },
    onPointerUp: (): void => {
      if (drag.current?.moved === true) {
        suppressClick.current = true;
        carrying.drop();
      }
      drag.current = null;
    },
    onPointerCancel: (): void => {
      if (drag.current?.moved === true) {
        carrying.putBack();
      }
      drag.current = null;
    },
    /** Whether a click is the end of a drag and should be ignored. */
    endsDrag: (): boolean => {
      const ends = suppressClick.current;
      suppressClick.current = false;
      return ends;
    },
  };
}
