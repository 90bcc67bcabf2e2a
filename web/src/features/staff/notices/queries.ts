import { api } from '@/shared/api/api';
import { ask, read, readPages, useChange } from '@/shared/api/cached';
import { fetchFile } from '@/shared/api/fetch-file';
import type { Arguments, DataOf } from '@/shared/api/types';
import { uploadFile } from '@/shared/api/upload-file';
import { saveFile } from '@/shared/ui/save-file';

export type Sent = DataOf<'get', '/api/admin/messages'>['messages'][number];

/** A notice with how many people have read and acknowledged it, over time. */
export type Reach = DataOf<'get', '/api/admin/messages/{message}'>;

/** A student who hasn't acknowledged it. */
export type Waiting = DataOf<'get', '/api/admin/messages/{message}/waiting'>[number];

/** The audiences the user may write to. */
export type Audiences = DataOf<'get', '/api/admin/messages/audiences'>;

export type NoticeFile = Pick<Sent['attachments'][number], 'id' | 'name' | 'size'>;

export type NewNotice = Arguments<'post', '/api/admin/messages'>[0]['body'];

/** The people a notice would reach. */
export type Reached = DataOf<'post', '/api/admin/messages/preview'>;

export type AudienceBody = Arguments<'post', '/api/admin/messages/preview'>[0]['body'];

export interface ListFilter {
  state?: Sent['state'];
  search?: string;
}

/** Filters those who haven't acknowledged a notice. */
export interface WaitingFilter {
  search?: string;
  read?: 'no' | 'yes' | 'none';
}

const pageSize = 25;
const waitingPage = 200;

export const noticeQueries = {
  all: () => ['notices'] as const,
  list: (filter: ListFilter) =>
    readPages(
      noticeQueries.all(),
      '/api/admin/messages',
      { query: { origin: 'staff', size: pageSize, ...filter } },
      'before',
      ({ next }) => next,
    ),
  /** Fetched separately, so that the list needn't wait for the numbers. */
  counts: (ids: readonly string[]) =>
    read(noticeQueries.all(), '/api/admin/messages/counts', { query: { ids: ids.join(',') } }),
  reach: (message: string) => ({
    ...read(noticeQueries.all(), '/api/admin/messages/{message}', { path: { message } }),
    refetchInterval: 60_000,
  }),
  waiting: (message: string, filter: WaitingFilter) =>
    readPages(
      noticeQueries.all(),
      '/api/admin/messages/{message}/waiting',
      { path: { message }, query: { size: waitingPage, ...filter } },
      'after',
      (last) => (last.length < waitingPage ? '' : last.at(-1)?.studentNumber),
    ),
  audiences: () => ({ ...read(noticeQueries.all(), '/api/admin/messages/audiences'), staleTime: 5 * 60_000 }),
  preview: (audience: AudienceBody) => ({
    ...ask(noticeQueries.all(), '/api/admin/messages/preview', { body: audience }),
    staleTime: 60_000,
  }),
};

/** Quiet: the form shows the error. */
export function usePublish() {
  return useChange((body: NewNotice) => api.post('/api/admin/messages', { body, quiet: true }), [noticeQueries.all()]);
}

/** Withdraws or restores a notice, or reminds those who haven't acknowledged it. */
export function useNoticeAction() {
  return useChange(
    async ({ message, action }: { message: string; action: 'withdraw' | 'restore' | 'remind' }) => {
      const path = { message };
      if (action === 'withdraw') {
        await api.delete('/api/admin/messages/{message}', { path });
        return 0;
      }
      if (action === 'restore') {
        await api.post('/api/admin/messages/{message}/restore', { path });
        return 0;
      }
      return (await api.post('/api/admin/messages/{message}/remind', { path })).students;
    },
    [noticeQueries.all()],
  );
}

/** Exports the filtered list of those who haven't acknowledged it. */
export function useWaitingExport(message: string, filter: WaitingFilter, name: string) {
  return useChange(async (format: 'csv' | 'xlsx') => {
    const query = new URLSearchParams({ format, ...filter });
    const path = `/api/admin/messages/${encodeURIComponent(message)}/waiting/export?${query}`;
    saveFile(`${name}.${format}`, await fetchFile(path));
  });
}

/** Uploads a file for a new notice. */
export async function attach(file: File, onProgress: (percent: number) => void): Promise<NoticeFile> {
  const made = (await uploadFile('/api/admin/messages/attachments', file, { onProgress })) as NoticeFile;
  return { id: made.id, name: made.name, size: made.size };
}
