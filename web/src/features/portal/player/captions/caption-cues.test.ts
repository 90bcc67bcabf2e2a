import { expect, test } from 'vitest';
import {
  addCue,
  alignCues,
  insertCue,
  mergeCue,
  readTime,
  shiftCues,
  splitCue,
  timeText,
  type EditedCue,
} from './caption-cues';

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

test('a cue is joined with the next, Chinese without a space', () => {
  expect(mergeCue(cues, 0)[0]).toEqual({ start: 1, end: 5, text: '需求价格弹性' });
  expect(mergeCue(cues, 1)[1]).toEqual({ start: 3, end: 8, text: '弹性 supply and demand' });
  expect(mergeCue(cues, 2)).toEqual(cues);
});

test('all cues are moved, none before 0', () => {
  expect(shiftCues(cues, -2)).toEqual([
    { start: 0, end: 1, text: '需求价格' },
    { start: 1, end: 3, text: '弹性' },
    { start: 4, end: 6, text: 'supply and demand' },
  ]);
  expect(shiftCues(cues, -4)).toHaveLength(2);
});

test('lines spoken at the same time share a row', () => {
  const english = [
    { start: 0, end: 2, text: 'price' },
    { start: 5, end: 6, text: 'pause' },
    { start: 6.5, end: 7, text: 'supply' },
    { start: 7, end: 9, text: 'demand' },
  ];
  expect(alignCues({ 'zh-CN': cues, 'en-US': english })).toEqual([
    { 'zh-CN': 0, 'en-US': 0 },
    { 'zh-CN': 1 },
    { 'en-US': 1 },
    { 'zh-CN': 2, 'en-US': 2 },
    { 'en-US': 3 },
  ]);
  expect(alignCues({ 'zh-CN': [], 'en-US': english })).toHaveLength(4);
});

const starts = ({ cues: list }: { cues: readonly EditedCue[] }): number[] => list.map(({ start }) => start);

test('a line is inserted in time order', () => {
  const line = (start: number): EditedCue => ({ start, end: start + 1, text: '' });
  expect(starts(insertCue(cues, line(4)))).toEqual([1, 3, 4, 6]);
  expect(insertCue(cues, line(4)).index).toBe(2);
  expect(starts(insertCue(cues, line(9)))).toEqual([1, 3, 6, 9]);
  expect(starts(insertCue([], line(2)))).toEqual([2]);
});

test.each([
  ['behind the line that is said', 2, { start: 3, end: 6 }],
  ['in a pause, up to the next line', 5.5, { start: 5.5, end: 6 }],
  ['behind everything', 20, { start: 20, end: 23 }],
  ['before everything', 0, { start: 0, end: 1 }],
])('a line is added %s', (_, at, times) => {
  const pausing = cues.toSpliced(1, 1);
  const list = at === 2 ? pausing : cues;
  const { cues: next, index } = addCue(list, at);
  expect(next[index]).toEqual({ ...times, text: '' });
});
