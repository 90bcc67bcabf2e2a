package search

import (
	"encoding/binary"
	"slices"
	"strings"
	"unicode"

	"lectern/internal/kernel/fold"
)

// A line is a piece of a document that is shown as one, and where in the recording it stands.
type line struct {
	at   int64 // in ms
	text string
}

const (
	// maxWord is how many characters of a word count.
	maxWord = 40
	// minPrefix is from how many characters on the beginning of a word finds it.
	minPrefix = 2
	// prefixMark ends a token that is the beginning of a word. No word contains it.
	prefixMark = "*"
)

// words is what a document is found by: where each of its tokens stands, in order. Every character of Chinese and every
// other word has a place of its own; a punctuation mark leaves one out, so that no phrase reaches across it.
type words map[string][]int64

// scanner goes through a text and numbers its words.
type scanner struct {
	found    words
	place    int64
	before   rune   // the Chinese character just before, if there is one
	word     []rune // that has begun
	prefixes bool   // also note the beginnings of words
}

// scan returns the words of lines and the place at which each line begins. Where lines are joined, a Chinese word may
// begin in one and end in the next: cues are cut by time, not by meaning.
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
			s.gap() // a line without words has a place, too: it is a key
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

// gap keeps phrases from reaching across.
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

// isIdeograph tells whether a character is written without blanks around words, so that words are found by
// pairs of characters.
func isIdeograph(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana)
}

// A term is a token and how far behind the beginning of its phrase it stands.
type term struct {
	token  string
	offset int64
}

// A phrase is what was typed without a blank: its terms stand side by side.
type phrase []term

// maxTerms bounds what one search looks for; the rest of what was typed does not count.
const maxTerms = 8

// parse reads what somebody typed. Blanks and punctuation separate phrases. The last word may be unfinished.
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

// phraseOf takes every second pair of characters: together they cover the phrase, and where they stand says that
// nothing is between them.
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

// match finds the places of a document at which all phrases stand, given where each token does.
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

// all tells whether every list has a place near one.
func all(lists [][]int64, at int64) bool {
	for _, list := range lists {
		i, _ := slices.BinarySearch(list, at-near)
		if i == len(list) || list[i] > at+near {
			return false
		}
	}
	return true
}

// starts are the places at which a phrase begins.
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

// encode writes places that are in order, as differences.
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
			break // not written by encode: what was read so far counts
		}
		last += int64(step)
		places, raw = append(places, last), raw[n:]
	}
	return places
}
