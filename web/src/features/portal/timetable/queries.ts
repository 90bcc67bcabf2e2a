import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, clock } from '@/shared/api/api';
import { read, useChange } from '@/shared/api/cached';
import { ApiError } from '@/shared/api/errors';
import { fetchFile } from '@/shared/api/fetch-file';
import { useLocale } from '@/shared/i18n/use-translation';
import { saveFile } from '@/shared/ui/save-file';
import { civilAt } from '@/shared/time/zone';
import { knownTerms, storeTerms, storeTimetable, storedTerms, storedTimetable, type Stored } from './stored-timetable';
import { readChanges, readTimetable } from '@/shared/timetable/read';
import { termsQuery } from '@/shared/timetable/terms-query';
import { currentTerm } from '@/shared/timetable/weeks';
import type { WireTimetable } from '@/shared/timetable/wire';

/** The stored answer for a term. For "the current term", only if it is still current. */
function known(term: string | undefined): Stored<WireTimetable> | undefined {
  if (term !== undefined) {
    return storedTimetable(term);
  }
  const latest = knownTerms();
  const current = latest && currentTerm(latest.terms, civilAt(clock.now(), latest.timeZone).date);
  return current && storedTimetable(current.id);
}

/**
 * When an answer was stored, by this device's clock, as the query cache needs it. A time in the future counts as stale.
 */
function localTime(kept: Stored<unknown> | undefined): number | undefined {
  const at = kept && clock.local(kept.at);
  return at !== undefined && at > Date.now() ? 0 : at;
}

/** A new college has no term: that isn't a failure, and retrying doesn't help. */
export function isNoTermYet(error: unknown): error is ApiError {
  return error instanceof ApiError && error.complaints.some(({ code }) => code === 'timetable.no_terms');
}

export const timetableQueries = {
  all: () => ['timetable'] as const,
  terms: () =>
    queryOptions({
      queryKey: [...timetableQueries.all(), 'terms'],
      queryFn: async ({ client }) => {
        const terms = await client.fetchQuery({ ...termsQuery, staleTime: 0 });
        storeTerms(terms, clock.now());
        return terms;
      },
      // Functions, so that the stored answer is read once, not at every render.
      initialData: () => storedTerms()?.data,
      initialDataUpdatedAt: () => localTime(storedTerms()),
    }),
  /** A whole term; the current one by default. */
  term: (term?: string) =>
    queryOptions({
      queryKey: [...timetableQueries.all(), 'term', term ?? 'current'],
      queryFn: async ({ signal }) => {
        const query = term === undefined ? {} : { query: { term } };
        const timetable = await api.get('/api/timetable', { signal, quiet: true, ...query });
        storeTimetable(timetable, clock.now());
        return timetable;
      },
      select: readTimetable,
      initialData: () => known(term)?.data,
      initialDataUpdatedAt: () => localTime(known(term)),
    }),
  /** The changes to a term's classes since an instant. The server compares, so that its messages match. */
  changes: (term: string, since: number) => ({
    ...read(timetableQueries.all(), '/api/timetable/changes', { query: { term, since: String(since) } }),
    select: readChanges,
  }),
  /** The current term of a student whom staff look at. Not stored: this device isn't the student's. */
  ofStudent: (student: string) => ({
    ...read(timetableQueries.all(), '/api/admin/students/{student}/timetable', { path: { student } }),
    select: readTimetable,
  }),
  calendar: () => read(timetableQueries.all(), '/api/calendar'),
};

/** Downloads a term or one class as a calendar file. */
export function useDownloadCalendar(term: string) {
  return useChange(async (item?: string) => {
    const query = new URLSearchParams({ term, ...(item !== undefined && { class: item }) });
    saveFile('timetable.ics', await fetchFile(`/api/calendar/file?${query.toString()}`));
  });
}

/** Creates the address of the calendar feed, or replaces it; the old one stops working. */
export function useRotateCalendar() {
  const client = useQueryClient();
  const language = useLocale();
  return useMutation({
    mutationFn: () => api.post('/api/calendar', { body: { language } }),
    onSuccess: (calendar) => client.setQueryData(timetableQueries.calendar().queryKey, calendar),
  });
}
