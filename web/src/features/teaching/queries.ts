import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '@/shared/api/api';
import { fetchFile } from '@/shared/api/fetch-file';
import type { Arguments, DataOf } from '@/shared/api/types';
import { readTimetable } from '@/shared/timetable/read';

/** A group that the caller teaches. */
export type TaughtGroup = DataOf<'get', '/api/teaching/groups'>[number];

/** One of a class list: neither phone nor national ID. */
export type Listed = DataOf<'get', '/api/teaching/groups/{group}/students'>[number];

/** A request for a change and what became of it. */
export type ChangeRequest = DataOf<'get', '/api/teaching/requests'>[number];

/** What is asked for. */
export type Asked = Arguments<'post', '/api/teaching/requests'>[0]['body'];

/** A notice to a group. */
export type GroupNotice = Arguments<'post', '/api/teaching/groups/{group}/messages'>[0]['body'];

const quiet = { quiet: true } as const;

export const teachingQueries = {
  all: () => ['teaching'] as const,
  groups: () =>
    queryOptions({
      queryKey: [...teachingQueries.all(), 'groups'],
      queryFn: ({ signal }) => api.get('/api/teaching/groups', { query: {}, signal, ...quiet }),
    }),
  students: (group: string) =>
    queryOptions({
      queryKey: [...teachingQueries.all(), 'students', group],
      queryFn: ({ signal }) =>
        api.get('/api/teaching/groups/{group}/students', { path: { group }, signal, ...quiet }),
      gcTime: 60_000, // it names people
    }),
  /** The photo as an address that lives as long as the page. */
  photo: (group: string, { id, photo }: Listed) =>
    queryOptions({
      queryKey: [...teachingQueries.all(), 'photo', group, id],
      queryFn: async ({ signal }) => {
        const path = `/api/teaching/groups/${encodeURIComponent(group)}/students/${encodeURIComponent(id)}/photo`;
        return URL.createObjectURL(await fetchFile(path, { signal, ...quiet }));
      },
      enabled: photo,
      staleTime: Number.POSITIVE_INFINITY,
    }),
  requests: () =>
    queryOptions({
      queryKey: [...teachingQueries.all(), 'requests'],
      queryFn: ({ signal }) => api.get('/api/teaching/requests', { signal, ...quiet }),
    }),
  /** The caller's own classes of the current term. */
  timetable: () =>
    queryOptions({
      queryKey: [...teachingQueries.all(), 'timetable'],
      queryFn: ({ signal }) => api.get('/api/timetable', { signal, ...quiet }),
      select: readTimetable,
    }),
};

/** Sends a notice to a group. Quiet: the form shows the refusal. */
export function useTell(group: string) {
  return useMutation({
    mutationFn: (body: GroupNotice) =>
      api.post('/api/teaching/groups/{group}/messages', { path: { group }, body, ...quiet }),
  });
}

function useRefreshRequests(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: teachingQueries.requests().queryKey });
}

/** Asks for a change. Quiet: the form shows the refusal. */
export function useAsk() {
  const onSettled = useRefreshRequests();
  return useMutation({
    mutationFn: (body: Asked) => api.post('/api/teaching/requests', { body, ...quiet }),
    onSettled,
  });
}

/** Takes an own request back. */
export function useTakeBack() {
  const onSettled = useRefreshRequests();
  return useMutation({
    mutationFn: (request: string) => api.delete('/api/teaching/requests/{request}', { path: { request } }),
    onSettled,
  });
}
