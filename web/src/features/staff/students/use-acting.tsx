import { useState, type ReactNode } from 'react';
import type { Choice } from '@/shared/ui/staff/use-search';
import { ActionDialog } from './action-dialog';
import type { ActionKind, Person } from './person';
import { useEnable } from './use-actions';

/** Starts an action: opens its dialog, or runs it at once. */
export type Act = (kind: ActionKind, people: readonly Person[], group?: Choice) => void;

interface Doing {
  kind: Exclude<ActionKind, 'open'>;
  people: readonly Person[];
  group: Choice | undefined;
}

/** Runs actions on students and provides the open dialog. */
export function useActing(): { act: Act; dialog: ReactNode } {
  const [doing, setDoing] = useState<Doing>();
  const { mutate } = useEnable();
  return {
    act: (kind, people, group) => {
      if (kind === 'open') {
        mutate({ people, enabled: true, reason: '' }); // safe without a dialog
      } else {
        setDoing({ kind, people, group });
      }
    },
    dialog: doing && <ActionDialog {...doing} onClose={() => setDoing(undefined)} />,
  };
}
