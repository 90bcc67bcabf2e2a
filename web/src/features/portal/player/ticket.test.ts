import { describe, expect, test } from 'vitest';
import { isSpent, renewIn, withTicketOf } from './ticket';

describe('tickets', () => {
  test.each([
    ['/media/OLD/720p/3.m4s', '/media/NEW/master.m3u8', '/media/NEW/720p/3.m4s'],
    [
      'http://college.example/media/OLD/a.m3u8?x=1',
      '/media/NEW/master.m3u8',
      'http://college.example/media/NEW/a.m3u8?x=1',
    ],
    ['/media/OLD/media/x.m4s', '/media/NEW/master.m3u8', '/media/NEW/media/x.m4s'],
    ['https://live.example/hls/x.m3u8', '/media/NEW/master.m3u8', 'https://live.example/hls/x.m3u8'],
    ['/media/OLD/x.m4s', 'https://live.example/y.m3u8', '/media/OLD/x.m4s'],
  ])('[2.22] %s under the ticket of %s is %s', (address, other, expected) => {
    expect(withTicketOf(address, other)).toBe(expected);
  });

  test.each([
    ['an hour', '2026-11-12T10:00:00Z', 2_880_000],
    ['over already', '2026-11-12T08:00:00Z', 5000],
    ['years', '2036-11-12T09:00:00Z', 2 ** 31 - 1],
    ['no date', 'soon', undefined],
  ])('[2.22] a ticket that lasts %s is renewed in time', (_name, expires, expected) => {
    expect(renewIn(expires, Date.parse('2026-11-12T09:00:00Z'))).toBe(expected);
  });

  test.each([
    [200, false],
    [401, true],
    [403, true],
    [404, false],
    [410, true],
    [undefined, false],
  ])('[2.22] an answer of %s means that it has expired: %s', (status, spent) => {
    expect(isSpent(status)).toBe(spent);
  });
});
