import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '@/shared/api/api';
import { sendFile } from '@/shared/api/fetch-file';
import type { DataOf } from '@/shared/api/types';
import { notify } from '@/shared/store/notices';

/** A recording as staff see it. */
export type Asset = DataOf<'get', '/api/admin/media'>[number];

/** A lesson as staff see it, published or not. */
export type StaffLesson = DataOf<'get', '/api/admin/courses/{course}/lessons'>[number];

/** Something is on its way: look again soon. */
export function isMoving(assets: readonly Pick<Asset, 'state'>[] | undefined): boolean {
  return (assets ?? []).some(({ state }) => state === 'waiting' || state === 'preparing');
}

export const staffQueries = {
  all: () => ['recordings'] as const,
  courses: () =>
    queryOptions({
      queryKey: [...staffQueries.all(), 'courses'],
      queryFn: ({ signal }) => api.get('/api/admin/courses', { signal, quiet: true }),
    }),
  lessons: (course: string) =>
    queryOptions({
      queryKey: [...staffQueries.all(), 'lessons', course],
      queryFn: ({ signal }) =>
        api.get('/api/admin/courses/{course}/lessons', { path: { course }, signal, quiet: true }),
      enabled: course !== '',
    }),
  assets: (course: string) =>
    queryOptions({
      queryKey: [...staffQueries.all(), 'assets', course],
      queryFn: ({ signal }) =>
        api.get('/api/admin/media', {
          query: { size: 100, ...(course !== '' && { course }) },
          signal,
          quiet: true,
        }),
      refetchInterval: ({ state }) => (isMoving(state.data) ? 2000 : 30_000),
    }),
};

function useAnew(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: staffQueries.all() });
}

/** Tries a failed recording again, stops one, or takes one away. */
export function useAssetAction() {
  const onSuccess = useAnew();
  return useMutation({
    mutationFn: async ({
      asset,
      action,
    }: {
      asset: string;
      action: 'retry' | 'cancel' | 'delete';
    }): Promise<unknown> => {
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
    onSuccess,
  });
}

/** Publishes a lesson or takes it back, opens it to visitors or closes it. */
export function useEditLesson() {
  const onSuccess = useAnew();
  return useMutation({
    mutationFn: ({ id, ...lesson }: StaffLesson) =>
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
    onSuccess,
  });
}

/** Puts captions of one language beside a recording: WebVTT or SRT. */
export function usePutCaptions() {
  const onSuccess = useAnew();
  return useMutation({
    mutationFn: ({
      asset,
      language,
      label,
      file,
    }: {
      asset: string;
      language: string;
      label: string;
      file: File;
    }) =>
      sendFile(
        'PUT',
        `/api/admin/media/${encodeURIComponent(asset)}/captions/${encodeURIComponent(language)}?label=${encodeURIComponent(label)}`,
        // Browsers often have no name for these files; the server looks at what is in them.
        new Blob([file], { type: 'text/plain' }),
      ),
    onSuccess,
    onError: (error) => notify('error', error.message),
  });
}
