import { useChange } from '@/shared/api/cached';
import { fetchFile } from '@/shared/api/fetch-file';
import { formatQuery } from '@/shared/api/query';
import { useTranslation } from '@/shared/i18n/use-translation';
import { saveFile } from '@/shared/ui/save-file';
import type { StudentFilter } from './filter';

/** Downloads what a filter finds. The server writes down that it was taken. */
export function useExport(filter: StudentFilter) {
  const { t } = useTranslation('students');
  return useChange(async (format: 'csv' | 'xlsx') => {
    const query = formatQuery({ ...filter, format });
    saveFile(`${t('list.title')}.${format}`, await fetchFile(`/api/admin/students/export?${query}`));
  });
}
