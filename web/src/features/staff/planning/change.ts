import type { Class, Place } from '@/shared/timetable/model';
import type { Target } from './carry';
import type { Change, Checked, Clash, Line, TeacherRequest } from './types';

/** The tabs of the composer. */
export const tabs = ['move', 'room', 'teacher', 'cancel'] as const;
export type Tab = (typeof tabs)[number];

/** Clock times, for a class or exam without periods. */
export interface ClockTime {
  day: string;
  starts: string;
  ends: string;
}

/** The class to swap with; the plan may not contain it. */
export interface Partner extends Pick<Class, 'id' | 'group' | 'place'> {
  /** The group's code. */
  code: string;
  label: string;
}

/** What is chosen in the composer; undefined fields stay as they are. */
export interface Composed {
  tab: Tab;
  target: Target | undefined;
  /** For a class without periods, as long as no periods are chosen. */
  clock: ClockTime | undefined;
  /** Empty means online. */
  room: string | undefined;
  teacher: string | undefined;
  note: string;
  reason: string;
  /** The class to swap with. */
  partner: Partner | undefined;
}

export const nothing: Composed = {
  tab: 'move',
  target: undefined,
  clock: undefined,
  room: undefined,
  teacher: undefined,
  note: '',
  reason: '',
  partner: undefined,
};

const noteOf = ({ note }: Composed): Pick<Change, 'note'> => (note.trim() === '' ? {} : { note: note.trim() });

const roomOf = (room: string | undefined): Pick<Change, 'room' | 'online'> =>
  room === undefined ? {} : room === '' ? { online: true } : { room };

function sameHours(place: Place, target: Target): boolean {
  return place.day === target.day && place.firstPeriod === target.firstPeriod;
}

/** The new time of a class; undefined if it stays the same or is incomplete. */
function movedTo({ place }: Class, { target, clock }: Composed): Target | ClockTime | undefined {
  if (target !== undefined) {
    return sameHours(place, target) ? undefined : target;
  }
  const stays =
    clock === undefined ||
    clock.starts === '' ||
    clock.ends === '' ||
    (clock.day === place.day && clock.starts === place.starts && clock.ends === place.ends);
  return stays ? undefined : clock;
}

/** The change that the composer describes; undefined if it changes nothing. */
export function changeOf(item: Class, composed: Composed): Change | undefined {
  const base = { class: item.id, group: item.group } as const;
  if (composed.tab === 'cancel') {
    return { action: 'cancel', ...base, ...noteOf(composed) };
  }
  const { room, teacher } = composed;
  const moved = movedTo(item, composed);
  const elsewhere = room !== undefined && room !== item.place.room;
  const another = teacher !== undefined && teacher !== item.place.teacher;
  if (moved === undefined && !elsewhere && !another) {
    return undefined;
  }
  return {
    action: 'move',
    ...base,
    ...moved,
    ...(elsewhere && roomOf(room)),
    ...(another && { teacher }),
    ...noteOf(composed),
  };
}

/** An additional class for a group, such as a make-up class; undefined until it has a time. */
export function extraOf(group: string, campus: string, composed: Composed): Change | undefined {
  const { target, clock, room, teacher } = composed;
  const time = target ?? clock;
  if (time === undefined || room === undefined) {
    return undefined;
  }
  return {
    action: 'add',
    group,
    kind: 'class',
    ...time,
    ...(campus !== '' && { campus }),
    ...roomOf(room),
    ...(teacher !== undefined && teacher !== '' && { teacher }),
    ...noteOf(composed),
  };
}

type Swapped = Pick<Class, 'id' | 'group' | 'place'>;

/** Swaps two classes: each takes the other's time and room and keeps its teacher. */
export function swapOf(one: Swapped, other: Swapped, composed: Composed): [Change, Change] {
  const to = (item: Swapped, { place }: Swapped): Change => ({
    action: 'move',
    class: item.id,
    group: item.group,
    day: place.day,
    ...(place.firstPeriod > 0
      ? { firstPeriod: place.firstPeriod, lastPeriod: place.lastPeriod }
      : { starts: place.starts, ends: place.ends }),
    ...roomOf(place.room),
    ...noteOf(composed),
  });
  return [to(one, other), to(other, one)];
}

/** Minimum length of a reason in characters; the server has the same limit. */
const shortestReason = 4;

export function isReason(text: string): boolean {
  return Array.from(text.trim()).length >= shortestReason;
}

/** Whether a clash needs a reason: it is new and hasn't been accepted yet. */
export const asksReason = (clash: Clash): boolean => clash.new && clash.accepted === '';

/** Whether a busy room, teacher or group needs a reason and there is none yet. */
export function needsReason(checked: Checked, reason: string): boolean {
  return checked.hard.some(asksReason) && !isReason(reason);
}

/** What kind of change a line of the draft is, which decides its wording. */
export function kindOf({ change, was, from, to }: Line): 'cancel' | 'add' | 'time' | 'room' | 'teacher' {
  if (change.action !== 'move') {
    return change.action;
  }
  const before = was ?? from;
  if (before === null || to === null) {
    return 'time';
  }
  if (before.day !== to.day || before.starts !== to.starts || before.firstPeriod !== to.firstPeriod) {
    return 'time';
  }
  return before.room === to.room ? 'teacher' : 'room';
}

/** What the composer shows when a line of the draft is opened again. */
export function composedOf({ change, reason, to }: Line): Composed {
  const { action, day, firstPeriod, lastPeriod, starts, ends, room, online, teacher, note } = change;
  const target =
    day !== undefined && firstPeriod !== undefined && lastPeriod !== undefined && firstPeriod > 0
      ? { day, firstPeriod, lastPeriod }
      : undefined;
  const on = day ?? to?.day;
  const clock = on !== undefined && starts !== undefined && ends !== undefined ? { day: on, starts, ends } : undefined;
  return {
    tab: action === 'cancel' ? 'cancel' : target || clock ? 'move' : teacher === undefined || room ? 'room' : 'teacher',
    target,
    clock,
    room: online === true ? '' : room,
    teacher,
    note: note ?? '',
    reason,
    partner: undefined,
  };
}

/** What the composer shows for a teacher's request: the requested change at the preferred time. */
export function composedOfRequest(
  { action, day, firstPeriod, lastPeriod }: TeacherRequest,
  { place }: Class,
): Composed {
  if (action !== 'move') {
    return { ...nothing, tab: action };
  }
  const on = day === '' ? place.day : day;
  const hours = firstPeriod > 0 ? { firstPeriod, lastPeriod } : place;
  return hours.firstPeriod === 0
    ? { ...nothing, clock: { day: on, starts: place.starts, ends: place.ends } }
    : { ...nothing, target: { day: on, firstPeriod: hours.firstPeriod, lastPeriod: hours.lastPeriod } };
}
