import { useState } from 'react';
import type { Asset } from './queries';

/** The selected recordings; the selection is kept across pages. */
export function useSelection(shown: readonly Asset[]) {
  const [selected, setSelected] = useState<ReadonlyMap<string, Asset>>(() => new Map());
  const fresh = new Map(shown.map((asset) => [asset.id, asset]));
  return {
    chosen: [...selected].map(([id, asset]) => fresh.get(id) ?? asset),
    has: (id: string) => selected.has(id),
    select: (assets: readonly Asset[], on: boolean) => {
      const next = new Map(selected);
      assets.forEach((asset) => (on ? next.set(asset.id, asset) : next.delete(asset.id)));
      setSelected(next);
    },
    none: () => setSelected(new Map()),
  };
}

export type Selection = ReturnType<typeof useSelection>;
