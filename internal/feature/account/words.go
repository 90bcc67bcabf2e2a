package account

import "unicode"

// maxWords is how long an introduction may be.
const maxWords = 200

// Words counts the words of a text; the browser counts by the same rule. A word is
//   - one character of the scripts Han, Hiragana, Katakana, Hangul or Bopomofo, or
//   - a run of other characters, up to white space (Unicode White_Space) or one of those scripts,
//     that holds at least one letter or digit (Unicode L or N); punctuation alone is no word.
//
// In JavaScript, with C = \p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Bopo}:
// text.match(/[C]|[^C\p{White_Space}]+/gu).filter(run => /[\p{L}\p{N}C]/u.test(run)).length.
func Words(text string) int {
	count := 0
	inRun, counted := false, false
	for _, r := range text {
		switch {
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Bopomofo):
			count++
			inRun, counted = false, false
		case unicode.IsSpace(r):
			inRun, counted = false, false
		default:
			if !inRun {
				inRun, counted = true, false
			}
			if !counted && (unicode.IsLetter(r) || unicode.IsNumber(r)) {
				counted = true
				count++
			}
		}
	}
	return count
}
