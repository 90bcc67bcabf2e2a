import { useMutation, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { api, clock } from '@/shared/api/api';
import { refresh } from '@/shared/api/cached';
import type { Arguments } from '@/shared/api/types';
import type { Job } from '@/shared/ui/staff/job-row';
import { useJob } from '@/shared/ui/staff/use-job';
import { withReading, type Reading } from './mapping';
import { importQueries, type Draft } from './queries';

/** A draft and the progress of its job. */
export interface DraftJob extends Job {
  draft: Draft;
}

const runs = ({ state }: Draft): boolean => state === 'previewing' || state === 'applying';

const sameProgress = (a: Draft, b: Draft): boolean => a.state === b.state && a.progress?.rows === b.progress?.rows;

/** The draft as a job that was last alive when its progress last changed. */
export function toJob(draft: Draft, before: DraftJob | undefined, now: number): DraftJob {
  const quiet = before !== undefined && sameProgress(before.draft, draft);
  return {
    draft,
    state: runs(draft) ? 'running' : draft.state === 'failed' ? 'failed' : 'done',
    done: draft.progress?.rows ?? 0,
    total: draft.progress?.total ?? null,
    lastWord: quiet ? before.lastWord : now,
  };
}

/** Polls a draft as long as the server works on it. */
export function useDraft(id: string): UseQueryResult<DraftJob> {
  const client = useQueryClient();
  const queryKey = importQueries.draft(id);
  return useJob<DraftJob>({
    queryKey,
    queryFn: async ({ signal }) =>
      toJob(
        await api.get('/api/admin/import-drafts/{draft}', { path: { draft: id }, signal, quiet: true }),
        client.getQueryData(queryKey),
        clock.now(),
      ),
  });
}

/** How a file is read, and whether to read the next file with the same headers that way. */
type Change = Reading & { remember?: boolean };
type EditsBody = Arguments<'put', '/api/admin/import-drafts/{draft}/edits'>[0]['body'];
type ApplyBody = Arguments<'post', '/api/admin/import-drafts/{draft}/apply'>[0]['body'];

/** Opening a large file takes a while. */
const longCall = { timeout: 120_000 };

/**
 * Actions on a draft. Each response is the new draft; calls run one after the other, so that the last response is the
 * latest state.
 */
export function useDraftActions(id: string) {
  const client = useQueryClient();
  const queryKey = importQueries.draft(id);
  const path = { draft: id };
  const options = {
    scope: { id: `draft ${id}` },
    onSuccess: (draft: Draft) => client.setQueryData<DraftJob>(queryKey, (before) => toJob(draft, before, clock.now())),
    // A failed call may have changed the draft too: a stale preview is created again.
    onError: () => refresh(queryKey),
  };
  const change = useMutation({
    ...options,
    onMutate: ({ remember: _remember, ...reading }: Change) => {
      client.setQueryData<DraftJob>(
        queryKey,
        (before) => before && { ...before, draft: withReading(before.draft, reading) },
      );
    },
    mutationFn: async (body: Change) =>
      (await api.patch('/api/admin/import-drafts/{draft}', { path, body, ...longCall })).data,
  });
  const preview = useMutation({
    ...options,
    mutationFn: () => api.post('/api/admin/import-drafts/{draft}/preview', { path, ...longCall }),
  });
  const edit = useMutation({
    ...options,
    mutationFn: async (body: EditsBody) =>
      (await api.put('/api/admin/import-drafts/{draft}/edits', { path, body, ...longCall })).data,
  });
  // Quiet: the panel shows the error beside the button.
  const apply = useMutation({
    ...options,
    mutationFn: (body: ApplyBody) =>
      api.post('/api/admin/import-drafts/{draft}/apply', { path, body, quiet: true, ...longCall }),
  });
  return { change, preview, edit, apply };
}
