import { useState } from 'react';
import { dropDraft, storeDraft, readDraft } from './draft';

interface DraftValues<T> {
  values: T;
  change: (part: Partial<T>) => void;
  /** Deletes the draft once it is saved or discarded. */
  drop: () => void;
  /** Whether a draft from before a reload was restored. */
  restored: boolean;
  /** Restores the initial values. */
  discard: () => void;
}

/**
 * Stores values that aren't a form of the library, such as lines beside a preview, as a draft like `useForm`: it
 * survives a reload and an expired session. The initial values are read once.
 */
export function useDraftValues<T extends Readonly<Record<string, unknown>>>(name: string, initial: T): DraftValues<T> {
  const [began] = useState(initial);
  const [draft, setDraft] = useState(() => readDraft(name, began));
  const [values, setValues] = useState(draft ?? began);
  const drop = (): void => dropDraft(name);
  return {
    values,
    change: (part) => {
      const next = { ...values, ...part };
      setValues(next);
      storeDraft(name, { began, values: next });
    },
    drop,
    restored: draft !== undefined,
    discard: () => {
      drop();
      setDraft(undefined);
      setValues(began);
    },
  };
}
