import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react';
import type { Grid } from './grid';
import { entrance, samePlace, walk, type Spot } from './walk';

/** The value of a spot's data-spot attribute. */
export const nameOf = ({ column, cell, entry }: Spot): string => `${column}.${cell}.${entry}`;

function spotAt(element: EventTarget | null): Spot | undefined {
  const at = (element as HTMLElement | null)?.dataset['spot']?.split('.').map(Number);
  return at && { column: at[0] ?? 0, cell: at[1] ?? 0, entry: at[2] ?? 0 };
}

/**
 * The arrow keys move through the grid, Page Up and Page Down turn the week; one spot at a time is in the tab order,
 * initially that of a class.
 */
export function useWalk(grid: Grid, first: string | undefined, onTurn: (by: 1 | -1) => void) {
  const table = useRef<HTMLTableElement>(null);
  const [walked, setWalked] = useState<{ grid: Grid; spot: Spot } | null>(null);
  const spot = walked?.grid === grid ? walked.spot : entrance(grid, first);
  // Where the week was turned. Another week, and its data when they arrive, may replace the focused element.
  const turned = useRef<{ grid: Grid; spot: Spot }>(null);
  const focusAt = (to: Spot): void => table.current?.querySelector<HTMLElement>(`[data-spot="${nameOf(to)}"]`)?.focus();
  const refocus = useEffectEvent((now: Grid) => {
    const active = document.activeElement;
    const lost = active === document.body || (table.current?.contains(active) === true && spotAt(active) === undefined);
    if (turned.current !== null && turned.current.grid !== now && lost) {
      focusAt(samePlace(now, turned.current.grid, turned.current.spot));
    }
  });
  useEffect(() => refocus(grid), [grid]);
  useEffect(() => {
    const leave = (): void => {
      turned.current = null;
    };
    document.addEventListener('pointerdown', leave);
    return () => document.removeEventListener('pointerdown', leave);
  }, []);
  const onKeyDown = (event: KeyboardEvent): void => {
    const here = spotAt(event.target) ?? spot;
    if (event.key === 'PageUp' || event.key === 'PageDown') {
      event.preventDefault();
      turned.current = { grid, spot: here };
      onTurn(event.key === 'PageDown' ? 1 : -1);
      return;
    }
    turned.current = null;
    const to = walk(grid, here, event.key, event.ctrlKey || event.metaKey);
    if (to !== undefined) {
      event.preventDefault();
      setWalked({ grid, spot: to });
      focusAt(to);
    }
  };
  const onFocus = (event: { target: EventTarget }): void => {
    const at = spotAt(event.target);
    if (at !== undefined) {
      setWalked({ grid, spot: at });
    }
  };
  return { table, spot: nameOf(spot), onKeyDown, onFocus };
}
