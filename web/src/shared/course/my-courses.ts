import { queryOptions } from '@tanstack/react-query';
import { api, clock } from '@/shared/api/api';
import type { DataOf } from '@/shared/api/types';
import { learnProgress } from '@/shared/store/progress';

/** A course that the student takes, with its lessons and how far both are. */
export type MyCourse = DataOf<'get', '/api/courses'>[number];

/** The courses of whoever is logged in. One answer serves the dashboard, the timetable and the watch page. */
export function myCourses() {
  return queryOptions({
    queryKey: ['my-courses'],
    queryFn: async ({ signal }): Promise<MyCourse[]> => {
      const askedAt = clock.now();
      const courses = await api.get('/api/courses', { signal, quiet: true });
      learnProgress(courses, askedAt);
      return courses;
    },
  });
}
