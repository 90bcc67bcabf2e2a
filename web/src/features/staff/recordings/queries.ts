import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '@/shared/api/api';
import { read, useChange } from '@/shared/api/cached';
import { sendFile } from '@/shared/api/fetch-file';
import { lessonKey } from '@/shared/course/lesson';
import type { DataOf } from '@/shared/api/types';

export type Asset = DataOf<'get', '/api/admin/media'>[number];

type Lesson = DataOf<'get', '/api/lessons/{lesson}'>;

export type Caption = NonNullable<Lesson['media']>['captions'][number];

export type Attachment = Lesson['attachments'][number];

export type Chapter = NonNullable<Lesson['media']>['chapters'][number];

/** A chapter to store; it ends where the next one starts. */
export type NewChapter = Pick<Chapter, 'start' | 'title' | 'titleEn'>;

/** How the server matches a file. */
export type Match = DataOf<'post', '/api/admin/recordings/match'>[number];

export type Candidate = Match['candidates'][number];

export type Place = Candidate['place'];

/** What can be changed about the lesson of a recording. */
export type AssetLesson = Pick<Asset, 'title' | 'titleEn' | 'class' | 'group' | 'published' | 'preview' | 'course'> & {
  id: string;
};

export const lessonOf = (asset: Asset): AssetLesson => ({ ...asset, id: asset.lesson });

/** A class of a course that a recording may be of. */
export type RecordedClass = DataOf<'get', '/api/admin/courses/{course}/classes'>[number];

/** The states the list can be filtered by; the desk links to some of them. */
export const shows = ['underway', 'ready', 'hidden', 'failed', 'cancelled', 'unmatched'] as const;

type Show = (typeof shows)[number];

export interface ListFilter {
  course: string;
  search: string;
  show: Show | undefined;
}

export const pageSize = 50;

/** Rows per page of the bin. */
export const binSize = 20;

const narrowed = ({ course, search }: ListFilter) => ({
  ...(course !== '' && { course }),
  ...(search !== '' && { search }),
});

function shown(filter: ListFilter) {
  const { show } = filter;
  return {
    ...narrowed(filter),
    ...(show === 'unmatched' || show === 'hidden' ? { [show]: true } : show !== undefined && { state: show }),
  };
}

/** Recordings per bulk action. */
export const mostAtOnce = 500;

/** The server's maximum. */
const longestPage = 200;

/** All recordings of the list, up to the limit of a bulk action. */
export async function listAll(filter: ListFilter): Promise<Asset[]> {
  const list: Asset[] = [];
  for (let more = true; more && list.length < mostAtOnce;) {
    // Each page decides whether there is another.
    const page = await api.get('/api/admin/media', {
      query: { size: longestPage, skip: list.length, ...shown(filter) },
    });
    list.push(...page);
    more = page.length === longestPage;
  }
  return list.slice(0, mostAtOnce);
}

/** Whether a recording is still being prepared, so that the list must be polled. */
export function isUnderWay(assets: readonly Pick<Asset, 'state'>[] | undefined): boolean {
  return (assets ?? []).some(({ state }) => state === 'waiting' || state === 'preparing');
}

/** Whether a recording, or a quality of a playable one, is still being prepared. */
function isGrowing(assets: readonly Asset[] | undefined): boolean {
  return isUnderWay(assets) || (assets ?? []).some(({ renditions }) => isUnderWay(renditions));
}

export const recordingQueries = {
  all: () => ['recordings'] as const,
  courses: () => read(recordingQueries.all(), '/api/admin/courses'),
  lessons: (course: string) => ({
    ...read(recordingQueries.all(), '/api/admin/courses/{course}/lessons', { path: { course } }),
    enabled: course !== '',
  }),
  classes: (course: string) => ({
    ...read(recordingQueries.all(), '/api/admin/courses/{course}/classes', { path: { course } }),
    enabled: course !== '',
  }),
  assets: (filter: ListFilter, page: number) =>
    queryOptions({
      ...read(recordingQueries.all(), '/api/admin/media', {
        query: {
          size: pageSize,
          ...(page > 1 && { skip: (page - 1) * pageSize }),
          ...shown(filter),
        },
      }),
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) => (isGrowing(state.data) ? 2000 : 30_000),
    }),
  /** The number of recordings, in total and by state. */
  counts: (filter: ListFilter) => ({
    ...read(recordingQueries.all(), '/api/admin/media/counts', { query: narrowed(filter) }),
    placeholderData: keepPreviousData,
    refetchInterval: 10_000,
  }),
  /** What was deleted or replaced and can be put back. */
  bin: (page: number) => ({
    ...read(recordingQueries.all(), '/api/admin/recordings/bin', {
      query: { size: binSize, ...(page > 1 && { skip: (page - 1) * binSize }) },
    }),
    placeholderData: keepPreviousData,
    refetchInterval: 10_000, // a recording is replaced once the new one is ready
  }),
  /** The servers that prepare recordings, and their queue. */
  work: () => ({ ...read(recordingQueries.all(), '/api/admin/system/work'), refetchInterval: 5000 }),
  /** Matches a recording without a lesson by its file; null if there is no answer. */
  match: ({ id, file, size, duration, modified }: Asset) =>
    queryOptions({
      queryKey: [...recordingQueries.all(), 'match', id],
      queryFn: async ({ signal }) => {
        const files = [
          { path: file, size, ...(duration > 0 && { length: duration }), ...(modified > 0 && { modified }) },
        ];
        const [match] = await api.post('/api/admin/recordings/match', {
          body: { files },
          signal,
          quiet: true,
          question: true,
        });
        return match ?? null;
      },
    }),
  /** The lesson as it plays. Keyed by recording, because another recording may have replaced it. */
  extras: ({ id, lesson }: Pick<Asset, 'id' | 'lesson'>) =>
    read([...recordingQueries.all(), id], '/api/lessons/{lesson}', { path: { lesson } }),
};

/** Retries, cancels or deletes a recording. */
export function useAssetAction() {
  return useChange(
    async ({ asset, action }: { asset: string; action: 'retry' | 'cancel' | 'delete' }): Promise<unknown> => {
      const path = { asset };
      switch (action) {
        case 'retry':
          return api.post('/api/admin/media/{asset}/retry', { path });
        case 'cancel':
          return api.post('/api/admin/media/{asset}/cancel', { path });
        case 'delete':
        default:
          return api.delete('/api/admin/media/{asset}', { path });
      }
    },
    [recordingQueries.all()],
  );
}

/** Publishes or unpublishes a lesson and its public preview. */
export function useEditLesson() {
  return useChange(
    ({ id, ...lesson }: AssetLesson) =>
      api.put('/api/admin/lessons/{lesson}', {
        path: { lesson: id },
        body: {
          title: lesson.title,
          titleEn: lesson.titleEn,
          class: lesson.class,
          group: lesson.group,
          published: lesson.published,
          preview: lesson.preview,
        },
      }),
    [recordingQueries.all()],
  );
}

/** One change of a recording's captions or chapters, or of its lesson's files. */
export type Change =
  | { what: 'captions'; language: string; label: string; file: File }
  | { what: 'noCaptions'; language: string }
  | { what: 'attach'; file: File }
  | { what: 'detach'; attachment: string }
  | { what: 'chapters'; chapters: NewChapter[] };

async function makeChange({ id: asset, lesson }: Asset, change: Change): Promise<unknown> {
  switch (change.what) {
    case 'captions':
      return sendFile(
        'PUT',
        `/api/admin/media/${encodeURIComponent(asset)}/captions/` +
          `${encodeURIComponent(change.language)}?label=${encodeURIComponent(change.label)}`,
        // Browsers often don't know the type of these files; the server looks at their content.
        new Blob([change.file], { type: 'text/plain' }),
      );
    case 'noCaptions':
      return api.delete('/api/admin/media/{asset}/captions/{language}', {
        path: { asset, language: change.language },
      });
    case 'attach': {
      const form = new FormData();
      form.append('file', change.file);
      return sendFile('POST', `/api/admin/lessons/${encodeURIComponent(lesson)}/attachments`, form);
    }
    case 'detach':
      return api.delete('/api/admin/attachments/{attachment}', { path: { attachment: change.attachment } });
    case 'chapters':
    default:
      return api.put('/api/admin/media/{asset}/chapters', {
        path: { asset },
        body: { chapters: change.chapters },
      });
  }
}

export function useExtras(asset: Asset) {
  const { mutate, isPending } = useChange(
    (change: Change) => makeChange(asset, change),
    [recordingQueries.extras(asset).queryKey, lessonKey(asset.lesson)],
  );
  const change = (one: Change, onDone?: (answer: unknown) => void): void => {
    mutate(one, { ...(onDone !== undefined && { onSuccess: onDone }) });
  };
  return { change, busy: isPending };
}
