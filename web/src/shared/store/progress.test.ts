import { beforeEach, describe, expect, test } from 'vitest';
import { courseProgress, forgetProgress, mergeProgress, recordProgress } from './progress';

beforeEach(() => forgetProgress());

describe('course progress', () => {
  test('[3.4] is 0 by default and persists', () => {
    expect(courseProgress('finance')).toBe(0);
    recordProgress('finance', { percent: 40, at: 10 });
    expect(courseProgress('finance')).toBe(40);
    expect(localStorage.getItem('course-progress')).toBe('{"finance":40}');
  });

  test('[3.4] a plain map from course id to number is read and stored', () => {
    localStorage.setItem('course-progress', '{"c1":40,"c2":140}');
    expect([courseProgress('c1'), courseProgress('c2')]).toEqual([40, 100]);
    recordProgress('c3', { percent: 5, at: 10 });
    expect(localStorage.getItem('course-progress')).toBe('{"c1":40,"c2":140,"c3":5}');
    mergeProgress([{ id: 'c1', progress: 30 }], 20);
    expect(courseProgress('c1')).toBe(30);
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
    mergeProgress([{ id: 'finance', progress: fromServer.percent }], fromServer.at);
    expect(courseProgress('finance')).toBe(expected);
  });

  test('[3.4] an answer requested before a report was confirmed changes nothing', () => {
    const asked = 10;
    recordProgress('finance', { percent: 52, at: 15 });
    mergeProgress([{ id: 'finance', progress: 48 }], asked);
    expect(courseProgress('finance')).toBe(52);
  });

  test('[3.4] a time from a clock that was years ahead does not stop the server', () => {
    recordProgress('finance', { percent: 52, at: 9e12 });
    mergeProgress([{ id: 'finance', progress: 60 }], 2e12);
    expect(courseProgress('finance')).toBe(60);
  });

  test('[3.4] the server’s list of courses is taken over as of now', () => {
    recordProgress('finance', { percent: 40, at: 10 });
    mergeProgress(
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
