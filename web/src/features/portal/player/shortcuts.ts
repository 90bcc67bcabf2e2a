/** The player's commands that have a key. */
export type Command =
  | { do: 'toggle' | 'mute' | 'full' | 'captions' | 'slower' | 'faster' | 'help' }
  | { do: 'skip'; by: number }
  | { do: 'frame'; by: 1 | -1 }
  | { do: 'louder'; by: number }
  | { do: 'part'; tenth: number };

/** The relevant part of a keyboard event. */
export interface Press {
  key: string;
  ctrlKey: boolean;
  altKey: boolean;
  metaKey: boolean;
}

const commands: Readonly<Record<string, Command>> = {
  ' ': { do: 'toggle' },
  k: { do: 'toggle' },
  j: { do: 'skip', by: -10 },
  l: { do: 'skip', by: 10 },
  m: { do: 'mute' },
  f: { do: 'full' },
  c: { do: 'captions' },
  '<': { do: 'slower' },
  '>': { do: 'faster' },
  ',': { do: 'frame', by: -1 },
  '.': { do: 'frame', by: 1 },
  '?': { do: 'help' },
};

/** Only while the player has the focus: elsewhere these keys scroll the page and move through lists. */
const arrows: Readonly<Record<string, Command>> = {
  ArrowLeft: { do: 'skip', by: -5 },
  ArrowRight: { do: 'skip', by: 5 },
  ArrowUp: { do: 'louder', by: 0.05 },
  ArrowDown: { do: 'louder', by: -0.05 },
};

/** The command of a key; undefined for other keys and with modifiers. */
export function commandOf({ key, ctrlKey, altKey, metaKey }: Press, inPlayer: boolean): Command | undefined {
  if (ctrlKey || altKey || metaKey) {
    return undefined;
  }
  if (/^\d$/u.test(key)) {
    return { do: 'part', tenth: Number(key) };
  }
  return commands[key.length === 1 ? key.toLowerCase() : key] ?? (inPlayer ? arrows[key] : undefined);
}

export const speeds: readonly number[] = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3];

/** The next speed up or down; the current one needn't be in the list. */
export function nextSpeed(speed: number, by: 1 | -1): number {
  const next = by === 1 ? speeds.find((one) => one > speed) : speeds.findLast((one) => one < speed);
  return next ?? speed;
}

/** A tap on the picture. */
export interface Tap {
  x: number;
  /** Milliseconds. */
  at: number;
}

/** What a tap means after the previous one: two quick taps on a side skip, anything else toggles the controls. */
export function tapOf(before: Tap | null, tap: Tap, width: number): 'back' | 'forward' | 'controls' {
  const side = ({ x }: Tap): number => (x < width * 0.35 ? -1 : x > width * 0.65 ? 1 : 0);
  if (before === null || tap.at - before.at > 350 || side(tap) === 0 || side(tap) !== side(before)) {
    return 'controls';
  }
  return side(tap) < 0 ? 'back' : 'forward';
}
