import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { merge, subtract, total, type Interval } from './intervals';
import { jump, addSample, take, unwatched, type Sample } from './watched';

/** In milliseconds; the server's own test reads the same file. */
const joined = JSON.parse(
  readFileSync(path.resolve('../internal/feature/course/testdata/joined-intervals.json'), 'utf8'),
) as { name: string; given: Interval[]; joined: Interval[] }[];

const inSeconds = (intervals: readonly Interval[]): Interval[] =>
  intervals.map(([from, to]) => [from / 1000, to / 1000]);

describe('stretches', () => {
  test.each(joined)('[2.22] merged as on the server: $name', ({ given, joined: expected }) => {
    expect(merge(inSeconds(given))).toEqual(inSeconds(expected));
  });

  test('[2.22] merged to the millisecond', () => {
    expect(merge([[0.000_4, 1.000_6]])).toEqual([[0, 1.001]]);
  });

  test.each<[string, Interval[], Interval[], Interval[]]>([
    ['nothing known', [[0, 5]], [], [[0, 5]]],
    ['all known', [[1, 2]], [[0, 5]], []],
    [
      'the middle',
      [[0, 10]],
      [[3, 4]],
      [
        [0, 3],
        [4, 10],
      ],
    ],
    [
      'both ends',
      [[0, 10]],
      [
        [0, 1],
        [9, 12],
      ],
      [[1, 9]],
    ],
    ['beside it', [[0, 1]], [[1, 2]], [[0, 1]]],
  ])('[2.22] the rest: %s', (_name, from, known, expected) => {
    expect(subtract(from, known)).toEqual(expected);
  });

  test('[2.22] distinct seconds count once', () => {
    expect(
      total([
        [0, 10],
        [5, 12],
        [20, 20.5],
      ]),
    ).toBe(12.5);
  });
});

/** Samples a quarter of a second apart, like a player's. */
const playing = (from: number, count: number, rate = 1, start = 0): Sample[] =>
  Array.from({ length: count }, (_, index) => ({
    at: from + index * 0.25 * rate,
    now: start + index * 250,
    playing: true,
    rate,
  }));

const all = (samples: readonly Sample[]) => samples.reduce(addSample, unwatched).intervals;

describe('watched intervals', () => {
  test.each<[string, Sample[], Interval[]]>([
    ['playing', playing(10, 5), [[10, 11]]],
    ['playing at double speed', playing(10, 5, 2), [[10, 12]]],
    ['playing at three times', playing(0, 9, 3), [[0, 6]]],
    [
      'a jump that the player did not announce',
      [...playing(10, 3), ...playing(100, 3, 1, 750)],
      [
        [10, 10.5],
        [100, 100.5],
      ],
    ],
    [
      'a jump back',
      [...playing(10, 3), ...playing(2, 3, 1, 750)],
      [
        [2, 2.5],
        [10, 10.5],
      ],
    ],
    [
      'standing still',
      [
        { at: 5, now: 0, playing: false, rate: 1 },
        { at: 5, now: 9000, playing: false, rate: 1 },
      ],
      [],
    ],
    [
      'scrubbing while paused',
      [
        { at: 5, now: 0, playing: false, rate: 1 },
        { at: 5.2, now: 200, playing: false, rate: 1 },
      ],
      [],
    ],
    ['the last bit before a pause', [...playing(10, 3), { at: 10.6, now: 600, playing: false, rate: 1 }], [[10, 10.6]]],
    [
      'a page in the background, where ticks are rare',
      [
        { at: 0, now: 0, playing: true, rate: 1 },
        { at: 58, now: 58_000, playing: true, rate: 1 },
      ],
      [[0, 58]],
    ],
    [
      'a machine that slept: the recording stood still',
      [
        { at: 7, now: 0, playing: true, rate: 1 },
        { at: 7.1, now: 3_600_000, playing: true, rate: 1 },
      ],
      [[7, 7.1]],
    ],
    [
      'a change of speed between two looks',
      [
        { at: 0, now: 0, playing: true, rate: 1 },
        { at: 1.8, now: 1000, playing: true, rate: 2 },
      ],
      [[0, 1.8]],
    ],
    [
      'a wall clock that was set back',
      [
        { at: 0, now: 9000, playing: true, rate: 1 },
        { at: 0.25, now: 0, playing: true, rate: 1 },
      ],
      [[0, 0.25]],
    ],
    [
      'a second look at the same part',
      [...playing(10, 5), ...playing(10, 3, 1, 5000).map((one, index) => ({ ...one, playing: index > 0 }))],
      [[10, 11]],
    ],
  ])('[2.22] %s', (_name, samples, expected) => {
    expect(all(samples)).toEqual(expected);
  });

  test('[2.22] a seek counts nothing, however short', () => {
    const before = playing(10, 3).reduce(addSample, unwatched);
    const after = addSample(jump(before), { at: 10.7, now: 600, playing: true, rate: 1 });
    expect(after.intervals).toEqual([[10, 10.5]]);
  });

  test('[2.22] taken intervals are gone, and playing continues without a gap', () => {
    const [taken, rest] = take(playing(0, 5).reduce(addSample, unwatched));
    expect(taken).toEqual([[0, 1]]);
    expect(addSample(rest, { at: 1.25, now: 1250, playing: true, rate: 1 }).intervals).toEqual([[1, 1.25]]);
  });
});
