import type { Bilingual } from '@/shared/i18n/name-in';
import type { CivilDate } from '@/shared/time/civil';
import type { Class, Timetable } from '@/shared/timetable/model';
import { readTimetable } from '@/shared/timetable/read';
import { lastDay } from '@/shared/timetable/weeks';
import type { PlanRoom, WirePlan } from './types';

/** What the planning page knows about a class that students don't see. */
interface Extra {
  /** Id of the draft line that changed it; empty if none did. */
  draft: string;
  /** How many other classes need its room, teacher or group. */
  clashes: number;
  /** For an exam: the other rooms it uses. */
  seatRooms: readonly string[];
}

/** Part of a term with your draft applied. */
export interface Plan extends Timetable {
  title: Bilingual;
  today: CivilDate;
  rooms: ReadonlyMap<string, PlanRoom>;
  /** Group id → code, such as FIN201-1. */
  codes: ReadonlyMap<string, string>;
  /** Group id → number of students. */
  sizes: ReadonlyMap<string, number>;
  extras: ReadonlyMap<string, Extra>;
}

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

/** The line of your draft that changes a class; empty if none does. */
export function draftOf(plan: Plan, item: Class): string {
  return plan.extras.get(item.id)?.draft ?? '';
}

/** Whether a class is in a room, or an exam uses it too. */
export function takes(plan: Plan, item: Class, room: string): boolean {
  return item.place.room === room || plan.extras.get(item.id)?.seatRooms.includes(room) === true;
}

/** Whether the term has ended, which makes it read only. */
export function isOver({ term, today }: Plan): boolean {
  return today > lastDay(term);
}
