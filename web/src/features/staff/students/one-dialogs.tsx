import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '@/shared/api/api';
import { refresh } from '@/shared/api/cached';
import { useTranslation } from '@/shared/i18n/use-translation';
import { notify } from '@/shared/store/notices';
import { TextField } from '@/shared/ui/text-field';
import { ActionFrame } from './action-dialogs';
import type { Person } from './person';
import { studentsQueries, type StaffRecord } from './queries';
import { useSaveRecord } from './use-save';

interface Props {
  record: StaffRecord;
  person: Person;
  onClose: () => void;
}

/** Changes the phone number, which students log in with. This is the most common change of all. */
export function PhoneDialog({ record, person, onClose }: Props) {
  const { t } = useTranslation('students');
  const [phone, setPhone] = useState('');
  const { mutate, error, isPending } = useSaveRecord(record.id);
  return (
    <ActionFrame
      people={[person]}
      {...{ onClose, error }}
      title={t('phone.title')}
      text={t('follows.phone')}
      action={t('record.saveOne')}
      busy={isPending}
      missing={phone.trim() === '' ? t('phone.missing') : ''}
      onDo={() => mutate({ was: record, changes: { phone: phone.trim() } }, { onSuccess: onClose })}
    >
      <TextField
        label={t('phone.new')}
        hint={record.phone === '' ? undefined : t('phone.was', { phone: record.phone })}
        type="tel"
        required
        autoComplete="off"
        value={phone}
        onChange={({ target }) => setPhone(target.value)}
      />
    </ActionFrame>
  );
}

/** Deletes a record that was created by mistake. The server refuses it for a record in use and says why. */
export function DeleteDialog({ record, person, onClose }: Props) {
  const { t } = useTranslation('students');
  const { history } = useRouter();
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => api.delete('/api/admin/students/{student}', { path: { student: record.id }, quiet: true }),
    onSuccess: () => {
      notify('success', t('delete.done', { name: record.name }));
      history.replace('/admin/students');
      void refresh(studentsQueries.all());
    },
  });
  return (
    <ActionFrame
      people={[person]}
      {...{ onClose, error }}
      title={t('delete.title')}
      text={t('delete.text')}
      action={t('delete.do')}
      busy={isPending}
      onDo={() => mutate()}
    />
  );
}
