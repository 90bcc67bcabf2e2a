import { keepPreviousData, queryOptions, type InfiniteData } from '@tanstack/react-query';
import { ask, read, readPages, sharedKeys } from '@/shared/api/cached';
import { fetchFile } from '@/shared/api/fetch-file';
import type { DataOf } from '@/shared/api/types';
import type { StudentFilter } from './filter';

/** A page of the list of students. */
export type StudentPart = DataOf<'get', '/api/admin/students'>;

export type StudentItem = StudentPart['items'][number];

export type StaffRecord = DataOf<'get', '/api/admin/students/{student}'>;

/** An enrolment with the recordings of its course. */
export type StudentCourse = DataOf<'get', '/api/admin/students/{student}/courses'>[number];

/** The account of a student; null if there is none. */
export type HeldAccount = DataOf<'get', '/api/admin/students/{student}/account'>['account'];

/** An import that changed something about a student. */
export type Touch = DataOf<'get', '/api/admin/students/{student}/imports'>[number];

/** The preview of merging a duplicate into another record. */
export type Merge = DataOf<'post', '/api/admin/students/{student}/merge/preview'>;

export type StudentMessage = DataOf<'get', '/api/admin/students/{student}/messages'>[number];

const messagePage = 50;

export const studentsQueries = {
  all: () => ['students'] as const,
  lists: () => [...studentsQueries.all(), 'list'] as const,
  list: (filter: StudentFilter) => ({
    ...readPages(studentsQueries.lists(), '/api/admin/students', { query: filter }, 'after', ({ next }) => next),
    placeholderData: keepPreviousData,
    gcTime: 5 * 60_000, // personal data
  }),
  filters: () => ({ ...read(studentsQueries.all(), '/api/admin/students/filters'), staleTime: 5 * 60_000 }),
  one: sharedKeys.student,
  record: (student: string) =>
    read(studentsQueries.one(student), '/api/admin/students/{student}', { path: { student } }),
  account: (student: string) =>
    read(studentsQueries.one(student), '/api/admin/students/{student}/account', { path: { student } }),
  imports: (student: string) =>
    read(studentsQueries.one(student), '/api/admin/students/{student}/imports', { path: { student } }),
  mergePreview: (student: string, other: string) => ({
    ...ask(studentsQueries.one(student), '/api/admin/students/{student}/merge/preview', {
      path: { student },
      body: { other },
    }),
    enabled: other !== '',
    staleTime: 0, // counts change at any time
  }),
  photo: (path: string) =>
    queryOptions({
      queryKey: [...studentsQueries.all(), 'photo', path],
      queryFn: ({ signal }) => fetchFile(path, { signal, quiet: true }),
      enabled: path !== '',
      staleTime: Number.POSITIVE_INFINITY,
    }),
  courses: (student: string) =>
    read(studentsQueries.one(student), '/api/admin/students/{student}/courses', { path: { student } }),
  messages: (student: string) =>
    readPages(
      studentsQueries.one(student),
      '/api/admin/students/{student}/messages',
      { path: { student }, query: { size: messagePage } },
      'before',
      (last) => (last.length < messagePage ? '' : last.at(-1)?.cursor),
    ),
};

/** The students loaded so far. */
export function studentsIn(data: InfiniteData<StudentPart> | undefined): readonly StudentItem[] {
  return data?.pages.flatMap(({ items }) => items) ?? [];
}
