import { describe, expect, test } from 'vitest';
import { toJob } from './draft-job';
import { byEffect, consistent, doesSomething, goodRows, groupsOf, toRowFilter } from './effects';
import { withField, withReading } from './mapping';
import type { DraftRow } from './queries';
import { layoutOf, mappedColumns } from './shown-columns';
import { stepOf } from './steps';
import { draft, preview, row } from '@/testing/imports';
import { isConfirmed } from './use-apply';

describe('steps', () => {
  test.each([
    ['columns', undefined, 'columns'],
    ['previewing', undefined, 'preview'],
    ['ready', undefined, 'preview'],
    ['ready', 'columns', 'columns'],
    ['applying', 'columns', 'preview'],
    ['applied', 'columns', 'done'],
    ['failed', undefined, 'preview'],
    ['failed', 'columns', 'columns'],
  ] as const)('a draft that is %s, asked for %s, is at %s', (state, asked, step) => {
    expect(stepOf({ state, preview }, asked)).toBe(step);
  });

  test('a draft that failed without a preview is at the columns step', () => {
    expect(stepOf({ state: 'failed', preview: null })).toBe('columns');
  });
});

describe('columns', () => {
  const columns = [
    { column: 0, field: 'number' },
    { column: 1, field: '' },
    { column: 2, field: 'name' },
  ];

  test('a field has one column: another column with it loses it', () => {
    expect(withField(columns, 1, 'name').map(({ field }) => field)).toEqual(['number', 'name', '']);
    expect(withField(columns, 0, '').map(({ field }) => field)).toEqual(['', '', 'name']);
  });

  test('choices are shown before the server responds', () => {
    const [first, second] = withReading(draft, { columns: withField(draft.columns, 1, '') }).columns;
    expect(first).toEqual(draft.columns[0]);
    expect(second).toMatchObject({ field: '', how: 'none' });
    expect(withReading(draft, { kind: 'teachers' })).toMatchObject({
      kind: 'teachers',
      columns: draft.columns,
    });
  });

  test('columns with changes or errors are shown, however far to the right they are', () => {
    const many = draft.columns
      .slice(0, 1)
      .flatMap((one) => Array.from({ length: 12 }, (_, column) => ({ ...one, column, field: `f${column}` })));
    const wrong = row({
      line: 3,
      effect: 'refused',
      problems: [{ column: 11, field: 'f11', text: 'x', code: 'x', value: '', suggestion: null }],
    });
    const { hidden, widths } = layoutOf(many, [{ field: 'f9' }], [wrong]);
    expect(hidden).toEqual(['2', '3', '4', '5', '6', '7', '8', '10']);
    expect([widths[0], widths[1], widths[9], widths[11]]).toEqual([210, 116, 200, 210]);
    expect(layoutOf(many.slice(0, 5), [], []).hidden).toEqual([]);
  });

  test('what happens is beside what it happens to: the new date, the times, the seat', () => {
    const [one] = draft.columns;
    const sheet = (...fields: string[]) =>
      mappedColumns(fields.flatMap((field, column) => (one === undefined ? [] : [{ ...one, column, field }])));
    const changes = sheet('action', 'term', 'group', 'course', 'date', 'hours', 'newDate', 'newHours', 'teacher');
    expect(changes.map(({ field }) => field).slice(0, 4)).toEqual(['action', 'group', 'newDate', 'newHours']);
    const exams = sheet('term', 'group', 'course', 'examDate', 'starts', 'ends', 'room', 'student', 'name', 'seat');
    expect(exams.map(({ field }) => field).slice(0, 4)).toEqual(['group', 'course', 'seat', 'examDate']);
    for (const columns of [changes, exams]) {
      const { hidden } = layoutOf(columns, [], []);
      const shown = columns.filter(({ column }) => !hidden.includes(String(column)));
      expect(shown.map(({ field }) => field)).toEqual(columns.slice(0, shown.length).map(({ field }) => field));
    }
  });
});

describe('rows', () => {
  test('a field chip shows changed rows, a reason chip rows with errors', () => {
    const before = { sort: null, hidden: [], search: '', filters: { effect: ['refused'], reason: ['a'] } };
    const pressed = { ...before, filters: { ...before.filters, field: ['phone'] } };
    expect(consistent(before, pressed).filters).toEqual({ effect: ['changed'], field: ['phone'] });
    const back = { ...pressed, filters: { effect: ['changed'], field: ['phone'], reason: ['b'] } };
    expect(consistent(pressed, back).filters).toEqual({ effect: ['refused'], reason: ['b'] });
  });

  test('values the server doesn’t know are not sent', () => {
    expect(toRowFilter({ filters: { effect: ['lost'], field: ['phone'] } }, 'lin')).toEqual({
      field: 'phone',
      search: 'lin',
    });
  });

  test('a short file is fetched at once, a long one group by group with errors first', () => {
    expect(groupsOf(preview, {})).toEqual([undefined]);
    const long = { ...preview, rows: 50_000, changed: 0, unchanged: 49_000 };
    expect(groupsOf(long, {})).toEqual(['refused', 'created', 'gone', 'unchanged']);
    expect(groupsOf(long, { effect: 'created' })).toEqual(['created']);
  });

  test('rows with errors come first, and each group is in the order of the file', () => {
    const rows = (['unchanged', 'refused', 'changed', 'refused'] as const).map((effect, index) =>
      row({ line: index + 2, effect }),
    );
    expect(byEffect(rows).map(({ line }: DraftRow) => line)).toEqual([3, 5, 4, 2]);
  });

  test('unchanged rows are good, but there is nothing to import', () => {
    expect(goodRows(preview)).toBe(preview.created + preview.changed + preview.unchanged);
    const calm = { ...preview, created: 0, changed: 0, removed: 0, gone: 3 };
    expect(doesSomething(calm)).toBe(false);
    expect(doesSomething({ ...calm, removed: 3 })).toBe(true);
  });
});

test.each([
  ['299', true],
  [' 299 ', true],
  ['29', false],
  ['299.0', false],
  ['', false],
  [undefined, false],
])('typing %j confirms 299: %s', (typed, confirmed) => {
  expect(isConfirmed(typed, 299)).toBe(confirmed);
});

test('a draft without progress keeps the time of its last progress', () => {
  const running = { ...draft, state: 'previewing' as const, progress: { rows: 200, total: 50_000 } };
  const first = toJob(running, undefined, 1000);
  expect(first).toMatchObject({ state: 'running', done: 200, total: 50_000, lastWord: 1000 });
  expect(toJob(running, first, 5000).lastWord).toBe(1000);
  expect(toJob({ ...running, progress: { rows: 400, total: 50_000 } }, first, 5000).lastWord).toBe(5000);
  expect(toJob({ ...draft, state: 'ready' }, first, 6000).state).toBe('done');
});
