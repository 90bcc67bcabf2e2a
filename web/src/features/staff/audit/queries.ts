import { infiniteQueryOptions, useMutation } from '@tanstack/react-query';
import { api } from '@/shared/api/api';
import { read, sharedKeys } from '@/shared/api/cached';
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
    infiniteQueryOptions({
      queryKey: [...auditQueries.all(), 'list', filter],
      queryFn: ({ signal, pageParam }) =>
        api.get('/api/admin/audit', {
          query: { ...filter, limit: pageSize, ...(pageParam > 0 && { before: pageParam }) },
          signal,
          quiet: true,
        }),
      initialPageParam: 0,
      getNextPageParam: (last) => (last.length < pageSize ? undefined : last.at(-1)?.seq),
    }),
  /** What was done to one student. */
  ofStudent: (student: string) =>
    infiniteQueryOptions({
      // Under what the page of a student asks for again after every change.
      queryKey: [...sharedKeys.student(student), 'history'],
      queryFn: ({ signal, pageParam }) =>
        api.get('/api/admin/students/{student}/history', {
          path: { student },
          query: { limit: fewAtOnce, ...(pageParam > 0 && { before: pageParam }) },
          signal,
          quiet: true,
        }),
      initialPageParam: 0,
      getNextPageParam: ({ next }) => (next === 0 ? undefined : next),
    }),
  chain: () => ({
    ...read(auditQueries.all(), '/api/admin/audit/chain', { timeout: 60_000 }),
    staleTime: 5 * 60_000, // it reads the whole log
  }),
};

/** Downloads what the filter finds. */
export function useAuditExport(filter: AuditFilter) {
  return useMutation({
    mutationFn: async (format: 'csv' | 'xlsx') => {
      const query = new URLSearchParams({ ...filter, format });
      saveFile(`audit.${format}`, await fetchFile(`/api/admin/audit/export?${query.toString()}`));
    },
  });
}
