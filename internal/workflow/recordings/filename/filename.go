// Package filename parses the names of recording files and folders, as cameras, meeting programs and people write
// them in Chinese and English: a code, a date, a time, a week of the term, periods, a lesson number. Package
// recordings checks whether those exist. Start at Reader.Read.
package filename

import (
	"cmp"
	"path"
	"regexp"
	"slices"
	"strings"

	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/fold"
)

// Name is a parsed file name.
type Name struct {
	Code    string // of a course or group, as the college writes it, or empty
	Behind  string // text directly after the code
	Day     civil.Date
	Dated   bool
	Guessed bool // the date is written as 11.9 or Nov 9, which may mean something else
	Clock   civil.Time
	Timed   bool
	UTC     bool // date and time are in UTC
	Week    int  // of the term; 0 if absent
	Weekday civil.Weekday
	First   int // period; 0 if absent
	Last    int
	Turn    int    // 5 for a group's fifth class; 0 if absent
	Number  int    // of the lesson, from 1; 0 if absent
	Title   string // the remaining text
}

// SaysWhen reports whether the name has a date, a week or periods.
func (n *Name) SaysWhen() bool { return n.Dated || n.Week > 0 || n.Weekday > 0 || n.First > 0 }

// Reader parses names.
type Reader struct {
	codes []string // longest first, so that a group isn't read as its course
	today civil.Date
}

// NewReader returns a reader that knows the codes of the college's courses and groups. A date without a year is the
// latest one up to tomorrow, because a camera may be a time zone ahead.
func NewReader(codes []string, today civil.Date) *Reader {
	byLength := slices.DeleteFunc(slices.Clone(codes), func(code string) bool { return code == "" })
	slices.SortStableFunc(byLength, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	return &Reader{byLength, today}
}

// Read parses the name of a file.
func (r *Reader) Read(file string) Name {
	return r.read(strings.TrimSuffix(path.Base(file), path.Ext(file)), true)
}

// ReadCertain is Read without guesses.
func (r *Reader) ReadCertain(file string) Name {
	return r.read(strings.TrimSuffix(path.Base(file), path.Ext(file)), false)
}

// ReadFolder parses the name of a folder.
func (r *Reader) ReadFolder(folder string) Name { return r.read(folder, true) }

func (r *Reader) read(text string, guess bool) Name {
	var n Name
	text = fold.Width(text)
	if rest, found := r.takeCode(&n, text); found {
		text = rest
	} else if rest, found := r.takeCode(&n, spacedCode.ReplaceAllString(text, "$1$2")); found {
		text = rest
	}
	text = strings.ReplaceAll(text, "_", " ")
	text = r.takeDay(&n, text, guess)
	text = takeWeek(&n, text)
	text = takePeriods(&n, text)
	if !n.Timed {
		text = takeSpokenClock(&n, text)
	}
	if !n.SaysWhen() {
		text = takeNumber(&n, text)
	}
	n.Title = strings.Join(strings.Fields(Trim(recordingWords.ReplaceAllString(text, " "))), " ")
	return n
}

// recordingWords say only that the file is a recording, or its picture size.
var recordingWords = regexp.MustCompile(
	`(?i)录屏|录播|录像|录制|回放|(?:\b(?:screen|meeting|class) )?\brecording\b|\b\d{3,4}x\d{3,4}\b|\b(?:1080|720)p\b`)

var outer = regexp.MustCompile(`^[\s_.,\-–—()\[\]【】]+|[\s_.,\-–—(\[【】]+$`)

// Trim removes punctuation and spaces from both ends.
func Trim(text string) string { return outer.ReplaceAllString(text, "") }

// spacedCode is a code written with a space or hyphen: FIN 201, FIN-201.
var spacedCode = regexp.MustCompile(`([A-Za-z]{2,})[ _-](\d{3})`)

func (r *Reader) takeCode(n *Name, text string) (rest string, found bool) {
	lower := strings.ToLower(text)
	if len(lower) != len(text) {
		return text, false
	}
	for _, code := range r.codes {
		at := strings.Index(lower, strings.ToLower(code))
		if at < 0 {
			continue
		}
		end := at + len(code)
		if at > 0 && isWord(lower[at-1]) || end < len(lower) && isWord(lower[end]) {
			continue // part of a longer word
		}
		n.Code, n.Behind = code, lower[end:]
		return text[:at] + " " + text[end:], true
	}
	return text, false
}

func isWord(c byte) bool { return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' }

var (
	turnPattern   = regexp.MustCompile(`第\s*(\d{1,2}|[一二三四五六七八九十]{1,3})\s*(?:次课?|堂课?)`)
	numberPattern = regexp.MustCompile(`(?i)第\s*(\d{1,3}|[一二三四五六七八九十]{1,3})\s*[讲课节集回]|(?:lesson|lecture|part|ep|l)[ ` +
		`.-]*(\d{1,3})(?:[^0-9a-z]|$)|^[ .-]*(\d{1,3})(?:[ -]|\.(?:[^0-9]|$)|$)`)
)

func takeNumber(n *Name, text string) string {
	if m := turnPattern.FindStringSubmatchIndex(text); m != nil {
		n.Turn = number(group(text, m, 1))
		return replace(text, m)
	}
	if m := numberPattern.FindStringSubmatchIndex(text); m != nil {
		n.Number = number(group(text, m, 1) + group(text, m, 2) + group(text, m, 3)) // only one of them matched
		return replace(text, m)
	}
	return text
}

// group returns the text of a capture group, or "" if it didn't match.
func group(text string, m []int, i int) string {
	if m[2*i] < 0 {
		return ""
	}
	return text[m[2*i]:m[2*i+1]]
}

// replace replaces a match with a space.
func replace(text string, m []int) string { return text[:m[0]] + " " + text[m[1]:] }
