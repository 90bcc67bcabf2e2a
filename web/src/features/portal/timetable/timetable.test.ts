import { describe, expect, test } from 'vitest';
import { sampleTerms, sampleTimetable } from '@/testing/timetable';
import { agendaOf, countOn, worthListing } from './agenda';
import { clashesOf } from '@/shared/timetable/clashes';
import { heatOf } from './heat';
import { isOn, type Class } from '@/shared/timetable/model';
import { changesAhead, toCatchUp } from './news';
import { cancelledBefore, nextClass, whyNoNext } from './next';
import { readTimetable } from '@/shared/timetable/read';
import { followed, watchedOf } from './watched';
import { currentTerm, datesOf, holidayOn, phaseOf, readWeek, weekInfo, weekOf } from '@/shared/timetable/weeks';

const timetable = readTimetable(sampleTimetable());
const shanghai = (text: string): number => Date.parse(`${text}:00+08:00`);

describe('dates that must be right', () => {
  test.each([
    // the night before term
    ['2026-09-06T23:30', { phase: 'before', week: 1, next: 'm0.1', status: 'tomorrow', minutes: 510 }],
    // week 1
    ['2026-09-07T07:35', { phase: 'during', week: 1, next: 'm0.1', status: 'today', minutes: 25 }],
    ['2026-09-07T08:10', { phase: 'during', week: 1, next: 'm0.1', status: 'on', minutes: 90 }],
    ['2026-09-07T09:40', { phase: 'during', week: 1, next: 'm1.1', status: 'today', minutes: 260 }],
    // a holiday: the next class is the one after it
    ['2026-10-01T09:00', { phase: 'during', week: 4, next: 'm6.5', status: 'later', minutes: 10_140 }],
    // a make-up Sunday teaches Friday of the week before
    ['2026-11-15T07:00', { phase: 'during', week: 10, next: 'm8.9', status: 'today', minutes: 60 }],
    // New Year inside the term
    ['2026-12-31T23:59', { phase: 'during', week: 17, next: 'm12.18', status: 'later', minutes: 8_041 }],
    ['2027-01-01T00:01', { phase: 'during', week: 17, next: 'm12.18', status: 'later', minutes: 8_039 }],
    // the last week
    ['2027-01-06T15:59', { phase: 'during', week: 18, next: 'm12.18', status: 'on', minutes: 1 }],
    ['2027-01-10T23:59', { phase: 'during', week: 18, next: undefined, status: undefined, minutes: undefined }],
    ['2027-01-11T00:00', { phase: 'after', week: 18, next: undefined, status: undefined, minutes: undefined }],
  ])('[2.21] %s at the college', (at, wanted) => {
    const now = shanghai(at);
    const date = at.slice(0, 10);
    const next = nextClass(timetable, now);
    expect({
      phase: phaseOf(timetable.term, date),
      week: weekOf(timetable.term, date),
      next: next?.item.id,
      status: next?.status,
      minutes: next?.minutes,
    }).toEqual(wanted);
  });

  test('[2.21] a countdown over a clock change counts real minutes', () => {
    const wire = sampleTimetable();
    const [first] = wire.classes;
    const berlin = readTimetable({
      ...wire,
      timeZone: 'Europe/Berlin',
      classes: first === undefined ? [] : [{ ...first, place: { day: '2026-03-29', starts: '08:00', ends: '09:40' } }],
    });
    // 22:00 to 08:00 is nine hours in the night when the clocks go forward.
    expect(nextClass(berlin, Date.parse('2026-03-28T22:00:00+01:00'))?.minutes).toBe(9 * 60);
  });
});

describe('the state of the next class', () => {
  const day = timetable.classes.find(({ id }) => id === 'm8.10')?.place.day ?? '';

  test('[2.21] a cancelled class that would have come first is named, but no holiday or later class', () => {
    const before = (at: string): string | undefined => {
      const now = shanghai(at);
      const next = nextClass(timetable, now);
      return next && cancelledBefore(timetable, next, now)?.id;
    };
    const only = { ...timetable, classes: timetable.classes.filter(({ place }) => place.day >= day) };
    const next = nextClass(only, shanghai(`${day}T00:00`));
    expect(next && cancelledBefore(only, next, shanghai(`${day}T00:00`))?.id).toBe('m8.10');
    expect(before('2026-09-07T07:35')).toBeUndefined();
    expect(before('2026-10-01T08:00')).toBeUndefined(); // shown as a holiday
  });

  test.each([
    ['a student without any course', { groups: new Map() }, '2026-11-12T08:00', 'notEnrolled'],
    ['courses without classes', { classes: [] }, '2026-11-12T08:00', 'notPublished'],
    ['a term that has ended', {}, '2027-01-11T08:00', 'ended'],
    ['a term whose classes are over', { classes: timetable.classes.slice(0, 1) }, '2026-11-12T08:00', 'done'],
  ])('[2.21] %s', (_case, over, at, why) => {
    expect(whyNoNext({ ...timetable, ...over }, shanghai(at))).toBe(why);
  });
});

describe('weeks', () => {
  test('[2.21] each week knows odd or even, holidays and make-up days', () => {
    expect(weekInfo(timetable, 9)).toMatchObject({ odd: true, holidays: [{ nameEn: "Founders' Day" }] });
    expect(weekInfo(timetable, 10)).toMatchObject({
      odd: false,
      holidays: [],
      mappings: [{ week: 9, weekday: 5 }],
    });
    expect(datesOf(timetable.term, 17)).toEqual([
      '2026-12-28',
      '2026-12-29',
      '2026-12-30',
      '2026-12-31',
      '2027-01-01',
      '2027-01-02',
      '2027-01-03',
    ]);
  });

  test.each([
    ['10', 10],
    ['0', 4],
    ['19', 4],
    ['-1', 4],
    ['ten', 4],
    ['1.5', 4],
    [undefined, 4],
  ])('[2.21] the address has week %s: %i is shown', (text, week) => {
    expect(readWeek(timetable.term, text, 4)).toBe(week);
  });

  test.each([
    ['2026-09-30', undefined],
    ['2026-10-01', 'National Day'],
    ['2026-10-07', 'National Day'],
    ['2026-10-08', undefined],
  ])('[2.21] on %s the holiday is %s', (date, name) => {
    expect(holidayOn(timetable, date)?.nameEn).toBe(name);
  });

  test.each([
    ['2026-11-12', 'autumn'],
    ['2026-04-01', 'spring'],
    ['2026-07-28', 'spring'], // 15 days after one, 41 before the other
    ['2026-08-11', 'autumn'],
    ['2030-01-01', 'autumn'],
  ])('[2.21] on %s the term is %s', (today, id) => {
    const { terms } = sampleTerms();
    expect(currentTerm(terms, today)?.id).toBe(id);
  });
});

describe('agenda', () => {
  test('[2.21] a day lists its classes by time and where moved ones went', () => {
    const [monday] = agendaOf(timetable, ['2026-11-09']);
    expect(monday?.lines.map(({ item, movedAway }) => [item.id, movedAway])).toEqual([
      ['m0.10', false],
      ['m1.10', true],
    ]);
    const [thursday] = agendaOf(timetable, ['2026-11-12']);
    expect(thursday?.lines.map(({ item, clash }) => [item.id, clash?.id])).toEqual([
      ['m6.10', undefined],
      ['m7.10', 'clash'],
      ['clash', 'm7.10'],
      ['m1.10', 'clash'],
      ['extra', undefined],
    ]);
  });

  test('[2.21] free weekend days are left out, days off are not', () => {
    const days = agendaOf(timetable, datesOf(timetable.term, 4));
    expect(days.filter(worthListing).map(({ date }) => date)).toEqual([
      '2026-09-28',
      '2026-09-29',
      '2026-09-30',
      '2026-10-01',
      '2026-10-02',
    ]);
    expect(countOn(timetable, '2026-10-01')).toBe(0);
  });
});

describe('clashes', () => {
  const [one, two] = timetable.classes.filter(({ place }) => place.day === '2026-11-12');
  const at = (item: typeof one, starts: string, ends: string, state: 'held' | 'cancelled' = 'held') => {
    if (item === undefined) {
      throw new Error('the sample has no such class');
    }
    return { ...item, state, place: { ...item.place, starts, ends } };
  };

  test.each([
    ['overlap', at(one, '10:00', '11:40'), at(two, '11:00', '12:00'), 2],
    ['touch', at(one, '10:00', '11:00'), at(two, '11:00', '12:00'), 0],
    ['overlap but one is cancelled', at(one, '10:00', '11:40'), at(two, '11:00', '12:00', 'cancelled'), 0],
  ])('[2.21] two classes that %s', (_how, a, b, marks) => {
    expect(clashesOf([a, b]).size).toBe(marks);
  });
});

test('[2.21] the term overview shows how busy each day is, and the weekend only if it is used', () => {
  const { weeks, weekdays } = heatOf(timetable);
  expect(weeks).toHaveLength(18);
  expect(weekdays).toEqual([1, 2, 3, 4, 5, 7]);
  const day = (week: number, weekday: number) => weeks[week - 1]?.days[weekday - 1];
  expect(day(10, 4)).toMatchObject({ date: '2026-11-12', count: 5, level: 4, changed: true });
  expect(day(10, 5)).toMatchObject({ count: 1, level: 1 });
  expect(day(4, 4)).toMatchObject({ count: 0, level: 0, holiday: { nameEn: 'National Day' } });
  expect(day(17, 1)).toMatchObject({ exam: true });
});

test('[2.21] changes are listed if the class is or was in the future, the soonest first', () => {
  const item = timetable.classes.find(({ state }) => state === 'held');
  if (item === undefined) {
    throw new Error('the sample has a class');
  }
  const on = (day: string, state: Class['state'] = 'held'): Class => ({
    ...item,
    id: `${day} ${state}`,
    state,
    place: { ...item.place, day },
  });
  const moved = { before: on('2026-11-17'), after: on('2026-11-18', 'moved') };
  const gone = { before: on('2026-11-16'), after: null };
  const over = { before: on('2026-11-10'), after: on('2026-11-11', 'moved') };
  const intoThePast = { before: on('2026-11-20'), after: on('2026-11-11', 'moved') };
  const stillCancelled = { before: on('2026-11-17', 'cancelled'), after: on('2026-11-18', 'cancelled') };
  expect(changesAhead([moved, over, gone, stillCancelled, intoThePast], '2026-11-12')).toEqual([
    intoThePast,
    gone,
    moved,
  ]);
});

test('[2.21] classes to catch up on are past, recorded, recent and not attended', () => {
  const now = { date: '2026-11-12', time: '12:00' };
  const all = toCatchUp(timetable, now, new Set());
  expect(all.length).toBeGreaterThan(3);
  expect(all.every((item) => isOn(item) && item.recording !== '' && item.place.day >= '2026-10-29')).toBe(true);
  expect(all.map(({ place }) => place.day)).toEqual(
    all
      .map(({ place }) => place.day)
      .toSorted()
      .toReversed(),
  );
  expect(toCatchUp(timetable, now, new Set(all.map(({ id }) => id)))).toEqual([]);
});

test('[2.21] watched lessons are known by class, and need no catching up', () => {
  const watched = watchedOf([
    {
      lessons: [
        { class: 'a', percent: 92, done: true },
        { class: 'b', percent: 42, done: false },
        { class: 'c', percent: 0, done: false },
        { class: '', percent: 100, done: true },
      ],
    },
    { lessons: [] },
  ]);
  expect([...watched]).toEqual([
    ['a', { percent: 92, done: true }],
    ['b', { percent: 42, done: false }],
  ]);
  expect([...followed(['z'], watched)]).toEqual(['z', 'a']);
});
