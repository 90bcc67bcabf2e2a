import { keepPreviousData } from '@tanstack/react-query';
import { api } from '@/shared/api/api';
import { ask, everything, read, sharedKeys, useChange } from '@/shared/api/cached';
import { readPlan } from './plan';
import type { Change, Draft, PlacesBody, RoomsQuery, Subject, ViewQuery } from './types';

const quiet = { quiet: true } as const;

export const planningQueries = {
  all: () => ['planning'] as const,
  view: (query: ViewQuery) => ({
    ...read(planningQueries.all(), '/api/admin/planning/view', { query }),
    select: readPlan,
    placeholderData: keepPreviousData,
  }),
  options: (by: Subject, search: string, term?: string) =>
    read(planningQueries.all(), '/api/admin/planning/options', {
      query: { by, search, ...(term !== undefined && { term }) },
    }),
  check: (term: string, change: Change, swap?: Change, line?: string) => ({
    ...ask(planningQueries.all(), '/api/admin/planning/check', {
      body: { term, change, ...(swap !== undefined && { swap }), ...(line !== undefined && { line }) },
    }),
    placeholderData: keepPreviousData,
  }),
  places: (body: PlacesBody) => ask(planningQueries.all(), '/api/admin/planning/places', { body }),
  roomsAt: (query: RoomsQuery) => ({
    ...read(planningQueries.all(), '/api/admin/planning/rooms-at', { query }),
    placeholderData: keepPreviousData,
  }),
  classes: (term: string, item: string, search: string) =>
    read(planningQueries.all(), '/api/admin/planning/classes', { query: { term, class: item, search } }),
  substitutes: (item: string, term: string) =>
    read(planningQueries.all(), '/api/admin/planning/substitutes', { query: { class: item, term } }),
  absences: (term: string, teacher: string, from: string, to: string) =>
    ask(planningQueries.all(), '/api/admin/planning/absences', { body: { term, teacher, from, to } }),
  /** Everyone's drafts; a colleague's change appears within a minute. */
  drafts: (term: string) => ({
    ...read(planningQueries.all(), '/api/admin/planning/drafts', { query: { term } }),
    refetchInterval: 60_000,
  }),
  /** Open requests from teachers in all terms; new ones appear within a minute. */
  requests: () => ({
    ...read(planningQueries.all(), '/api/admin/teaching/requests'),
    refetchInterval: 60_000,
  }),
  publication: (id: string) =>
    read(planningQueries.all(), '/api/admin/planning/publications/{publication}', {
      path: { publication: id },
    }),
  publications: (term: string) => read(planningQueries.all(), '/api/admin/planning/publications', { query: { term } }),
};

/** A change, the reason for accepting a clash, and the teacher's request it grants. */
interface NewLine {
  change: Change;
  reason?: string;
  request?: string;
}

/** Adds lines to your draft, or replaces the change of one line. Quiet: the composer shows the error. */
export function usePutLines(term: string) {
  return useChange(
    async ({ lines, replaces }: { lines: NewLine[]; replaces?: string | undefined }) => {
      const [only] = lines;
      if (replaces === undefined || only === undefined) {
        await api.post('/api/admin/planning/lines', { body: { term, lines }, ...quiet });
      } else {
        const path = { line: replaces };
        await api.put('/api/admin/planning/lines/{line}', { path, body: only, ...quiet });
      }
    },
    [planningQueries.all()],
  );
}

export function useRemoveLine() {
  return useChange(
    (line: string) => api.delete('/api/admin/planning/lines/{line}', { path: { line } }),
    [planningQueries.all()],
  );
}

/** Publishes your draft as it was shown. Quiet: the panel shows what is out of date. */
export function usePublishDraft() {
  return useChange(
    ({ draft, note }: { draft: Draft; note: string }) =>
      api.post('/api/admin/planning/drafts/{draft}/publish', {
        path: { draft: draft.id },
        body: { version: draft.version, ...(note !== '' && { note }) },
        ...quiet,
      }),
    [everything],
  );
}

export function useWithdraw() {
  return useChange(
    ({ publication, reason }: { publication: string; reason: string }) =>
      api.post('/api/admin/planning/publications/{publication}/withdraw', {
        path: { publication },
        body: reason === '' ? {} : { reason },
      }),
    [everything],
  );
}

export function useDecline() {
  return useChange(
    ({ id, answer }: { id: string; answer: string }) =>
      api.post('/api/admin/teaching/requests/{request}/decline', { path: { request: id }, body: { answer } }),
    [planningQueries.all(), sharedKeys.desk],
  );
}
