import { beforeEach, describe, expect, test } from 'vitest';
import { ApiError } from '@/shared/api/errors';
import { identity } from '@/shared/store/session';
import { merge, type Interval } from './intervals';
import { storeUnsent, unsentWatching, type Unsent } from './unsent-watching';
import { createReporter } from './reporter';
import type { WireReport, WireReported } from './wire';

const played = (intervals: Interval[], position = intervals.at(-1)?.[1] ?? 0): Unsent => ({
  intervals,
  position,
  speed: 1,
});

/** A fake server that accepts reports or fails on demand, and a store for unsent ones. */
function college(takes: (report: WireReport) => readonly Interval[] = ({ intervals }) => intervals) {
  const sent: WireReport[] = [];
  const answers: WireReported[] = [];
  const shelf: { kept: Unsent | null; writes: number } = { kept: null, writes: 0 };
  let known: Interval[] = [];
  let fails: Error | null = null;
  const around = {
    player: 'p-1',
    send: async (report: WireReport): Promise<WireReported> => {
      sent.push(report);
      if (fails !== null) {
        throw fails;
      }
      known = merge([...known, ...takes(report)]);
      return {
        position: report.position,
        percent: 10,
        done: false,
        seconds: 1,
        intervals: known.map(([from, to]) => [from, to]),
        at: '',
        courseProgress: 5,
        accepted: 1,
      };
    },
    storeUnsent: (unsent: Unsent | null) => {
      shelf.kept = unsent;
      shelf.writes += 1;
    },
    onAnswer: (answer: WireReported) => void answers.push(answer),
  };
  return { sent, answers, shelf, around, fail: (error: Error | null) => (fails = error) };
}

const offline = new ApiError('unreachable', 0, []);

describe('reports', () => {
  test('[2.22] played intervals are sent once, with position and speed', async () => {
    const { around, sent, answers, shelf } = college();
    const reporter = createReporter(around);
    reporter.add(played([[0, 5]]));
    reporter.add(played([[5, 10.5]]));
    await reporter.flush();
    await reporter.flush();
    expect(sent).toEqual([{ player: 'p-1', speed: 1, position: 10.5, intervals: [[0, 10.5]] }]);
    expect(answers).toHaveLength(1);
    expect(shelf.kept).toBeNull();
  });

  test('[2.22] a new position alone is sent too', async () => {
    const { around, sent } = college();
    const reporter = createReporter(around);
    reporter.add(played([[0, 5]]));
    await reporter.flush();
    reporter.add(played([], 60));
    await reporter.flush();
    expect(sent[1]).toMatchObject({ position: 60, intervals: [] });
  });

  test('[2.22] without a connection they are stored and sent with the next report', async () => {
    const { around, sent, shelf, fail } = college();
    const reporter = createReporter(around);
    fail(offline);
    reporter.add(played([[0, 5]]));
    await reporter.flush();
    expect(shelf.kept).toMatchObject({ intervals: [[0, 5]], position: 5 });
    fail(null);
    reporter.add(played([[20, 25]]));
    await reporter.flush();
    expect(sent[1]?.intervals).toEqual([
      [0, 5],
      [20, 25],
    ]);
    expect(shelf.kept).toBeNull();
  });

  test('[2.22] a closing page stores pending intervals', async () => {
    const { around, shelf } = college();
    const reporter = createReporter({ ...around, send: () => new Promise<never>(() => undefined) });
    reporter.add(played([[0, 5]]));
    void reporter.flush();
    reporter.add(played([[5, 6]]));
    void reporter.flush(true);
    expect(shelf.kept).toMatchObject({ intervals: [[0, 6]] });
  });

  test('[2.22] intervals that the server’s clock did not allow yet are sent again', async () => {
    const { around, sent, shelf } = college(({ intervals }) =>
      intervals.map(([from, to]) => [from, Math.min(to, from + 30)] as const),
    );
    const reporter = createReporter(around);
    reporter.add(played([[0, 100]]));
    await reporter.flush();
    expect(shelf.kept?.intervals).toEqual([[30, 100]]);
    await reporter.flush();
    expect(sent[1]?.intervals).toEqual([[30, 100]]);
  });

  test('[2.22] a permanent refusal is not retried', async () => {
    const { around, sent, shelf, fail } = college();
    const reporter = createReporter(around);
    fail(new ApiError('refused', 404, []));
    reporter.add(played([[0, 5]]));
    await reporter.flush();
    fail(null);
    await reporter.flush();
    expect(sent).toHaveLength(1);
    expect(shelf.kept).toBeNull();
  });

  test('[2.22] more than 200 intervals go in several reports', async () => {
    const { around, sent } = college();
    const reporter = createReporter(around);
    reporter.add(played(Array.from({ length: 250 }, (_, index) => [index * 10, index * 10 + 1] as const)));
    await reporter.flush();
    await reporter.flush();
    expect(sent.map(({ intervals }) => intervals.length)).toEqual([200, 50]);
  });
});

describe('storing unsent reports', () => {
  beforeEach(() => identity.set('acc-1'));

  test('[2.22] it is found again by the same account, and by no other', () => {
    storeUnsent('l-1', played([[0, 5]]));
    storeUnsent('l-2', played([[1, 2]]));
    storeUnsent('l-2', null);
    expect(unsentWatching()).toEqual({ 'l-1': played([[0, 5]]) });
    identity.set('acc-2');
    expect(unsentWatching()).toEqual({});
  });

  test.each(['{', '[]', '{"account":"acc-1"}', '{"account":"acc-1","lessons":{"l-1":{"position":"x"}}}'])(
    '[2.22] damaged text %s counts as nothing',
    (text) => {
      localStorage.setItem('watching-kept', text);
      expect(unsentWatching()).toEqual({});
    },
  );
});
