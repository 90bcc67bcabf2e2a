import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '@/shared/api/api';
import { read, readPages } from '@/shared/api/cached';
import type { DataOf } from '@/shared/api/types';

/** A course in the list. */
export type CourseItem = DataOf<'get', '/api/admin/catalogue'>['items'][number];

/** A group of a course. */
export type CourseGroup = DataOf<'get', '/api/admin/catalogue/{course}/groups'>[number];

/** A student of a group. */
export type Member = DataOf<'get', '/api/admin/groups/{group}/students'>['items'][number];

/** How many students are asked for at once; the server gives no more. */
const memberPage = 500;

export const coursesQueries = {
  all: () => ['courses'] as const,
  list: (filter: { search?: string; term?: string }) => ({
    ...readPages(coursesQueries.all(), '/api/admin/catalogue', { query: filter }, 'after', ({ next }) => next),
    placeholderData: keepPreviousData,
  }),
  course: (course: string) => read(coursesQueries.all(), '/api/courses/{course}', { path: { course } }),
  groups: (course: string) => read(coursesQueries.all(), '/api/admin/catalogue/{course}/groups', { path: { course } }),
  lessons: (course: string) => read(coursesQueries.all(), '/api/admin/courses/{course}/lessons', { path: { course } }),
  /** All students of a group: it is sorted, searched and exported as a whole. */
  members: (group: string) =>
    queryOptions({
      queryKey: [...coursesQueries.all(), 'members', group],
      queryFn: async ({ signal }) => {
        const all: Member[] = [];
        for (let after = ''; ;) {
          const { items, next } = await api.get('/api/admin/groups/{group}/students', {
            path: { group },
            query: { size: memberPage, ...(after !== '' && { after }) },
            signal,
            quiet: true,
          });
          all.push(...items);
          if (next === '') {
            return all;
          }
          after = next;
        }
      },
      gcTime: 5 * 60_000, // it names people
    }),
};
