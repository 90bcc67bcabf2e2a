import type { Named } from '@/shared/i18n/name-in';
import type { CivilDate, CivilTime } from '@/shared/time/civil';

/** A span of teaching weeks; week 1 begins on its first Monday. */
export interface Term extends Named {
  id: string;
  firstMonday: CivilDate;
  weeks: number;
}

/** A numbered slot of the day. */
interface Period {
  number: number;
  starts: CivilTime;
  ends: CivilTime;
}

/** The periods of a campus from one date to another, both included. */
export interface Scheme {
  campus: string;
  from: CivilDate;
  to: CivilDate;
  periods: readonly Period[];
}

/**
 * When, where and with whom a class is. Without periods `firstPeriod` is 0; without known hours the times are empty.
 */
export interface Place {
  day: CivilDate;
  firstPeriod: number;
  lastPeriod: number;
  starts: CivilTime;
  ends: CivilTime;
  campus: string;
  /** Id of the room; empty when online. */
  room: string;
  teacher: string;
}

/** What has become of a class. */
type State = 'held' | 'cancelled' | 'moved' | 'added';

/** One dated occurrence of a meeting, after every change, in the college's wall-clock time. */
export interface Class {
  id: string;
  group: string;
  kind: 'class' | 'exam';
  /** The week it teaches; its day may lie in another. */
  week: number;
  place: Place;
  state: State;
  /** Where it was by the rule; null when that is where it is. */
  was: Place | null;
  /** What gave it its state. */
  cause: '' | 'change' | 'mapping' | 'holiday';
  note: string;
  /** When something last happened to it, in milliseconds; 0 when nothing ever did. */
  changed: number;
  /** The lesson that records it, or empty. */
  recording: string;
  /** Further lessons that record it. */
  further: readonly string[];
  /** Whether it can be followed from afar while it is on. */
  live: boolean;
  /** The student's seat, in an exam; its room then is the place's. */
  seat?: string;
}

/** What became of one class: what the student last saw, and what holds now. One of them is there. */
export interface Change {
  /** Null when the class is new. */
  before: Class | null;
  /** Null when the class is gone. */
  after: Class | null;
}

/** What a student is taught in. */
interface Group extends Named {
  id: string;
  code: string;
  course: string;
  courseCode: string;
}

/** A calendar date that follows another teaching day (调休), or is off. */
export interface Mapping {
  date: CivilDate;
  off: boolean;
  week: number;
  weekday: number;
  note: string;
}

/** Dates off, both ends included. */
export interface Holiday extends Named {
  from: CivilDate;
  to: CivilDate;
}

/** A course that is not in the timetable, and why. */
interface Missing {
  group: Group;
  term: string;
  reason: 'pending' | 'dropped' | 'other_term' | 'unscheduled';
}

/** A student's whole term, ready to be looked things up in. */
export interface Timetable {
  zone: string;
  term: Term;
  schemes: readonly Scheme[];
  mappings: readonly Mapping[];
  holidays: readonly Holiday[];
  groups: ReadonlyMap<string, Group>;
  rooms: ReadonlyMap<string, Named>;
  campuses: ReadonlyMap<string, Named>;
  teachers: ReadonlyMap<string, Named>;
  /** By day, then by start. */
  classes: readonly Class[];
  missing: readonly Missing[];
  /** Group → colour; a course has one colour whatever the group. */
  colours: ReadonlyMap<string, string>;
}

/** Whether a class takes place. */
export function isOn(item: Class): boolean {
  return item.state !== 'cancelled';
}

/** Whether the clock times of a place are known. */
export function isTimed({ starts, ends }: Place): boolean {
  return starts !== '' && starts < ends;
}
