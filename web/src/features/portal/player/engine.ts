// Plays a source on a video element: with hls.js if the browser has MediaSource, with native HLS otherwise (iPhone), or
// as a plain file. It knows nothing of lessons or the page. It needs the full hls.js: recordings have a separate audio
// track, which the light build can't play.
import type HlsType from 'hls.js';
import type { ErrorData, HlsConfig } from 'hls.js';
import { isSpent, withTicketOf } from './ticket';

export interface Level {
  height: number;
  bitrate: number;
}

/** Why playback failed. `spent`: the ticket has expired; a new one helps. */
export type Problem = 'network' | 'spent' | 'missing' | 'decode' | 'unsupported';

/** Start position of a live stream: 0 would be the oldest part of its playlist. */
export const liveEdge = -1;

/** Something playable. */
export interface Source {
  kind: 'hls' | 'file';
  url: string;
}

/** The engine's callbacks. */
export interface EngineCallbacks {
  onLevels: (levels: readonly Level[]) => void;
  /** The quality that is playing now. */
  onLevel: (index: number) => void;
  onProblem: (problem: Problem) => void;
}

/** A source attached to an element. */
export interface Engine {
  /** Sets the quality by index; -1 adapts to the connection. */
  setLevel: (index: number) => void;
  /** Continues with the ticket of this address. */
  renew: (url: string) => void;
  destroy: () => void;
}

/** Fetches hls.js; called early so that it is ready for the first lesson. */
export function loadHls(): Promise<typeof HlsType> {
  return import('hls.js').then((module) => module.default);
}

const native = 'application/vnd.apple.mpegurl';

/** The HTTP status behind an element's error, which the element doesn't report. */
async function statusOf(url: string): Promise<number | undefined> {
  try {
    return (await fetch(url, { method: 'HEAD', cache: 'no-store' })).status;
  } catch {
    return undefined;
  }
}

function problemOf(status: number | undefined): Problem {
  if (status === undefined || status === 0 || status >= 500) {
    return 'network';
  }
  return isSpent(status) ? 'spent' : status === 404 ? 'missing' : 'decode';
}

/** Lets the element play the address natively. */
function attachPlain(video: HTMLVideoElement, url: string, startAt: number, callbacks: EngineCallbacks): Engine {
  const find = async (): Promise<void> => {
    const broken = video.error?.code === MediaError.MEDIA_ERR_DECODE;
    const status = await statusOf(url);
    const good = status !== undefined && status < 400;
    callbacks.onProblem(broken ? 'decode' : good ? 'unsupported' : problemOf(status));
  };
  const failed = (): void => void find();
  const begin = (): void => {
    if (startAt > 0) {
      video.currentTime = startAt;
    }
  };
  video.addEventListener('error', failed);
  video.addEventListener('loadedmetadata', begin, { once: true });
  video.src = url;
  return {
    setLevel: () => undefined, // the browser chooses
    // uses a single address; an expired ticket is reported as a problem, which restarts playback
    renew: () => undefined,
    destroy: () => {
      video.removeEventListener('error', failed);
      video.removeEventListener('loadedmetadata', begin);
      video.removeAttribute('src');
      video.load();
    },
  };
}

/** Maps a fatal hls.js error to a problem. */
function problemIn(hls: typeof HlsType, { type, details, response }: ErrorData): Problem {
  if (type === hls.ErrorTypes.MEDIA_ERROR) {
    return details === hls.ErrorDetails.MANIFEST_INCOMPATIBLE_CODECS_ERROR ? 'unsupported' : 'decode';
  }
  return type === hls.ErrorTypes.NETWORK_ERROR ? problemOf(response?.code) : 'decode';
}

function attachHls(
  Hls: typeof HlsType,
  video: HTMLVideoElement,
  url: string,
  startAt: number,
  callbacks: EngineCallbacks,
): Engine {
  let current = url;
  let recovered = 0;
  const config: Partial<HlsConfig> = {
    enableWorker: false, // fMP4 needs no remuxing, and a worker would have to be a separate script
    startPosition: startAt,
    capLevelToPlayerSize: true,
    maxBufferLength: 30,
    backBufferLength: 60,
    renderTextTracksNatively: false, // captions are separate files, which the page shows itself
    xhrSetup: (xhr, address) => xhr.open('GET', withTicketOf(address, current), true),
  };
  const hls = new Hls(config);
  hls.on(Hls.Events.MANIFEST_PARSED, (_, { levels }) =>
    callbacks.onLevels(levels.map(({ height, bitrate }) => ({ height, bitrate }))),
  );
  hls.on(Hls.Events.LEVEL_SWITCHED, (_, { level }) => callbacks.onLevel(level));
  hls.on(Hls.Events.ERROR, (_, data) => {
    if (isSpent(data.response?.code)) {
      hls.stopLoad();
      callbacks.onProblem('spent');
    } else if (data.fatal && data.type === Hls.ErrorTypes.MEDIA_ERROR && recovered < 2) {
      recovered += 1;
      hls.recoverMediaError();
    } else if (data.fatal) {
      callbacks.onProblem(problemIn(Hls, data));
    }
  });
  hls.loadSource(url);
  hls.attachMedia(video);
  return {
    setLevel: (index) => {
      hls.nextLevel = index;
    },
    renew: (address) => {
      current = address;
    },
    destroy: () => hls.destroy(),
  };
}

/** Attaches a source to the element, starting at a time. */
export async function attach(
  video: HTMLVideoElement,
  { kind, url }: Source,
  startAt: number,
  callbacks: EngineCallbacks,
): Promise<Engine> {
  if (kind === 'file') {
    return attachPlain(video, url, startAt, callbacks);
  }
  const Hls = await loadHls();
  if (Hls.isSupported()) {
    return attachHls(Hls, video, url, startAt, callbacks);
  }
  if (video.canPlayType(native) === '') {
    callbacks.onProblem('unsupported');
  }
  return attachPlain(video, url, startAt, callbacks);
}
