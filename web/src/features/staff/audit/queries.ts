import { read, readPages, sharedKeys, useChange } from '@/shared/api/cached';
import { fetchFile } from '@/shared/api/fetch-file';
import type { DataOf } from '@/shared/api/types';
import { saveFile } from '@/shared/ui/save-file';

/** One entry of the log. */
export type Entry = DataOf<'get', '/api/admin/audit'>[number];

/** What the log is narrowed down to; ids and days, never names. */
export interface AuditFilter {
  account?: string;
  object?: string;
  action?: string;
  from?: string;
  to?: string;
}

const pageSize = 50;

/** Beside other cards there is room for a few. */
const fewAtOnce = 10;

export const auditQueries = {
  all: () => ['audit'] as const,
  list: (filter: AuditFilter) =>
    readPages(auditQueries.all(), '/api/admin/audit', { query: { ...filter, limit: pageSize } }, 'before', (last) =>
      last.length < pageSize ? 0 : last.at(-1)?.seq,
    ),
  /** What was done to one student. */
  ofStudent: (student: string) =>
    readPages(
      sharedKeys.student(student), // what the page of a student asks for again after every change
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

/** Downloads what the filter finds. */
export function useAuditExport(filter: AuditFilter) {
  return useChange(async (format: 'csv' | 'xlsx') => {
    const query = new URLSearchParams({ ...filter, format });
    saveFile(`audit.${format}`, await fetchFile(`/api/admin/audit/export?${query.toString()}`));
  });
}
