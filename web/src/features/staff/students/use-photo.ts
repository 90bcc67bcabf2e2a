import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '@/shared/api/api';
import { refresh } from '@/shared/api/cached';
import { fetchFile } from '@/shared/api/fetch-file';
import { useTranslation } from '@/shared/i18n/use-translation';
import { shrinkPicture } from '@/shared/ui/shrink-picture';
import { notifyUndo } from '@/shared/ui/staff/notify-undo';
import { sendPhoto } from './photos';
import { studentsQueries, type StaffRecord } from './queries';

/** Replaces a photo, or removes it with null, and offers an undo. */
export function useChangePhoto(record: StaffRecord) {
  const { t } = useTranslation('students');
  const client = useQueryClient();
  const student = record.id;
  const write = async (photo: Blob | null, quiet: boolean): Promise<void> => {
    const fresh =
      photo === null
        ? await api.delete('/api/admin/students/{student}/photo', { path: { student }, quiet })
        : await sendPhoto(student, photo, quiet);
    client.setQueryData(studentsQueries.record(student).queryKey, fresh);
    void refresh(studentsQueries.all());
  };
  return useMutation({
    mutationFn: async (file: File | null) => {
      const before = record.photo === '' ? null : await fetchFile(record.photo, { quiet: true });
      await write(file === null ? null : await shrinkPicture(file, 'portrait'), true);
      return before;
    },
    onSuccess: (before, file) =>
      notifyUndo(t(file === null ? 'photo.removed' : 'photo.saved'), () => write(before, false)),
  });
}
