import type { Bilingual } from '@/shared/i18n/name-in';
import type { CivilDate, CivilTime } from '@/shared/time/civil';

/** A term's teaching weeks; week 1 starts on `firstMonday`. */
export interface Term extends Bilingual {
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

/** The period times of a campus between two dates, both included. */
export interface Scheme {
  campus: string;
  from: CivilDate;
  to: CivilDate;
  periods: readonly Period[];
}

/** The time, room and teacher of a class. Without periods `firstPeriod` is 0; without known times they are empty. */
export interface Place {
  day: CivilDate;
  firstPeriod: number;
  lastPeriod: number;
  starts: CivilTime;
  ends: CivilTime;
  campus: string;
  /** Id of the room; empty if online. */
  room: string;
  teacher: string;
}

type State = 'held' | 'cancelled' | 'moved' | 'added';

/** One meeting on one date, after all changes, in the college's time. */
export interface Class {
  id: string;
  group: string;
  kind: 'class' | 'exam';
  /** The teaching week it belongs to; its day may be in another week. */
  week: number;
  place: Place;
  state: State;
  /** Its place by the rule; null if that is unchanged. */
  was: Place | null;
  /** The reason for its state. */
  cause: '' | 'change' | 'mapping' | 'holiday';
  note: string;
  /** When it last changed, in milliseconds; 0 if never. */
  changed: number;
  /** The lesson with its recording, or empty. */
  recording: string;
  /** Further lessons with recordings of it. */
  further: readonly string[];
  /** Whether it can be watched live. */
  live: boolean;
  /** The student's seat in an exam, whose room is then in `place`. */
  seat?: string;
}

/** The change of a class: the version the student last saw, and the current one. At least one is set. */
export interface Change {
  /** Null if the class is new. */
  before: Class | null;
  /** Null if the class was removed. */
  after: Class | null;
}

/** A group of students taught together in a course. */
interface Group extends Bilingual {
  id: string;
  code: string;
  course: string;
  courseCode: string;
}

/** A date that follows the timetable of another day (调休), or is off. */
export interface Mapping {
  date: CivilDate;
  off: boolean;
  week: number;
  weekday: number;
  note: string;
}

/** Days off, both ends included. */
export interface Holiday extends Bilingual {
  from: CivilDate;
  to: CivilDate;
}

/** A course that isn't in the timetable, and why. */
interface Missing {
  group: Group;
  term: string;
  reason: 'pending' | 'dropped' | 'other_term' | 'unscheduled';
}

/** A student's whole term, indexed for look-ups. */
export interface Timetable {
  zone: string;
  term: Term;
  schemes: readonly Scheme[];
  mappings: readonly Mapping[];
  holidays: readonly Holiday[];
  groups: ReadonlyMap<string, Group>;
  rooms: ReadonlyMap<string, Bilingual>;
  campuses: ReadonlyMap<string, Bilingual>;
  teachers: ReadonlyMap<string, Bilingual>;
  /** By day, then by start. */
  classes: readonly Class[];
  missing: readonly Missing[];
  /** Group → colour; all groups of a course share one colour. */
  colours: ReadonlyMap<string, string>;
}

export function isOn(item: Class): boolean {
  return item.state !== 'cancelled';
}

/** Whether the times of a place are known. */
export function isTimed({ starts, ends }: Place): boolean {
  return starts !== '' && starts < ends;
}
