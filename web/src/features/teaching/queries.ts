import { queryOptions } from '@tanstack/react-query';
import { api } from '@/shared/api/api';
import { read, useChange } from '@/shared/api/cached';
import { fetchFile } from '@/shared/api/fetch-file';
import type { Arguments, DataOf } from '@/shared/api/types';
import { readTimetable } from '@/shared/timetable/read';

export type TaughtGroup = DataOf<'get', '/api/teaching/groups'>[number];

/** A student in a class list, without phone and national ID. */
export type Listed = DataOf<'get', '/api/teaching/groups/{group}/students'>[number];

/** A request for a change, and the answer to it. */
export type ChangeRequest = DataOf<'get', '/api/teaching/requests'>[number];

export type NewRequest = Arguments<'post', '/api/teaching/requests'>[0]['body'];

const quiet = { quiet: true } as const;

export const teachingQueries = {
  all: () => ['teaching'] as const,
  groups: () => read(teachingQueries.all(), '/api/teaching/groups', { query: {} }),
  students: (group: string) => ({
    ...read(teachingQueries.all(), '/api/teaching/groups/{group}/students', { path: { group } }),
    gcTime: 60_000, // personal data
  }),
  photo: (group: string, { id }: Listed) =>
    queryOptions({
      queryKey: [...teachingQueries.all(), 'photo', group, id],
      queryFn: async ({ signal }) => {
        const path = `/api/teaching/groups/${encodeURIComponent(group)}/students/${encodeURIComponent(id)}/photo`;
        return fetchFile(path, { signal, ...quiet });
      },
      staleTime: Number.POSITIVE_INFINITY,
    }),
  /** The best times to move one of the user's classes to. */
  places: (id: string) => read(teachingQueries.all(), '/api/teaching/classes/{class}/places', { path: { class: id } }),
  requests: () => read(teachingQueries.all(), '/api/teaching/requests'),
  /** The user's own classes in the current term. */
  timetable: () => ({ ...read(teachingQueries.all(), '/api/timetable'), select: readTimetable }),
};

/** Requests a change. Quiet: the form shows the error. */
export function useAsk() {
  return useChange(
    (body: NewRequest) => api.post('/api/teaching/requests', { body, ...quiet }),
    [teachingQueries.requests().queryKey],
  );
}

/** Withdraws one of the user's requests. */
export function useTakeBack() {
  return useChange(
    (request: string) => api.delete('/api/teaching/requests/{request}', { path: { request } }),
    [teachingQueries.requests().queryKey],
  );
}
