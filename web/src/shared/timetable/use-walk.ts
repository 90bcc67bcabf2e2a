import { useRef, useState, type KeyboardEvent } from 'react';
import type { Grid } from './grid';
import { entrance, walk, type Spot } from './walk';

/** The value of a spot's data-spot attribute. */
export const nameOf = ({ column, cell, entry }: Spot): string => `${column}.${cell}.${entry}`;

/**
 * The arrow keys move through the grid, Page Up and Page Down turn the week; one spot at a time is in the tab order,
 * initially that of a class.
 */
export function useWalk(grid: Grid, first: string | undefined, onTurn: (by: 1 | -1) => void) {
  const table = useRef<HTMLTableElement>(null);
  const [walked, setWalked] = useState<{ grid: Grid; spot: Spot } | null>(null);
  const spot = walked?.grid === grid ? walked.spot : entrance(grid, first);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'PageUp' || event.key === 'PageDown') {
      event.preventDefault();
      onTurn(event.key === 'PageDown' ? 1 : -1);
      return;
    }
    const to = walk(grid, spot, event.key, event.ctrlKey || event.metaKey);
    if (to !== undefined) {
      event.preventDefault();
      setWalked({ grid, spot: to });
      table.current?.querySelector<HTMLElement>(`[data-spot="${nameOf(to)}"]`)?.focus();
    }
  };
  const onFocus = (event: { target: EventTarget }): void => {
    const at = (event.target as HTMLElement).dataset['spot']?.split('.').map(Number);
    if (at !== undefined) {
      const [column = 0, cell = 0, entry = 0] = at;
      setWalked({ grid, spot: { column, cell, entry } });
    }
  };
  return { table, spot: nameOf(spot), onKeyDown, onFocus };
}
