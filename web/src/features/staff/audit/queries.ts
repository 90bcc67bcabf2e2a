import { read, readPages, sharedKeys, useChange } from '@/shared/api/cached';
import { fetchFile } from '@/shared/api/fetch-file';
import type { DataOf } from '@/shared/api/types';
import { saveFile } from '@/shared/ui/save-file';

export type Entry = DataOf<'get', '/api/admin/audit'>[number];

/** Ids and days, never names. */
export interface AuditFilter {
  account?: string;
  object?: string;
  action?: string;
  from?: string;
  to?: string;
}

const pageSize = 50;

/** Entries per page in a student's history, which is one card of many. */
const fewAtOnce = 10;

export const auditQueries = {
  all: () => ['audit'] as const,
  list: (filter: AuditFilter) =>
    readPages(auditQueries.all(), '/api/admin/audit', { query: { ...filter, limit: pageSize } }, 'before', (last) =>
      last.length < pageSize ? 0 : last.at(-1)?.seq,
    ),
  ofStudent: (student: string) =>
    readPages(
      sharedKeys.student(student), // under the student's key, so that changes on the student's page refetch it
      '/api/admin/students/{student}/history',
      { path: { student }, query: { limit: fewAtOnce } },
      'before',
      ({ next }) => next,
    ),
  chain: () => ({
    ...read(auditQueries.all(), '/api/admin/audit/chain', { timeout: 60_000 }),
    staleTime: 5 * 60_000, // it reads the whole log
  }),
};

/** Exports the filtered log. */
export function useAuditExport(filter: AuditFilter) {
  return useChange(async (format: 'csv' | 'xlsx') => {
    const query = new URLSearchParams({ ...filter, format });
    saveFile(`audit.${format}`, await fetchFile(`/api/admin/audit/export?${query.toString()}`));
  });
}
