import { expect, test } from 'vitest';
import type { EditedCue } from './caption-cues';
import { alignCues, insertCue, mergeCue, readTime, shiftCues, splitCue, timeText } from './caption-cues';

const cues: EditedCue[] = [
  { start: 1, end: 3, text: '需求价格' },
  { start: 3, end: 5, text: '弹性' },
  { start: 6, end: 8, text: 'supply and demand' },
];

test.each([
  [62.5, '1:02.500'],
  [0, '0:00.000'],
  [3723.04, '62:03.040'],
])('%d seconds are written %s and read again', (seconds, text) => {
  expect(timeText(seconds)).toBe(text);
  expect(readTime(text)).toBe(seconds);
});

test.each([
  ['1:01:02,5', 3662.5],
  ['7', 7],
  ['x', undefined],
  ['-1', undefined],
  ['', undefined],
])('%s is read as %s', (text, seconds) => expect(readTime(text)).toBe(seconds));

test('a cue is split where the text is, its time in proportion', () => {
  expect(splitCue(cues, 0, 1).slice(0, 2)).toEqual([
    { start: 1, end: 1.5, text: '需' },
    { start: 1.5, end: 3, text: '求价格' },
  ]);
  expect(splitCue(cues, 0, 0)[0]).toEqual({ start: 1, end: 2, text: '需求' });
  expect(splitCue(cues, 9, 0)).toEqual(cues);
});

test('a cue is joined with the next, Chinese without a blank', () => {
  expect(mergeCue(cues, 0)[0]).toEqual({ start: 1, end: 5, text: '需求价格弹性' });
  expect(mergeCue(cues, 1)[1]).toEqual({ start: 3, end: 8, text: '弹性 supply and demand' });
  expect(mergeCue(cues, 2)).toEqual(cues);
});

test('all cues are moved, none before the beginning', () => {
  expect(shiftCues(cues, -2)).toEqual([
    { start: 0, end: 1, text: '需求价格' },
    { start: 1, end: 3, text: '弹性' },
    { start: 4, end: 6, text: 'supply and demand' },
  ]);
  expect(shiftCues(cues, -4)).toHaveLength(2);
});

test('what is said at the same time stands in one row', () => {
  const english = [
    { start: 0, end: 2, text: 'price' },
    { start: 5, end: 6, text: 'pause' },
    { start: 6.5, end: 7, text: 'supply' },
    { start: 7, end: 9, text: 'demand' },
  ];
  expect(alignCues(cues, english)).toEqual([
    { left: 0, right: 0 },
    { left: 1 },
    { right: 1 },
    { left: 2, right: 2 },
    { right: 3 },
  ]);
  expect(alignCues([], english)).toHaveLength(4);
});

test('a line is added where its time belongs', () => {
  const line = (start: number): EditedCue => ({ start, end: start + 1, text: '' });
  expect(insertCue(cues, line(4)).map(({ start }) => start)).toEqual([1, 3, 4, 6]);
  expect(insertCue(cues, line(9)).map(({ start }) => start)).toEqual([1, 3, 6, 9]);
  expect(insertCue([], line(2))).toHaveLength(1);
});
