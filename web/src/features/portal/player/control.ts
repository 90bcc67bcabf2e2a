// The player without its appearance: state and commands of one video element.
import { createValue, type Value } from '@/shared/store/value';
import { attach, type Engine, type Level, type Problem, type Source } from './engine';
import { prefer, preferences } from './preferences';
import { nextSpeed } from './shortcuts';

/** The state of the player. */
interface Playback {
  /** Length and first frame are known. */
  ready: boolean;
  playing: boolean;
  /** Wants to play but waits for data. */
  waiting: boolean;
  ended: boolean;
  duration: number;
  /** How far the data reaches from here, in seconds of the recording. */
  buffered: number;
  volume: number;
  muted: boolean;
  rate: number;
  levels: readonly Level[];
  /** The quality that is playing. */
  level: number;
  /** The chosen quality; -1 adapts to the connection. */
  chosen: number;
  problem: Problem | null;
  pictureInPicture: boolean;
  full: boolean;
}

const idle: Playback = {
  ready: false,
  playing: false,
  waiting: false,
  ended: false,
  duration: 0,
  buffered: 0,
  volume: 1,
  muted: false,
  rate: 1,
  levels: [],
  level: -1,
  chosen: -1,
  problem: null,
  pictureInPicture: false,
  full: false,
};

/** A player that components share. */
export interface Control {
  state: Value<Playback>;
  /** The position in seconds; separate because it changes four times a second. */
  time: Value<number>;
  /** Attaches the video element and the container for full screen. Returns the function that detaches them. */
  connect: (video: HTMLVideoElement, container: HTMLElement) => () => void;
  video: () => HTMLVideoElement | null;
  load: (source: Source, startAt: number, play: boolean) => void;
  renew: (url: string) => void;
  unload: () => void;
  play: () => void;
  pause: () => void;
  toggle: () => void;
  seek: (at: number) => void;
  skip: (by: number) => void;
  /** Steps one frame forward or back. */
  frame: (by: 1 | -1) => void;
  setRate: (rate: number) => void;
  faster: (by: 1 | -1) => void;
  setVolume: (volume: number) => void;
  mute: () => void;
  setLevel: (index: number) => void;
  togglePictureInPicture: () => void;
  toggleFull: () => void;
}

const events = (
  'play playing pause waiting seeking seeked ended durationchange progress loadedmetadata canplay ratechange ' +
  'volumechange emptied enterpictureinpicture leavepictureinpicture'
).split(' ');
const ticks = ['timeupdate', 'seeking', 'loadedmetadata'];

/** The end of the buffered data around a time. */
function bufferedFrom(video: HTMLVideoElement): number {
  const { buffered, currentTime } = video;
  for (let index = 0; index < buffered.length; index += 1) {
    if (buffered.start(index) <= currentTime + 0.5 && buffered.end(index) >= currentTime) {
      return buffered.end(index);
    }
  }
  return currentTime;
}

function readVideo(video: HTMLVideoElement, container: HTMLElement): Partial<Playback> {
  return {
    ready: video.readyState >= 1,
    playing: !video.paused && !video.ended,
    waiting: !video.paused && !video.ended && video.readyState < 3,
    ended: video.ended,
    duration: Number.isFinite(video.duration) ? video.duration : 0,
    buffered: bufferedFrom(video),
    volume: video.volume,
    muted: video.muted,
    rate: video.playbackRate,
    pictureInPicture: document.pictureInPictureElement === video,
    full: document.fullscreenElement !== null && document.fullscreenElement === container,
  };
}

/** Makes a player that isn't attached to an element yet. */
// oxlint-disable-next-line max-lines-per-function -- one object whose parts share the element
export function createControl(): Control {
  const state = createValue<Playback>(idle);
  const time = createValue(0);
  let video: HTMLVideoElement | null = null;
  let container: HTMLElement | null = null;
  let engine: Engine | null = null;
  let turn = 0; // incremented by each load, so that results of earlier ones are ignored

  const change = (part: Partial<Playback>): void => state.set({ ...state.get(), ...part });
  const sync = (): void => {
    if (video !== null && container !== null) {
      change(readVideo(video, container));
    }
  };
  const tick = (): void => {
    if (video !== null && video.readyState > 0) {
      time.set(video.currentTime);
    }
  };
  const play = (): void => {
    // The browser may require a click first; the big play button is there for that.
    void video?.play().catch(() => sync());
  };
  const seek = (at: number): void => {
    if (video !== null) {
      const end = Number.isFinite(video.duration) ? video.duration : at;
      video.currentTime = Math.min(Math.max(0, at), Math.max(0, end));
      time.set(video.currentTime);
    }
  };
  const unload = (): void => {
    turn += 1;
    engine?.destroy();
    engine = null;
  };
  const setRate = (rate: number): void => {
    prefer({ speed: rate });
    if (video !== null) {
      video.defaultPlaybackRate = rate; // a new source starts with it
      video.playbackRate = rate;
    }
  };

  return {
    state,
    time,
    video: () => video,
    connect(element, around) {
      video = element;
      container = around;
      const { speed, volume, muted } = preferences.get();
      element.defaultPlaybackRate = speed;
      element.playbackRate = speed;
      element.volume = volume;
      element.muted = muted;
      events.forEach((event) => element.addEventListener(event, sync));
      ticks.forEach((event) => element.addEventListener(event, tick));
      document.addEventListener('fullscreenchange', sync);
      return () => {
        events.forEach((event) => element.removeEventListener(event, sync));
        ticks.forEach((event) => element.removeEventListener(event, tick));
        document.removeEventListener('fullscreenchange', sync);
        unload();
        video = null;
        container = null;
      };
    },
    load(source, startAt, andPlay) {
      unload();
      const mine = turn;
      if (video === null) {
        return;
      }
      change({ problem: null, levels: [], level: -1, chosen: -1, ready: false, ended: false });
      time.set(Math.max(startAt, 0));
      const guard =
        <A extends unknown[]>(tell: (...given: A) => void) =>
        (...given: A): void => {
          if (mine === turn) {
            tell(...given);
          }
        };
      const callbacks = {
        onLevels: guard((levels: readonly Level[]) => change({ levels })),
        onLevel: guard((level: number) => change({ level })),
        onProblem: guard((problem: Problem) => change({ problem })),
      };
      const begin = async (on: HTMLVideoElement): Promise<void> => {
        const made = await attach(on, source, startAt, callbacks);
        if (mine !== turn) {
          made.destroy();
          return;
        }
        engine = made;
        if (andPlay) {
          play();
        }
      };
      // This fails if hls.js itself could not be fetched.
      void begin(video).catch(() => callbacks.onProblem('network'));
    },
    renew: (url) => engine?.renew(url),
    unload,
    play,
    pause: () => video?.pause(),
    toggle: () => (video?.paused === false ? video.pause() : play()),
    seek,
    skip: (by) => seek(time.get() + by),
    frame(by) {
      video?.pause();
      seek(time.get() + by / 25); // lectures are recorded at 25 fps; the element doesn't report it
    },
    setRate,
    faster: (by) => setRate(nextSpeed(video?.playbackRate ?? 1, by)),
    setVolume(volume) {
      if (video !== null) {
        video.volume = Math.min(1, Math.max(0, volume));
        video.muted = volume <= 0;
        prefer({ volume: video.volume, muted: video.muted });
      }
    },
    mute() {
      if (video !== null) {
        video.muted = !video.muted;
        prefer({ muted: video.muted });
      }
    },
    setLevel(index) {
      engine?.setLevel(index);
      change({ chosen: index });
    },
    togglePictureInPicture() {
      const done =
        document.pictureInPictureElement === null ? video?.requestPictureInPicture() : document.exitPictureInPicture();
      void done?.catch(() => undefined); // refused without a user gesture or before the first frame
    },
    toggleFull() {
      if (document.fullscreenElement !== null) {
        void document.exitFullscreen().catch(() => undefined);
      } else if (typeof container?.requestFullscreen === 'function') {
        void container.requestFullscreen().catch(() => undefined);
      } else {
        // iPhones support full screen only for the element itself, under another name.
        (video as { webkitEnterFullscreen?: () => void } | null)?.webkitEnterFullscreen?.();
      }
    },
  };
}
