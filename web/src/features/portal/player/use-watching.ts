import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { clock } from '@/shared/api/api';
import { newId } from '@/shared/api/new-id';
import { recordProgress } from '@/shared/store/progress';
import { viewing } from '@/shared/store/storage';
import type { Control } from './control';
import { storeUnsent, unsentWatching } from './unsent-watching';
import { watchQueries, sendReport } from './queries';
import { createReporter, type Reporter } from './reporter';
import { jump, addSample, take, unwatched } from './watched';
import type { WireReported, WireWatch } from './wire';

/** How often a playing lesson is reported, in ms. */
const reportInterval = 10_000;

/** The id of this open player; new for every page. */
const player = newId();

/** A lesson updated with the server's answer to a report. */
function withReported(watch: WireWatch, lesson: string, answer: WireReported): WireWatch {
  const { courseProgress, accepted: _accepted, ...watching } = answer;
  const { percent, done } = watching;
  return {
    ...watch,
    course: { ...watch.course, progress: courseProgress },
    lessons: watch.lessons.map((one) => (one.id === lesson ? { ...one, percent, done } : one)),
    watching: watch.lesson?.id === lesson ? watching : watch.watching,
  };
}

/** Watches the element and passes on what was played. Returns the function that stops it. */
function follow(video: HTMLVideoElement, reporter: Reporter): () => void {
  let watched = unwatched;
  let position = Number.NaN; // a detached element has lost its position
  const sample = (): void => {
    position = video.currentTime;
    watched = addSample(watched, {
      at: video.currentTime,
      now: performance.now(),
      playing: !video.paused && !video.seeking && !video.ended,
      rate: video.playbackRate,
    });
  };
  const cut = (): void => {
    watched = jump(watched);
  };
  const hand = (leaving = false): void => {
    const [intervals, rest] = take(watched);
    watched = rest;
    if (Number.isFinite(position)) {
      const speed = Math.min(3, Math.max(0.5, video.playbackRate));
      reporter.add({ intervals, position: Math.round(position * 1000) / 1000, speed });
    }
    void reporter.flush(leaving);
  };
  const stop = (): void => {
    sample();
    hand();
  };
  const hide = (): void => {
    if (document.visibilityState === 'hidden') {
      hand(true);
    }
  };
  const leave = (): void => hand(true);
  const online = (): void => hand();
  const timer = setInterval(() => {
    if (!video.paused) {
      hand();
    }
  }, reportInterval);
  const looks = ['playing', 'ratechange', 'timeupdate'];
  const cuts = ['seeking', 'emptied'];
  const stops = ['pause', 'ended'];
  const ended = new AbortController();
  const { signal } = ended;
  looks.forEach((event) => video.addEventListener(event, sample, { signal }));
  cuts.forEach((event) => video.addEventListener(event, cut, { signal }));
  stops.forEach((event) => video.addEventListener(event, stop, { signal }));
  document.addEventListener('visibilitychange', hide, { signal });
  globalThis.addEventListener('pagehide', leave, { signal });
  globalThis.addEventListener('online', online, { signal });
  return () => {
    clearInterval(timer);
    ended.abort();
    hand();
  };
}

/** Reports a lesson while it plays; null for one that isn't counted, as for visitors. */
export function useWatching(control: Control, lesson: string | null): void {
  const client = useQueryClient();
  useEffect(() => {
    const video = control.video();
    // Watching in the student view must not count for the student.
    if (lesson === null || video === null || viewing !== null) {
      return undefined;
    }
    const reporterOf = (id: string): Reporter =>
      createReporter(
        {
          player,
          send: (report, leaving) => sendReport(id, report, leaving),
          storeUnsent: (unsent) => storeUnsent(id, unsent),
          onAnswer: (answer) => {
            const options = watchQueries.lesson(id);
            const known = client.getQueryData(options.queryKey);
            if (known !== undefined) {
              recordProgress(known.course.id, { percent: answer.courseProgress, at: clock.now() });
              client.setQueryData(options.queryKey, withReported(known, id, answer));
            }
          },
        },
        unsentWatching()[id],
      );
    // Sends what earlier visits could not send for other lessons.
    Object.keys(unsentWatching())
      .filter((id) => id !== lesson)
      .forEach((id) => void reporterOf(id).flush());
    return follow(video, reporterOf(lesson));
  }, [client, control, lesson]);
}
