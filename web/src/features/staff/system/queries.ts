import { api } from '@/shared/api/api';
import { read, useChange } from '@/shared/api/cached';
import type { DataOf } from '@/shared/api/types';

/** How the installation is. */
export type System = DataOf<'get', '/api/admin/system'>;

/** What one check found. */
export type Finding = System['findings'][number];

/** One running server. */
export type Node = System['nodes'][number];

/** One job that failed for good, runs or waits. */
export type Job = System['jobs'][number];

/** One option as it is in force. */
export type Setting = System['settings'][number];

export const systemQueries = {
  all: () => ['system'] as const,
  system: () => ({
    ...read(systemQueries.all(), '/api/admin/system', { timeout: 30_000 }),
    refetchInterval: 10_000, // while the page is seen: a hidden tab does not ask
  }),
};

/** Puts a job into the queue again; ends one. Both look at the whole anew. */
export function useJobActions() {
  const changed = [systemQueries.all()];
  const retry = useChange((job: string) => api.post('/api/admin/jobs/{job}/retry', { path: { job } }), changed);
  const forget = useChange((job: string) => api.delete('/api/admin/jobs/{job}', { path: { job } }), changed);
  return { retry, forget };
}
