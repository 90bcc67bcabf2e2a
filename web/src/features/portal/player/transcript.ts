import type { Cue } from './cues';

/** The cues that contain a text, ignoring case, with their index. */
export function findCues(cues: readonly Cue[], text: string): { cue: Cue; index: number }[] {
  const wanted = text.trim().toLocaleLowerCase();
  return cues
    .map((cue, index) => ({ cue, index }))
    .filter(({ cue }) => wanted === '' || cue.text.toLocaleLowerCase().includes(wanted));
}

/** Splits a text around every match, for highlighting: parts with an odd index are matches. */
export function splitAt(text: string, found: string): string[] {
  const wanted = found.trim();
  if (wanted === '') {
    return [text];
  }
  return text.split(new RegExp(`(${wanted.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`)})`, 'iu'));
}
