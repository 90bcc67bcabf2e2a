import { api } from '@/shared/api/api';
import { ask, everything, read, useChange } from '@/shared/api/cached';
import type { Arguments, DataOf } from '@/shared/api/types';

export type Year = DataOf<'get', '/api/admin/calendar'>;

export type Term = Year['terms'][number];

/** Holidays and make-up days that are published together. */
export type Arrangement = Arguments<'post', '/api/admin/calendar/arrangements'>[0]['body'];

export type Preview = DataOf<'post', '/api/admin/calendar/preview'>;

/** A day in the preview, before or after publishing. */
export type DayState = Preview['weeks'][number]['before'][number];

/** Period times of a campus. */
export type Scheme = Year['schemes'][number];
export type SchemeBody = Omit<Scheme, 'id'>;

export type TermBody = Arguments<'put', '/api/admin/calendar/terms/{term}'>[0]['body'];

/** Period times of a campus from a date on. */
export type TimesBody = Pick<SchemeBody, 'from' | 'periods'>;

/** How many classes and people a correction affects. */
export type Concerned = DataOf<'post', '/api/admin/calendar/terms/{term}/preview'>;

/** Minutes between two campuses. */
export type Way = Year['ways'][number];

export const calendarQueries = {
  all: () => ['calendar'] as const,
  year: (year: number) => read(calendarQueries.all(), '/api/admin/calendar', { query: { year } }),
  preview: (body: Arrangement | null) => ({
    ...ask(calendarQueries.all(), '/api/admin/calendar/preview', { body: body ?? {} }),
    enabled: body !== null,
  }),
  term: (term: string, body: TermBody | null) => ({
    ...ask(calendarQueries.all(), '/api/admin/calendar/terms/{term}/preview', {
      path: { term },
      body: body ?? { name: '', firstMonday: '', weeks: 0 },
    }),
    enabled: body !== null,
  }),
  scheme: (scheme: string, body: SchemeBody | null) => ({
    ...ask(calendarQueries.all(), '/api/admin/calendar/schemes/{scheme}/preview', {
      path: { scheme },
      body: body ?? { campus: '', from: '', to: '', periods: [] },
    }),
    enabled: body !== null,
  }),
  times: (campus: string, body: TimesBody | null) => ({
    ...ask(calendarQueries.all(), '/api/admin/calendar/campuses/{campus}/times/preview', {
      path: { campus },
      body: body ?? { from: '', periods: [] },
    }),
    enabled: body !== null,
  }),
};

// All timetables may have changed afterwards.

export function usePublish() {
  return useChange(
    (body: Arrangement) => api.post('/api/admin/calendar/arrangements', { body, quiet: true }),
    [everything],
  );
}

export function usePutTerm() {
  return useChange(
    ({ term, body }: { term: string; body: TermBody }) =>
      api.put('/api/admin/calendar/terms/{term}', { path: { term }, body, quiet: true }),
    [everything],
  );
}

export function usePutScheme() {
  return useChange(
    ({ scheme, body }: { scheme: string; body: SchemeBody }) =>
      api.put('/api/admin/calendar/schemes/{scheme}', { path: { scheme }, body, quiet: true }),
    [everything],
  );
}

export function usePutTimes() {
  return useChange(
    ({ campus, body }: { campus: string; body: TimesBody }) =>
      api.post('/api/admin/calendar/campuses/{campus}/times', { path: { campus }, body, quiet: true }),
    [everything],
  );
}

export function usePutWays() {
  return useChange((ways: Way[]) => api.put('/api/admin/calendar/ways', { body: { ways }, quiet: true }), [everything]);
}
