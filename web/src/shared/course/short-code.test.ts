import { expect, test } from 'vitest';
import { shortCode } from './short-code';

test.each([
  ['(2026-2027-1)-BUS101-1', 'BUS101-1'],
  ['（2026-2027-2）-BUS101-20050012-3', 'BUS101-20050012-3'],
  ['FIN201-1', 'FIN201-1'],
  ['(2026-2027-1)', '(2026-2027-1)'],
  ['(A)-1', '(A)-1'],
  ['', ''],
])('%s reads %s', (code, short) => expect(shortCode(code)).toBe(short));
