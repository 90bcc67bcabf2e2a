import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '@/shared/api/api';
import type { Arguments, DataOf } from '@/shared/api/types';

/** The college's calendar of a year. */
export type Year = DataOf<'get', '/api/admin/calendar'>;

/** A term with its exam weeks. */
export type Term = Year['terms'][number];

/** Holidays and days that are published together. */
export type Arrangement = Arguments<'post', '/api/admin/calendar/arrangements'>[0]['body'];

/** What publishing them would do. */
export type Preview = DataOf<'post', '/api/admin/calendar/preview'>;

/** A day before or after it. */
export type DayState = Preview['weeks'][number]['before'][number];

/** The times of the periods on a campus. */
export type Scheme = Year['schemes'][number];
export type SchemeBody = Omit<Scheme, 'id'>;

export type TermBody = Arguments<'put', '/api/admin/calendar/terms/{term}'>[0]['body'];

/** How many a correction concerns. */
export type Concerned = DataOf<'post', '/api/admin/calendar/terms/{term}/preview'>;

/** Minutes between two campuses. */
export type Way = Year['ways'][number];

export const calendarQueries = {
  all: () => ['calendar'] as const,
  year: (year: number) =>
    queryOptions({
      queryKey: [...calendarQueries.all(), 'year', year],
      queryFn: ({ signal }) => api.get('/api/admin/calendar', { query: { year }, signal, quiet: true }),
    }),
  preview: (body: Arrangement | null) =>
    queryOptions({
      queryKey: [...calendarQueries.all(), 'preview', body],
      queryFn: ({ signal }) =>
        api.post('/api/admin/calendar/preview', { body: body ?? {}, signal, quiet: true }),
      enabled: body !== null,
    }),
  term: (term: string, body: TermBody | null) =>
    queryOptions({
      queryKey: [...calendarQueries.all(), 'term', term, body],
      queryFn: ({ signal }) =>
        api.post('/api/admin/calendar/terms/{term}/preview', {
          path: { term },
          body: body ?? { name: '', firstMonday: '', weeks: 0 },
          signal,
          quiet: true,
        }),
      enabled: body !== null,
    }),
  scheme: (scheme: string, body: SchemeBody | null) =>
    queryOptions({
      queryKey: [...calendarQueries.all(), 'scheme', scheme, body],
      queryFn: ({ signal }) =>
        api.post('/api/admin/calendar/schemes/{scheme}/preview', {
          path: { scheme },
          body: body ?? { campus: '', from: '', to: '', periods: [] },
          signal,
          quiet: true,
        }),
      enabled: body !== null,
    }),
};

/** Everything that timetables are made of may be different now. */
function useRefresh(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries();
}

export function usePublish() {
  const onSuccess = useRefresh();
  return useMutation({
    mutationFn: (body: Arrangement) => api.post('/api/admin/calendar/arrangements', { body, quiet: true }),
    onSuccess,
  });
}

export function usePutTerm() {
  const onSuccess = useRefresh();
  return useMutation({
    mutationFn: ({ term, body }: { term: string; body: TermBody }) =>
      api.put('/api/admin/calendar/terms/{term}', { path: { term }, body, quiet: true }),
    onSuccess,
  });
}

export function usePutScheme() {
  const onSuccess = useRefresh();
  return useMutation({
    mutationFn: ({ scheme, body }: { scheme: string; body: SchemeBody }) =>
      api.put('/api/admin/calendar/schemes/{scheme}', { path: { scheme }, body, quiet: true }),
    onSuccess,
  });
}

export function usePutWays() {
  const onSuccess = useRefresh();
  return useMutation({
    mutationFn: (ways: Way[]) => api.put('/api/admin/calendar/ways', { body: { ways }, quiet: true }),
    onSuccess,
  });
}
