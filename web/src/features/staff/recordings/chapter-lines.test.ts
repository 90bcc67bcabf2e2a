import { describe, expect, test } from 'vitest';
import { linesOf, readChapters } from './chapter-lines';

const three = [
  { start: 0, title: '引言', titleEn: 'Introduction' },
  { start: 90.5, title: '需求', titleEn: '' },
  { start: 3723, title: '小结', titleEn: 'Summary' },
];

describe('chapters as lines', () => {
  test('[2.22] writing and reading chapters round-trips', () => {
    const lines = linesOf(three);
    expect(lines).toBe('0:00 引言 | Introduction\n1:30.5 需求\n1:02:03 小结 | Summary');
    expect(readChapters(lines)).toEqual({ chapters: three });
  });

  test('[2.22] empty lines and spaces around a title are ignored', () => {
    expect(readChapters('\n 0:05   A  |B \n\n')).toEqual({
      chapters: [{ start: 5, title: 'A', titleEn: 'B' }],
    });
    expect(readChapters('')).toEqual({ chapters: [] });
  });

  test.each([
    '[00:01:30] 需求',
    '(1:30) 需求',
    '【01：30】需求',
    '00:01:30 - 需求',
    '01:30需求',
    '2. 1:30 需求',
    '2、1:30 需求',
    '- 1:30 需求',
    '1:30-5:00 需求',
    '00:01:30.000 --> 00:05:00.000 需求',
    '00:01:30,000 需求',
    '需求 1:30',
    '需求 (01:30)',
    '需求（1：30）',
  ])('[2.22] %s is read as a chapter', (text) => {
    expect(readChapters(text)).toEqual({ chapters: [{ start: 90, title: '需求', titleEn: '' }] });
  });

  test.each([
    ['no time', '0:00 A\nB', 2],
    ['no title', '0:00', 1],
    ['no title before the bar', '0:00 | A', 1],
    ['more than 59 seconds', '0:00 A\n\n0:75 B', 3],
    ['not after the one before', '0:00 A\n1:00 B\n1:00 C', 3],
    ['a title that is too long', `0:00 ${'A'.repeat(201)}`, 1],
  ])('[2.22] %s is found in its line', (_, text, wrong) => {
    expect(readChapters(text)).toEqual({ wrong });
  });
});
