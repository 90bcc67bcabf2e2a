// What GET /api/terms, /api/timetable and /api/calendar answer. Things name each other by id.
import type { Class, Group, Holiday, Mapping, Missing, Place, Scheme, Term } from './model';

type Optional<T, K extends keyof T> = Omit<T, K> & Partial<Pick<T, K>>;

/** A place; what is not so is left out. */
export type WirePlace = Pick<Place, 'day'> & Partial<Place>;

/** A class; what is not so is left out. */
export type WireClass = Optional<
  Omit<Class, 'place' | 'was' | 'changed'>,
  'cause' | 'note' | 'recording' | 'live'
> & { place: WirePlace; was?: WirePlace; changed?: string };

/** A thing with an id and a name. */
export interface WireNamed {
  id: string;
  name: string;
  nameEn: string;
}

/** A student's whole term. */
export interface WireTimetable {
  version: string;
  timeZone: string;
  term: Term;
  campuses: WireNamed[];
  rooms: WireNamed[];
  teachers: WireNamed[];
  schemes: Scheme[];
  groups: Group[];
  classes: WireClass[];
  mappings: Mapping[];
  holidays: Holiday[];
  missing: Missing[];
}

/** All terms, and which is the present one. */
export interface WireTerms {
  current: string;
  today: string;
  timeZone: string;
  terms: Term[];
}

/** The secret address of a calendar feed. */
export interface WireCalendar {
  active: boolean;
  path: string;
  language: string;
  created: string;
}
