import { useState } from 'react';
import type { EditedCue } from './caption-cues';

type Cues = readonly EditedCue[];

/** How many changes can be taken back. */
const maxSteps = 100;

interface Step {
  /** Further changes of the same kind at the same place belong to one step; empty: never. */
  what: string;
  before: Cues;
}

/** The cues as they are edited, and the way back. */
export function useSteps(loaded: Cues) {
  const [{ cues, steps }, set] = useState<{ cues: Cues; steps: readonly Step[] }>({
    cues: loaded,
    steps: [],
  });
  return {
    cues,
    change: (next: Cues, what = '') =>
      set((now) => {
        const same = what !== '' && now.steps.at(-1)?.what === what;
        return {
          cues: next,
          steps: same ? now.steps : [...now.steps, { what, before: now.cues }].slice(-maxSteps),
        };
      }),
    /** Puts others in their place, which is no step of its own. */
    replace: (next: (cues: Cues) => Cues) => set((now) => ({ ...now, cues: next(now.cues) })),
    /** Undefined where nothing can be taken back. */
    undo:
      steps.length === 0
        ? undefined
        : () => set((now) => ({ cues: now.steps.at(-1)?.before ?? now.cues, steps: now.steps.slice(0, -1) })),
  };
}
