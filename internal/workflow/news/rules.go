package news

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"lectern/internal/feature/message"
	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/locale"
)

// hoursChanged tells a teacher the old and new clock times of a group, instead of listing every class.
func (r *audienceNews) hoursChanged(ahead []timetable.Difference) message.Note {
	return r.note(ahead, "moved", func(w Wording) string {
		return locale.Text(w.Language, "news.hours",
			map[string]string{"course": w.course(), "date": date(w.Language, classOf(ahead[0]).Place.Day)})
	}, func(w Wording) string { return joinLines(w.Language, w.hours(ahead)) })
}

// timesChanged tells students of new period times once, however many of their classes and courses are affected.
func timesChanged(published timetable.News) []message.Note {
	var notes []message.Note
	for _, key := range slices.Sorted(maps.Keys(published.Times.Students)) {
		var changed []timetable.Difference
		for _, campus := range strings.Fields(key) {
			changed = append(changed, published.Times.Changed[campus]...)
		}
		slices.SortStableFunc(changed, func(a, b timetable.Difference) int { return classOf(a).Compare(classOf(b)) })
		first := classOf(changed[0])
		write := func(translate func(w Wording) string) message.Text {
			return inBothLanguages(func(l locale.Language) string {
				return translate(Wording{Language: l, Names: &published.Names})
			})
		}
		notes = append(notes, message.Note{
			Kind: message.Plain, About: message.AboutChange, Students: published.Times.Students[key], Avatar: "moved",
			Link: linkTo(published.Term, first), Subtitle: text("news.subtitle"), Title: write(func(w Wording) string {
				return locale.Text(w.Language, "news.times", map[string]string{"date": date(w.Language, first.Place.Day)})
			}), Content: write(func(w Wording) string { return joinLines(w.Language, w.hours(changed)) }),
		})
	}
	return notes
}

// termShifted tells a group that the term's first Monday and its classes moved. Other effects, such as a class that
// now falls on a holiday, are listed by class.
func (r *audienceNews) termShifted(ahead []timetable.Difference) message.Note {
	return r.note(ahead, "moved", func(w Wording) string {
		return locale.Text(w.Language, "news.shifted",
			map[string]string{"course": w.course(), "date": date(w.Language, r.Term.FirstMonday)})
	}, func(w Wording) string {
		lines := []string{locale.Text(w.Language, "news.shifted_term", map[string]string{
			"term":   message.Text{Zh: r.Term.Name, En: r.Term.NameEn}.In(w.Language),
			"before": date(w.Language, r.Was.FirstMonday), "after": date(w.Language, r.Term.FirstMonday),
		})}
		var moved []timetable.Difference
		var others []string
		for _, d := range ahead {
			if w.eventKey(d) == "news.moved" {
				moved = append(moved, d)
			} else {
				others = append(others, w.title(d))
			}
		}
		lines = append(append(lines, w.dates(moved)...), others...)
		return joinLines(w.Language, lines)
	})
}

// dates returns how many classes are on other days, with the first as an example.
func (w Wording) dates(moved []timetable.Difference) []string {
	if len(moved) == 0 {
		return nil
	}
	before, after := w.when(moved[0].Before.Place), w.when(moved[0].After.Place)
	if len(moved) == 1 {
		return []string{before + " → " + after}
	}
	first := locale.Text(w.Language, "news.shifted_first",
		map[string]string{"count": strconv.Itoa(len(moved)), "before": before, "after": after})
	return append([]string{first}, w.hours(moved)...)
}

// hours returns a line per set of classes with the same change of times: old and new times, and the dates.
func (w Wording) hours(list []timetable.Difference) []string {
	type pair struct{ before, after timetable.Hours }
	var order []pair
	alike := map[pair][]*timetable.Class{}
	for _, d := range list {
		if d.Before == nil || d.After == nil || d.Before.Place.Hours == d.After.Place.Hours {
			continue
		}
		p := pair{d.Before.Place.Hours, d.After.Place.Hours}
		if alike[p] == nil {
			order = append(order, p)
		}
		alike[p] = append(alike[p], d.After)
	}
	var lines []string
	for _, p := range order {
		classes := alike[p]
		days := date(w.Language, classes[0].Place.Day)
		if last := classes[len(classes)-1].Place.Day; last != classes[0].Place.Day {
			days += "–" + date(w.Language, last)
		}
		lines = append(lines, locale.Text(w.Language, "news.hours_line", map[string]string{
			"before": w.clock(p.before), "after": w.clock(p.after), "periods": w.Periods(p.after), "dates": days,
		}))
	}
	return lines
}

func (w Wording) clock(h timetable.Hours) string {
	if !h.Timed() {
		return locale.Text(w.Language, "news.no_time", nil)
	}
	return h.Starts.String() + "–" + h.Ends.String()
}
