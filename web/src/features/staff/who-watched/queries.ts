import { infiniteQueryOptions, keepPreviousData, queryOptions, type InfiniteData } from '@tanstack/react-query';
import { api } from '@/shared/api/api';
import { read, useChange } from '@/shared/api/cached';
import { fetchFile } from '@/shared/api/fetch-file';
import { formatQuery } from '@/shared/api/query';
import type { Arguments, DataOf } from '@/shared/api/types';
import { saveFile } from '@/shared/ui/save-file';

/** The totals of a term. */
export type Overview = DataOf<'get', '/api/admin/watching'>;

/** A course or group by lesson. */
export type CourseView = DataOf<'get', '/api/admin/watching/courses/{course}'>;

export type LessonCounts = CourseView['lessons'][number];

/** A page of the list. */
export type RowsPart = DataOf<'get', '/api/admin/watching/rows'>;

/** One student in one lesson. */
export type WatchingRow = RowsPart['rows'][number];

export type RowsFilter = Omit<
  NonNullable<Arguments<'get', '/api/teaching/groups/{group}/watching/rows'>[0]['query']>,
  'after' | 'size'
> & { group?: string };

/** The people to remind. */
export interface Who {
  /** All lessons if absent. */
  lesson?: string;
  state: 'never' | 'unfinished';
}

/** Whose viewing records are shown: a term or course for staff, or a group for its teacher. */
export type Source =
  | { taught: false; term: string | undefined; course: string | undefined }
  | { taught: true; group: string };

const quiet = { quiet: true } as const;
const whilePending = 2000;

/** Polls while a job computes the figures. */
const again = ({ state }: { state: { data?: { computing: boolean } | undefined } }): number | false =>
  state.data?.computing === true && whilePending;

const termOf = (term: string | undefined) => (term === undefined ? {} : { term });
const courseOf = (course: string | undefined) => (course === undefined ? {} : { course });

function getRows(source: Source, { group, ...filter }: RowsFilter, after: string, signal: AbortSignal) {
  const query = { ...filter, size: 100, ...(after !== '' && { after }) };
  return source.taught
    ? api.get('/api/teaching/groups/{group}/watching/rows', {
        path: { group: source.group },
        query,
        signal,
        ...quiet,
      })
    : api.get('/api/admin/watching/rows', {
        query: {
          ...query,
          ...termOf(source.term),
          ...courseOf(source.course),
          ...(group !== undefined && { group }),
        },
        signal,
        ...quiet,
      });
}

export const watchingQueries = {
  all: () => ['watching-staff'] as const,
  overview: (term: string | undefined) => ({
    ...read(watchingQueries.all(), '/api/admin/watching', { query: termOf(term) }),
    refetchInterval: again,
  }),
  view: (source: Source) =>
    queryOptions({
      queryKey: [...watchingQueries.all(), 'view', source],
      queryFn: ({ signal }) =>
        source.taught
          ? api.get('/api/teaching/groups/{group}/watching', {
              path: { group: source.group },
              signal,
              ...quiet,
            })
          : api.get('/api/admin/watching/courses/{course}', {
              path: { course: source.course ?? '' },
              query: termOf(source.term),
              signal,
              ...quiet,
            }),
      refetchInterval: again,
    }),
  rows: (source: Source, filter: RowsFilter, asOf: string) =>
    infiniteQueryOptions({
      queryKey: [...watchingQueries.all(), 'rows', source, filter, asOf],
      queryFn: ({ signal, pageParam }) => getRows(source, filter, pageParam, signal),
      initialPageParam: '',
      getNextPageParam: ({ next }) => (next === '' ? undefined : next),
      placeholderData: keepPreviousData,
      gcTime: 5 * 60_000, // personal data
    }),
  reminder: (source: Source, who: Who, open: boolean) =>
    queryOptions({
      queryKey: [...watchingQueries.all(), 'reminder', source, who],
      queryFn: ({ signal }) =>
        source.taught
          ? api.post('/api/teaching/groups/{group}/watching/reminders/preview', {
              path: { group: source.group },
              body: who,
              signal,
              question: true,
              ...quiet,
            })
          : api.post('/api/admin/watching/reminders/preview', {
              body: { ...who, ...termOf(source.term), course: source.course ?? '' },
              signal,
              question: true,
              ...quiet,
            }),
      enabled: open,
      staleTime: 0, // it counts who hasn't watched yet
      gcTime: 0,
    }),
};

/** The rows loaded so far. */
export function rowsIn(data: InfiniteData<RowsPart> | undefined): readonly WatchingRow[] {
  return data?.pages.flatMap(({ rows }) => rows) ?? [];
}

/** Computes the figures again: all of them, or those of the teacher's group. */
export function useCompute(source: Source) {
  return useChange(
    () =>
      source.taught
        ? api.post('/api/teaching/groups/{group}/watching/compute', { path: { group: source.group } })
        : api.post('/api/admin/watching/compute', {}),
    [watchingQueries.all()],
  );
}

/** Sends a reminder; the id makes it idempotent. */
export function useRemind(source: Source) {
  return useChange(
    async ({ id, who }: { id: string; who: Who }) => {
      const sent = await (source.taught
        ? api.post('/api/teaching/groups/{group}/watching/reminders', {
            path: { group: source.group },
            body: { ...who, id },
          })
        : api.post('/api/admin/watching/reminders', {
            body: { ...who, id, ...termOf(source.term), course: source.course ?? '' },
          }));
      return sent.students;
    },
    [watchingQueries.all()],
  );
}

/** Exports the filtered list. The server logs it. */
export function useExport(source: Source, filter: RowsFilter, name: string) {
  return useChange(async (format: 'csv' | 'xlsx') => {
    const { group, ...rest } = filter;
    const [path, more] = source.taught
      ? [`/api/teaching/groups/${encodeURIComponent(source.group)}/watching/export`, {}]
      : [
          '/api/admin/watching/export',
          { ...termOf(source.term), ...courseOf(source.course), ...(group !== undefined && { group }) },
        ];
    const query = formatQuery({ ...rest, ...more, format });
    saveFile(`${name}.${format}`, await fetchFile(`${path}?${query}`));
  });
}
