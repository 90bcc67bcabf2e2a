import { queryOptions } from '@tanstack/react-query';
import { api } from '@/shared/api/api';
import type { DataOf } from '@/shared/api/types';

/** Which rooms are free at a time. */
export type FreeRooms = DataOf<'get', '/api/rooms/free'>;

/** A room, and when it is free. */
export type FreeRoom = FreeRooms['rooms'][number];

/** A campus. */
export type Campus = DataOf<'get', '/api/rooms'>['campuses'][number];

/** The timetable of a room or a teacher. */
export type Table = DataOf<'get', '/api/rooms/{room}/timetable'>;

/** Which rooms are asked for; what is missing asks for all, now. */
export interface Wanted {
  day?: string;
  at?: string;
}

export const roomQueries = {
  all: () => ['rooms'] as const,
  list: () =>
    queryOptions({
      queryKey: [...roomQueries.all(), 'list'],
      queryFn: ({ signal }) => api.get('/api/rooms', { signal, quiet: true }),
    }),
  free: (wanted: Wanted) =>
    queryOptions({
      queryKey: [...roomQueries.all(), 'free', wanted],
      queryFn: ({ signal }) => api.get('/api/rooms/free', { query: { ...wanted }, signal, quiet: true }),
      refetchInterval: 60_000,
    }),
  room: (room: string, term: string | undefined) =>
    queryOptions({
      queryKey: [...roomQueries.all(), 'room', room, term ?? ''],
      queryFn: ({ signal }) =>
        api.get('/api/rooms/{room}/timetable', {
          path: { room },
          query: term === undefined ? {} : { term },
          signal,
          quiet: true,
        }),
    }),
  teacher: (teacher: string, term: string | undefined) =>
    queryOptions({
      queryKey: [...roomQueries.all(), 'teacher', teacher, term ?? ''],
      queryFn: ({ signal }) =>
        api.get('/api/teachers/{teacher}/timetable', {
          path: { teacher },
          query: term === undefined ? {} : { term },
          signal,
          quiet: true,
        }),
    }),
};
