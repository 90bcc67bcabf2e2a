import type { Named } from '@/shared/i18n/name-in';
import type { CivilDate } from '@/shared/time/civil';
import type { Class, Timetable } from '@/shared/timetable/model';
import { readTimetable } from '@/shared/timetable/read';
import { lastDay } from '@/shared/timetable/weeks';
import type { PlanRoom, WirePlan } from './types';

/** What the desk knows of a class besides what its students see. */
interface Extra {
  /** Id of the line of the own draft that makes it so; empty: none. */
  draft: string;
  /** How many other classes want its room, teacher or group. */
  clashes: number;
  /** Of an exam: the rooms in which part of it sits besides its own. */
  seatRooms: readonly string[];
}

/** A part of a term as it will be with the own draft. */
export interface Plan extends Timetable {
  title: Named;
  today: CivilDate;
  rooms: ReadonlyMap<string, PlanRoom>;
  /** Group → its code, such as FIN201-1. */
  codes: ReadonlyMap<string, string>;
  /** Group → how many students. */
  sizes: ReadonlyMap<string, number>;
  extras: ReadonlyMap<string, Extra>;
}

/** Makes the answer of the server ready to be looked things up in. */
export function readPlan(wire: WirePlan): Plan {
  return {
    ...readTimetable(wire),
    title: wire.title,
    today: wire.today,
    rooms: new Map(wire.rooms.map((room) => [room.id, room])),
    codes: new Map(wire.groups.map(({ id, code }) => [id, code])),
    sizes: new Map(wire.groups.map(({ id, size }) => [id, size])),
    extras: new Map(
      wire.classes.map(({ id, draft, clashes, seatRooms }) => [id, { draft: draft ?? '', clashes, seatRooms }]),
    ),
  };
}

/** The line of the own draft that a class stands in; empty: none. */
export function draftOf(plan: Plan, item: Class): string {
  return plan.extras.get(item.id)?.draft ?? '';
}

/** Whether a class is in a room, or part of an exam sits there. */
export function takes(plan: Plan, item: Class, room: string): boolean {
  return item.place.room === room || plan.extras.get(item.id)?.seatRooms.includes(room) === true;
}

/** Whether the term's last day is behind us: then everything is to be read only. */
export function isOver({ term, today }: Plan): boolean {
  return today > lastDay(term);
}
