package parse

import (
	"regexp"
	"strings"
)

// An Academic is a term as registrars' systems name it: the year its academic year begins, and its number in that year.
// Zero means unknown.
type Academic struct {
	Year     int
	Semester int
}

var (
	yearPair   = regexp.MustCompile(`^(20\d{2})\s*[-/]\s*(20\d{2}|\d{2})`)
	yearJoined = regexp.MustCompile(`^(20\d{2})(20\d{2})`)
	yearAlone  = regexp.MustCompile(`^(20\d{2})(?:年|学年|级)?`)
	semester   = regexp.MustCompile(`^(?:学年)?[-_/\s.,]*(?:第)?([123一二三]|12|16)(?:学期)?$`)
	halves     = map[string]int{"上": 1, "下": 2}
	seasons    = []struct {
		number int
		words  []string
	}{
		{3, []string{"夏", "小学期", "短学期", "summer"}},
		{1, []string{"秋", "上学期", "上半学期", "autumn", "fall"}},
		{2, []string{"春", "下学期", "下半学期", "spring"}},
	}
)

// ReadAcademic reads 2026-2027-1, 2026-2027学年第一学期, 2026-2027, 第1学期, 1, 2026秋 and similar. A season after a single year
// refers to the calendar year: 2027春 is the second term of 2026-2027.
func ReadAcademic(text string) (Academic, bool) {
	text = strings.Trim(folded(text), " ()[]")
	var a Academic
	rest := text
	pair := false
	if m := yearJoined.FindStringSubmatch(text); m != nil {
		a.Year, pair, rest = Number(m[1]), true, text[len(m[0]):]
		if Number(m[2]) != a.Year+1 {
			return Academic{}, false
		}
	} else if at := yearPair.FindStringSubmatchIndex(text); at != nil {
		first, second := Number(text[at[2]:at[3]]), text[at[4]:at[5]]
		if next := (first + 1) % 100; Number(second)%100 != next || len(second) == 4 && Number(second) != first+1 {
			return Academic{}, false
		}
		a.Year, pair, rest = first, true, text[at[5]:]
	} else if m := yearAlone.FindStringSubmatch(text); m != nil {
		a.Year, rest = Number(m[1]), text[len(m[0]):]
	}
	rest = strings.TrimSpace(rest)
	if rest == "" || rest == "学年" {
		return a, a.Year > 0
	}
	if m := semester.FindStringSubmatch(rest); m != nil {
		a.Semester = map[string]int{"1": 1, "一": 1, "2": 2, "二": 2, "12": 2, "3": 3, "三": 3, "16": 3}[m[1]]
		return a, true
	}
	if n := halves[rest]; n > 0 {
		a.Semester = n
		return a, true
	}
	for _, season := range seasons {
		for _, word := range season.words {
			if !strings.Contains(rest, word) {
				continue
			}
			a.Semester = season.number
			if !pair && a.Year > 0 && season.number != 1 {
				a.Year--
			}
			return a, true
		}
	}
	return Academic{}, false
}

// Fits reports whether both may be the same term.
func (a Academic) Fits(other Academic) bool {
	return (a.Year == 0 || other.Year == 0 || a.Year == other.Year) &&
		(a.Semester == 0 || other.Semester == 0 || a.Semester == other.Semester)
}
