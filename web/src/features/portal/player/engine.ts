// Puts a source on a video element: hls.js where the browser has MediaSource, the browser's own HLS elsewhere (iPhone),
// or a plain file. It knows nothing of lessons and nothing of the page. It is the whole hls.js: recordings keep their
// sound in a track of its own, which the light build does not play.
import type HlsType from 'hls.js';
import type { ErrorData, HlsConfig } from 'hls.js';
import { isSpent, withTicketOf } from './ticket';

/** One quality. */
export interface Level {
  height: number;
  bitrate: number;
}

/** Why it does not play. `spent`: the ticket has run out; a new one helps. */
export type Problem = 'network' | 'spent' | 'missing' | 'decode' | 'unsupported';

/** Where something live begins: 0 would be as far back as its playlist reaches. */
export const liveEdge = -1;

/** What can be played. */
export interface Source {
  kind: 'hls' | 'file';
  url: string;
}

/** What an engine tells. */
export interface Told {
  onLevels: (levels: readonly Level[]) => void;
  /** The quality that is shown now. */
  onLevel: (index: number) => void;
  onProblem: (problem: Problem) => void;
}

/** A source on an element. */
export interface Engine {
  /** A quality by its place in the list, or -1: whatever the connection bears. */
  setLevel: (index: number) => void;
  /** Goes on under the ticket of this address. */
  renew: (url: string) => void;
  destroy: () => void;
}

/** Fetches hls.js; called early so that it is there when the first lesson is. */
export function loadHls(): Promise<typeof HlsType> {
  return import('hls.js').then((module) => module.default);
}

const native = 'application/vnd.apple.mpegurl';

/** The status behind an element's error; the element itself does not tell. */
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

/** The element plays it by itself. */
function attachPlain(video: HTMLVideoElement, url: string, startAt: number, told: Told): Engine {
  const find = async (): Promise<void> => {
    const broken = video.error?.code === MediaError.MEDIA_ERR_DECODE;
    const status = await statusOf(url);
    const good = status !== undefined && status < 400;
    told.onProblem(broken ? 'decode' : good ? 'unsupported' : problemOf(status));
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
    setLevel: () => undefined, // the browser chooses by itself
    renew: () => undefined, // it opens one address; a spent ticket is a problem that starts anew
    destroy: () => {
      video.removeEventListener('error', failed);
      video.removeEventListener('loadedmetadata', begin);
      video.removeAttribute('src');
      video.load();
    },
  };
}

/** What an hls.js error that it cannot help itself out of means. */
function problemIn(hls: typeof HlsType, { type, details, response }: ErrorData): Problem {
  if (type === hls.ErrorTypes.MEDIA_ERROR) {
    return details === hls.ErrorDetails.MANIFEST_INCOMPATIBLE_CODECS_ERROR ? 'unsupported' : 'decode';
  }
  return type === hls.ErrorTypes.NETWORK_ERROR ? problemOf(response?.code) : 'decode';
}

function attachHls(Hls: typeof HlsType, video: HTMLVideoElement, url: string, startAt: number, told: Told): Engine {
  let current = url;
  let recovered = 0;
  const config: Partial<HlsConfig> = {
    enableWorker: false, // fMP4 needs no remuxing, and a worker would have to be a script of its own
    startPosition: startAt,
    capLevelToPlayerSize: true,
    maxBufferLength: 30,
    backBufferLength: 60,
    renderTextTracksNatively: false, // captions are files beside the recording, and the page's own business
    xhrSetup: (xhr, address) => xhr.open('GET', withTicketOf(address, current), true),
  };
  const hls = new Hls(config);
  hls.on(Hls.Events.MANIFEST_PARSED, (_, { levels }) =>
    told.onLevels(levels.map(({ height, bitrate }) => ({ height, bitrate }))),
  );
  hls.on(Hls.Events.LEVEL_SWITCHED, (_, { level }) => told.onLevel(level));
  hls.on(Hls.Events.ERROR, (_, data) => {
    if (isSpent(data.response?.code)) {
      hls.stopLoad();
      told.onProblem('spent');
    } else if (data.fatal && data.type === Hls.ErrorTypes.MEDIA_ERROR && recovered < 2) {
      recovered += 1;
      hls.recoverMediaError();
    } else if (data.fatal) {
      told.onProblem(problemIn(Hls, data));
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

/** Puts a source on the element, to begin at a time. */
export async function attach(
  video: HTMLVideoElement,
  { kind, url }: Source,
  startAt: number,
  told: Told,
): Promise<Engine> {
  if (kind === 'file') {
    return attachPlain(video, url, startAt, told);
  }
  const Hls = await loadHls();
  if (Hls.isSupported()) {
    return attachHls(Hls, video, url, startAt, told);
  }
  if (video.canPlayType(native) === '') {
    told.onProblem('unsupported');
  }
  return attachPlain(video, url, startAt, told);
}
