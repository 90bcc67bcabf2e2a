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
])('[2.21] the zone %s of the browser has no effect: the same instant gives the same class', async (zone, offset) => {
  process.env['TZ'] = zone;
  expect(new Date('2026-11-12T09:35:00+08:00').getTimezoneOffset()).toBe(offset); // changing TZ works in this process
  vi.resetModules(); // formats are created once, for the zone at that time
  const [{ nextClass }, { readTimetable }] = await Promise.all([import('./next'), import('@/shared/timetable/read')]);
  const next = nextClass(readTimetable(sampleTimetable()), Date.parse('2026-11-12T09:35:00+08:00'));
  expect([next?.item.id, next?.minutes]).toEqual(['m6.10', 25]);
});

test.each([
  ['Asia/Shanghai', 'Asia/Shanghai', ['2026-11-12'], false],
  ['Asia/Singapore', 'Asia/Shanghai', ['2026-11-12', '2026-07-01'], false],
  ['America/Los_Angeles', 'Asia/Shanghai', ['2026-11-12'], true],
  ['Africa/Abidjan', 'Europe/London', ['2027-01-11', '2027-01-17'], false],
  ['Africa/Abidjan', 'Europe/London', ['2027-06-07'], true],
  ['Africa/Abidjan', 'Europe/London', ['2027-03-22', '2027-03-29'], true],
])('[2.21] a device in %s is elsewhere than %s on %j: %s', async (device, college, dates, elsewhere) => {
  process.env['TZ'] = device;
  expect(new Date(0).getTimezoneOffset()).toBeTypeOf('number'); // makes the process read TZ again
  vi.resetModules();
  const { isElsewhere } = await import('@/shared/time/zone');
  expect(isElsewhere(dates, college)).toBe(elsewhere);
});
