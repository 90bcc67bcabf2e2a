import { queryOptions } from '@tanstack/react-query';
import { api, clock } from '@/shared/api/api';
import { read, useChange } from '@/shared/api/cached';
import { lessonKey } from '@/shared/course/lesson';
import { openToAll } from '@/shared/api/visitor';
import { mergeProgress } from '@/shared/store/progress';
import { readCues } from './cues';
import { picturesOf } from './scrub-pictures';
import type { WireReport, WireReported, WireWatch } from './wire';

/** How often to poll while the state can change, in ms. */
const pollEvery: Partial<Record<WireWatch['state'], number>> = {
  processing: 3000,
  upcoming: 30_000,
  live: 60_000,
};

function pollInterval(watch: WireWatch | undefined): number | false {
  return (watch?.access === 'granted' && pollEvery[watch.state]) || false;
}

/** Copies the course's progress into the local map (row 3.4). */
function storeProgress(watch: WireWatch, askedAt: number): WireWatch {
  if (watch.course.enrolled) {
    mergeProgress([watch.course], askedAt);
  }
  return watch;
}

/** The file of an address without its ticket, which differs in every answer. */
const fileOf = (url: string): string => url.replace(/^.*\/media\/[^/]+\//u, '');

export const watchQueries = {
  all: () => ['watch'] as const,
  lesson: (lesson: string) =>
    queryOptions({
      queryKey: lessonKey(lesson),
      queryFn: async ({ signal }) => {
        const askedAt = clock.now();
        const answer = await openToAll((how) =>
          api.get('/api/lessons/{lesson}', { path: { lesson }, signal, quiet: true, ...how }),
        );
        return storeProgress(answer, askedAt);
      },
      staleTime: 60_000,
      refetchOnWindowFocus: false, // the player keeps the address it was given
      refetchInterval: ({ state }) => pollInterval(state.data),
    }),
  /** The lesson of a class: its recording or its live stream. */
  byClass: (classId: string) =>
    queryOptions({
      queryKey: [...watchQueries.all(), 'class', classId],
      queryFn: async ({ signal }) => {
        const path = { class: classId };
        const askedAt = clock.now();
        const answer = await api.get('/api/classes/{class}/watch', { path, signal, quiet: true });
        return storeProgress(answer, askedAt);
      },
      refetchOnWindowFocus: false,
      refetchInterval: ({ state }) => pollInterval(state.data),
    }),
  previews: () =>
    queryOptions({
      queryKey: [...watchQueries.all(), 'previews'],
      queryFn: ({ signal }) => openToAll((how) => api.get('/api/previews', { signal, quiet: true, ...how })),
    }),
  course: (course: string) => read(watchQueries.all(), '/api/courses/{course}', { path: { course } }),
  notes: (lesson: string) => read(watchQueries.all(), '/api/lessons/{lesson}/notes', { path: { lesson } }),
  transcript: (lesson: string, url: string) =>
    queryOptions({
      queryKey: [...watchQueries.all(), 'transcript', lesson, fileOf(url)],
      queryFn: ({ signal }) => readCues(url, signal),
      staleTime: Number.POSITIVE_INFINITY,
    }),
  pictures: (lesson: string, url: string) =>
    queryOptions({
      queryKey: [...watchQueries.all(), 'pictures', lesson, fileOf(url)],
      queryFn: async ({ signal }) => picturesOf(await readCues(url, signal), url),
      staleTime: Number.POSITIVE_INFINITY,
      enabled: url !== '',
    }),
};

/** Sends a report of what was played. */
export async function sendReport(lesson: string, report: WireReport, leaving: boolean): Promise<WireReported> {
  return api.post('/api/lessons/{lesson}/watching', {
    path: { lesson },
    body: { ...report, intervals: report.intervals.map((interval) => [...interval]) },
    quiet: true,
    mayBeUnauthorized: leaving,
    keepalive: leaving,
  });
}

/** A note to save; new if it has no id. */
export interface NoteDraft {
  id?: string;
  at: number;
  text: string;
}

export function useSaveNote(lesson: string) {
  return useChange(
    async ({ id, at, text }: NoteDraft): Promise<unknown> =>
      id === undefined
        ? api.post('/api/lessons/{lesson}/notes', { path: { lesson }, body: { at, text } })
        : api.put('/api/lessons/{lesson}/notes/{note}', { path: { lesson, note: id }, body: { at, text } }),
    [watchQueries.notes(lesson).queryKey],
  );
}

export function useDeleteNote(lesson: string) {
  return useChange(
    async (note: string): Promise<unknown> =>
      api.delete('/api/lessons/{lesson}/notes/{note}', { path: { lesson, note } }),
    [watchQueries.notes(lesson).queryKey],
  );
}
