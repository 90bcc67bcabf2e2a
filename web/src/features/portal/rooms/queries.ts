import { read } from '@/shared/api/cached';
import type { DataOf } from '@/shared/api/types';

/** The rooms that are free at a time. */
export type FreeRooms = DataOf<'get', '/api/rooms/free'>;

/** A room, and when it is free. */
export type FreeRoom = FreeRooms['rooms'][number];

export type Campus = DataOf<'get', '/api/rooms'>['campuses'][number];

/** The timetable of a room or a teacher. */
export type Table = DataOf<'get', '/api/rooms/{room}/timetable'>;

/** The time and rooms asked about; by default all rooms, now. */
export interface Wanted {
  day?: string;
  at?: string;
}

export const roomQueries = {
  all: () => ['rooms'] as const,
  list: () => read(roomQueries.all(), '/api/rooms'),
  free: (wanted: Wanted) => ({
    ...read(roomQueries.all(), '/api/rooms/free', { query: { ...wanted } }),
    refetchInterval: 60_000,
  }),
  room: (room: string, term: string | undefined) =>
    read(roomQueries.all(), '/api/rooms/{room}/timetable', {
      path: { room },
      query: term === undefined ? {} : { term },
    }),
  teacher: (teacher: string, term: string | undefined) =>
    read(roomQueries.all(), '/api/teachers/{teacher}/timetable', {
      path: { teacher },
      query: term === undefined ? {} : { term },
    }),
};
