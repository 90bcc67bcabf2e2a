import { useEffect, useRef } from 'react';
import type { ShortcutMap, Slot } from './shortcuts';
import { addShortcuts, listShortcuts } from './shortcuts';

/** Makes keys do something while the component is shown. The map may be a new one at each rendering. */
export function useShortcuts(map: ShortcutMap, { inDialog = false } = {}): void {
  const slot = useRef<Slot>({ map, inDialog });
  useEffect(() => {
    slot.current.map = map;
    listShortcuts();
  });
  useEffect(() => addShortcuts(slot.current), []);
}
