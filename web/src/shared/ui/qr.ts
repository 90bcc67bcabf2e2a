// QR codes after ISO/IEC 18004: byte mode, error correction level M, versions 1 to 10, which hold 213 bytes.
import { bestMask, isMasked } from './qr-mask';

/** Rows of modules; true is dark. */
export type Modules = readonly (readonly boolean[])[];

/** Total codewords, error correction codewords per block, blocks, centres of alignment patterns; by version. */
const versions = [
  [26, 10, 1, []],
  [44, 16, 1, [6, 18]],
  [70, 26, 1, [6, 22]],
  [100, 18, 2, [6, 26]],
  [134, 24, 2, [6, 30]],
  [172, 16, 4, [6, 34]],
  [196, 18, 4, [6, 22, 38]],
  [242, 22, 4, [6, 24, 42]],
  [292, 22, 5, [6, 26, 46]],
  [346, 26, 5, [6, 28, 50]],
] as const;

const spec = (version: number): (typeof versions)[number] => versions[version - 1] ?? versions[0];
const dataLength = (version: number): number => spec(version)[0] - spec(version)[1] * spec(version)[2];
const lengthBits = (version: number): number => (version < 10 ? 8 : 16);

/** Multiplication in GF(256) with the code's polynomial. */
export function multiply(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d);
    product ^= ((b >>> bit) & 1) * a;
  }
  return product & 0xff;
}

/** The remainder that is appended to a block so that errors in it can be found and undone. */
function correction(block: readonly number[], count: number): number[] {
  let divisor = [1];
  for (let power = 0, root = 1; power < count; power += 1, root = multiply(root, 2)) {
    const shifted = [...divisor, 0];
    divisor = shifted.map((value, index) => value ^ multiply(divisor[index - 1] ?? 0, root));
  }
  const rest = [...block, ...Array.from({ length: count }, () => 0)];
  for (let index = 0; index < block.length; index += 1) {
    const factor = rest[index] ?? 0;
    divisor.forEach((value, at) => {
      rest[index + at] = (rest[index + at] ?? 0) ^ multiply(value, factor);
    });
  }
  return rest.slice(block.length);
}

function bitsOf(value: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => (value >>> (count - 1 - index)) & 1);
}

/** The text as codewords of the version, filled up as the standard says. */
function dataOf(bytes: Uint8Array, version: number): number[] {
  const room = dataLength(version);
  const bits = [
    ...bitsOf(4, 4),
    ...bitsOf(bytes.length, lengthBits(version)),
    ...[...bytes].flatMap((byte) => bitsOf(byte, 8)),
    ...bitsOf(0, 4),
  ].slice(0, room * 8);
  const words = Array.from({ length: Math.ceil(bits.length / 8) }, (_, index) =>
    Array.from({ length: 8 }, (__, bit) => bits[index * 8 + bit] ?? 0).reduce(
      (word, bit) => word * 2 + bit,
      0,
    ),
  );
  const fill = Array.from({ length: room - words.length }, (_, index) => (index % 2 === 0 ? 0xec : 0x11));
  return [...words, ...fill];
}

const interleave = (lists: readonly number[][], length: number): number[] =>
  Array.from({ length }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat();

/** Data and correction of all blocks, interleaved. */
function codewords(data: readonly number[], version: number): number[] {
  const [total, count, blocks] = spec(version);
  const short = Math.floor(total / blocks) - count;
  const firstLong = blocks - (total % blocks);
  const parts = Array.from({ length: blocks }, (_, index) => {
    const start = index * short + Math.max(0, index - firstLong);
    return data.slice(start, start + short + (index >= firstLong ? 1 : 0));
  });
  const checks = parts.map((part) => correction(part, count));
  return [...interleave(parts, short + 1), ...interleave(checks, count)];
}

/** A square of modules of which some are fixed by the standard. */
class Canvas {
  readonly size: number;
  readonly dark: boolean[][];
  readonly fixed: boolean[][];

  constructor(version: number) {
    this.size = version * 4 + 17;
    const rows = (): boolean[][] =>
      Array.from({ length: this.size }, () => Array<boolean>(this.size).fill(false));
    [this.dark, this.fixed] = [rows(), rows()];
  }

  set(x: number, y: number, dark: boolean): void {
    const [row, fixed] = [this.dark[y], this.fixed[y]];
    if (row !== undefined && fixed !== undefined && x >= 0 && x < this.size) {
      row[x] = dark;
      fixed[x] = true;
    }
  }

  /** Rings around a centre: a finder has 4 with its margin, an alignment pattern 2. */
  rings(x: number, y: number, radius: number): void {
    for (let dy = -radius; dy <= radius; dy += 1) {
      for (let dx = -radius; dx <= radius; dx += 1) {
        const ring = Math.max(Math.abs(dx), Math.abs(dy));
        this.set(x + dx, y + dy, radius === 4 ? ring !== 2 && ring !== 4 : ring !== 1);
      }
    }
  }
}

/** A value with the check bits that the generator makes of it. */
function withCheck(value: number, checkBits: number, generator: number): number {
  let rest = value;
  for (let index = 0; index < checkBits; index += 1) {
    rest = (rest << 1) ^ ((rest >>> (checkBits - 1)) * generator);
  }
  return (value << checkBits) | rest;
}

function drawFormat(canvas: Canvas, mask: number): void {
  const format = withCheck(mask, 10, 0x537) ^ 0x5412; // level M is 00
  const bit = (index: number): boolean => ((format >>> index) & 1) === 1;
  const last = canvas.size - 1;
  for (let index = 0; index < 15; index += 1) {
    // Down beside the upper left finder and along under it, stepping over the timing pattern; and a second copy.
    const near = index < 6 ? index : index < 8 ? index + 1 : 14 - index;
    const along = index === 8 ? 7 : near;
    canvas.set(index < 8 ? 8 : along, index < 8 ? near : 8, bit(index));
    canvas.set(index < 8 ? last - index : 8, index < 8 ? 8 : last - 14 + index, bit(index));
  }
  canvas.set(8, last - 7, true);
}

function drawFixed(canvas: Canvas, version: number): void {
  const last = canvas.size - 1;
  for (let index = 0; index <= last; index += 1) {
    canvas.set(6, index, index % 2 === 0);
    canvas.set(index, 6, index % 2 === 0);
  }
  canvas.rings(3, 3, 4);
  canvas.rings(last - 3, 3, 4);
  canvas.rings(3, last - 3, 4);
  const centres: readonly number[] = spec(version)[3];
  for (const x of centres) {
    for (const y of centres) {
      const corner = (x === 6 && (y === 6 || y === last - 6)) || (y === 6 && x === last - 6);
      if (!corner) {
        canvas.rings(x, y, 2);
      }
    }
  }
  drawFormat(canvas, 0); // keeps the places; the real bits come with the mask
  if (version >= 7) {
    const info = withCheck(version, 12, 0x1f25);
    for (let index = 0; index < 18; index += 1) {
      const [far, near] = [last - 10 + (index % 3), Math.floor(index / 3)];
      canvas.set(far, near, ((info >>> index) & 1) === 1);
      canvas.set(near, far, ((info >>> index) & 1) === 1);
    }
  }
}

/** Fills the free modules in the standard's zigzag, two columns at a time from the right. */
function drawData(canvas: Canvas, words: readonly number[]): void {
  let index = 0;
  for (let right = canvas.size - 1; right >= 1; right -= 2) {
    const column = right <= 6 ? right - 1 : right; // the timing pattern takes a column of its own
    const upwards = ((column + 1) & 2) === 0;
    for (let step = 0; step < canvas.size; step += 1) {
      const y = upwards ? canvas.size - 1 - step : step;
      for (const x of [column, column - 1]) {
        const row = canvas.dark[y];
        if (row !== undefined && canvas.fixed[y]?.[x] === false) {
          row[x] = (((words[index >>> 3] ?? 0) >>> (7 - (index & 7))) & 1) === 1;
          index += 1;
        }
      }
    }
  }
}

/** Draws a text as a QR code; undefined when it is longer than 213 bytes. */
export function qrCode(text: string): Modules | undefined {
  const bytes = new TextEncoder().encode(text);
  const version =
    versions.findIndex(
      (_, index) => 4 + lengthBits(index + 1) + bytes.length * 8 <= dataLength(index + 1) * 8,
    ) + 1;
  if (version === 0) {
    return undefined;
  }
  const canvas = new Canvas(version);
  drawFixed(canvas, version);
  drawData(canvas, codewords(dataOf(bytes, version), version));
  const masked = (mask: number): boolean[][] => {
    drawFormat(canvas, mask);
    return canvas.dark.map((row, y) =>
      row.map((dark, x) => (canvas.fixed[y]?.[x] === false && isMasked(mask, x, y) ? !dark : dark)),
    );
  };
  return masked(bestMask(masked));
}
