import type { CSSProperties } from 'react';
import type { Entry } from './grid';

/** The position within a cell, as custom properties for the class card's rules. */
export function offsetStyle(
  { top, topBreaks, height, heightBreaks, lane = 0, lanes = 1 }: Omit<Partial<Entry>, 'item'>,
  colour?: string,
): CSSProperties {
  return {
    '--top': top,
    '--top-breaks': topBreaks,
    '--height': height,
    '--height-breaks': heightBreaks,
    '--lane': lane,
    '--lanes': lanes,
    '--course': colour,
  } as CSSProperties;
}
