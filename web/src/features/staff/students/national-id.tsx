import { api } from '@/shared/api/api';
import { refresh } from '@/shared/api/cached';
import { useTranslation } from '@/shared/i18n/use-translation';
import { MaskedValue } from '@/shared/ui/masked-value';
import { studentsQueries } from './queries';
import { useCan } from './use-can';

/** A student's national ID. Those who may change the record can show it in full. */
export function NationalId({ student, masked }: { student: string; masked: string }) {
  const { t } = useTranslation('students');
  const { change } = useCan();
  const reveal = async (password: string): Promise<string> => {
    const { nationalId } = await api.post('/api/admin/students/{student}/reveal', {
      path: { student },
      body: { password },
      quiet: true,
    });
    // Showing it adds an entry to the history.
    void refresh(studentsQueries.one(student));
    return nationalId;
  };
  return (
    <span>{change ? <MaskedValue {...{ masked, reveal }} textOf={(name) => t(`reveal.${name}`)} /> : masked}</span>
  );
}
