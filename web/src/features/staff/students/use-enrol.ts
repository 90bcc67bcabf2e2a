import { useMutation } from '@tanstack/react-query';
import { api } from '@/shared/api/api';
import { refresh } from '@/shared/api/cached';
import { notify } from '@/shared/store/notices';
import type { Done, Person } from './person';
import { studentsQueries } from './queries';
import { idsOf, longCall, useActions } from './use-actions';

interface Enrolling {
  people: readonly Person[];
  group: string;
  /** The first or last day in the group; empty for today. */
  day: string;
}

/** Enrols students in a group or removes them, in one call. They get a message, so there is no undo. */
export function useEnrol(kind: 'enrol' | 'drop') {
  const { report, t } = useActions();
  return useMutation({
    mutationFn: ({ people, group, day }: Enrolling): Promise<Done> => {
      const about = { students: idsOf(people), group };
      return kind === 'enrol'
        ? api.post('/api/admin/students/enrol', {
            body: { ...about, ...(day !== '' && { from: day }) },
            ...longCall,
          })
        : api.post('/api/admin/students/drop', {
            body: { ...about, ...(day !== '' && { until: day }) },
            ...longCall,
          });
    },
    onSuccess: (answer, { people }) => {
      if (answer.done > 0) {
        notify('success', t(kind === 'enrol' ? 'enrol.done' : 'drop.done', { count: answer.done }));
      }
      report(people, answer);
      void refresh(studentsQueries.all());
    },
  });
}
