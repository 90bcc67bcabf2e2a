// Brings what was played to the server: one report at a time, nothing dropped before the server has confirmed it.
import { ApiError } from '@/shared/api/errors';
import { merge, subtract, type Interval } from './intervals';
import { together, type Unsent } from './unsent-watching';
import type { WireReport, WireReported } from './wire';

/** What a reporter needs from around it. */
export interface Surroundings {
  /** Sends one report. `leaving`: the page goes away and the request must outlive it. */
  send: (report: WireReport, leaving: boolean) => Promise<WireReported>;
  /** Remembers what the server has not confirmed, also when the page is closed; null when there is nothing. */
  keep: (unsent: Unsent | null) => void;
  onAnswer: (answer: WireReported) => void;
  /** The random name of this open player. */
  player: string;
}

/** Reports one lesson. */
export interface Reporter {
  /** Adds what was played. */
  add: (played: Unsent) => void;
  /** Sends what is there, unless nothing is or a report is on its way; then it follows by itself. */
  flush: (leaving?: boolean) => Promise<void>;
}

/** As many stretches as one report may hold; the rest goes with the next. */
const limit = 200;

/** Rounding on the two sides may differ by this many seconds; less than that is not worth a report. */
const roundingTolerance = 0.05;

/** Whether sending the same again can help: no connection, no capacity, a session that must be renewed. */
function mayHelpLater(error: unknown): boolean {
  return (
    !(error instanceof ApiError) ||
    error.status === 0 ||
    error.status === 401 ||
    error.status === 429 ||
    error.status >= 500
  );
}

/** What the server left out of a report, such as more than its clock allows by now. */
function leftOut(sent: readonly Interval[], { intervals }: WireReported): Interval[] {
  return subtract(sent, intervals).filter(([from, to]) => to - from > roundingTolerance);
}

/** Makes a reporter that begins with what an earlier page could not send. */
export function createReporter(around: Surroundings, before?: Unsent): Reporter {
  let waiting: Unsent | null = before ?? null;
  let told = Number.NaN; // the position that the server knows from us
  let running: Promise<void> | null = null;

  const report = async (leaving: boolean): Promise<void> => {
    if (waiting === null || (waiting.intervals.length === 0 && waiting.position === told)) {
      return;
    }
    const sent: Unsent = { ...waiting, intervals: merge(waiting.intervals).slice(0, limit) };
    try {
      const answer = await around.send({ player: around.player, ...sent }, leaving);
      told = sent.position;
      const rest = merge([...subtract(waiting.intervals, sent.intervals), ...leftOut(sent.intervals, answer)]);
      waiting = { ...waiting, intervals: rest };
      around.keep(rest.length === 0 ? null : waiting);
      around.onAnswer(answer);
    } catch (error) {
      if (mayHelpLater(error)) {
        around.keep(waiting);
      } else {
        waiting = null; // the server will never take it
        around.keep(null);
      }
    }
  };

  const flush = (leaving = false): Promise<void> => {
    if (leaving && waiting !== null && waiting.intervals.length > 0) {
      around.keep(waiting); // the page may be gone before the answer comes
    }
    if (running !== null && !leaving) {
      return running;
    }
    running = report(leaving).finally(() => {
      running = null;
    });
    return running;
  };

  return {
    add: (played) => {
      waiting = together(waiting ?? undefined, played);
    },
    flush,
  };
}
