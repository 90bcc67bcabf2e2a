import { useState } from 'react';
import { codeOf } from '@/shared/api/errors';
import { useFormats, useTranslation } from '@/shared/i18n/use-translation';
import type { useDraftActions } from './draft-job';
import { doesSomething } from './effects';
import type { Draft, Preview } from './queries';

/** Whether what was typed is the number of a brake. */
export function isConfirmed(typed: string | undefined, changed: number): boolean {
  return typed !== undefined && /^\d+$/u.test(typed.trim()) && Number(typed.trim()) === changed;
}

/** The one blue button: what is missing before it, and what was refused after it. */
export interface Apply {
  /** What was typed at each brake, by field. */
  typed: Readonly<Record<string, string>>;
  type: (field: string, text: string) => void;
  /** Why it cannot be pressed yet; undefined when it can. */
  missing: string | undefined;
  /** Why it was refused. */
  problem: string | undefined;
  busy: boolean;
  run: () => void;
}

/** Applies what was shown: the call carries the fingerprint of this preview and of no other. */
export function useApply(draft: Draft, preview: Preview, { apply, edit }: ReturnType<typeof useDraftActions>): Apply {
  const { t } = useTranslation('imports');
  const { number } = useFormats();
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const open = preview.brakes.find(({ field, changed }) => !isConfirmed(typed[field], changed));
  const missing = (): string | undefined => {
    if (draft.state === 'failed') {
      return t('apply.failed');
    }
    if (draft.state !== 'ready' || preview.sample || edit.isPending) {
      return t('apply.checking');
    }
    if (!doesSomething(preview)) {
      return preview.refused > 0 ? t('apply.allRefused') : t('apply.nothing');
    }
    return open && t('apply.confirm', { number: number(open.changed) });
  };
  const stale = codeOf(apply.error) === 'roster.stale'; // the notice above says it
  return {
    typed,
    type: (field, text) => setTyped((before) => ({ ...before, [field]: text })),
    missing: missing(),
    problem: apply.error instanceof Error && !stale ? apply.error.message : undefined,
    busy: apply.isPending || draft.state === 'applying',
    run: () =>
      apply.mutate({
        fingerprint: preview.fingerprint,
        goodRows: preview.refused > 0,
        confirm: Object.fromEntries(preview.brakes.map(({ field, changed }) => [field, changed])),
      }),
  };
}
