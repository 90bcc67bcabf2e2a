// Same rule as on the server: in scripts without spaces every character is a word; elsewhere a word is a run of
// characters up to white space that contains a letter or digit.
const unspaced = String.raw`\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Bopo}`;
const run = new RegExp(String.raw`[${unspaced}]|[^${unspaced}\p{White_Space}]+`, 'gu');

export function countWords(text: string): number {
  return (text.match(run) ?? []).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
