import type { Draft } from './queries';

/** The way of a file, in order. */
export const steps = ['file', 'columns', 'preview', 'done'] as const;

/** One of them. */
export type Step = (typeof steps)[number];

/** Where a draft is; its owner may look at the columns again until it is written. */
export function stepOf({ state, preview }: Pick<Draft, 'state' | 'preview'>, asked?: string): Step {
  switch (state) {
    case 'applied':
      return 'done';
    case 'applying':
      return 'preview';
    case 'columns':
      return 'columns';
    case 'failed':
      return asked === 'columns' || preview === null ? 'columns' : 'preview';
    case 'previewing':
    case 'ready':
    default:
      return asked === 'columns' ? 'columns' : 'preview';
  }
}
