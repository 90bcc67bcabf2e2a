// Draws the lectern of public/favicon.svg as PNG files, so that no picture has to be kept in step by hand.
import { crc32, deflateSync } from 'node:zlib';

/** How an icon is drawn: its side in pixels, how much of it the mark fills, and its corners (0–1 of the side). */
export interface IconShape {
  size: number;
  /** 1 as in the favicon; less leaves the margin that a mask may cut off. */
  mark: number;
  corner: number;
}

type Point = readonly [x: number, y: number];

// The strokes of the favicon, in its 32 units.
const strokes: readonly (readonly Point[])[] = [
  [
    [8, 9],
    [24, 9],
  ],
  [
    [10.5, 9],
    [12, 15],
    [20, 15],
    [21.5, 9],
  ],
  [
    [16, 15],
    [16, 23],
  ],
  [
    [11.5, 23],
    [20.5, 23],
  ],
];
const segments = strokes.flatMap((stroke) =>
  stroke.slice(1).map((to, index) => [stroke[index] ?? to, to] as const),
);
const ground = [0x16, 0x5d, 0xff] as const;

function toSegment([x, y]: Point, [[ax, ay], [bx, by]]: readonly [Point, Point]): number {
  const [dx, dy] = [bx - ax, by - ay];
  const along = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)));
  return Math.hypot(x - ax - along * dx, y - ay - along * dy);
}

/** How much of a pixel a shape covers, from the signed distance of its middle to the edge. */
const cover = (distance: number): number => Math.min(1, Math.max(0, 0.5 - distance));

function chunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** The icon as a PNG file. */
export function icon({ size, mark, corner }: IconShape): Buffer {
  const rows = Buffer.alloc(size * (1 + size * 4)); // each row begins with its filter, 0: none
  const unit = 32 / (size * mark);
  const middle = size / 2;
  const [radius, straight] = [corner * size, middle - corner * size];
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const [px, py] = [x + 0.5 - middle, y + 0.5 - middle];
      const [ox, oy] = [Math.abs(px) - straight, Math.abs(py) - straight];
      const edge = Math.hypot(Math.max(ox, 0), Math.max(oy, 0)) + Math.min(Math.max(ox, oy), 0) - radius;
      const at: Point = [px * unit + 16, py * unit + 16];
      const line = Math.min(...segments.map((segment) => toSegment(at, segment))) - 1; // 2 units wide
      const white = cover(line / unit);
      const start = y * (1 + size * 4) + 1 + x * 4;
      ground.forEach((value, channel) => {
        rows[start + channel] = Math.round(value + (255 - value) * white);
      });
      rows[start + 3] = Math.round(255 * cover(edge));
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 6], 8); // eight bits a channel, colour with alpha
  return Buffer.concat([
    Buffer.from('\u0089PNG\r\n\u001A\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
