import type { ReactNode } from 'react';
import { useState } from 'react';
import { ActionDialog } from './action-dialog';
import type { ActionKind, Person } from './person';
import { useEnable } from './use-actions';

interface Acting {
  /** Begins an action: a dialog opens, or it is done at once. */
  act: (kind: ActionKind, people: readonly Person[]) => void;
  dialog: ReactNode;
}

/** What can be done with students, and the dialog of what is being done. */
export function useActing(): Acting {
  const [doing, setDoing] = useState<{ kind: Exclude<ActionKind, 'open'>; people: readonly Person[] }>();
  const { mutate } = useEnable();
  return {
    act: (kind, people) => {
      if (kind === 'open') {
        mutate({ people, enabled: true, reason: '' }); // it harms nobody
      } else {
        setDoing({ kind, people });
      }
    },
    dialog: doing && <ActionDialog {...doing} onClose={() => setDoing(undefined)} />,
  };
}
