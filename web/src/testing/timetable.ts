// A student's term at the sample college in the server's format: for tests, mock mode and screenshots.
import type { WireClass, WirePlace, WireTerms, WireTimetable } from '@/shared/timetable/wire';
import { addDays } from '@/shared/time/civil';

const starts = ['08:00', '08:55', '10:00', '10:55', '14:00', '14:55', '16:00', '16:55', '19:00', '19:55'];
const ends = ['08:45', '09:40', '10:45', '11:40', '14:45', '15:40', '16:45', '17:40', '19:45', '20:40'];

const weekCount = 18;

/** A class with the fields of its place inlined, which is shorter to write. */
export type FlatClass = Omit<WireClass, 'place'> & WirePlace;

/** The class in the server's format. */
export function nested(flat: FlatClass): WireClass {
  const { day, firstPeriod, lastPeriod, starts: from, ends: to, campus, room, teacher, ...rest } = flat;
  const place = { day, firstPeriod, lastPeriod, starts: from, ends: to, campus, room, teacher };
  return JSON.parse(JSON.stringify({ ...rest, place })) as WireClass; // drops undefined fields
}

/** The first Monday of the sample's own year, in which New Year is in week 17. */
const sampleMonday = '2026-09-07';

const periods = (from: string[], to: string[]): { number: number; starts: string; ends: string }[] =>
  from.map((time, index) => ({ number: index + 1, starts: time, ends: to[index] ?? '' }));

const courses: readonly [code: string, name: string, nameEn: string][] = [
  ['FIN201', '公司金融', 'Corporate Finance'],
  ['ACC202', '管理会计', 'Managerial Accounting'],
  ['STA201', '商务统计学', 'Business Statistics'],
  ['ENG203', '商务英语三', 'Business English III'],
  ['MKT301', '消费者营销', 'Consumer Marketing'],
  ['ORG210', '组织行为学', 'Organisational Behaviour'],
  ['LAW201', '商法', 'Commercial Law'],
  ['CAS100', '案例工作坊', 'Case Clinic'],
];

const people: readonly [name: string, nameEn: string][] = [
  ['陈巍', 'Chen Wei'],
  ['徐岚', 'Xu Lan'],
  ['周敏', 'Zhou Min'],
  ['奥卡福', 'M. Okafor'],
  ['高宇', 'Gao Yu'],
  ['孙可', 'Sun Ke'],
  ['何静', 'He Jing'],
  ['孙可', 'Sun Ke'],
];

interface Rule {
  code: string;
  weekday: number;
  hours: readonly [number, number] | readonly [string, string];
  room: string;
  weeks: (week: number) => boolean;
  campus?: string;
  kind?: 'exam';
}

const teaching = (week: number): boolean => week <= 16;

const rules: readonly Rule[] = [
  { code: 'FIN201', weekday: 1, hours: [1, 2], room: 'A-305', weeks: teaching },
  { code: 'ENG203', weekday: 1, hours: [5, 6], room: 'C-112', weeks: teaching },
  { code: 'STA201', weekday: 2, hours: [3, 4], room: 'B-210', weeks: teaching },
  {
    code: 'LAW201',
    weekday: 2,
    hours: [7, 8],
    room: 'A-101',
    weeks: (week) => week % 2 === 0 && teaching(week),
  },
  { code: 'ACC202', weekday: 3, hours: [1, 2], room: 'A-207', weeks: teaching },
  { code: 'MKT301', weekday: 3, hours: [5, 6], room: 'B-210', weeks: teaching },
  { code: 'FIN201', weekday: 4, hours: [3, 4], room: 'A-305', weeks: teaching },
  { code: 'ORG210', weekday: 4, hours: [5, 6], room: 'B-402', weeks: teaching },
  { code: 'STA201', weekday: 5, hours: [1, 2], room: 'B-210', weeks: teaching },
  {
    code: 'MKT301',
    weekday: 5,
    hours: [5, 6],
    room: 'L-201',
    weeks: (week) => week % 2 === 1 && teaching(week),
    campus: 'lakeside',
  },
  {
    code: 'CAS100',
    weekday: 5,
    hours: ['12:10', '13:20'],
    room: '',
    weeks: (week) => week >= 8 && week <= 12,
  },
  {
    code: 'FIN201',
    weekday: 1,
    hours: ['09:00', '11:00'],
    room: 'A-101',
    weeks: (week) => week === 17,
    kind: 'exam',
  },
  {
    code: 'STA201',
    weekday: 3,
    hours: ['14:00', '16:00'],
    room: 'A-101',
    weeks: (week) => week === 18,
    kind: 'exam',
  },
];

function hoursOf({ hours: [first, last] }: Rule): Partial<WirePlace> {
  if (typeof first === 'string') {
    return { starts: first, ends: String(last) };
  }
  const [from, to] = [starts[first - 1], ends[Number(last) - 1]];
  return { firstPeriod: first, lastPeriod: Number(last), starts: from ?? '', ends: to ?? '' };
}

function expand(monday: string): FlatClass[] {
  return rules.flatMap((rule, index) =>
    Array.from({ length: weekCount }, (_, at) => at + 1)
      .filter(rule.weeks)
      .map((week): FlatClass => {
        const day = addDays(monday, (week - 1) * 7 + rule.weekday - 1);
        const teacher = courses.findIndex(([code]) => code === rule.code);
        return {
          id: `m${index}.${week}`,
          group: rule.code,
          kind: rule.kind ?? 'class',
          week,
          day,
          ...hoursOf(rule),
          campus: rule.campus ?? 'main',
          ...(rule.room !== '' && { room: rule.room }),
          teacher: `t${teacher}`,
          state: 'held',
        };
      }),
  );
}

const placeOf = (item: FlatClass): WirePlace => nested(item).place;

/** Applies the college's published cancellations, moves and additions. */
function change(classes: FlatClass[], monday: string): FlatClass[] {
  const dayIn = (week: number, weekday: number): string => addDays(monday, (week - 1) * 7 + weekday - 1);
  const changed = `${dayIn(10, 2)}T08:20:00Z`;
  const edits: Record<string, (item: FlatClass) => Partial<FlatClass>> = {
    'm8.10': () => ({ state: 'cancelled', cause: 'change', note: '教师出差，本次停课。', changed }),
    'm5.10': (item) => ({
      state: 'moved',
      cause: 'change',
      room: 'B-118',
      was: placeOf(item),
      note: '设备检修。',
      changed,
    }),
    'm1.10': (item) => ({
      state: 'moved',
      cause: 'change',
      day: dayIn(10, 4),
      firstPeriod: 7,
      lastPeriod: 8,
      starts: '16:00',
      ends: '17:40',
      was: placeOf(item),
      note: '与讲座时间冲突，调至周四。',
      changed,
    }),
    // Week 9's Friday is off and made up on the Sunday of week 10.
    'm8.9': (item) => ({ state: 'moved', cause: 'mapping', day: dayIn(10, 7), was: placeOf(item) }),
    'm9.9': (item) => ({ state: 'moved', cause: 'mapping', day: dayIn(10, 7), was: placeOf(item) }),
    'm10.9': (item) => ({ state: 'moved', cause: 'mapping', day: dayIn(10, 7), was: placeOf(item) }),
  };
  const holiday = ({ day }: FlatClass): boolean => day >= dayIn(4, 4) && day <= dayIn(5, 3);
  return classes.map((item) =>
    holiday(item)
      ? { ...item, state: 'cancelled' as const, cause: 'holiday' as const }
      : { ...item, ...edits[item.id]?.(item) },
  );
}

/** The sample term. `today` works best in week 10. */
export function sampleTimetable(monday = sampleMonday, today = addDays(monday, 66)): WireTimetable {
  const dayIn = (week: number, weekday: number): string => addDays(monday, (week - 1) * 7 + weekday - 1);
  const added: FlatClass = {
    ...{
      id: 'extra',
      group: 'LAW201',
      kind: 'class',
      week: 10,
      day: dayIn(10, 4),
      starts: '19:00',
      ends: '20:40',
    },
    ...{ firstPeriod: 9, lastPeriod: 10, campus: 'main', teacher: 't6', state: 'added', cause: 'change' },
    ...{ note: '补第 8 周的课。', changed: `${dayIn(10, 3)}T02:00:00Z` },
  };
  const seminar: FlatClass = {
    ...{
      id: 'clash',
      group: 'CAS100',
      kind: 'class',
      week: 10,
      day: dayIn(10, 4),
      starts: '14:30',
      ends: '16:30',
    },
    ...{ campus: 'main', room: 'A-101', teacher: 't7', state: 'held' },
  };
  const classes = [...change(expand(monday), monday), added, seminar]
    .map((item): FlatClass => ({
      ...item,
      ...(item.day < today && item.state !== 'cancelled' && item.group !== 'ENG203' && { recording: `l-${item.id}` }),
      ...(item.group === 'FIN201' && item.kind === 'class' && { live: true }),
    }))
    .map(nested);
  const group = ([code, name, nameEn]: (typeof courses)[number]) => ({
    ...{ id: code, code: `${code}-1`, course: code, courseCode: code, name, nameEn },
  });
  return {
    version: 'v1',
    timeZone: 'Asia/Shanghai',
    term: {
      id: 'autumn',
      name: '2026–2027 学年第一学期',
      nameEn: 'Autumn term 2026',
      firstMonday: monday,
      lastDay: addDays(monday, 7 * weekCount - 1),
      weeks: weekCount,
    },
    weeks: Array.from({ length: weekCount }, (_, index) => ({
      ...{ number: index + 1, from: addDays(monday, 7 * index), to: addDays(monday, 7 * index + 6) },
    })),
    campuses: [
      { id: 'main', name: '主校区', nameEn: 'Main campus' },
      { id: 'lakeside', name: '滨湖校区', nameEn: 'Lakeside campus' },
    ],
    rooms: [...new Set(rules.map(({ room }) => room)), 'B-118'].map((id) => ({
      id,
      campus: 'main',
      name: id,
      nameEn: id,
    })),
    teachers: people.map(([name, nameEn], index) => ({ id: `t${index}`, name, nameEn })),
    schemes: ['main', 'lakeside'].map((campus) => ({
      ...{ id: campus, campus, from: '2000-01-01', to: '2100-01-01', periods: periods(starts, ends) },
    })),
    groups: courses.map(group),
    classes,
    conflicts: [],
    mappings: [{ id: 'd1', date: dayIn(10, 7), off: false, week: 9, weekday: 5, note: '补第9周周五的课' }],
    holidays: [
      { id: 'h1', name: '国庆节', nameEn: 'National Day', from: dayIn(4, 4), to: dayIn(5, 3) },
      { id: 'h2', name: '校庆日', nameEn: "Founders' Day", from: dayIn(9, 5), to: dayIn(9, 5) },
    ],
    missing: [
      { group: { ...group(['TAX305', '税法', 'Tax Law']) }, term: 'autumn', reason: 'pending' },
      {
        group: { ...group(['PED101', '体育', 'Physical Education']) },
        term: 'autumn',
        reason: 'unscheduled',
      },
    ],
  };
}

/** The terms around the sample. */
export function sampleTerms(monday = sampleMonday, today = addDays(monday, 66)): WireTerms {
  const spring = addDays(monday, -7 * 26);
  return {
    current: 'autumn',
    today,
    timeZone: 'Asia/Shanghai',
    terms: [
      {
        id: 'spring',
        name: '2025–2026 学年第二学期',
        nameEn: 'Spring term 2026',
        firstMonday: spring,
        lastDay: addDays(spring, 7 * weekCount - 1),
        weeks: weekCount,
      },
      sampleTimetable(monday, today).term,
    ],
  };
}

/** A term without classes. */
export const emptyTimetable: WireTimetable = {
  ...sampleTimetable(),
  classes: [],
  mappings: [],
  holidays: [],
};
