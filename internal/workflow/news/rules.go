package news

import (
	"strconv"

	"lectern/internal/feature/message"
	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/locale"
)

// hoursChanged tells a group its old and new clock times, instead of listing every class.
func (r *audienceNews) hoursChanged(ahead []timetable.Difference) message.Note {
	first := classOf(ahead[0])
	return message.Note{
		Kind: message.Plain, About: message.AboutChange, To: message.Group(r.Group), Avatar: "moved",
		Link: linkTo(r.Term, first), Title: inBothLanguages(func(l locale.Language) string {
			return locale.Text(l, "news.hours",
				map[string]string{"course": r.wording(l).course(), "date": date(l, first.Place.Day)})
		}),
		Content: inBothLanguages(func(l locale.Language) string { return joinLines(l, r.wording(l).hours(ahead)) }),
	}
}

// termShifted tells a group that the term's first Monday and its classes moved. Other effects, such as a class that
// now falls on a holiday, are listed by class.
func (r *audienceNews) termShifted(ahead []timetable.Difference) message.Note {
	return message.Note{
		Kind: message.Plain, About: message.AboutChange, To: message.Group(r.Group), Avatar: "moved",
		Link: linkTo(r.Term, classOf(ahead[0])), Title: inBothLanguages(func(l locale.Language) string {
			return locale.Text(l, "news.shifted",
				map[string]string{"course": r.wording(l).course(), "date": date(l, r.Term.FirstMonday)})
		}),
		Content: inBothLanguages(func(l locale.Language) string {
			w := r.wording(l)
			lines := []string{locale.Text(l, "news.shifted_term", map[string]string{
				"term":   message.Text{Zh: r.Term.Name, En: r.Term.NameEn}.In(l),
				"before": date(l, r.Was.FirstMonday), "after": date(l, r.Term.FirstMonday),
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
			return joinLines(l, lines)
		}),
	}
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
