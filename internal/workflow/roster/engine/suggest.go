package engine

import (
	"strings"

	"lectern/internal/workflow/roster/parse"
)

const (
	maxSuggested = 500 // values per import: each is compared with every name
	maxApart     = 2   // letters
)

// suggest returns the likely meaning of an unknown name: the only known one that is a letter or two away.
func (x *run) suggest(p Problem, value string) string {
	lists := map[string]*names{
		"timetable.unknown_campus": x.lookup.campuses, "student.no_programme": x.lookup.programmes,
		"timetable.unknown_teacher": x.lookup.teachers, "timetable.unknown_room": x.lookup.rooms[""],
		"course.no_course": x.lookup.courses, "course.no_group": x.lookup.groups, "roster.no_student": x.lookup.students,
	}
	list := lists[p.Reason.Code]
	key := parse.NameKey(value)
	if list == nil || key == "" {
		return ""
	}
	if x.suggested == nil {
		x.suggested = map[string]string{}
	}
	if known, there := x.suggested[p.Reason.Code+key]; there || len(x.suggested) >= maxSuggested {
		return known
	}
	best, apart, several := "", maxApart+1, false
	try := func(name string) {
		if _, code, two := strings.Cut(name, "\x00"); two { // a group with its term
			name = code
		}
		switch n := distance([]rune(key), []rune(name)); {
		case n < apart:
			best, apart, several = name, n, false
		case n == apart && name != best:
			several = true
		}
	}
	for name := range list.exact {
		try(name)
	}
	for name := range list.named {
		try(name)
	}
	if several || apart*2 > len([]rune(key)) {
		best = ""
	}
	x.suggested[p.Reason.Code+key] = best
	return best
}

// distance counts the letters to change, add or remove; it stops counting above maxApart.
func distance(a, b []rune) int {
	if len(a)-len(b) > maxApart || len(b)-len(a) > maxApart {
		return maxApart + 1
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range a {
		before := row[0]
		row[0] = i + 1
		for j := range b {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			before, row[j+1] = row[j+1], min(row[j+1]+1, row[j]+1, before+cost)
		}
	}
	return row[len(b)]
}
