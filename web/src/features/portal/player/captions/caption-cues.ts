import type { DataOf } from '@/shared/api/types';
import type { Language } from './languages';

/** Captions in one language as staff edit them. */
export type Captions = DataOf<'get', '/api/admin/media/{asset}/captions/{language}/draft'>;

export type EditedCue = Captions['cues'][number];

/** '1:02.500': minutes and seconds with three decimals, as in the fields of the editor. */
export function timeText(seconds: number): string {
  const ms = Math.round(seconds * 1000);
  const rest = String(ms % 1000).padStart(3, '0');
  return `${Math.floor(ms / 60_000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, '0')}.${rest}`;
}

/** Parses '62.5', '1:02.5' or '1:01:02.5' as seconds; undefined for anything else. */
export function readTime(text: string): number | undefined {
  if (!/^(?:\d{1,2}:){0,2}\d{1,4}(?:[.,]\d{1,3})?$/u.test(text.trim())) {
    return undefined;
  }
  const seconds = text
    .trim()
    .replace(',', '.')
    .split(':')
    .reduce((sum, part) => sum * 60 + Number(part), 0);
  return Math.round(seconds * 1000) / 1000;
}

/** Splits a cue at a position of its text, and its duration in proportion. */
export function splitCue(cues: readonly EditedCue[], index: number, place: number): EditedCue[] {
  const cue = cues[index];
  if (cue === undefined) {
    return [...cues];
  }
  const at = place > 0 && place < cue.text.length ? place : Math.ceil(cue.text.length / 2);
  const share = cue.text.length === 0 ? 0.5 : at / cue.text.length;
  const middle = Math.round((cue.start + (cue.end - cue.start) * share) * 1000) / 1000;
  const parts = [
    { ...cue, end: middle, text: cue.text.slice(0, at).trim() },
    { ...cue, start: middle, text: cue.text.slice(at).trim() },
  ];
  return cues.toSpliced(index, 1, ...parts);
}

/** Joins a cue with the next one. Chinese needs no space between the two. */
export function mergeCue(cues: readonly EditedCue[], index: number): EditedCue[] {
  const [cue, next] = [cues[index], cues[index + 1]];
  if (cue === undefined || next === undefined) {
    return [...cues];
  }
  const between = /[\p{Script=Han}\p{P}]$/u.test(cue.text) && /^\p{Script=Han}/u.test(next.text) ? '' : ' ';
  const text = [cue.text, next.text].filter((one) => one !== '').join(between);
  return cues.toSpliced(index, 2, { ...cue, end: Math.max(cue.end, next.end), text });
}

/** Moves all cues by some seconds; those that would start before 0 start at 0. */
export function shiftCues(cues: readonly EditedCue[], by: number): EditedCue[] {
  const moved = (seconds: number): number => Math.max(0, Math.round((seconds + by) * 1000) / 1000);
  return cues
    .map((cue) => ({ ...cue, start: moved(cue.start), end: moved(cue.end) }))
    .filter(({ start, end }) => end > start);
}

const overlap = (one: EditedCue, other: EditedCue): boolean => one.start < other.end && other.start < one.end;

/** A row of the editor: for each language, the index of its line, if it has one at that time. */
export type Row = Readonly<Record<Language, number | undefined>>;

/** The rows of both languages: lines spoken at the same time share a row. */
export function alignCues(cues: Readonly<Record<Language, readonly EditedCue[]>>): Row[] {
  const [chinese, english] = [cues['zh-CN'], cues['en-US']];
  const rows: Row[] = [];
  for (let [i, j] = [0, 0]; i < chinese.length || j < english.length;) {
    const [one, other] = [chinese[i], english[j]];
    if (one !== undefined && other !== undefined && overlap(one, other)) {
      rows.push({ 'zh-CN': i++, 'en-US': j++ });
    } else if (other === undefined || (one !== undefined && one.start <= other.start)) {
      rows.push({ 'zh-CN': i++, 'en-US': undefined });
    } else {
      rows.push({ 'zh-CN': undefined, 'en-US': j++ });
    }
  }
  return rows;
}

/** Inserts a cue in time order and returns its index. */
export function insertCue(cues: readonly EditedCue[], cue: EditedCue): { cues: EditedCue[]; index: number } {
  const behind = cues.findIndex(({ start }) => start >= cue.start);
  const index = behind < 0 ? cues.length : behind;
  return { cues: cues.toSpliced(index, 0, cue), index };
}

/** How long a new line at the end is shown, in seconds. */
const newLength = 3;

/** Adds an empty line at a moment, or after the line spoken then, up to the start of the next one. */
export function addCue(cues: readonly EditedCue[], at: number): { cues: EditedCue[]; index: number } {
  const start = cues.findLast((cue) => cue.start <= at && at < cue.end)?.end ?? at;
  const next = cues.find((cue) => cue.start > start)?.start ?? Infinity;
  return insertCue(cues, { start, end: Math.min(start + newLength, next), text: '' });
}
