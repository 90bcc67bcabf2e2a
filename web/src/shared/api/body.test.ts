import { describe, expect, test } from 'vitest';
import { formatDateTime, tidy } from './body';

describe('request bodies', () => {
  test('[5.5] strings are trimmed, however deep', () => {
    const file = new Blob(['x']);
    expect(tidy({ a: ' x ', b: [' y', { c: '\tz\n' }], d: 1, e: null, f: true, file })).toEqual({
      ...{ a: 'x', b: ['y', { c: 'z' }], d: 1, e: null, f: true, file },
    });
  });

  test('[5.5] dates become YYYY-MM-DD HH:mm:ss', () => {
    expect(tidy({ at: [new Date(2026, 0, 2, 3, 4, 5)] })).toEqual({ at: ['2026-01-02 03:04:05'] });
    expect(formatDateTime(new Date(2026, 10, 12, 23, 59, 59, 999))).toBe('2026-11-12 23:59:59');
  });

  test('[5.5] the original is left alone', () => {
    const body = { name: ' Lin ' };
    tidy(body);
    expect(body.name).toBe(' Lin ');
  });
});
