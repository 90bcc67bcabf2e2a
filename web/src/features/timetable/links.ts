import type { Class } from './model';

/** Where the recording of a class is watched. */
export function watchHref({ recording }: Class): string {
  return `/student/watch?lesson=${encodeURIComponent(recording)}`;
}

/** Where a class is followed while it is on. */
export function liveHref({ id }: Class): string {
  return `/student/watch?class=${encodeURIComponent(id)}`;
}
