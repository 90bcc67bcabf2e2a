import { expect, test } from 'vitest';
import type { MyCourse } from '@/shared/course/my-courses';
import { progressOf } from './progress';

const course = (id: string, progress: number, lessons: number, state = 'confirmed'): MyCourse =>
  ({ id, progress, state, lessons: Array.from({ length: lessons }, () => ({})) }) as unknown as MyCourse;

test('[2.10] courses with progress come first, those without recordings are separate, former ones absent', () => {
  const { watchable, bare } = progressOf([
    course('none', 0, 0),
    course('begun', 10, 3),
    course('new', 0, 2),
    course('far', 85, 3),
    course('left', 50, 3, 'dropped'),
    course('far', 85, 3),
    course('empty', 0, 0),
  ]);
  expect(watchable.map(({ id }) => id)).toEqual(['far', 'begun', 'new']);
  expect(bare.map(({ id }) => id)).toEqual(['none', 'empty']);
});
