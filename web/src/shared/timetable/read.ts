import { assignColours } from '@/shared/theme/colours';
import { knownZone } from '@/shared/time/zone';
import type { Change, Class, Place, Timetable } from './model';
import type { WireChanges, WireClass, WirePlace, WireTimetable } from './wire';

/** A place with every field. */
export function readPlace(wire: WirePlace): Place {
  return {
    day: wire.day,
    firstPeriod: wire.firstPeriod ?? 0,
    lastPeriod: wire.lastPeriod ?? 0,
    starts: wire.starts ?? '',
    ends: wire.ends ?? '',
    campus: wire.campus ?? '',
    room: wire.room ?? '',
    teacher: wire.teacher ?? '',
  };
}

function readClass(wire: WireClass): Class {
  const { id, group, kind, week, state } = wire;
  return {
    id,
    group,
    kind,
    week,
    state,
    place: readPlace(wire.place),
    was: wire.was === undefined ? null : readPlace(wire.was),
    cause: wire.cause ?? '',
    note: wire.note ?? '',
    changed: wire.changed === undefined ? 0 : Date.parse(wire.changed) || 0,
    recording: wire.recording ?? '',
    further: wire.furtherRecordings ?? [],
    live: wire.live ?? false,
  };
}

/** Puts the student's exam room and seat into the class. */
function seated(item: Class, { seats }: Pick<WireTimetable, 'seats'>): Class {
  const mine = seats?.find((one) => one.class === item.id);
  return mine === undefined
    ? item
    : { ...item, seat: mine.seat, place: { ...item.place, room: mine.room ?? item.place.room } };
}

/** Converts the server's list of changes. */
export function readChanges({ changes, now }: WireChanges): { changes: Change[]; asOf: number } {
  const list = changes.map(({ before, after }) => ({
    before: before === undefined ? null : readClass(before),
    after: after === undefined ? null : readClass(after),
  }));
  return { changes: list, asOf: Date.parse(now) };
}

const byId = <T extends { id: string }>(list: readonly T[]): ReadonlyMap<string, T> =>
  new Map(list.map((one) => [one.id, one]));

/** The data that a timetable is built from; the staff desk's has no missing courses. */
type Readable = Pick<
  WireTimetable,
  'timeZone' | 'term' | 'schemes' | 'mappings' | 'holidays' | 'groups' | 'rooms' | 'campuses' | 'teachers' | 'classes'
> &
  Partial<Pick<WireTimetable, 'missing' | 'seats'>>;

/** Converts the server's answer to an indexed timetable. */
export function readTimetable(wire: Readable): Timetable {
  const colours = assignColours(wire.groups.map(({ course }) => course));
  return {
    zone: knownZone(wire.timeZone),
    term: wire.term,
    schemes: wire.schemes,
    mappings: wire.mappings,
    holidays: wire.holidays,
    groups: byId(wire.groups),
    rooms: byId(wire.rooms),
    campuses: byId(wire.campuses),
    teachers: byId(wire.teachers),
    // "2026-09-07 08:00" compares correctly as text, so no Date (and no time zone) is involved.
    classes: wire.classes
      .map((one) => seated(readClass(one), wire))
      .toSorted((a, b) => `${a.place.day} ${a.place.starts}`.localeCompare(`${b.place.day} ${b.place.starts}`, 'en')),
    missing: wire.missing ?? [],
    colours: new Map(wire.groups.map(({ id, course }) => [id, colours.get(course) ?? ''])),
  };
}
