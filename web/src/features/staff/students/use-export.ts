import { useChange } from '@/shared/api/cached';
import { fetchFile } from '@/shared/api/fetch-file';
import { formatQuery } from '@/shared/api/query';
import { useTranslation } from '@/shared/i18n/use-translation';
import { saveFile } from '@/shared/ui/save-file';
import type { StudentFilter } from './filter';

/** Exports the filtered list. The server logs it. */
export function useExport(filter: StudentFilter) {
  const { t } = useTranslation('students');
  return useChange(async (format: 'csv' | 'xlsx') => {
    const query = formatQuery({ ...filter, format });
    saveFile(`${t('list.title')}.${format}`, await fetchFile(`/api/admin/students/export?${query}`));
  });
}
