/** What the editor needs of the player beside it. */
export interface Player {
  seek: (seconds: number) => void;
  play: () => void;
  time: { get: () => number; subscribe: (listener: () => void) => () => void };
}
