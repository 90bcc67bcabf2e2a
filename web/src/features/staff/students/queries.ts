import { keepPreviousData, queryOptions, type InfiniteData } from '@tanstack/react-query';
import { ask, read, readPages, sharedKeys } from '@/shared/api/cached';
import { fetchFile } from '@/shared/api/fetch-file';
import type { DataOf } from '@/shared/api/types';
import type { StudentFilter } from './filter';

/** A part of the list of students. */
export type StudentPart = DataOf<'get', '/api/admin/students'>;

/** One student in the list. */
export type StudentItem = StudentPart['items'][number];

/** A record as staff see and change it. */
export type StaffRecord = DataOf<'get', '/api/admin/students/{student}'>;

/** An enrolment with what is recorded of its course. */
export type StudentCourse = DataOf<'get', '/api/admin/students/{student}/courses'>[number];

/** The account of a student; null while there is none. */
export type HeldAccount = DataOf<'get', '/api/admin/students/{student}/account'>['account'];

/** An import that wrote something of a student. */
export type Touch = DataOf<'get', '/api/admin/students/{student}/imports'>[number];

/** What putting a duplicate into another record would do. */
export type Merge = DataOf<'post', '/api/admin/students/{student}/merge/preview'>;

/** What a student was told. */
export type StudentMessage = DataOf<'get', '/api/admin/students/{student}/messages'>[number];

const messagePage = 50;

export const studentsQueries = {
  all: () => ['students'] as const,
  lists: () => [...studentsQueries.all(), 'list'] as const,
  list: (filter: StudentFilter) => ({
    ...readPages(studentsQueries.lists(), '/api/admin/students', { query: filter }, 'after', ({ next }) => next),
    placeholderData: keepPreviousData,
    gcTime: 5 * 60_000, // it names people
  }),
  filters: () => ({ ...read(studentsQueries.all(), '/api/admin/students/filters'), staleTime: 5 * 60_000 }),
  /** Everything about one student. */
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
    staleTime: 0, // it counts what is there now
  }),
  /** The photo as an address that lives as long as the page. */
  photo: (path: string) =>
    queryOptions({
      queryKey: [...studentsQueries.all(), 'photo', path],
      queryFn: async ({ signal }) => URL.createObjectURL(await fetchFile(path, { signal, quiet: true })),
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

/** The students of a list as far as they are here, in its order. */
export function studentsIn(data: InfiniteData<StudentPart> | undefined): readonly StudentItem[] {
  return data?.pages.flatMap(({ items }) => items) ?? [];
}
