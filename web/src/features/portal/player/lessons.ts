import type { WireListed, WireWatch } from './wire';

/** The lesson to continue with: the first playable one that isn't done, else the first not done, else the first. */
export function firstOpen<L extends Pick<WireListed, 'done' | 'duration'>>(lessons: readonly L[]): L | undefined {
  const open = lessons.filter(({ done }) => !done);
  return open.find(({ duration }) => duration > 0) ?? open[0] ?? lessons[0];
}

/** How many of the lessons that play are done, as the course counts them, and the seconds of the rest. */
export function restOf(lessons: readonly WireListed[]): { done: number; count: number; seconds: number } {
  const playing = lessons.filter(({ duration }) => duration > 0);
  return {
    done: playing.filter(({ done }) => done).length,
    count: playing.length,
    seconds: playing
      .filter(({ done }) => !done)
      .reduce((sum, { duration, percent }) => sum + duration * (1 - percent / 100), 0),
  };
}

/** A lesson left within this many seconds of its end starts over instead of ending immediately. */
const nearEnd = 10;

/** Where a lesson starts: at the time in the address, else where it was left on any device, else at 0. */
export function startOf(
  watch: Pick<WireWatch, 'media' | 'watching'>,
  asked: number | undefined,
  unsent: number | undefined,
): number {
  const duration = watch.media?.duration ?? 0;
  if (asked !== undefined) {
    return duration > 0 ? Math.min(asked, Math.max(0, duration - 1)) : asked;
  }
  const left = unsent ?? watch.watching?.position ?? 0;
  return duration > 0 && left >= duration - nearEnd ? 0 : left;
}
