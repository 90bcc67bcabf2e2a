package search

import (
	"encoding/binary"
	"slices"
	"strings"
	"unicode"

	"lectern/internal/kernel/fold"
)

// A line is a part of a document that is shown as a unit, with its time in the recording.
type line struct {
	at   int64 // in ms
	text string
}

const (
	// maxWord is how many characters of a word are indexed.
	maxWord = 40
	// minPrefix is the shortest prefix that finds a word.
	minPrefix = 2
	// prefixMark ends a token that is a prefix of a word. No word contains it.
	prefixMark = "*"
)

// words maps the tokens of a document to their positions, in order. Each Chinese character and each other word takes
// one position; punctuation leaves one out, so that no phrase spans it.
type words map[string][]int64

// scanner numbers the words of a text.
type scanner struct {
	found    words
	place    int64
	before   rune   // the preceding Chinese character, if any
	word     []rune // the word in progress
	prefixes bool   // also index prefixes
}

// scan returns the words of lines and the position at which each line starts. In joined lines a Chinese word may span
// two: cues are cut by time, not by meaning.
func scan(lines []line, joined bool) (found words, firsts []int64) {
	s := scanner{found: words{}, prefixes: true}
	for _, l := range lines {
		firsts = append(firsts, s.place)
		s.text(l.text)
		s.endWord()
		if !joined {
			s.gap()
		}
		if len(firsts) > 0 && s.place == firsts[len(firsts)-1] {
			s.gap() // a line without words needs a position too, as its key
		}
	}
	return s.found, firsts
}

func (s *scanner) text(text string) {
	for _, r := range fold.Width(text) {
		s.rune(unicode.ToLower(r))
	}
}

func (s *scanner) rune(r rune) {
	switch {
	case isIdeograph(r):
		s.endWord()
		s.add(string(r), s.place)
		if s.before != 0 {
			s.add(string([]rune{s.before, r}), s.place-1)
		}
		s.before = r
		s.place++
	case unicode.IsLetter(r), unicode.IsDigit(r), unicode.Is(unicode.Mn, r):
		s.before = 0
		if len(s.word) < maxWord {
			s.word = append(s.word, r)
		}
	case r == '\'', r == '’':
		// don't is one word
	case unicode.IsSpace(r):
		s.endWord()
	default:
		s.endWord()
		s.gap()
	}
}

// gap keeps phrases from spanning it.
func (s *scanner) gap() {
	s.before = 0
	s.place++
}

func (s *scanner) endWord() {
	if len(s.word) == 0 {
		return
	}
	s.add(string(s.word), s.place)
	for n := minPrefix; s.prefixes && n <= len(s.word); n++ {
		s.add(string(s.word[:n])+prefixMark, s.place)
	}
	s.word = s.word[:0]
	s.place++
}

func (s *scanner) add(token string, place int64) {
	s.found[token] = append(s.found[token], place)
}

// isIdeograph reports whether a character belongs to a script without spaces, so that words are found by pairs of
// characters.
func isIdeograph(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana)
}

// A term is a token and its offset from the start of its phrase.
type term struct {
	token  string
	offset int64
}

// A phrase is input without spaces: its terms must be adjacent.
type phrase []term

// maxTerms limits the terms of one search; the rest of the input is ignored.
const maxTerms = 8

// parse splits input at spaces and punctuation into phrases. The last word may be unfinished.
func parse(text string) []phrase {
	folded := strings.ToLower(fold.Width(text))
	var list []phrase
	total := 0
	chunks := strings.FieldsFunc(folded, func(r rune) bool {
		return !isIdeograph(r) && !unicode.IsLetter(r) && !unicode.IsDigit(r) &&
			!unicode.Is(unicode.Mn, r) && r != '\'' && r != '’'
	})
	for i, chunk := range chunks {
		unfinished := i == len(chunks)-1 && strings.HasSuffix(folded, chunk)
		p := phraseOf(chunk, unfinished)
		p = p[:min(len(p), maxTerms-total)]
		if total += len(p); len(p) > 0 && !slices.ContainsFunc(list, func(other phrase) bool {
			return slices.Equal(other, p)
		}) {
			list = append(list, p)
		}
	}
	return list
}

// phraseOf takes every second pair of characters: together they cover the phrase, and their positions prove that
// nothing is in between.
func phraseOf(chunk string, unfinished bool) (p phrase) {
	var run []rune
	var place int64
	endRun := func() {
		switch n := len(run); {
		case n == 1:
			p = append(p, term{string(run), place - 1})
		case n > 1:
			from := place - int64(n)
			for i := 0; i+1 < n; i += 2 {
				p = append(p, term{string(run[i : i+2]), from + int64(i)})
			}
			if n%2 == 1 {
				p = append(p, term{string(run[n-2:]), place - 2})
			}
		}
		run = run[:0]
	}
	var word []rune
	endWord := func(last bool) {
		if len(word) == 0 {
			return
		}
		token := string(word)
		if last && unfinished && len(word) >= minPrefix {
			token += prefixMark
		}
		p = append(p, term{token, place})
		place++
		word = word[:0]
	}
	for _, r := range chunk {
		switch {
		case isIdeograph(r):
			endWord(false)
			run = append(run, r)
			place++
		case r == '\'', r == '’':
		default:
			endRun()
			if len(word) < maxWord {
				word = append(word, r)
			}
		}
	}
	endRun()
	endWord(true)
	return p
}

// near is how many words may be between the phrases of a search.
const near = 64

// match returns the positions in a document where all phrases occur, given the positions of each token.
func match(phrases []phrase, places func(token string) []int64) []int64 {
	if len(phrases) == 0 {
		return nil
	}
	starts := make([][]int64, len(phrases))
	rarest := 0
	for i, p := range phrases {
		if starts[i] = p.starts(places); len(starts[i]) == 0 {
			return nil
		}
		if len(starts[i]) < len(starts[rarest]) {
			rarest = i
		}
	}
	var hits []int64
	for _, at := range starts[rarest] {
		if all(starts, at) {
			hits = append(hits, at)
		}
	}
	return hits
}

// all reports whether every list has a position near this one.
func all(lists [][]int64, at int64) bool {
	for _, list := range lists {
		i, _ := slices.BinarySearch(list, at-near)
		if i == len(list) || list[i] > at+near {
			return false
		}
	}
	return true
}

// starts returns the positions at which a phrase starts.
func (p phrase) starts(places func(token string) []int64) []int64 {
	var list []int64
	for i, t := range p {
		next := places(t.token)
		if i == 0 {
			list = shifted(next, t.offset)
			continue
		}
		list = slices.DeleteFunc(list, func(at int64) bool {
			_, found := slices.BinarySearch(next, at+t.offset)
			return !found
		})
	}
	return list
}

func shifted(list []int64, by int64) []int64 {
	out := make([]int64, len(list))
	for i, at := range list {
		out[i] = at - by
	}
	return out
}

// encode writes sorted positions as differences.
func encode(places []int64) []byte {
	out := make([]byte, 0, len(places)*2)
	var last int64
	for _, at := range places {
		out = binary.AppendUvarint(out, uint64(at-last))
		last = at
	}
	return out
}

func decode(raw []byte) (places []int64) {
	var last int64
	for len(raw) > 0 {
		step, n := binary.Uvarint(raw)
		if n <= 0 {
			break // not written by encode: use what was read so far
		}
		last += int64(step)
		places, raw = append(places, last), raw[n:]
	}
	return places
}
