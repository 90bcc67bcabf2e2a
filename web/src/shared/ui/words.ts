// A run of letters is a word; where words are not written apart (Chinese, Japanese) every character is one.
const single = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]`;
const word = new RegExp(String.raw`${single}|(?:(?!${single})[\p{L}\p{N}][\p{M}'’_-]*)+`, 'gu');

/** How many words a text has. */
export function countWords(text: string): number {
  return text.match(word)?.length ?? 0;
}
