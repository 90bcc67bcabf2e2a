// Reads the cues of a WebVTT file with the browser's own parser.

/** One cue: times in seconds, and text without markup. */
export interface Cue {
  start: number;
  end: number;
  text: string;
}

const isVtt = (cue: TextTrackCue): cue is VTTCue => 'getCueAsHTML' in cue;

/** The text without tags and entities, on one line. */
function plainText(cue: VTTCue): string {
  return (cue.getCueAsHTML().textContent ?? '').replaceAll(/\s+/gu, ' ').trim();
}

/** Reads a file through a track of a detached <video>; rejects if it can't be loaded. */
export function readCues(url: string, signal: AbortSignal): Promise<Cue[]> {
  return new Promise((resolve, reject) => {
    const video = document.createElement('video');
    const element = document.createElement('track');
    video.crossOrigin = 'anonymous'; // same as fetch: the file may be on another host
    element.src = url;
    element.addEventListener('load', () => {
      const cues = [...(element.track.cues ?? [])].filter(isVtt).map((cue) => ({
        start: cue.startTime,
        end: cue.endTime,
        text: plainText(cue),
      }));
      resolve(cues.filter(({ start, end, text }) => end > start && text !== ''));
    });
    element.addEventListener('error', () => reject(new TypeError(`cannot read ${url}`)));
    signal.addEventListener('abort', () => {
      element.remove();
      reject(signal.reason as Error);
    });
    video.append(element);
    element.track.mode = 'hidden'; // a disabled track is not loaded
  });
}

/** The index of the last cue that has started; -1 before the first. */
export function cueAt(cues: readonly { start: number }[], at: number): number {
  return cues.findLastIndex(({ start }) => start <= at);
}
