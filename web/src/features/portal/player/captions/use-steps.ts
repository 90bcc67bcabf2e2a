import { useState } from 'react';
import type { EditedCue } from './caption-cues';

type Cues = readonly EditedCue[];

/** The length of the undo history. */
const maxSteps = 100;

interface Step {
  /** Further changes with the same value belong to the same undo step; empty: never. */
  what: string;
  before: Cues;
}

/** The cues being edited, with undo. */
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
    /** Replaces the cues without an undo step. */
    replace: (next: (cues: Cues) => Cues) => set((now) => ({ ...now, cues: next(now.cues) })),
    /** Undefined if there is nothing to undo. */
    undo:
      steps.length === 0
        ? undefined
        : () => set((now) => ({ cues: now.steps.at(-1)?.before ?? now.cues, steps: now.steps.slice(0, -1) })),
  };
}
