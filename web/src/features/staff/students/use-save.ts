import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '@/shared/api/api';
import { refresh } from '@/shared/api/cached';
import { codeOf } from '@/shared/api/errors';
import { useTranslation } from '@/shared/i18n/use-translation';
import { notify } from '@/shared/store/notices';
import { notifyUndo } from '@/shared/ui/staff/notify-undo';
import { fieldNames, textsOf, type RecordTexts } from './fields';
import { studentsQueries, type StaffRecord } from './queries';

interface Saving {
  /** The record before editing. */
  was: StaffRecord;
  changes: Partial<RecordTexts>;
}

/**
 * Saves changes of a record together and offers an undo. A stale record is fetched again, so that both versions can be
 * shown.
 */
export function useSaveRecord(student: string) {
  const { t } = useTranslation('students');
  const client = useQueryClient();
  const { queryKey } = studentsQueries.record(student);
  const send = async (version: number, changes: Partial<RecordTexts>, quiet: boolean): Promise<StaffRecord> => {
    const answer = await api.patch('/api/admin/students/{student}', {
      path: { student },
      body: { version, changes },
      quiet,
    });
    client.setQueryData(queryKey, answer.data);
    void client.invalidateQueries({
      queryKey: studentsQueries.all(),
      predicate: ({ queryKey: key }) => key !== queryKey,
    });
    return answer.data;
  };
  return useMutation({
    mutationFn: ({ was, changes }: Saving) => send(was.version, changes, true),
    onSuccess: (fresh, { was, changes }) => {
      const names = fieldNames.filter((name) => changes[name] !== undefined);
      const text = t('record.saved', { count: names.length });
      if (changes.nationalId !== undefined) {
        notify('success', text); // no undo: the old value is unknown here
        return;
      }
      const before = textsOf(was.fields);
      const back = Object.fromEntries(names.map((name) => [name, before[name]]));
      notifyUndo(text, async () => {
        await send(fresh.version, back, false);
      });
    },
    onError: (error) => {
      if (codeOf(error) === 'student.stale') {
        void refresh(queryKey);
      }
    },
  });
}
