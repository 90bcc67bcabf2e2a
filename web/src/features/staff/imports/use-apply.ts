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

/** Whether a reason is long enough: four characters, as where single changes are planned. */
const isReason = (text: string): boolean => Array.from(text.trim()).length >= 4;

/** The state of the import button. */
export interface Apply {
  /** The numbers typed at the brakes, by field. */
  typed: Readonly<Record<string, string>>;
  type: (field: string, text: string) => void;
  /** Why the clashes that the import creates are accepted. */
  reason: string;
  giveReason: (text: string) => void;
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
  const [reason, giveReason] = useState('');
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
    if (open !== undefined) {
      return t('apply.confirm', { number: number(open.changed) });
    }
    return preview.clashCount > 0 && !isReason(reason) ? t('apply.reason') : undefined;
  };
  const stale = codeOf(apply.error) === 'roster.stale'; // already in the notice above
  return {
    typed,
    type: (field, text) => setTyped((before) => ({ ...before, [field]: text })),
    reason,
    giveReason,
    missing: missing(),
    problem: apply.error instanceof Error && !stale ? apply.error.message : undefined,
    busy: apply.isPending || draft.state === 'applying',
    run: () =>
      apply.mutate({
        fingerprint: preview.fingerprint,
        goodRows: preview.refused > 0,
        confirm: Object.fromEntries(preview.brakes.map(({ field, changed }) => [field, changed])),
        ...(preview.clashCount > 0 && { reason: reason.trim() }),
      }),
  };
}
