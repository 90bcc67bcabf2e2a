import { expect, test } from 'vitest';
import { examText, readExams } from './exams';

test('exam weeks are read and written as text', () => {
  expect(readExams('9，17-18')).toEqual([
    { from: 9, to: 9 },
    { from: 17, to: 18 },
  ]);
  expect(readExams('')).toEqual([]);
  expect(readExams('last')).toBeNull();
  expect(
    examText([
      { from: 9, to: 9 },
      { from: 17, to: 18 },
    ]),
  ).toBe('9, 17-18');
});
