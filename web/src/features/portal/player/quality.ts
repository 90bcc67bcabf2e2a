import type { Level } from './engine';

/** '720p'; by its data rate where the height is not told. */
export function qualityName({ height, bitrate }: Level): string {
  return height > 0 ? `${height}p` : `${Math.round(bitrate / 1000)} kbit/s`;
}
