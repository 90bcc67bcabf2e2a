import { useState, type ReactNode } from 'react';
import type { Choice } from '@/shared/ui/staff/use-search';
import { ActionDialog } from './action-dialog';
import type { ActionKind, Person } from './person';
import { useEnable } from './use-actions';

/** Begins an action: a dialog opens, or it is done at once. */
export type Act = (kind: ActionKind, people: readonly Person[], group?: Choice) => void;

interface Doing {
  kind: Exclude<ActionKind, 'open'>;
  people: readonly Person[];
  group: Choice | undefined;
}

/** What can be done with students, and the dialog of what is being done. */
export function useActing(): { act: Act; dialog: ReactNode } {
  const [doing, setDoing] = useState<Doing>();
  const { mutate } = useEnable();
  return {
    act: (kind, people, group) => {
      if (kind === 'open') {
        mutate({ people, enabled: true, reason: '' }); // it harms nobody
      } else {
        setDoing({ kind, people, group });
      }
    },
    dialog: doing && <ActionDialog {...doing} onClose={() => setDoing(undefined)} />,
  };
}
