import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '@/shared/api/api';
import { read, readPages } from '@/shared/api/cached';
import type { DataOf } from '@/shared/api/types';

export type CourseItem = DataOf<'get', '/api/admin/catalogue'>['items'][number];

export type CourseGroup = DataOf<'get', '/api/admin/catalogue/{course}/groups'>[number];

export type Member = DataOf<'get', '/api/admin/groups/{group}/students'>['items'][number];

/** Students per request; the server's maximum. */
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
  /** All students of a group, since the table sorts, searches and exports them in the browser. */
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
      gcTime: 5 * 60_000, // personal data
    }),
};
