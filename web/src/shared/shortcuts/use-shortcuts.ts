import { useEffect, useRef } from 'react';
import { addShortcuts, listShortcuts, type ShortcutMap, type Slot } from './shortcuts';

/** Makes keys do something while the component is shown. The map may be a new one at each rendering. */
export function useShortcuts(map: ShortcutMap, { inDialog = false } = {}): void {
  const slot = useRef<Slot>({ map, inDialog });
  useEffect(() => {
    slot.current.map = map;
    listShortcuts();
  });
  useEffect(() => addShortcuts(slot.current), []);
}
