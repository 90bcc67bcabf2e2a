// WebVTT as far as transcripts and scrub pictures need it: cues with times and plain text.

/** One cue. */
export interface Cue {
  start: number;
  end: number;
  text: string;
}

const time = String.raw`(?:(\d{2,}):)?([0-5]\d):([0-5]\d)[.,](\d{3})`;
const timing = new RegExp(`^${time}[ \\t]+-->[ \\t]+${time}(?:[ \\t].*)?$`, 'u');

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: ' ',
  lrm: '',
  rlm: '',
};

function seconds(parts: readonly (string | undefined)[]): number {
  const [hours = '0', minutes = '0', rest = '0', thousandths = '0'] = parts;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(rest) + Number(thousandths) / 1000;
}

/** The words of a cue without its markup. */
function plain(payload: readonly string[]): string {
  return payload
    .map((line) =>
      line
        .replaceAll(/<[^>]*>/gu, '')
        .replaceAll(/&(\w+);/gu, (whole, name: string) => entities[name] ?? whole)
        .trim(),
    )
    .filter((line) => line !== '')
    .join(' ');
}

/** The cues of a file in the order of time. What cannot be read is passed over: half a transcript beats none. */
export function parseVtt(text: string): Cue[] {
  const blocks = text
    .replace(/^\u{FEFF}/u, '')
    .replaceAll(/\r\n?/gu, '\n')
    .split(/\n{2,}/u);
  const cues = blocks.flatMap((block): Cue[] => {
    const lines = block.split('\n');
    const at = lines.findIndex((line) => timing.test(line.trim()));
    if (at === -1 || at > 1) {
      return []; // the head, a note, a style: timings stand on the first line or after an identifier
    }
    const match = timing.exec((lines[at] ?? '').trim());
    const [start, end] = [seconds(match?.slice(1, 5) ?? []), seconds(match?.slice(5, 9) ?? [])];
    const words = plain(lines.slice(at + 1));
    return end > start && words !== '' ? [{ start, end, text: words }] : [];
  });
  return cues.toSorted((a, b) => a.start - b.start);
}

/** The cue at a time: the last that has begun, while it lasts or nothing else has come; -1 before the first. */
export function cueAt(cues: readonly { start: number }[], at: number): number {
  let [low, high] = [0, cues.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((cues[middle]?.start ?? 0) <= at) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low - 1;
}

/** The cues that hold a text, whatever its case, with their places in the whole. */
export function findCues(cues: readonly Cue[], text: string): { cue: Cue; index: number }[] {
  const wanted = text.trim().toLocaleLowerCase();
  return cues
    .map((cue, index) => ({ cue, index }))
    .filter(({ cue }) => wanted === '' || cue.text.toLocaleLowerCase().includes(wanted));
}

/** A text cut at every place where another stands in it, for marking: the odd parts are the found ones. */
export function splitAt(text: string, found: string): string[] {
  const wanted = found.trim();
  if (wanted === '') {
    return [text];
  }
  return text.split(new RegExp(`(${wanted.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`)})`, 'iu'));
}

/** One small picture of the recording on a sheet of many. */
export interface Picture {
  start: number;
  end: number;
  sheet: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The scrub pictures in a file; the sheets' addresses are relative to the file's own. */
export function parsePictures(text: string, base: string): Picture[] {
  return parseVtt(text).flatMap(({ start, end, text: target }): Picture[] => {
    const match = /^(?<sheet>[^#\s]+)#xywh=(?:pixel:)?(?<x>\d+),(?<y>\d+),(?<w>\d+),(?<h>\d+)$/u.exec(target);
    if (match?.groups === undefined) {
      return [];
    }
    const { sheet = '', x, y, w, h } = match.groups;
    const address = new URL(sheet, new URL(base, 'http://here.invalid'));
    return [
      {
        start,
        end,
        sheet: address.hostname === 'here.invalid' ? address.pathname + address.search : address.href,
        x: Number(x),
        y: Number(y),
        width: Number(w),
        height: Number(h),
      },
    ];
  });
}
