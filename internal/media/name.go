package media

import (
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"lectern/internal/civil"
)

// A Name is what the name of a file says about the recording in it.
type Name struct {
	Code   string // of a course or a group, as the college writes it; empty when none is in it
	Day    civil.Date
	Dated  bool
	Clock  civil.Time
	Timed  bool
	Number int    // of the lesson, from 1; 0 when none is in it
	Title  string // what is left
}

var (
	datePattern   = regexp.MustCompile(`(?:^|[^0-9])(20\d{2})[-._年]?(\d{1,2})[-._月]?(\d{1,2})日?(?:[^0-9]|$)`)
	timePattern   = regexp.MustCompile(`^[ _T-]*([01]?\d|2[0-3])[:：.\-h时]?([0-5]\d)((?:[:.\-]?[0-5]\d)?)(?:[^0-9]|$)`)
	numberPattern = regexp.MustCompile(`(?i)第\s*(\d{1,3})\s*[讲课节集]|(?:lesson|lecture|part|ep|l)[ _.-]*(\d{1,3})(?:[^0-9a-z]|$)|^[ _.-]*(\d{1,3})(?:[ _.-]|$)`)
	junkPattern   = regexp.MustCompile(`^[\s_.\-–—]+|[\s_.\-–—]+$`)
)

// ParseName reads a file's name. Codes are those of the college: longer ones win, so that a group is not taken for its course.
func ParseName(file string, codes []string) Name {
	text := strings.TrimSuffix(path.Base(strings.ReplaceAll(file, "\\", "/")), path.Ext(file))
	var n Name
	text = n.takeCode(text, codes)
	text = n.takeDate(text)
	if m := numberPattern.FindStringSubmatchIndex(text); m != nil && !n.Dated {
		for _, group := range [][2]int{{2, 3}, {4, 5}, {6, 7}} {
			if m[group[0]] >= 0 {
				n.Number, _ = strconv.Atoi(text[m[group[0]]:m[group[1]]]) // the pattern has only digits there
			}
		}
		text = text[:m[0]] + " " + text[m[1]:]
	}
	n.Title = strings.Join(strings.Fields(junkPattern.ReplaceAllString(strings.ReplaceAll(text, "_", " "), "")), " ")
	return n
}

func (n *Name) takeCode(text string, codes []string) string {
	byLength := slices.Clone(codes)
	slices.SortStableFunc(byLength, func(a, b string) int { return len(b) - len(a) })
	lower := strings.ToLower(text)
	for _, code := range byLength {
		at := strings.Index(lower, strings.ToLower(code))
		if code == "" || at < 0 || len(lower) != len(text) {
			continue
		}
		end := at + len(code)
		if at > 0 && isWord(lower[at-1]) || end < len(lower) && isWord(lower[end]) {
			continue // part of something longer
		}
		n.Code = code
		return text[:at] + " " + text[end:]
	}
	return text
}

func isWord(c byte) bool { return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' }

func (n *Name) takeDate(text string) string {
	m := datePattern.FindStringSubmatchIndex(text)
	if m == nil {
		return text
	}
	part := func(i int) string { return text[m[2*i]:m[2*i+1]] }
	day, err := civil.ParseDate(part(1) + "-" + twoDigits(part(2)) + "-" + twoDigits(part(3)))
	if err != nil {
		return text
	}
	n.Day, n.Dated = day, true
	rest := text[m[7]:] // after the day
	rest = strings.TrimPrefix(rest, "日")
	if c := timePattern.FindStringSubmatchIndex(rest); c != nil {
		if clock, err := civil.ParseTime(twoDigits(rest[c[2]:c[3]]) + ":" + rest[c[4]:c[5]]); err == nil {
			n.Clock, n.Timed = clock, true
			rest = rest[c[7]:] // seconds are of no use
		}
	}
	return text[:m[2]] + " " + rest
}

func twoDigits(text string) string {
	if len(text) == 1 {
		return "0" + text
	}
	return text
}
