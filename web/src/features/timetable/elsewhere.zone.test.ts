import { afterAll, expect, test, vi } from 'vitest';
import { sampleTimetable } from '@/testing/timetable';

const before = process.env['TZ'];
afterAll(() => {
  process.env['TZ'] = before ?? '';
});

test.each([
  ['Asia/Shanghai', -480],
  ['America/Los_Angeles', 480],
  ['Pacific/Kiritimati', -840],
])('[2.21] a browser in %s plays no part: the same instant gives the same class', async (zone, offset) => {
  process.env['TZ'] = zone;
  expect(new Date('2026-11-12T09:35:00+08:00').getTimezoneOffset()).toBe(offset); // it does change this process
  vi.resetModules(); // formats are made once, and know the zone that they were made in
  const [{ nextClass }, { readTimetable }] = await Promise.all([import('./next'), import('./read')]);
  const next = nextClass(readTimetable(sampleTimetable()), Date.parse('2026-11-12T09:35:00+08:00'));
  expect([next?.item.id, next?.minutes]).toEqual(['m6.10', 25]);
});
