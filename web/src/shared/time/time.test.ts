import { describe, expect, test } from 'vitest';
import { addDays, daysBetween, isDate, minutesOf, mondayOf, timeOf, weekdayOf } from './civil';
import { datesOf } from './use-dates';
import { civilAt, instantOf, knownZone } from './zone';

describe('civil dates', () => {
  test.each([
    ['2026-12-31', 1, '2027-01-01'],
    ['2027-01-01', -1, '2026-12-31'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2026-03-28', 1, '2026-03-29'],
  ])('%s and %i days is %s', (date, days, other) => {
    expect(addDays(date, days)).toBe(other);
    expect(daysBetween(date, other)).toBe(days);
  });

  test('weeks begin on Monday', () => {
    expect([weekdayOf('2026-09-07'), weekdayOf('2026-09-13')]).toEqual([1, 7]);
    expect(mondayOf('2026-09-13')).toBe('2026-09-07');
    expect(mondayOf('2026-09-07')).toBe('2026-09-07');
  });

  test.each([
    ['2026-02-29', false],
    ['2028-02-29', true],
    ['2026-13-01', false],
    ['20260101', false],
    [undefined, false],
  ])('%s is a date: %s', (text, good) => {
    expect(isDate(text)).toBe(good);
  });

  test('minutes and back', () => {
    expect([minutesOf('08:05'), timeOf(485)]).toEqual([485, '08:05']);
  });
});

describe('zones', () => {
  test('a zone that the browser does not know is UTC', () => {
    expect([knownZone('Asia/Shanghai'), knownZone('Mars/Olympus')]).toEqual(['Asia/Shanghai', 'UTC']);
  });

  test.each([
    ['2026-09-06T15:59:00Z', 'Asia/Shanghai', '2026-09-06', '23:59'],
    ['2026-09-06T16:00:00Z', 'Asia/Shanghai', '2026-09-07', '00:00'],
    ['2026-12-31T16:30:00Z', 'Asia/Shanghai', '2027-01-01', '00:30'],
    ['2026-10-25T00:59:00Z', 'Europe/Berlin', '2026-10-25', '02:59'],
    ['2026-10-25T01:00:00Z', 'Europe/Berlin', '2026-10-25', '02:00'],
    ['2026-03-08T06:59:00Z', 'America/New_York', '2026-03-08', '01:59'],
    ['2026-03-08T07:00:00Z', 'America/New_York', '2026-03-08', '03:00'],
    ['2026-06-01T12:00:00Z', 'Asia/Kolkata', '2026-06-01', '17:30'],
  ])('[2.21] at %s the clock in %s says %s %s', (instant, zone, date, time) => {
    expect(civilAt(Date.parse(instant), zone)).toEqual({ date, time });
  });

  test.each([
    ['2026-09-07', '08:00', 'Asia/Shanghai', '2026-09-07T00:00:00Z'],
    ['2026-03-29', '01:30', 'Europe/Berlin', '2026-03-29T00:30:00Z'],
    ['2026-03-29', '02:30', 'Europe/Berlin', '2026-03-29T01:30:00Z'], // skipped: it is 03:30 then
    ['2026-03-29', '03:30', 'Europe/Berlin', '2026-03-29T01:30:00Z'],
    ['2026-03-29', '08:00', 'Europe/Berlin', '2026-03-29T06:00:00Z'],
    ['2026-10-25', '08:00', 'Europe/Berlin', '2026-10-25T07:00:00Z'],
    ['2026-11-01', '03:00', 'America/New_York', '2026-11-01T08:00:00Z'],
    ['2026-03-08', '02:30', 'America/New_York', '2026-03-08T07:30:00Z'],
  ])('[2.21] %s %s in %s is %s', (date, time, zone, instant) => {
    expect(new Date(instantOf(date, time, zone)).toISOString()).toBe(new Date(instant).toISOString());
  });
});

test('[1.3] dates are written the way each language writes them', () => {
  const [en, zh] = [datesOf('en-US'), datesOf('zh-CN')];
  expect([en.short('2026-11-12'), zh.short('2026-11-12')]).toEqual(['Thu, Nov 12', '11月12日 周四']);
  expect([en.weekday('2026-11-12', 'narrow'), zh.weekday('2026-11-12', 'narrow')]).toEqual(['T', '四']);
  expect(zh.range('2026-11-09', '2026-11-15')).toBe('2026年11月9日 – 15日');
  expect(zh.range('2026-11-09', '2026-11-15', '2026')).toBe('11月9日 – 15日');
  expect(en.range('2026-11-09', '2026-11-15', '2026').replaceAll(/\s/gu, ' ')).toBe('Nov 9 – 15');
  expect(zh.range('2026-11-30', '2026-12-06')).toBe('2026年11月30日 – 12月6日');
  expect(zh.range('2026-12-28', '2027-01-03')).toBe('2026年12月28日 – 2027年1月3日');
  expect(en.range('2026-12-28', '2027-01-03').replaceAll(/\s/gu, ' ')).toBe('Dec 28, 2026 – Jan 3, 2027');
  expect(zh.instant(Date.parse('2026-11-12T01:41:00Z'), 'Asia/Shanghai')).toBe('11月12日 09:41');
});
