import { expect, test } from 'vitest';
import { multiply, qrCode } from './qr';
import { isMasked } from './qr-mask';

/** Reads a code back the way a scanner does, from the standard and not from the writer; no errors are corrected. */
function scan(rows: readonly (readonly boolean[])[]): { text: string; faults: number } {
  const size = rows.length;
  const version = (size - 17) / 4;
  const dark = (x: number, y: number): number => Number(rows[y]?.[x] ?? false);
  const format = [0, 1, 2, 3, 4, 5, 7, 8]
    .map((y) => dark(8, y))
    .concat([7, 5, 4, 3, 2, 1, 0].map((x) => dark(x, 8)));
  const mask = (format.reduce((sum, bit, index) => sum | (bit << index), 0) ^ 0x5412) >>> 10;
  expect(mask >>> 3).toBe(0); // level M
  const centres =
    [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]][
      version - 1
    ] ?? [];
  const isFixed = (x: number, y: number): boolean =>
    (x < 9 && y < 9) ||
    (x > size - 9 && y < 9) ||
    (x < 9 && y > size - 9) ||
    x === 6 ||
    y === 6 ||
    (version >= 7 && ((x > size - 12 && y < 6) || (y > size - 12 && x < 6))) ||
    centres.some((cx) =>
      centres.some((cy) => {
        const finder =
          (cx === 6 && cy === 6) || (cx === 6 && cy === size - 7) || (cx === size - 7 && cy === 6);
        return !finder && Math.abs(x - cx) <= 2 && Math.abs(y - cy) <= 2;
      }),
    );
  const bits: number[] = [];
  let up = true;
  for (let right = size - 1; right > 0; right -= 2, up = !up) {
    right -= right === 6 ? 1 : 0;
    for (let step = 0; step < size; step += 1) {
      const y = up ? size - 1 - step : step;
      [right, right - 1]
        .filter((x) => !isFixed(x, y))
        .forEach((x) => bits.push(dark(x, y) ^ Number(isMasked(mask & 7, x, y))));
    }
  }
  const words = Array.from({ length: Math.floor(bits.length / 8) }, (_, at) =>
    bits.slice(at * 8, at * 8 + 8).reduce((sum, bit) => sum * 2 + bit, 0),
  );
  const [check = 0, blocks = 1] =
    [
      [10, 1],
      [16, 1],
      [26, 1],
      [18, 2],
      [24, 2],
      [16, 4],
      [18, 4],
      [22, 4],
      [22, 5],
      [26, 5],
    ][version - 1] ?? [];
  const short = Math.floor(words.length / blocks) - check;
  const long = words.length % blocks;
  const lists = Array.from({ length: blocks }, (): number[] => []);
  let at = 0;
  for (let index = 0; index <= short; index += 1) {
    lists.forEach((list, block) => {
      if (index < short || block >= blocks - long) {
        list.push(words[at++] ?? 0);
      }
    });
  }
  const data = lists.flat();
  for (let index = 0; index < check; index += 1) {
    lists.forEach((list) => list.push(words[at++] ?? 0));
  }
  // A block without errors has no remainder at any root of the code's polynomial.
  let faults = 0;
  for (let power = 0, root = 1; power < check; power += 1, root = multiply(root, 2)) {
    faults += lists.filter((list) => list.reduce((sum, word) => multiply(sum, root) ^ word, 0) !== 0).length;
  }
  const all = data.flatMap((word) => Array.from({ length: 8 }, (_, bit) => (word >>> (7 - bit)) & 1));
  const take = (from: number, count: number): number =>
    all.slice(from, from + count).reduce((sum, bit) => sum * 2 + bit, 0);
  const count = version < 10 ? 8 : 16;
  const bytes = Array.from({ length: take(4, count) }, (_, index) => take(4 + count + index * 8, 8));
  return { text: new TextDecoder().decode(Uint8Array.from(bytes)), faults };
}

test.each([
  ['a', 21],
  ['https://college.example/calendar/abcdefghijklmnopqrstuvwxyz012345.ics', 37],
  ['webcal://衡山.example/calendar/abcdefghijklmnopqrstuvwxyz012345.ics', 37],
  ['x'.repeat(122), 45],
  ['x'.repeat(123), 49],
  ['x'.repeat(180), 53],
  ['x'.repeat(213), 57],
])('[2.21] %s can be scanned', (text, size) => {
  const rows = qrCode(text) ?? [];
  expect(rows).toHaveLength(size);
  expect(rows.every((row) => row.length === size)).toBe(true);
  expect(scan(rows)).toEqual({ text, faults: 0 });
});

test('[2.21] finders, timing and the dark module are where the standard has them', () => {
  const rows = qrCode('lectern') ?? [];
  const finder = ['1111111', '1000001', '1011101', '1011101', '1011101', '1000001', '1111111'];
  const part = (x: number, y: number): string[] =>
    finder.map((_, dy) =>
      (rows[y + dy] ?? [])
        .slice(x, x + 7)
        .map(Number)
        .join(''),
    );
  expect([part(0, 0), part(14, 0), part(0, 14)]).toEqual([finder, finder, finder]);
  expect(rows[6]?.slice(8, 13).map(Number).join('')).toBe('10101');
  expect(rows[13]?.[8]).toBe(true);
});

test('[2.21] a text that is too long has no code', () => {
  expect(qrCode('x'.repeat(214))).toBeUndefined();
});
