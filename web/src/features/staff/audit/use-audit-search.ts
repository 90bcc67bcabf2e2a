import { api } from '@/shared/api/api';
import { useTranslation } from '@/shared/i18n/use-translation';
import type { Search } from '@/shared/ui/staff/use-search';

const kinds = ['account', 'student', 'teacher', 'course', 'group', 'room'] as const;

/** Finds people and objects to filter the log by. */
export function useAuditSearch(): { people: Search; objects: Search } {
  const { t } = useTranslation('audit');
  const find =
    (wanted: readonly (typeof kinds)[number][]): Search =>
    async (text, signal) => {
      const found = await api.get('/api/admin/audit/names', { query: { text }, signal, quiet: true });
      return wanted.map((kind) => ({
        label: t(`kind.${kind}`),
        choices: found
          .filter((one) => one.kind === kind)
          .map(({ id, name, note }) => ({ id, label: name, ...(note !== '' && { note }) })),
      }));
    };
  return { people: find(['account']), objects: find(kinds) };
}
