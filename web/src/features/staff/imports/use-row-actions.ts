import { useTranslation } from '@/shared/i18n/use-translation';
import { notifyUndo } from '@/shared/ui/staff/notify-undo';
import type { useDraftActions } from './draft-job';
import type { DraftRow } from './queries';
import type { RowActions } from './row-cells';

/** Actions on rows. Each is one call for any number of rows, after which they are checked again. */
export function useRowActions({ edit }: ReturnType<typeof useDraftActions>): RowActions {
  const { t } = useTranslation('imports');
  const setLeftOut = async (rows: readonly DraftRow[], leftOut: boolean): Promise<boolean> => {
    try {
      await edit.mutateAsync({ edits: [], leftOut: rows.map(({ line }) => ({ line, leftOut })) });
      return true;
    } catch {
      return false; // the error is already shown
    }
  };
  return {
    keep: ({ line }, column, value) => edit.mutate({ edits: [{ line, column, value }], leftOut: [] }),
    leaveOut: (rows, leftOut) => {
      const run = async (): Promise<void> => {
        if (await setLeftOut(rows, leftOut)) {
          const text = t(leftOut ? 'rows.leftOut' : 'rows.takenIn', { count: rows.length });
          notifyUndo(text, () => setLeftOut(rows, !leftOut).then(() => undefined));
        }
      };
      void run();
    },
  };
}
