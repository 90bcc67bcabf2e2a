// Tracks which intervals of a recording were really played. The player's clock alone would count a seek as watched;
// comparing it with the wall clock tells playing from seeking.
import { merge, type Interval } from './intervals';

/** One reading of the player's clock. */
export interface Sample {
  /** The position in the recording, in seconds. */
  at: number;
  /** The wall clock, in milliseconds; only differences matter. */
  now: number;
  playing: boolean;
  rate: number;
}

/** What was played since the last report. */
export interface Watched {
  intervals: readonly Interval[];
  last: Sample | null;
}

export const unwatched: Watched = { intervals: [], last: null };

/** Players' clocks are coarse and rounded: this much more than the wall clock allows still counts as playing. */
const slack = { factor: 1.15, seconds: 0.35 } as const;

/** Adds a sample: the interval since the previous one counts if it was played, not skipped. */
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

/** Ends the current interval at a seek. */
export function jump({ intervals }: Watched): Watched {
  return { intervals, last: null };
}

/** Takes the intervals out; the one being played continues. */
export function take({ intervals, last }: Watched): [taken: readonly Interval[], rest: Watched] {
  return [intervals, { intervals: [], last }];
}
