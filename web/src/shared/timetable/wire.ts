// Short names for what GET /api/terms, /api/timetable, /api/timetable/changes and /api/calendar answer. Things name
// each other by id.
import type { DataOf } from '@/shared/api/types';

/** A student's whole term. */
export type WireTimetable = DataOf<'get', '/api/timetable'>;

/** The whole term of a room or a teacher. */
export type WireTable = DataOf<'get', '/api/rooms/{room}/timetable'>;

/** What became of classes since an instant. */
export type WireChanges = DataOf<'get', '/api/timetable/changes'>;

/** A class; fields without a value are left out. */
export type WireClass = WireTimetable['classes'][number];

/** A place; fields without a value are left out. */
export type WirePlace = WireClass['place'];

/** All terms, and which is the present one. */
export type WireTerms = DataOf<'get', '/api/terms'>;
