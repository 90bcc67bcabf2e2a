import { describe, expect, test } from 'vitest';
import { nested, sampleTimetable, type FlatClass } from '@/testing/timetable';
import { layOut, nowLine, type Cell } from './grid';
import { clusters } from './lanes';
import { readTimetable } from './read';
import { entrance, walk } from './walk';
import type { WireClass, WireTimetable } from './wire';

const wire = sampleTimetable();
const timetable = readTimetable(wire);
const week = (number: number, over: Partial<WireTimetable> = {}) => layOut(readTimetable({ ...wire, ...over }), number);

function made(over: Partial<FlatClass>, index = 0): WireClass {
  return nested({
    ...{
      id: `x${index}`,
      group: 'FIN201',
      kind: 'class',
      week: 1,
      day: '2026-09-07',
      state: 'held',
      campus: 'main',
    },
    ...over,
  });
}

const covered = (cells: readonly Cell[]): number[] =>
  cells.flatMap(({ row, rows }) => Array.from({ length: rows }, (_, index) => row + index));

describe('rows', () => {
  test('[2.21] periods with their clock times, and the breaks between them', () => {
    const { rows } = week(1);
    expect(rows.map(({ number, starts }) => `${number} ${starts}`).slice(0, 3)).toEqual([
      '1 08:00',
      '2 08:55',
      '3 10:00',
    ]);
    expect(rows.filter(({ afterBreak }) => afterBreak).map(({ number }) => number)).toEqual([5, 9]);
  });

  test('[2.21] a class at noon, outside any period, gets its own line by time', () => {
    const { rows, columns } = week(10);
    expect(rows[4]).toEqual({ number: 0, starts: '12:10', ends: '13:20', afterBreak: true });
    const clinic = columns[4]?.cells.find(({ entries }) => entries[0]?.item.id === 'm10.10');
    expect(clinic).toMatchObject({ row: 4, rows: 1 });
    expect(clinic?.entries[0]).toMatchObject({ top: 0, height: 1, ownTimes: false });
  });

  test.each([
    ['early', '06:30', '07:30', ['06:30', '07:30'], 0],
    ['late', '21:00', '22:10', ['21:00', '22:10'], 10],
  ])('[2.21] a class that is %s adds a line', (_when, starts, ends, [from, to], at) => {
    const { rows } = week(1, { classes: [made({ starts, ends })] });
    expect(rows[at]).toMatchObject({ number: 0, starts: from, ends: to });
  });

  test('[2.21] periods without a scheme still have a line', () => {
    const { rows, columns } = week(1, { schemes: [], classes: [made({ firstPeriod: 3, lastPeriod: 4 })] });
    expect(rows.map(({ number, starts }) => [number, starts])).toEqual([1, 2, 3, 4].map((number) => [number, '']));
    expect(columns[0]?.cells.find(({ entries }) => entries.length > 0)).toMatchObject({ row: 2, rows: 2 });
  });

  test('[2.21] a college without periods gets hours', () => {
    const { rows } = week(1, { schemes: [], classes: [made({ starts: '09:15', ends: '11:00' })] });
    expect(rows.map(({ starts, ends }) => [starts, ends])).toEqual([
      ['09:00', '10:00'],
      ['10:00', '11:00'],
    ]);
  });

  test('[2.21] another campus with other times keeps its periods and shows its own times', () => {
    const [main] = wire.schemes;
    const lake = {
      id: 'lake',
      campus: 'lakeside',
      from: '2000-01-01',
      to: '2100-01-01',
      periods: [{ number: 1, starts: '08:30', ends: '09:15' }],
    };
    const { columns } = week(1, {
      schemes: main === undefined ? [] : [main, lake],
      classes: [
        made({ firstPeriod: 1, lastPeriod: 1, starts: '08:00', ends: '08:45' }),
        made({ firstPeriod: 2, lastPeriod: 2, starts: '08:55', ends: '09:40' }, 1),
        made(
          {
            day: '2026-09-08',
            campus: 'lakeside',
            firstPeriod: 1,
            lastPeriod: 1,
            starts: '08:30',
            ends: '09:15',
          },
          2,
        ),
      ],
    });
    expect(columns.slice(0, 2).map(({ cells }) => cells[0]?.entries[0]?.ownTimes)).toEqual([false, true]);
  });
});

describe('layout', () => {
  test('[2.21] weekends are columns only when something is on them', () => {
    expect(week(1).columns).toHaveLength(5);
    expect(week(10).columns.map(({ date }) => date)).toEqual([
      '2026-11-09',
      '2026-11-10',
      '2026-11-11',
      '2026-11-12',
      '2026-11-13',
      '2026-11-15',
    ]);
  });

  test('[2.21] overlapping classes are side by side in one cell and are marked', () => {
    const cell = week(10).columns[3]?.cells.find(({ entries }) => entries.length > 1);
    expect(cell?.entries.map(({ item, lane, lanes, clash }) => [item.id, lane, lanes, clash?.id])).toEqual([
      ['m7.10', 0, 2, 'clash'],
      ['clash', 1, 2, 'm7.10'],
      ['m1.10', 0, 2, 'clash'],
    ]);
  });

  test('[2.21] a moved class is at its new place and noted at the old one', () => {
    const [monday] = week(10).columns;
    const entries = monday?.cells.flatMap((cell) => cell.entries) ?? [];
    expect(entries.map(({ item, movedAway }) => [item.id, movedAway])).toEqual([
      ['m0.10', false],
      ['m1.10', true],
    ]);
  });

  test.each(Array.from({ length: 18 }, (_, index) => index + 1))(
    '[2.21] every line of every day of week %i is in exactly one cell',
    (number) => {
      const { rows, columns } = week(number);
      for (const { cells } of columns) {
        expect(covered(cells)).toEqual(rows.map((_, index) => index));
      }
    },
  );

  test.each([
    ['2026-11-12', '10:35', 3],
    ['2026-11-12', '12:50', 4],
    ['2026-11-12', '07:59', undefined],
    ['2026-11-12', '20:40', undefined],
    ['2026-11-14', '10:00', undefined],
    ['2026-11-19', '10:00', undefined],
  ])('[2.21] the line of the current time on %s at %s', (date, time, row) => {
    const line = nowLine(week(10), { date, time });
    expect(line && Math.ceil(line.cell.row + line.top)).toBe(row === undefined ? undefined : row === 3 ? 3 : 5);
  });
});

test('[2.21] lanes: a class that starts when another ends takes its lane', () => {
  const spans = [
    { start: 0, end: 2 },
    { start: 1, end: 3 },
    { start: 2, end: 4 },
    { start: 5, end: 6 },
  ];
  expect(clusters(spans).map((cluster) => cluster.map(({ lane, lanes }) => [lane, lanes]))).toEqual([
    [
      [0, 2],
      [1, 2],
      [0, 2],
    ],
    [[0, 1]],
  ]);
});

test('[2.21] 60 classes in a week, 12 of them at the same time, all have a position', () => {
  const classes = Array.from({ length: 60 }, (_, index) => {
    const clash = index < 12;
    const weekday = clash ? 0 : 1 + (index % 4);
    const period = clash ? 3 : ((index * 3) % 9) + 1;
    return made(
      {
        day: `2026-09-${String(7 + weekday).padStart(2, '0')}`,
        firstPeriod: period,
        lastPeriod: period + 1,
        starts: '08:00',
        ends: '09:40',
      },
      index,
    );
  });
  const full = readTimetable({ ...wire, classes });
  const grid = layOut(full, 1);
  expect(grid.columns.flatMap(({ cells }) => cells.flatMap(({ entries }) => entries))).toHaveLength(60);
  expect(Math.max(...(grid.columns[0]?.cells.flatMap(({ entries }) => entries.map(({ lanes }) => lanes)) ?? []))).toBe(
    12,
  );
});

describe('walking the grid by keyboard', () => {
  const grid = layOut(timetable, 10);
  const at = (column: number, id: string) => {
    const cell =
      grid.columns[column]?.cells.findIndex(({ entries }) => entries.some(({ item }) => item.id === id)) ?? -1;
    const entry = grid.columns[column]?.cells[cell]?.entries.findIndex(({ item }) => item.id === id) ?? -1;
    return { column, cell, entry };
  };

  test.each([
    ['ArrowRight into the next lane', at(3, 'm7.10'), 'ArrowRight', false, at(3, 'clash')],
    ['ArrowLeft back', at(3, 'clash'), 'ArrowLeft', false, at(3, 'm7.10')],
    ['ArrowRight into the next day', at(3, 'm6.10'), 'ArrowRight', false, { column: 4, cell: 1, entry: 0 }],
    [
      'ArrowRight stops at the edge',
      { column: 5, cell: 0, entry: 0 },
      'ArrowRight',
      false,
      { column: 5, cell: 0, entry: 0 },
    ],
    ['ArrowUp stops at the top', { column: 0, cell: 0, entry: 0 }, 'ArrowUp', false, { column: 0, cell: 0, entry: 0 }],
    ['ArrowDown steps over a whole class', at(0, 'm0.10'), 'ArrowDown', false, { column: 0, cell: 1, entry: 0 }],
    ['Home to the first day', at(3, 'm6.10'), 'Home', false, { column: 0, cell: 1, entry: 0 }],
    ['Control Home to the first cell', at(3, 'm6.10'), 'Home', true, { column: 0, cell: 0, entry: 0 }],
  ])('[2.21] %s', (_what, from, key, control, to) => {
    expect(walk(grid, from, key, control)).toEqual(to);
  });

  test('[2.21] other keys are ignored, and Tab enters at the next class', () => {
    expect(walk(grid, at(3, 'm6.10'), 'a', false)).toBeUndefined();
    expect(entrance(grid, 'm6.10')).toEqual(at(3, 'm6.10'));
    expect(entrance(grid, 'unknown')).toEqual(at(0, 'm0.10'));
  });
});
