// The server counts by the same rule: where words are not written apart, every character is one; elsewhere a run up to
// white space is one when it holds a letter or a digit.
const apart = String.raw`\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Bopo}`;
const run = new RegExp(String.raw`[${apart}]|[^${apart}\p{White_Space}]+`, 'gu');

/** How many words a text has. */
export function countWords(text: string): number {
  return (text.match(run) ?? []).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
