import { describe, expect, test } from 'vitest';
import { nextPeriod } from './periods';

describe('the next period', () => {
  test.each([
    ['the first of a day', [], { number: 1, starts: '08:00', ends: '08:45' }],
    [
      'as long as the last, after ten minutes',
      [{ number: 1, starts: '08:00', ends: '08:50' }],
      { number: 2, starts: '09:00', ends: '09:50' },
    ],
    [
      'left to be filled in where the day ends',
      [{ number: 1, starts: '22:30', ends: '23:20' }],
      { number: 2, starts: '', ends: '' },
    ],
    ['or where the last is not there yet', [{ number: 1, starts: '', ends: '' }], { number: 2, starts: '', ends: '' }],
  ])('%s', (_, periods, next) => expect(nextPeriod(periods)).toEqual(next));
});
