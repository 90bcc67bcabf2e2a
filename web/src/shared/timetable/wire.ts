// Short names for the answers of GET /api/terms, /api/timetable, /api/timetable/changes and /api/calendar. They refer
// to each other by id.
import type { DataOf } from '@/shared/api/types';

/** A student's whole term. */
export type WireTimetable = DataOf<'get', '/api/timetable'>;

/** The whole term of a room or a teacher. */
export type WireTable = DataOf<'get', '/api/rooms/{room}/timetable'>;

/** Changes of classes since an instant. */
export type WireChanges = DataOf<'get', '/api/timetable/changes'>;

/** A class; empty fields are omitted. */
export type WireClass = WireTimetable['classes'][number];

/** A place; empty fields are omitted. */
export type WirePlace = WireClass['place'];

/** All terms, and which one is current. */
export type WireTerms = DataOf<'get', '/api/terms'>;
