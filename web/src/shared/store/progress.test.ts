import { beforeEach, describe, expect, test } from 'vitest';
import { courseProgress, forgetProgress, learnProgress, mergeProgress, recordProgress } from './progress';

beforeEach(() => forgetProgress());

describe('course progress', () => {
  test('[3.4] is 0 by default and persists', () => {
    expect(courseProgress('finance')).toBe(0);
    recordProgress('finance', { percent: 40, at: 10 });
    expect(courseProgress('finance')).toBe(40);
    expect(JSON.parse(localStorage.getItem('course-progress') ?? '')).toEqual({
      finance: { percent: 40, at: 10 },
    });
  });

  test('[3.4] never goes back by accident', () => {
    recordProgress('finance', { percent: 40, at: 10 });
    recordProgress('finance', { percent: 5, at: 20 });
    expect(courseProgress('finance')).toBe(40);
  });

  test.each([
    ['later and higher', { percent: 60, at: 20 }, 60],
    ['later and lower', { percent: 30, at: 20 }, 30],
    ['earlier', { percent: 90, at: 5 }, 40],
    ['out of range', { percent: 140, at: 20 }, 100],
  ])('[3.4] the server wins by the later time: %s', (_name, fromServer, expected) => {
    recordProgress('finance', { percent: 40, at: 10 });
    mergeProgress({ finance: fromServer });
    expect(courseProgress('finance')).toBe(expected);
  });

  test('[3.4] the server’s list of courses is taken over as of now', () => {
    recordProgress('finance', { percent: 40, at: 10 });
    learnProgress(
      [
        { id: 'finance', progress: 55 },
        { id: 'law', progress: 100 },
      ],
      20,
    );
    expect([courseProgress('finance'), courseProgress('law')]).toEqual([55, 100]);
  });

  test.each(['{', 'null', '[]', '{"finance":"x"}', '{"finance":{"percent":"9"}}'])(
    '[3.4] damaged stored text %s counts as nothing',
    (text) => {
      localStorage.setItem('course-progress', text);
      expect(courseProgress('finance')).toBe(0);
    },
  );
});
