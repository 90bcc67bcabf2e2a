// The server counts by the same rule: in scripts without spaces every character is a word; elsewhere a run up to white
// space is one if it holds a letter or a digit.
const unspaced = String.raw`\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Bopo}`;
const run = new RegExp(String.raw`[${unspaced}]|[^${unspaced}\p{White_Space}]+`, 'gu');

/** How many words a text has. */
export function countWords(text: string): number {
  return (text.match(run) ?? []).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
