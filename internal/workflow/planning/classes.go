package planning

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"lectern/internal/feature/timetable"
	"lectern/internal/feature/timetable/clash"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/fold"
)

const maxClasses = 30

// SwapCandidate is a class that another class could swap with.
type SwapCandidate struct {
	Class timetable.Class
	Group clash.Group
}

// Classes searches a term's upcoming classes, including the caller's draft. Every word of the text must occur in
// the name or code of the course or group, or be the date of the class. It returns at most thirty, nearest to the
// given class first. Registrars only. Error: timetable.no_class.
func (s *Service) Classes(ctx context.Context, who access.Actor, term, class, search string) ([]SwapCandidate, error) {
	x, own, err := s.openDraft(ctx, who, term)
	if err != nil {
		return nil, err
	}
	view := x.With(changesOf(own))
	near := view.Find(class)
	if near == nil {
		return nil, fault.New(fault.NotFound, "timetable.no_class")
	}
	fits := matchWords(view, strings.Fields(search))
	var list []SwapCandidate
	day := s.o.Timetables.Today()
	if day.Before(x.Term.FirstMonday) {
		day = x.Term.FirstMonday
	}
	for ; !day.After(x.Term.LastDay()); day = day.AddDays(1) {
		for c := range view.On(day) {
			if c.ID != class && c.State != timetable.Cancelled && fits(c) {
				list = append(list, SwapCandidate{*c, view.Group(c.Group)})
			}
		}
	}
	far := func(c *SwapCandidate) int {
		days := near.Place.Day.DaysUntil(c.Class.Place.Day)
		return max(days, -days)
	}
	slices.SortStableFunc(list, func(a, b SwapCandidate) int {
		return cmp.Or(cmp.Compare(far(&a), far(&b)), a.Class.Compare(&b.Class))
	})
	return list[:min(len(list), maxClasses)], nil
}

// matchWords returns a function that reports whether a class matches every word by its group's names or its date.
// It caches the result per group.
func matchWords(v *clash.View, words []string) func(c *timetable.Class) bool {
	type date struct{ year, month, day int }
	dates := make([]date, len(words))
	keys := make([]string, len(words))
	for i, word := range words {
		dates[i].year, dates[i].month, dates[i].day = parseDate(word)
		keys[i] = fold.Key(word)
	}
	named := map[string][]bool{}
	return func(c *timetable.Class) bool {
		has := named[c.Group]
		if has == nil {
			g := v.Group(c.Group)
			text := fold.Key(strings.Join([]string{g.Code, g.CourseCode, g.Course, g.CourseEn}, "\n"))
			has = make([]bool, len(keys))
			for i, key := range keys {
				has[i] = strings.Contains(text, key)
			}
			named[c.Group] = has
		}
		year, month, day := c.Place.Day.Parts()
		for i, d := range dates {
			on := d.month == int(month) && d.day == day && (d.year == 0 || d.year == year)
			if !has[i] && !on {
				return false
			}
		}
		return true
	}
}

// parseDate reads a date from a word, such as 2026-11-13, 11/13 or the Chinese form; the year may be missing. It
// returns zeros if the word isn't a date.
func parseDate(word string) (year, month, day int) {
	parts := strings.FieldsFunc(word, func(r rune) bool { return !unicode.IsDigit(r) })
	if len(parts) < 2 || len(parts) > 3 || strings.ContainsFunc(word, func(r rune) bool {
		return !unicode.IsDigit(r) && !strings.ContainsRune("-/.年月日", r)
	}) {
		return 0, 0, 0
	}
	numbers := [3]int{}
	for i, part := range parts {
		n, err := strconv.Atoi(part)
		if err != nil {
			return 0, 0, 0
		}
		numbers[3-len(parts)+i] = n
	}
	return numbers[0], numbers[1], numbers[2]
}
