package app

import (
	"strconv"

	"lectern/internal/locale"
	"lectern/internal/message"
	"lectern/internal/timetable"
)

// hours tells a group that the clock times of its periods are others: what they were and are, not every class.
func (a *announcer) hours(news timetable.News, ahead []timetable.Difference) message.Note {
	first := shown(ahead[0])
	return message.Note{
		Kind: message.Plain, About: message.AboutChange, To: message.Group(news.Group), Avatar: "moved", Link: linkTo(news.Term, first),
		Title: both(func(l locale.Language) string {
			return locale.Text(l, "news.hours", map[string]string{"course": speaker{l, &news.Names}.course(), "date": date(l, first.Place.Day)})
		}),
		Content: both(func(l locale.Language) string { return brief(l, speaker{l, &news.Names}.hours(ahead)) }),
	}
}

// shifted tells a group that the term's first Monday is another and its classes went with it. What else came of that, such as a
// class that now falls on a holiday, is said class by class.
func (a *announcer) shifted(news timetable.News, ahead []timetable.Difference) message.Note {
	return message.Note{
		Kind: message.Plain, About: message.AboutChange, To: message.Group(news.Group), Avatar: "moved", Link: linkTo(news.Term, shown(ahead[0])),
		Title: both(func(l locale.Language) string {
			return locale.Text(l, "news.shifted", map[string]string{"course": speaker{l, &news.Names}.course(), "date": date(l, news.Term.FirstMonday)})
		}),
		Content: both(func(l locale.Language) string {
			s := speaker{l, &news.Names}
			lines := []string{locale.Text(l, "news.shifted_term", map[string]string{
				"term":   message.Text{Zh: news.Term.Name, En: news.Term.NameEn}.In(l),
				"before": date(l, news.Was.FirstMonday), "after": date(l, news.Term.FirstMonday),
			})}
			var moved []timetable.Difference
			var others []string
			for _, d := range ahead {
				if key := happened(d); key == "news.moved" {
					moved = append(moved, d)
				} else {
					others = append(others, locale.Text(l, key, map[string]string{"course": s.course(), "when": s.when(shown(d).Place)}))
				}
			}
			lines = append(append(lines, s.dates(moved)...), others...)
			return brief(l, lines)
		}),
	}
}

// dates says how many classes are on other days, and shows it by the first of them.
func (s speaker) dates(moved []timetable.Difference) []string {
	if len(moved) == 0 {
		return nil
	}
	before, after := s.when(moved[0].Before.Place), s.when(moved[0].After.Place)
	if len(moved) == 1 {
		return []string{before + " → " + after}
	}
	first := locale.Text(s.lang, "news.shifted_first", map[string]string{"count": strconv.Itoa(len(moved)), "before": before, "after": after})
	return append([]string{first}, s.hours(moved)...)
}

// hours says in one line for all classes with the same times which these were and are, and on which days.
func (s speaker) hours(list []timetable.Difference) []string {
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
		days := date(s.lang, classes[0].Place.Day)
		if last := classes[len(classes)-1].Place.Day; last != classes[0].Place.Day {
			days += "–" + date(s.lang, last)
		}
		lines = append(lines, locale.Text(s.lang, "news.hours_line", map[string]string{
			"before": s.clock(p.before), "after": s.clock(p.after), "periods": s.periods(p.after), "dates": days,
		}))
	}
	return lines
}

func (s speaker) clock(h timetable.Hours) string {
	if !h.Timed() {
		return locale.Text(s.lang, "news.no_time", nil)
	}
	return h.Starts.String() + "–" + h.Ends.String()
}
