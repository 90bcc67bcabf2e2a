import { useState } from 'react';
import { dropDraft, keepDraft, readDraft } from './draft';

interface DraftValues<T> {
  values: T;
  change: (part: Partial<T>) => void;
  /** Forgets what was typed, once it is saved or given up. */
  drop: () => void;
  /** Whether it holds what was typed before a reload. */
  restored: boolean;
  /** Back to what it began with. */
  discard: () => void;
}

/**
 * What is typed into a form that is no form of the library, such as lines beside a preview: kept as `useForm` keeps it,
 * over a reload and a session that ended. What it begins with is read once.
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
      keepDraft(name, { began, values: next });
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
