import { expect, test } from 'vitest';
import type { Year } from './queries';
import { arrangementOf, dateAt, followed, infoOf, isOff, weeksOfMonth } from './year';

const year: Year = {
  year: 2026,
  today: '2026-09-13',
  timeZone: 'Asia/Shanghai',
  terms: [
    {
      id: 'autumn',
      name: '秋',
      nameEn: 'Autumn',
      firstMonday: '2026-09-07',
      lastDay: '2027-01-10',
      weeks: 18,
      exams: [{ from: 17, to: 18 }],
    },
  ],
  campuses: [],
  schemes: [],
  holidays: [
    { id: 'm', name: '中秋节', nameEn: 'Mid-Autumn Festival', from: '2026-09-25', to: '2026-09-27' },
    { id: 'h', name: '国庆节', nameEn: 'National Day', from: '2026-10-01', to: '2026-10-07' },
  ],
  mappings: [{ id: 'm', term: 'autumn', date: '2026-09-20', off: false, week: 5, weekday: 1, note: '' }],
  ways: [],
};

test('a month has whole weeks from Monday', () => {
  const october = weeksOfMonth(2026, 10);
  expect(october[0]).toEqual([null, null, null, '2026-10-01', '2026-10-02', '2026-10-03', '2026-10-04']);
  expect(october.at(-1)?.[5]).toBe('2026-10-31');
  expect(weeksOfMonth(2026, 12).at(-1)?.[3]).toBe('2026-12-31');
});

test('a date has its week, holiday, exams and the day it follows', () => {
  expect(infoOf(year, '2026-10-05')).toMatchObject({ week: 5, holiday: { id: 'h' }, exam: false });
  expect(isOff(infoOf(year, '2026-10-05'))).toBe(true);
  const sunday = infoOf(year, '2026-09-20');
  expect(isOff(sunday)).toBe(false);
  expect(isOff(infoOf(year, '2026-09-25'))).toBe(true);
  expect(sunday.mapping && followed(year, sunday.mapping)).toBe('2026-10-05');
  expect(infoOf(year, '2026-12-30').exam).toBe(true);
  expect(infoOf(year, '2026-08-01').week).toBe(0);
});

test('empty rows and make-up days without a date are not sent', () => {
  const row = { key: 1, name: ' 国庆节 ', nameEn: '', from: '2026-10-01', to: '2026-10-07' };
  expect(arrangementOf([{ ...row, from: '', makeUp: [] }])).toBeNull();
  expect(
    arrangementOf([
      {
        ...row,
        makeUp: [
          { date: '2026-09-20', follows: '2026-10-05' },
          { date: '2026-10-10', follows: '' },
          { date: '', follows: '2026-10-06' },
        ],
      },
    ]),
  ).toEqual({
    rows: [
      {
        name: '国庆节',
        from: '2026-10-01',
        to: '2026-10-07',
        makeUp: [{ date: '2026-09-20', follows: '2026-10-05' }, { date: '2026-10-10' }],
      },
    ],
  });
});

test('arrow keys move by a day or a week', () => {
  expect(dateAt('ArrowDown', '2026-09-28')).toBe('2026-10-05');
  expect(dateAt('End', '2026-10-01')).toBe('2026-10-04');
  expect(dateAt('x', '2026-10-01')).toBeUndefined();
});
