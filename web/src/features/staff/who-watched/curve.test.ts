import { expect, test } from 'vitest';
import { largestFall, pointsOf } from './curve';

test('a curve has a point for each part, and in short lessons no two share a second', () => {
  const curve = Array.from({ length: 60 }, (_, index) => 60 - index);
  expect(pointsOf(curve, 3600)).toHaveLength(60);
  expect(pointsOf(curve, 3600)[1]).toEqual({ label: '1:00', value: 59 });
  const short = pointsOf(curve, 14);
  expect(short).toHaveLength(14);
  expect(new Set(short.map(({ label }) => label)).size).toBe(14);
  expect(pointsOf(curve, 0)).toHaveLength(1);
});

test('most stop where the curve falls furthest', () => {
  const points = [9, 9, 7, 2, 2, 1].map((value, index) => ({ label: String(index), value }));
  expect(largestFall(points)).toEqual({ label: '3', lost: 5 });
  expect(largestFall(points.slice(0, 2))).toBeUndefined();
  expect(largestFall([])).toBeUndefined();
});
