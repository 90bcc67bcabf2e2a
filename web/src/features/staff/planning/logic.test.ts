import { describe, expect, test } from 'vitest';
import { calm, clashing, sampleLine, samplePlan, slots } from '@/testing/planning';
import { layOut } from '@/shared/timetable/grid';
import { readDates } from '@/shared/timetable/weeks';
import { absenceChanges } from './absence';
import { readAddress } from './address';
import { barsOf } from './bars';
import { carryBy, freeFirst, hintsOf, isEmptyAt, linesOf, numbered, offsetsIn, slotAt, targetAt } from './carry';
import { changeOf, composedOf, composedOfRequest, extraOf, kindOf, needsReason, nothing, swapOf } from './change';
import { isOver, readPlan } from './plan';
import { stripWeeks } from './strip';
import type { Absence, Line } from './types';

const plan = readPlan(samplePlan());
const item = plan.classes.find(({ id }) => id === 'm6.10');
const first = plan.classes.find(({ id }) => id === 'm0.10');
if (item === undefined || first === undefined) {
  throw new Error('the sample has lost its classes');
}
const days = ['2026-11-09', '2026-11-10', '2026-11-11', '2026-11-12', '2026-11-13'];
const friday = { day: '2026-11-13', firstPeriod: 5, lastPeriod: 6 };

describe('carrying', () => {
  const thursday = { day: '2026-11-12', firstPeriod: 3, lastPeriod: 4 };

  test.each([
    ['ArrowRight', { ...thursday, day: '2026-11-13' }],
    ['ArrowLeft', { ...thursday, day: '2026-11-11' }],
    ['ArrowDown', { ...thursday, firstPeriod: 4, lastPeriod: 5 }],
    ['ArrowUp', { ...thursday, firstPeriod: 2, lastPeriod: 3 }],
  ])('%s moves by one', (key, to) => {
    expect(carryBy(thursday, key, days, 10)).toEqual(to);
  });

  test('it stays on the grid, and other keys are ignored', () => {
    expect(carryBy({ day: days[4] ?? '', firstPeriod: 9, lastPeriod: 10 }, 'ArrowRight', days, 10)?.day).toBe(
      '2026-11-13',
    );
    expect(carryBy({ day: days[0] ?? '', firstPeriod: 9, lastPeriod: 10 }, 'ArrowDown', days, 10)).toMatchObject({
      firstPeriod: 9,
      lastPeriod: 10,
    });
    expect(carryBy(thursday, 'x', days, 10)).toBeUndefined();
  });

  test('the hints do not overlap, and the numbered ones are among them', () => {
    const hints = hintsOf(numbered(slots, clashing.alternatives, 'A-305'), days);
    expect(hints.filter(({ best }) => best > 0)).toMatchObject([{ day: '2026-11-13', firstPeriod: 7, best: 1 }]);
    for (const day of days) {
      const covered = hints
        .filter((hint) => hint.day === day)
        .flatMap(({ firstPeriod, lastPeriod }) => [firstPeriod, lastPeriod]);
      expect(new Set(covered).size, day).toBe(covered.length);
    }
  });

  test('a ranked slot in another room names that room', () => {
    const [proposal] = clashing.alternatives;
    const elsewhere = proposal && { ...proposal, place: { ...proposal.place, room: 'B-210' } };
    const found = numbered(slots, elsewhere ? [elsewhere] : [], 'A-305');
    expect(slotAt(found, { day: '2026-11-13', firstPeriod: 7, lastPeriod: 8 })).toMatchObject({
      best: 1,
      elsewhere: 'B-210',
    });
  });

  test('free slots: the best first, then the fewest clashes, no busy ones', () => {
    const free = freeFirst(numbered(slots, clashing.alternatives, 'A-305'));
    expect(free[0]).toMatchObject({ best: 1 });
    expect(free.at(-1)).toMatchObject({ students: 3 });
    expect(free.some(({ room }) => room === 'taken')).toBe(false);
  });

  test('a dragged class keeps the period that was grabbed under the pointer', () => {
    const columns = days.map((value, index) => ({ from: index * 100, to: index * 100 + 100, value }));
    const lines = Array.from({ length: 10 }, (_, index) => ({
      from: index * 50,
      to: index * 50 + 50,
      value: index + 1,
    }));
    const held = { above: 1, length: 2 };
    expect(targetAt({ x: 450, y: 275 }, columns, lines, held)).toEqual(friday);
    expect(targetAt({ x: 9999, y: 9999 }, columns, lines, held)).toEqual({
      day: '2026-11-13',
      firstPeriod: 9,
      lastPeriod: 10,
    });
    expect(targetAt({ x: 0, y: 0 }, [], lines, held)).toBeUndefined();
  });

  test('a slot on the grid: its rows, its offset in the cell, and whether a class is in the way', () => {
    const grid = layOut(plan, 10);
    const lines = linesOf(grid.rows, friday);
    expect(lines).toEqual({ start: 4, end: 6 });
    expect(linesOf(grid.rows, { day: '', firstPeriod: 40, lastPeriod: 41 })).toBeUndefined();
    expect(offsetsIn(grid.rows, { row: 4 }, { start: 4, end: 6 })).toEqual({
      top: 0,
      topBreaks: 0,
      height: 2,
      heightBreaks: 0,
    });
    const thursdays = grid.columns[3]?.cells ?? [];
    expect(isEmptyAt(thursdays, { start: 2, end: 4 })).toBe(false);
    expect(isEmptyAt(thursdays, { start: 4, end: 6 })).toBe(true);
  });
});

describe('changes', () => {
  test('unchanged values are no change', () => {
    expect(changeOf(item, nothing)).toBeUndefined();
    expect(
      changeOf(item, {
        ...nothing,
        target: { day: '2026-11-12', firstPeriod: 3, lastPeriod: 4 },
        room: 'A-305',
      }),
    ).toBeUndefined();
  });

  test.each([
    ['time', { target: friday }, { action: 'move', ...friday }],
    ['room', { room: 'B-210' }, { action: 'move', room: 'B-210' }],
    ['online', { room: '' }, { action: 'move', online: true }],
    ['teacher', { teacher: 't3', note: ' ill ' }, { action: 'move', teacher: 't3', note: 'ill' }],
    ['cancel', { tab: 'cancel' as const }, { action: 'cancel' }],
  ])('another %s', (_, composed, change) => {
    expect(changeOf(item, { ...nothing, ...composed })).toEqual({
      class: 'm6.10',
      group: 'FIN201',
      ...change,
    });
  });

  test('an additional class needs a time and a room', () => {
    expect(extraOf('FIN201', 'main', { ...nothing, target: friday })).toBeUndefined();
    expect(extraOf('FIN201', 'main', { ...nothing, target: friday, room: 'B-210' })).toEqual({
      action: 'add',
      group: 'FIN201',
      kind: 'class',
      campus: 'main',
      room: 'B-210',
      ...friday,
    });
  });

  test('a swap exchanges time and room, not the teacher', () => {
    const [one, other] = swapOf(item, first, nothing);
    expect(one).toEqual({
      action: 'move',
      class: 'm6.10',
      group: 'FIN201',
      day: '2026-11-09',
      firstPeriod: 1,
      lastPeriod: 2,
      room: 'A-305',
    });
    expect(other).toMatchObject({ class: 'm0.10', day: '2026-11-12', firstPeriod: 3 });
  });

  test('only a new hard clash needs a reason, of at least four characters', () => {
    expect(needsReason(calm, '')).toBe(false);
    expect(needsReason(clashing, ' abc ')).toBe(true);
    expect(needsReason(clashing, '合班上课')).toBe(false);
    expect(needsReason({ ...clashing, hard: clashing.hard.map((one) => ({ ...one, new: false })) }, '')).toBe(false);
  });

  const line = (over: Partial<Line>): Line => ({ ...sampleLine, ...over });
  test.each([
    ['time', sampleLine],
    ['cancel', line({ change: { action: 'cancel', group: 'FIN201' }, to: null })],
    ['add', line({ change: { action: 'add', group: 'FIN201' }, was: null, from: null })],
    ['room', line({ to: sampleLine.from && { ...sampleLine.from, room: 'B-210' } })],
    ['teacher', line({ to: sampleLine.from && { ...sampleLine.from, teacher: 't3' } })],
  ])('a line is about the %s', (kind, one) => {
    expect(kindOf(one)).toBe(kind);
  });

  test('a class without periods moves by clock times, and keeps them when its line is opened again', () => {
    const exam = {
      ...item,
      place: { ...item.place, firstPeriod: 0, lastPeriod: 0, starts: '09:00', ends: '11:00' },
    };
    const clock = { day: exam.place.day, starts: '09:00', ends: '11:00' };
    expect(changeOf(exam, { ...nothing, clock })).toBeUndefined();
    expect(changeOf(exam, { ...nothing, clock: { ...clock, starts: '' } })).toBeUndefined();
    const later = { ...clock, starts: '14:00', ends: '16:00' };
    const change = changeOf(exam, { ...nothing, clock: later });
    expect(change).toEqual({ action: 'move', class: exam.id, group: exam.group, ...later });
    expect(composedOf({ ...sampleLine, change: change ?? sampleLine.change })).toMatchObject({
      tab: 'move',
      target: undefined,
      clock: later,
    });
    const request = {
      id: 'r1',
      teacher: { id: 't0', name: '陈巍', nameEn: 'Chen Wei' },
      group: exam.group,
      code: 'FIN201-1',
      term: 'autumn',
      course: '公司金融',
      courseEn: 'Corporate Finance',
      class: exam.id,
      action: 'move',
      day: '2026-11-13',
      firstPeriod: 0,
      lastPeriod: 0,
      reason: 'At a conference',
      state: 'open',
      answer: '',
      created: '2026-11-11T02:00:00Z',
    } as const;
    expect(composedOfRequest(request, exam).clock).toEqual({ ...clock, day: '2026-11-13' });
  });

  test('a line that is opened again fills in the composer', () => {
    expect(composedOf(sampleLine)).toMatchObject({
      tab: 'move',
      target: { day: '2026-11-13', firstPeriod: 7, lastPeriod: 8 },
    });
    expect(composedOf(line({ change: { action: 'move', group: 'g', teacher: 't3' } })).tab).toBe('teacher');
    expect(composedOf(line({ change: { action: 'cancel', group: 'g' } })).tab).toBe('cancel');
  });

  test('an absence proposes a free substitute or else cancels, and keeps classes that should stay', () => {
    const substitute = { id: 't3', name: '', nameEn: '', detail: '', sameCourse: true, free: true, load: 2 };
    const one = (id: string, free: boolean): Absence => ({
      class: id,
      group: 'g',
      code: '',
      course: '',
      courseEn: '',
      place: { day: '2026-11-12' },
      substitutes: [{ ...substitute, free }],
    });
    expect(absenceChanges([one('a', true), one('b', false), one('c', true)], { c: 'keep' }, 'ill')).toEqual([
      { action: 'move', class: 'a', group: 'g', note: 'ill', teacher: 't3' },
      { action: 'cancel', class: 'b', group: 'g', note: 'ill' },
    ]);
  });
});

test('the bars of a room: one per class, and one per free period', () => {
  const bars = barsOf([item], 6);
  expect(bars.map(({ first: from, last }) => [from, last])).toEqual([
    [1, 1],
    [2, 2],
    [3, 4],
    [5, 5],
    [6, 6],
  ]);
  expect(bars[2]?.items).toHaveLength(1);
  expect(barsOf([{ ...item, state: 'cancelled' }], 4)).toHaveLength(4);
});

test.each([
  [1, 18, [1, 2, 3, 4, 5]],
  [10, 18, [8, 9, 10, 11, 12]],
  [18, 18, [14, 15, 16, 17, 18]],
  [2, 3, [1, 2, 3]],
])('the strip around week %i of %i', (week, weeks, shown) => {
  expect(stripWeeks(week, weeks)).toEqual(shown);
});

test('the URL falls back to defaults for unknown values', () => {
  expect(readAddress({ view: 'moon', by: 'room', id: 'A-305', day: '2026-02-31', panel: 'x' })).toMatchObject({
    view: 'week',
    by: 'room',
    id: 'A-305',
    day: undefined,
    panel: undefined,
  });
  expect(readDates(plan.term, { week: undefined, day: '2026-11-12' }, '2026-09-07')).toEqual({
    week: 10,
    day: '2026-11-12',
  });
  expect(readDates(plan.term, { week: '3', day: undefined }, '2026-11-12')).toEqual({
    week: 3,
    day: '2026-09-21',
  });
});

test('a term is over after its last Sunday', () => {
  expect(isOver(plan)).toBe(false);
  expect(isOver({ ...plan, today: '2027-01-10' })).toBe(false);
  expect(isOver({ ...plan, today: '2027-01-11' })).toBe(true);
});
