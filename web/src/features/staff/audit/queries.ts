import { queryOptions } from '@tanstack/react-query';
import { api } from '@/shared/api/api';
import { read, readPages, sharedKeys, useChange } from '@/shared/api/cached';
import { fetchFile } from '@/shared/api/fetch-file';
import type { DataOf } from '@/shared/api/types';
import { saveFile } from '@/shared/ui/save-file';

export type Entry = DataOf<'get', '/api/admin/audit'>[number];

export type Chain = DataOf<'get', '/api/admin/audit/chain'>;

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
      last.length < pageSize ? '' : last.at(-1)?.id,
    ),
  ofStudent: (student: string) =>
    readPages(
      sharedKeys.student(student), // under the student's key, so that changes on the student's page refetch it
      '/api/admin/students/{student}/history',
      { path: { student }, query: { limit: fewAtOnce } },
      'before',
      ({ next }) => next,
    ),
  chain: () =>
    queryOptions({
      ...read(auditQueries.all(), '/api/admin/audit/chain'),
      refetchInterval: ({ state }) => (state.data?.running === true ? 2000 : 30_000),
    }),
};

/** Verifies every entry, in the background. */
export function useVerify() {
  return useChange(() => api.post('/api/admin/audit/chain', {}), [auditQueries.chain().queryKey]);
}

/** Exports the filtered log. */
export function useAuditExport(filter: AuditFilter) {
  return useChange(async (format: 'csv' | 'xlsx') => {
    const query = new URLSearchParams({ ...filter, format });
    saveFile(`audit.${format}`, await fetchFile(`/api/admin/audit/export?${query.toString()}`));
  });
}
