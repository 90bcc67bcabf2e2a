// Sample data: one week of the timetable desk, in the server's format.
import type { Checked, Draft, Line, Slot, WirePlan } from '@/features/staff/planning/types';
import { sampleTimetable } from './timetable';

const wire = sampleTimetable();

/** The week of 9 November for some groups. */
export function samplePlan(over: Partial<WirePlan> = {}, groups: readonly string[] = ['FIN201']): WirePlan {
  const { term, weeks, timeZone, campuses, schemes, teachers, mappings, holidays } = wire;
  return {
    term,
    weeks,
    timeZone,
    campuses,
    schemes,
    teachers,
    mappings,
    holidays,
    today: '2026-11-12',
    from: '2026-11-09',
    to: '2026-11-15',
    title: { name: '公司金融', nameEn: 'Corporate Finance' },
    rooms: wire.rooms.map((room) => ({ ...room, building: '', seats: 90 })),
    groups: wire.groups.map((group) => ({ ...group, size: 84 })),
    classes: wire.classes
      .filter(({ group, place }) => groups.includes(group) && place.day >= '2026-11-09' && place.day <= '2026-11-15')
      .map((item) => ({ ...item, clashes: 0, seatRooms: [] })),
    ...over,
  };
}

const thursday = { day: '2026-11-12', firstPeriod: 3, lastPeriod: 4, starts: '10:00', ends: '11:40' };

/** The class that the tests move: Thursday 3–4 in A-305. */
export const moved = 'm6.10';

/** The check of moving it to Friday 5–6, where MKT301-1 has the room. */
export const clashing: Checked = {
  from: { ...thursday, campus: 'main', room: 'A-305', teacher: 't0' },
  to: {
    day: '2026-11-13',
    firstPeriod: 5,
    lastPeriod: 6,
    starts: '14:00',
    ends: '15:40',
    campus: 'main',
    room: 'A-305',
    teacher: 't0',
  },
  hard: [
    {
      kind: 'room',
      class: moved,
      object: { id: 'A-305', name: 'A-305', nameEn: 'A-305' },
      other: {
        class: 'm9.10',
        group: 'MKT301',
        code: 'MKT301-1',
        course: '消费者营销',
        courseEn: 'Consumer Marketing',
        place: { day: '2026-11-13', firstPeriod: 5, lastPeriod: 6, starts: '14:00', ends: '15:40' },
      },
      students: 0,
      minutes: 0,
      new: true,
      accepted: '',
    },
  ],
  soft: [],
  seats: [],
  told: { students: 84, teachers: 1, newClashes: 1, names: [{ id: 's-1', name: 'Lin Xiaoyu' }] },
  messages: [
    {
      zh: { title: '公司金融调课', content: '改到周五。' },
      en: { title: 'Corporate Finance moved', content: 'To Friday.' },
    },
  ],
  toTeachers: [
    {
      teacher: { id: 't0', name: '周明', nameEn: 'Zhou Ming' },
      message: {
        zh: { title: '由你上课：公司金融', content: '周五。' },
        en: { title: 'Given to you: Corporate Finance', content: 'Friday.' },
      },
    },
  ],
  alternatives: [
    {
      place: {
        day: '2026-11-13',
        firstPeriod: 7,
        lastPeriod: 8,
        campus: 'main',
        room: 'A-305',
        teacher: 't0',
      },
      students: 0,
      rank: 1,
    },
  ],
};

/** The same without a clash. */
export const calm: Checked = {
  ...clashing,
  hard: [],
  told: { students: 84, teachers: 1, newClashes: 0, names: [] },
};

/** The slots of the week for it. */
export const slots: Slot[] = ['2026-11-09', '2026-11-10', '2026-11-11', '2026-11-12', '2026-11-13'].flatMap((day) =>
  Array.from({ length: 9 }, (_, index): Slot => {
    const taken = day === '2026-11-13' && index >= 3 && index <= 5;
    return {
      day,
      firstPeriod: index + 1,
      lastPeriod: index + 2,
      room: taken ? 'taken' : 'free',
      teacher: 'free',
      group: 'free',
      students: index === 0 ? 3 : 0,
      off: false,
      best: 0,
    };
  }),
);

/** A line of a draft that moves Thursday 3–4 to Friday 7–8. */
export const sampleLine: Line = {
  id: 'line-1',
  change: { action: 'move', class: moved, group: 'FIN201', day: '2026-11-13', firstPeriod: 7, lastPeriod: 8 },
  code: 'FIN201-1',
  course: '公司金融',
  courseEn: 'Corporate Finance',
  was: clashing.from,
  from: clashing.from,
  to: { day: '2026-11-13', firstPeriod: 7, lastPeriod: 8, campus: 'main', room: 'A-305', teacher: 't0' },
  hard: [],
  soft: [],
  rooms: [{ id: 'A-305', name: 'A-305', nameEn: 'A-305' }],
  teachers: [],
  reason: '',
  stale: '',
  staleText: '',
};

/** A draft, the caller's by default. */
export function sampleDraft(lines: Line[], over: Partial<Draft> = {}): Draft {
  return {
    id: 'draft-1',
    term: 'autumn',
    owner: { id: 'acc-1', name: 'Lin Xi' },
    mine: true,
    version: 3,
    changed: '2026-11-12T02:00:00Z',
    lines,
    told: 84,
    teachers: 2,
    ...over,
  };
}
