package app

import (
	"context"
	"net/url"
	"strconv"
	"strings"
	"time"

	"lectern/internal/access"
	"lectern/internal/civil"
	"lectern/internal/course"
	"lectern/internal/locale"
	"lectern/internal/message"
	"lectern/internal/sqldb"
	"lectern/internal/timetable"
)

// An announcer makes messages of what is published about the timetable, and of what else people should know. It lives here because packages of the college
// do not know each other.
type announcer struct {
	messages *message.Service
	now      func() time.Time
	zone     *time.Location
}

// summaryFrom is how many changed classes of one course are told in one message instead of one each.
const (
	summaryFrom  = 4
	summaryLines = 20
)

// announce tells the people concerned, in the transaction that publishes. What only changes the past is told to nobody.
func (a *announcer) announce(ctx context.Context, q sqldb.Querier, who access.Actor, news timetable.News) error {
	switch {
	case news.Mapping != nil:
		return a.tellMapping(ctx, q, who, news)
	case news.Holiday != nil:
		return a.tellHoliday(ctx, q, who, news)
	}
	ahead := a.ahead(news.Differences)
	switch {
	case len(ahead) == 0:
		return nil
	case !news.Was.FirstMonday.IsZero():
		return a.send(ctx, q, who, a.shifted(news, ahead))
	case news.Hours:
		return a.send(ctx, q, who, a.hours(news, ahead))
	case len(ahead) >= summaryFrom || news.Rules && len(ahead) > 1:
		return a.send(ctx, q, who, a.summary(news, ahead))
	}
	for _, d := range ahead {
		if err := a.send(ctx, q, who, a.one(news, d)); err != nil {
			return err
		}
	}
	return nil
}

// recorded tells a group that the recording of its class is there, once, and takes that back when it is gone.
func (a *announcer) recorded(ctx context.Context, q sqldb.Querier, who access.Actor, what course.Recorded) error {
	topic := "course.recording:" + what.Lesson.ID
	if !what.There || what.Lesson.Group == "" {
		return a.messages.Settle(ctx, q, topic)
	}
	_, err := a.messages.Notify(ctx, q, who, message.Note{
		Kind: message.Plain, About: message.AboutRecording, To: message.Group(what.Lesson.Group), Avatar: "recording", Topic: topic,
		Link:     "/student/watch?" + url.Values{"lesson": {what.Lesson.ID}}.Encode(),
		Subtitle: both(func(l locale.Language) string { return locale.Text(l, "news.recording_subtitle", nil) }),
		Title: both(func(l locale.Language) string {
			name := message.Text{Zh: what.Course.Name, En: what.Course.NameEn}.In(l)
			title := message.Text{Zh: what.Lesson.Title, En: what.Lesson.TitleEn}.In(l)
			return locale.Text(l, "news.recording", map[string]string{"course": short(name), "lesson": short(title)})
		}),
	})
	return err
}

// password puts the todo to choose a password before somebody who still has a first one, once, and takes it back when it is done.
// No device is told: whoever sees a notification over another's shoulder need not know.
func (a *announcer) password(ctx context.Context, q sqldb.Querier, account string, first bool) error {
	topic := "password:" + account
	if !first {
		return a.messages.Settle(ctx, q, topic)
	}
	_, err := a.messages.Notify(ctx, q, access.System(), message.Note{
		Kind: message.Todo, Tag: message.DueSoon, To: message.Account(account), Topic: topic, Quiet: true, Avatar: "lock", Link: "/user/setting?tab=security",
		Title:    both(func(l locale.Language) string { return locale.Text(l, "news.password", nil) }),
		Subtitle: both(func(l locale.Language) string { return locale.Text(l, "news.password_subtitle", nil) }),
		Content:  both(func(l locale.Language) string { return locale.Text(l, "news.password_content", nil) }),
	})
	return err
}

// short keeps a name from filling a title, which has room for a hundred and twenty characters.
func short(name string) string {
	if letters := []rune(name); len(letters) > 50 {
		return string(letters[:49]) + "…"
	}
	return name
}

func (a *announcer) send(ctx context.Context, q sqldb.Querier, who access.Actor, note message.Note) error {
	note.Subtitle = both(func(l locale.Language) string { return locale.Text(l, "news.subtitle", nil) })
	_, err := a.messages.Notify(ctx, q, who, note)
	return err
}

// both says something in both languages.
func both(say func(locale.Language) string) message.Text {
	return message.Text{Zh: say(locale.Chinese), En: say(locale.English)}
}

// ahead leaves out what is over, before and after alike, and what was cancelled and still is.
func (a *announcer) ahead(list []timetable.Difference) []timetable.Difference {
	today, now := civil.Of(a.now(), a.zone)
	coming := func(class *timetable.Class) bool {
		if class == nil || class.State == timetable.Cancelled {
			return false
		}
		p := class.Place
		return p.Day.After(today) || p.Day == today && (!p.Hours.Timed() || p.Hours.Ends > now)
	}
	var ahead []timetable.Difference
	for _, d := range list {
		if coming(d.Before) || coming(d.After) {
			ahead = append(ahead, d)
		}
	}
	return ahead
}

// shown is the class as it stands now, or as it was when it is gone.
func shown(d timetable.Difference) *timetable.Class {
	if d.After != nil {
		return d.After
	}
	return d.Before
}

func (a *announcer) one(news timetable.News, d timetable.Difference) message.Note {
	class, key := shown(d), happened(d)
	return message.Note{
		Kind: message.Plain, About: message.AboutChange, To: message.Group(news.Group), Avatar: strings.TrimPrefix(key, "news."), Link: linkTo(news.Term, class),
		Title: both(func(l locale.Language) string {
			s := speaker{l, &news.Names}
			return locale.Text(l, key, map[string]string{"course": s.course(), "when": s.when(class.Place)})
		}),
		Content: both(func(l locale.Language) string { return speaker{l, &news.Names}.fromTo(d) }),
	}
}

func (a *announcer) summary(news timetable.News, ahead []timetable.Difference) message.Note {
	count := strconv.Itoa(len(ahead))
	return message.Note{
		Kind: message.Plain, About: message.AboutChange, To: message.Group(news.Group), Avatar: "moved", Link: linkTo(news.Term, shown(ahead[0])),
		Title: both(func(l locale.Language) string {
			return locale.Text(l, "news.many", map[string]string{"course": speaker{l, &news.Names}.course(), "count": count})
		}),
		Content: both(func(l locale.Language) string {
			s := speaker{l, &news.Names}
			var lines []string
			for _, d := range ahead {
				lines = append(lines, locale.Text(l, happened(d), map[string]string{"course": s.course(), "when": s.when(shown(d).Place)}))
			}
			return brief(l, lines)
		}),
	}
}

// brief makes a text of lines, and says how many it leaves out.
func brief(l locale.Language, lines []string) string {
	if more := len(lines) - summaryLines; more > 0 {
		lines = append(lines[:summaryLines:summaryLines], locale.Text(l, "news.more", map[string]string{"count": strconv.Itoa(more)}))
	}
	return strings.Join(lines, "\n")
}

// happened names what became of a class.
func happened(d timetable.Difference) string {
	switch {
	case d.After == nil:
		return "news.gone"
	case d.After.State == timetable.Cancelled:
		return "news.cancelled"
	case d.Before == nil:
		return "news.added"
	case d.Before.State == timetable.Cancelled:
		return "news.restored"
	}
	before, after := d.Before.Place, d.After.Place
	switch {
	case before.Day != after.Day || before.Hours != after.Hours:
		return "news.moved"
	case before.Room != after.Room || before.Campus != after.Campus:
		return "news.room"
	}
	return "news.teacher"
}

// linkTo leads to a class in the week that its day lies in.
func linkTo(term timetable.Term, class *timetable.Class) string {
	week, _ := timetable.WeekOf(term, class.Place.Day)
	query := url.Values{"term": {term.ID}, "week": {strconv.Itoa(week)}, "class": {class.ID}}
	return "/student/timetable?" + query.Encode()
}

// tellMapping and tellHoliday reach everyone: such a day concerns all courses. A topic keeps one that touches two terms from
// being told twice; taking it back takes the message back and says so.
func (a *announcer) tellMapping(ctx context.Context, q sqldb.Querier, who access.Actor, news timetable.News) error {
	m, key := news.Mapping, "news.mapping"
	if m.Off {
		key = "news.day_off"
	}
	return a.tellDay(ctx, q, who, news.Term, day{"timetable.mapping:" + m.ID, key, m.Date, m.Date, !m.Life.Withdrawn.IsZero(), m.Note, func(l locale.Language) map[string]string {
		return map[string]string{"date": date(l, m.Date), "week": strconv.Itoa(m.Week), "weekday": weekday(l, m.Weekday)}
	}})
}

func (a *announcer) tellHoliday(ctx context.Context, q sqldb.Querier, who access.Actor, news timetable.News) error {
	h := news.Holiday
	return a.tellDay(ctx, q, who, news.Term, day{"timetable.holiday:" + h.ID, "news.holiday", h.From, h.To, !h.Life.Withdrawn.IsZero(), "", func(l locale.Language) map[string]string {
		name, dates := message.Text{Zh: h.Name, En: h.NameEn}.In(l), date(l, h.From)
		if h.To != h.From {
			dates += "–" + date(l, h.To)
		}
		return map[string]string{"name": name, "dates": dates}
	}})
}

// day is news about dates of the whole college.
type day struct {
	topic, key string
	from, to   civil.Date
	withdrawn  bool
	note       string
	params     func(locale.Language) map[string]string
}

// withdrawnKeys say that something is off again.
var withdrawnKeys = map[string]string{
	"news.mapping": "news.mapping_withdrawn", "news.day_off": "news.day_off_withdrawn", "news.holiday": "news.holiday_withdrawn",
}

func (a *announcer) tellDay(ctx context.Context, q sqldb.Querier, who access.Actor, term timetable.Term, d day) error {
	if d.withdrawn {
		if err := a.messages.Settle(ctx, q, d.topic); err != nil {
			return err
		}
		d.topic, d.key, d.note = d.topic+":withdrawn", withdrawnKeys[d.key], ""
	}
	if today, _ := civil.Of(a.now(), a.zone); d.to.Before(today) {
		return nil
	}
	week, _ := timetable.WeekOf(term, d.from)
	return a.send(ctx, q, who, message.Note{
		Kind: message.Notice, About: message.AboutChange, To: message.Everyone(), Avatar: "calendar", Topic: d.topic,
		Link:    "/student/timetable?" + url.Values{"term": {term.ID}, "week": {strconv.Itoa(max(week, 1))}}.Encode(),
		Title:   both(func(l locale.Language) string { return locale.Text(l, d.key, d.params(l)) }),
		Content: message.Text{Zh: plain(d.note), En: plain(d.note)},
	})
}
