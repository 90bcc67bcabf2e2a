import { useState } from 'react';
import { codeOf } from '@/shared/api/errors';
import { useFormats, useTranslation } from '@/shared/i18n/use-translation';
import type { useDraftActions } from './draft-job';
import { doesSomething } from './effects';
import type { Draft, Preview } from './queries';

/** Whether the number typed is that of the brake. */
export function isConfirmed(typed: string | undefined, changed: number): boolean {
  return typed !== undefined && /^\d+$/u.test(typed.trim()) && Number(typed.trim()) === changed;
}

/** The state of the import button. */
export interface Apply {
  /** The numbers typed at the brakes, by field. */
  typed: Readonly<Record<string, string>>;
  type: (field: string, text: string) => void;
  /** Why the button is disabled; undefined if it isn't. */
  missing: string | undefined;
  /** The error of the last attempt. */
  problem: string | undefined;
  busy: boolean;
  run: () => void;
}

/** Imports exactly what was shown: the call carries the fingerprint of this preview. */
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
  const stale = codeOf(apply.error) === 'roster.stale'; // already in the notice above
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
