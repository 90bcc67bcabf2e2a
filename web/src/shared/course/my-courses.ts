import { queryOptions } from '@tanstack/react-query';
import { api, clock } from '@/shared/api/api';
import type { DataOf } from '@/shared/api/types';
import { mergeProgress } from '@/shared/store/progress';

/** One of the student's courses, with its lessons and progress. */
export type MyCourse = DataOf<'get', '/api/courses'>[number];

/** The current user's courses. The dashboard, the timetable and the watch page share one query. */
export function myCourses() {
  return queryOptions({
    queryKey: ['my-courses'],
    queryFn: async ({ signal }): Promise<MyCourse[]> => {
      const askedAt = clock.now();
      const courses = await api.get('/api/courses', { signal, quiet: true });
      mergeProgress(courses, askedAt);
      return courses;
    },
  });
}
