import { api } from '@/shared/api/api';
import { everything, read, useChange } from '@/shared/api/cached';
import type { DataOf } from '@/shared/api/types';

type Report = DataOf<'get', '/api/admin/timetable/clashes'>;

/** Two groups that need the same room, teacher or students at once, or one group whose room is too small. */
export type Clash = Report['clashes'][number];

export type Accepted = Report['accepted'][number];

export const clashQueries = {
  all: () => ['clash'] as const,
  report: () => read(clashQueries.all(), '/api/admin/timetable/clashes'),
};

/** Whether a clash can be accepted: only those about a room, teacher or group. */
export function isHard(clash: Clash): clash is Clash & { kind: 'room' | 'teacher' | 'group' } {
  return clash.kind === 'room' || clash.kind === 'teacher' || clash.kind === 'group';
}

export function useAccept() {
  return useChange(
    ({ term, clash, reason }: { term: string; clash: Clash; reason: string }) =>
      isHard(clash)
        ? api.post('/api/admin/timetable/clashes/accepted', {
            body: {
              term,
              kind: clash.kind,
              object: clash.object,
              first: clash.first.id,
              second: clash.second.id,
              reason,
            },
          })
        : Promise.resolve(null),
    [everything],
  );
}

/** Reopens an accepted clash. */
export function useTakeBack() {
  return useChange(
    (acceptance: string) => api.delete('/api/admin/timetable/clashes/accepted/{acceptance}', { path: { acceptance } }),
    [everything],
  );
}
