package news

import (
	"net/url"
	"strconv"

	"lectern/internal/feature/message"
	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/locale"
)

// day is news about dates of the whole college, sent to everyone. The topic prevents a second message about a day
// that belongs to two terms.
type day struct {
	topic, key string
	from, to   civil.Date
	withdrawn  bool
	note       string
	params     func(locale.Language) map[string]string
}

func mapping(published timetable.News) day {
	m, key := published.Mapping, "news.mapping"
	if m.Off {
		key = "news.day_off"
	}
	return day{
		"timetable.mapping:" + m.ID, key, m.Date, m.Date, !m.Life.Withdrawn.IsZero(), m.Note,
		func(l locale.Language) map[string]string {
			return map[string]string{"date": date(l, m.Date), "week": strconv.Itoa(m.Week), "weekday": weekday(l, m.Weekday)}
		},
	}
}

func holiday(published timetable.News) day {
	h := published.Holiday
	return day{"timetable.holiday:" + h.ID, "news.holiday", h.From, h.To, !h.Life.Withdrawn.IsZero(), "", func(
		l locale.Language,
	) map[string]string {
		name, dates := message.Text{Zh: h.Name, En: h.NameEn}.In(l), date(l, h.From)
		if h.To != h.From {
			dates += "–" + date(l, h.To)
		}
		return map[string]string{"name": name, "dates": dates}
	}}
}

// withdrawnKeys maps each key to the one that announces its withdrawal.
var withdrawnKeys = map[string]string{
	"news.mapping": "news.mapping_withdrawn", "news.day_off": "news.day_off_withdrawn",
	"news.holiday": "news.holiday_withdrawn",
}

// notes returns the result of Changes. Withdrawing the day withdraws its message and announces that.
func (d day) notes(term timetable.Term, today civil.Date) (withdrawnTopic string, notes []message.Note) {
	if d.withdrawn {
		withdrawnTopic = d.topic
		d.topic, d.key, d.note = d.topic+":withdrawn", withdrawnKeys[d.key], ""
	}
	if d.to.Before(today) {
		return withdrawnTopic, nil
	}
	week := timetable.WeekOf(term, d.from)
	return withdrawnTopic, []message.Note{{
		Kind: message.Notice, About: message.AboutChange, To: message.Everyone(), Avatar: "calendar", Topic: d.topic,
		Link:     "/student/timetable?" + url.Values{"term": {term.ID}, "week": {strconv.Itoa(max(week, 1))}}.Encode(),
		Subtitle: text("news.subtitle"),
		Title:    inBothLanguages(func(l locale.Language) string { return locale.Text(l, d.key, d.params(l)) }),
		Content:  message.Text{Zh: cleanNote(d.note), En: cleanNote(d.note)},
	}}
}
