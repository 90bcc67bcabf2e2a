/** What the editor needs of the player beside it. */
export interface Player {
  seek: (seconds: number) => void;
  time: { get: () => number };
}
