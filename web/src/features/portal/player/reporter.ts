// Sends what was played to the server: one report at a time, and nothing is dropped before the server confirms it.
import { ApiError } from '@/shared/api/errors';
import { merge, subtract, type Interval } from './intervals';
import { together, type Unsent } from './unsent-watching';
import type { WireReport, WireReported } from './wire';

/** The reporter's dependencies. */
export interface ReporterDeps {
  /** Sends a report. `leaving`: the page is closing and the request must outlive it. */
  send: (report: WireReport, leaving: boolean) => Promise<WireReported>;
  /** Stores what the server hasn't confirmed, so that it survives the page; null clears it. */
  storeUnsent: (unsent: Unsent | null) => void;
  onAnswer: (answer: WireReported) => void;
  /** The random id of this open player. */
  player: string;
}

/** Reports the watching of one lesson. */
export interface Reporter {
  add: (played: Unsent) => void;
  /** Sends what is pending. During another report it waits for that one to finish. */
  flush: (leaving?: boolean) => Promise<void>;
}

/** The server's limit of intervals per report; the rest goes with the next one. */
const limit = 200;

/** Rounding may differ between client and server by this many seconds; less isn't worth a report. */
const roundingTolerance = 0.05;

/** Whether a retry can help: no connection, server overloaded, session expired. */
function mayHelpLater(error: unknown): boolean {
  return (
    !(error instanceof ApiError) ||
    error.status === 0 ||
    error.status === 401 ||
    error.status === 429 ||
    error.status >= 500
  );
}

/** What the server left out of a report, such as more than its clock allows so far. */
function leftOut(sent: readonly Interval[], { intervals }: WireReported): Interval[] {
  return subtract(sent, intervals).filter(([from, to]) => to - from > roundingTolerance);
}

/** Makes a reporter that starts with what an earlier page could not send. */
export function createReporter(deps: ReporterDeps, before?: Unsent): Reporter {
  let waiting: Unsent | null = before ?? null;
  let sentPosition = Number.NaN; // the last position that the server got from us
  let running: Promise<void> | null = null;

  const report = async (leaving: boolean): Promise<void> => {
    if (waiting === null || (waiting.intervals.length === 0 && waiting.position === sentPosition)) {
      return;
    }
    const sent: Unsent = { ...waiting, intervals: merge(waiting.intervals).slice(0, limit) };
    try {
      const answer = await deps.send({ player: deps.player, ...sent }, leaving);
      sentPosition = sent.position;
      const rest = merge([...subtract(waiting.intervals, sent.intervals), ...leftOut(sent.intervals, answer)]);
      waiting = { ...waiting, intervals: rest };
      deps.storeUnsent(rest.length === 0 ? null : waiting);
      deps.onAnswer(answer);
    } catch (error) {
      if (mayHelpLater(error)) {
        deps.storeUnsent(waiting);
      } else {
        waiting = null; // the server will never accept it
        deps.storeUnsent(null);
      }
    }
  };

  const flush = (leaving = false): Promise<void> => {
    if (leaving && waiting !== null && waiting.intervals.length > 0) {
      deps.storeUnsent(waiting); // the page may be closed before the answer arrives
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
