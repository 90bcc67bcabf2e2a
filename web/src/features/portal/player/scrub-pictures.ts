import type { Cue } from './cues';

/** One preview picture on a sprite sheet. */
export interface ScrubPicture {
  start: number;
  end: number;
  sheet: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The pictures that the cues list; the sheets' addresses are relative to the file's. */
export function picturesOf(cues: readonly Cue[], base: string): ScrubPicture[] {
  return cues.flatMap(({ start, end, text }): ScrubPicture[] => {
    const match = /^(?<sheet>[^#\s]+)#xywh=(?:pixel:)?(?<x>\d+),(?<y>\d+),(?<w>\d+),(?<h>\d+)$/u.exec(text);
    if (match?.groups === undefined) {
      return [];
    }
    const { sheet = '', x, y, w, h } = match.groups;
    const address = new URL(sheet, new URL(base, globalThis.location.href)).href;
    return [{ start, end, sheet: address, x: Number(x), y: Number(y), width: Number(w), height: Number(h) }];
  });
}
