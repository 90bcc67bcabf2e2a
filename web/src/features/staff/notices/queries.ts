import { api } from '@/shared/api/api';
import { ask, read, readPages, useChange } from '@/shared/api/cached';
import { fetchFile } from '@/shared/api/fetch-file';
import type { Arguments, DataOf } from '@/shared/api/types';
import { uploadFile } from '@/shared/api/upload-file';
import { saveFile } from '@/shared/ui/save-file';

/** A notice as its senders see it. */
export type Sent = DataOf<'get', '/api/admin/messages'>['messages'][number];

/** How many have read and acknowledged it, and when. */
export type Reach = DataOf<'get', '/api/admin/messages/{message}'>;

/** A student who has not acknowledged it. */
export type Waiting = DataOf<'get', '/api/admin/messages/{message}/waiting'>[number];

/** Whom the caller may write to. */
export type Audiences = DataOf<'get', '/api/admin/messages/audiences'>;

/** A file of a notice. */
export type NoticeFile = Pick<Sent['attachments'][number], 'id' | 'name' | 'size'>;

/** What is sent to publish one. */
export type NewNotice = Arguments<'post', '/api/admin/messages'>[0]['body'];

/** Whom a notice would reach. */
export type Reached = DataOf<'post', '/api/admin/messages/preview'>;

/** An audience as the server takes it. */
export type AudienceBody = Arguments<'post', '/api/admin/messages/preview'>[0]['body'];

/** What the list is narrowed down to. */
export interface ListFilter {
  state?: Sent['state'];
  search?: string;
}

/** Which of those who have not answered are listed. */
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
  /** Counted apart, page by page: the list need not wait for it. */
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

/** Sends a notice. Quiet: its form shows the refusal. */
export function usePublish() {
  return useChange((body: NewNotice) => api.post('/api/admin/messages', { body, quiet: true }), [noticeQueries.all()]);
}

/** Takes a notice back, puts it back, or reminds those who have not answered it. */
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

/** Downloads who has not answered, as far as they are listed. */
export function useWaitingExport(message: string, filter: WaitingFilter, name: string) {
  return useChange(async (format: 'csv' | 'xlsx') => {
    const query = new URLSearchParams({ format, ...filter });
    const path = `/api/admin/messages/${encodeURIComponent(message)}/waiting/export?${query}`;
    saveFile(`${name}.${format}`, await fetchFile(path));
  });
}

/** Sends a file for a notice that is being written. */
export async function attach(file: File, onProgress: (percent: number) => void): Promise<NoticeFile> {
  const made = (await uploadFile('/api/admin/messages/attachments', file, { onProgress })) as NoticeFile;
  return { id: made.id, name: made.name, size: made.size };
}
