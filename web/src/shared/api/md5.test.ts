import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { md5 } from './md5';

// RFC 1321, appendix A.5.
test.each([
  ['', 'D41D8CD98F00B204E9800998ECF8427E'],
  ['a', '0CC175B9C0F1B6A831C399E269772661'],
  ['abc', '900150983CD24FB0D6963F7D28E17F72'],
  ['message digest', 'F96B697D7CB7938D525A2F31AAF161D0'],
  ['abcdefghijklmnopqrstuvwxyz', 'C3FCD3D76192E4007DFB496CCA67E13B'],
  ['ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789', 'D174AB98D277D9F5A5611C2C9F419D9F'],
  [
    '12345678901234567890123456789012345678901234567890123456789012345678901234567890',
    '57EDF4A22BE3C955AC49DA2E2107B67A',
  ],
])('[7.6] the MD5 of %j', (text, expected) => {
  expect(md5(text)).toBe(expected);
});

test('[7.6] agrees with another implementation around block borders and beyond ASCII', () => {
  for (let length = 50; length < 140; length += 1) {
    const text = '商'.repeat(length % 7) + 'x'.repeat(length);
    expect(md5(text)).toBe(createHash('md5').update(text).digest('hex').toUpperCase());
  }
});
