import type { Draft } from './queries';

/** The steps of an import, in order. */
export const steps = ['file', 'columns', 'preview', 'done'] as const;

export type Step = (typeof steps)[number];

/** The step of a draft; its owner may go back to the columns until it is imported. */
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
