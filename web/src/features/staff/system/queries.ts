import { api } from '@/shared/api/api';
import { read, useChange } from '@/shared/api/cached';
import type { DataOf } from '@/shared/api/types';

export type System = DataOf<'get', '/api/admin/system'>;

/** The result of one check. */
export type Finding = System['findings'][number];

/** One running server. */
export type Node = System['nodes'][number];

/** A job that has failed for good, is running or is waiting. */
export type Job = System['jobs'][number];

/** An option with its current value. */
export type Setting = System['settings'][number];

export const systemQueries = {
  all: () => ['system'] as const,
  system: () => ({
    ...read(systemQueries.all(), '/api/admin/system', { timeout: 30_000 }),
    refetchInterval: 10_000, // stops while the tab is hidden
  }),
};

/** Retries or deletes a job; both refetch everything. */
export function useJobActions() {
  const changed = [systemQueries.all()];
  const retry = useChange((job: string) => api.post('/api/admin/jobs/{job}/retry', { path: { job } }), changed);
  const forget = useChange((job: string) => api.delete('/api/admin/jobs/{job}', { path: { job } }), changed);
  return { retry, forget };
}
