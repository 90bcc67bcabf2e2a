import type { Level } from './engine';

/** '720p'; by the bit rate if the height is unknown. */
export function qualityName({ height, bitrate }: Level): string {
  return height > 0 ? `${height}p` : `${Math.round(bitrate / 1000)} kbit/s`;
}
