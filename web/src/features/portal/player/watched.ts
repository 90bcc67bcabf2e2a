// Which stretches of a recording were really played. The player's clock alone would count a jump as watched; the wall
// clock beside it tells playing from jumping.
import { merge, type Interval } from './intervals';

/** One reading of the player. */
export interface Sample {
  /** Where the recording is, in seconds. */
  at: number;
  /** The wall clock, in milliseconds; only differences count. */
  now: number;
  playing: boolean;
  rate: number;
}

/** What was played since it was last taken away. */
export interface Watched {
  intervals: readonly Interval[];
  last: Sample | null;
}

/** Nothing yet. */
export const unwatched: Watched = { intervals: [], last: null };

/** Players report in steps and round: this much more than the wall clock allows is still playing. */
const slack = { factor: 1.15, seconds: 0.35 } as const;

/** Adds a sample: the stretch since the one before counts when it was played and not jumped over. */
export function addSample({ intervals, last }: Watched, sample: Sample): Watched {
  if (last?.playing !== true) {
    return { intervals, last: sample };
  }
  const step = sample.at - last.at;
  const elapsed = Math.max(0, sample.now - last.now) / 1000;
  const possible = elapsed * Math.max(last.rate, sample.rate) * slack.factor + slack.seconds;
  const played = step > 0 && step <= possible;
  return { intervals: played ? merge([...intervals, [last.at, sample.at]]) : intervals, last: sample };
}

/** A jump: what comes next has nothing to do with what was. */
export function jump({ intervals }: Watched): Watched {
  return { intervals, last: null };
}

/** Takes the stretches away; the one that is being played goes on. */
export function take({ intervals, last }: Watched): [taken: readonly Interval[], rest: Watched] {
  return [intervals, { intervals: [], last }];
}
