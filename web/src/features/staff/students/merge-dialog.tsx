import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '@/shared/api/api';
import { refresh } from '@/shared/api/cached';
import { useTranslation } from '@/shared/i18n/use-translation';
import { notify } from '@/shared/store/notices';
import { QueryView } from '@/shared/ui/query-view';
import { Combobox } from '@/shared/ui/staff/combobox';
import type { Choice, Search } from '@/shared/ui/staff/use-search';
import { ActionFrame } from './action-dialogs';
import { MergePreview } from './merge-preview';
import type { Person } from './person';
import { studentsQueries, type StaffRecord } from './queries';

/** Finds students by name, pinyin, number or phone, except the one to keep. */
function studentSearch(kept: string, label: string): Search {
  return async (search, signal) => {
    const { items } = await api.get('/api/admin/students', {
      query: { search, size: 20 },
      signal,
      quiet: true,
    });
    const choices = items
      .filter(({ id }) => id !== kept)
      .map((item) => ({ id: item.id, label: item.name, note: `${item.studentNumber} · ${item.class}` }));
    return [{ label, choices }];
  };
}

interface Props {
  record: StaffRecord;
  person: Person;
  onClose: () => void;
}

/** Merges a duplicate into the record to keep. It can't be undone, so it first shows what moves. */
export function MergeDialog({ record, person, onClose }: Props) {
  const { t } = useTranslation('students');
  const [other, setOther] = useState<Choice | null>(null);
  const duplicate = other?.id ?? '';
  const preview = useQuery(studentsQueries.mergePreview(record.id, duplicate));
  const { mutate, error, isPending } = useMutation({
    mutationFn: () =>
      api.post('/api/admin/students/{student}/merge', {
        path: { student: record.id },
        body: { other: duplicate, version: record.version },
        quiet: true,
      }),
    onSuccess: async () => {
      notify('success', t('merge.done', { name: other?.label ?? '' }));
      onClose();
      await refresh(studentsQueries.all());
    },
  });
  return (
    <ActionFrame
      people={[person]}
      {...{ onClose, error }}
      title={t('merge.title')}
      text={t('merge.text')}
      action={t('merge.do')}
      busy={isPending}
      missing={other === null ? t('merge.missing') : preview.data === undefined ? t('merge.looking') : ''}
      onDo={() => mutate()}
    >
      <Combobox
        label={t('merge.other')}
        placeholder={t('merge.otherHint')}
        required
        value={other}
        onChange={setOther}
        search={studentSearch(record.id, t('list.title'))}
      />
      {other !== null && (
        <QueryView query={preview}>
          {(merge) => <MergePreview merge={merge} kept={record} duplicate={duplicate} />}
        </QueryView>
      )}
    </ActionFrame>
  );
}
