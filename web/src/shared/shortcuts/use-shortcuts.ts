import { useEffect, useRef } from 'react';
import { addShortcuts, listShortcuts, type ShortcutMap, type Slot } from './shortcuts';

/** Adds shortcuts while the component is mounted. The map may change with every render. */
export function useShortcuts(map: ShortcutMap, { inDialog = false } = {}): void {
  const slot = useRef<Slot>({ map, inDialog });
  useEffect(() => {
    slot.current.map = map;
    listShortcuts();
  });
  useEffect(() => addShortcuts(slot.current), []);
}
