import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '@/shared/api/api';
import { readPlan } from './plan';
import type { Change, Draft, PlacesAsked, RoomsAsked, Subject, ViewAsked } from './types';

const quiet = { quiet: true } as const;

export const planningQueries = {
  all: () => ['planning'] as const,
  view: (asked: ViewAsked) =>
    queryOptions({
      queryKey: [...planningQueries.all(), 'view', asked],
      queryFn: ({ signal }) => api.get('/api/admin/planning/view', { query: asked, signal, ...quiet }),
      select: readPlan,
      placeholderData: keepPreviousData,
    }),
  options: (by: Subject, search: string, term?: string) =>
    queryOptions({
      queryKey: [...planningQueries.all(), 'options', by, search, term],
      queryFn: ({ signal }) =>
        api.get('/api/admin/planning/options', {
          query: { by, search, ...(term !== undefined && { term }) },
          signal,
          ...quiet,
        }),
    }),
  check: (term: string, change: Change, swap?: Change, line?: string) =>
    queryOptions({
      queryKey: [...planningQueries.all(), 'check', term, change, swap, line],
      queryFn: ({ signal }) =>
        api.post('/api/admin/planning/check', {
          body: { term, change, ...(swap !== undefined && { swap }), ...(line !== undefined && { line }) },
          signal,
          ...quiet,
        }),
      placeholderData: keepPreviousData,
    }),
  places: (asked: PlacesAsked) =>
    queryOptions({
      queryKey: [...planningQueries.all(), 'places', asked],
      queryFn: ({ signal }) => api.post('/api/admin/planning/places', { body: asked, signal, ...quiet }),
    }),
  roomsAt: (asked: RoomsAsked) =>
    queryOptions({
      queryKey: [...planningQueries.all(), 'rooms-at', asked],
      queryFn: ({ signal }) => api.get('/api/admin/planning/rooms-at', { query: asked, signal, ...quiet }),
      placeholderData: keepPreviousData,
    }),
  classes: (term: string, item: string, search: string) =>
    queryOptions({
      queryKey: [...planningQueries.all(), 'classes', term, item, search],
      queryFn: ({ signal }) =>
        api.get('/api/admin/planning/classes', { query: { term, class: item, search }, signal, ...quiet }),
    }),
  substitutes: (item: string, term: string) =>
    queryOptions({
      queryKey: [...planningQueries.all(), 'substitutes', item, term],
      queryFn: ({ signal }) =>
        api.get('/api/admin/planning/substitutes', { query: { class: item, term }, signal, ...quiet }),
    }),
  absences: (term: string, teacher: string, from: string, to: string) =>
    queryOptions({
      queryKey: [...planningQueries.all(), 'absences', term, teacher, from, to],
      queryFn: ({ signal }) =>
        api.post('/api/admin/planning/absences', { body: { term, teacher, from, to }, signal, ...quiet }),
    }),
  /** Everybody's; a colleague's line shows up within a minute. */
  drafts: (term: string) =>
    queryOptions({
      queryKey: [...planningQueries.all(), 'drafts', term],
      queryFn: ({ signal }) => api.get('/api/admin/planning/drafts', { query: { term }, signal, ...quiet }),
      refetchInterval: 60_000,
    }),
  /** What teachers have asked for, of every term; another one shows up within a minute. */
  requests: () =>
    queryOptions({
      queryKey: [...planningQueries.all(), 'requests'],
      queryFn: ({ signal }) => api.get('/api/admin/teaching/requests', { signal, ...quiet }),
      refetchInterval: 60_000,
    }),
  publication: (id: string) =>
    queryOptions({
      queryKey: [...planningQueries.all(), 'publication', id],
      queryFn: ({ signal }) =>
        api.get('/api/admin/planning/publications/{publication}', {
          path: { publication: id },
          signal,
          ...quiet,
        }),
    }),
  publications: (term: string) =>
    queryOptions({
      queryKey: [...planningQueries.all(), 'publications', term],
      queryFn: ({ signal }) =>
        api.get('/api/admin/planning/publications', { query: { term }, signal, ...quiet }),
    }),
};

function useRefresh(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: planningQueries.all() });
}

/** A change, why it may stand in spite of a taken room or teacher, and the teacher's request that it grants. */
interface NewLine {
  change: Change;
  reason?: string;
  request?: string;
}

/** Puts lines in the own draft, or another change in the place of one line. Quiet: the composer shows the refusal. */
export function usePutLines(term: string) {
  const onSuccess = useRefresh();
  return useMutation({
    mutationFn: async ({ lines, replaces }: { lines: NewLine[]; replaces?: string | undefined }) => {
      const [only] = lines;
      if (replaces === undefined || only === undefined) {
        await api.post('/api/admin/planning/lines', { body: { term, lines }, ...quiet });
      } else {
        const path = { line: replaces };
        await api.put('/api/admin/planning/lines/{line}', { path, body: only, ...quiet });
      }
    },
    onSuccess,
  });
}

/** Takes a line out of the own draft. */
export function useRemoveLine() {
  const onSettled = useRefresh();
  return useMutation({
    mutationFn: (line: string) => api.delete('/api/admin/planning/lines/{line}', { path: { line } }),
    onSettled,
  });
}

/** Publishes the own draft as it was seen. Quiet: the panel shows what has become stale. */
export function usePublishDraft() {
  const onSettled = useRefresh();
  return useMutation({
    mutationFn: ({ draft, note }: { draft: Draft; note: string }) =>
      api.post('/api/admin/planning/drafts/{draft}/publish', {
        path: { draft: draft.id },
        body: { version: draft.version, ...(note !== '' && { note }) },
        ...quiet,
      }),
    onSettled,
  });
}

/** Takes all changes of a publication back. */
export function useWithdraw() {
  const onSettled = useRefresh();
  return useMutation({
    mutationFn: ({ publication, reason }: { publication: string; reason: string }) =>
      api.post('/api/admin/planning/publications/{publication}/withdraw', {
        path: { publication },
        body: reason === '' ? {} : { reason },
      }),
    onSettled,
  });
}

/** Declines a teacher's request; the teacher is told. */
export function useDecline() {
  const onSettled = useRefresh();
  return useMutation({
    mutationFn: ({ id, answer }: { id: string; answer: string }) =>
      api.post('/api/admin/teaching/requests/{request}/decline', { path: { request: id }, body: { answer } }),
    onSettled,
  });
}
