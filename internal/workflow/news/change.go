package news

import (
	"net/url"
	"strconv"
	"strings"
	"time"

	"lectern/internal/feature/message"
	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/locale"
)

const (
	// number of changed classes of a course from which one message replaces single ones
	summaryFrom  = 4
	summaryLines = 20
)

// Changes returns the messages about something published in the timetable, and the topic of the message to withdraw,
// if any. Changes of the past send no message. now is in the college's time zone.
func Changes(published timetable.News, now time.Time) (withdrawnTopic string, notes []message.Note) {
	today, clock := civil.Of(now, now.Location())
	switch {
	case published.Mapping != nil:
		return mapping(published).notes(published.Term, today)
	case published.Holiday != nil:
		return holiday(published).notes(published.Term, today)
	}
	ahead, news := timetable.Ahead(published.Differences, today, clock), audienceNews{News: published}
	switch {
	case len(ahead) == 0 || published.Days:
	case len(ahead) >= summaryFrom || published.Rules:
		notes = append(notes, news.combine(ahead))
	default:
		for _, d := range ahead {
			notes = append(notes, news.single(d))
		}
	}
	for i := range notes {
		notes[i].Subtitle = text("news.subtitle")
	}
	return "", notes
}

// inBothLanguages calls translate for each language.
func inBothLanguages(translate func(locale.Language) string) message.Text {
	return message.Text{Zh: translate(locale.Chinese), En: translate(locale.English)}
}

// text returns a text without parameters in both languages.
func text(key string) message.Text {
	return inBothLanguages(func(l locale.Language) string { return locale.Text(l, key, nil) })
}

// classOf returns the class as it is now, or as it was if it is gone.
func classOf(d timetable.Difference) *timetable.Class {
	if d.After != nil {
		return d.After
	}
	return d.Before
}

// audienceNews is news as its readers see it: students, or one teacher.
type audienceNews struct {
	timetable.News
	teacher string // empty for students
}

func (r *audienceNews) wording(l locale.Language) Wording { return Wording{l, &r.Names, r.teacher} }

// combine returns one message about all changes ahead.
func (r *audienceNews) combine(ahead []timetable.Difference) message.Note {
	switch {
	case !r.Was.FirstMonday.IsZero():
		return r.termShifted(ahead)
	case r.Hours:
		return r.hoursChanged(ahead)
	case len(ahead) > 1:
		return r.summary(ahead)
	}
	return r.single(ahead[0])
}

func (r *audienceNews) single(d timetable.Difference) message.Note {
	class, key := classOf(d), r.wording(locale.English).eventKey(d)
	return message.Note{
		Kind: message.Plain, About: message.AboutChange, To: message.Group(r.Group), Avatar: strings.TrimPrefix(key, "news."),
		Link: linkTo(r.Term, class), Title: inBothLanguages(func(l locale.Language) string {
			return r.wording(l).title(
				d)
		}), Content: inBothLanguages(func(l locale.Language) string { return r.wording(l).fromTo(d) }),
	}
}

// title returns one line about what happened to a class.
func (w Wording) title(d timetable.Difference) string {
	return locale.Text(w.Language, w.eventKey(d),
		map[string]string{"course": w.course(), "when": w.when(classOf(d).Place)})
}

func (r *audienceNews) summary(ahead []timetable.Difference) message.Note {
	count := strconv.Itoa(len(ahead))
	return message.Note{
		Kind: message.Plain, About: message.AboutChange, To: message.Group(r.Group), Avatar: "moved",
		Link: linkTo(r.Term, classOf(ahead[0])), Title: inBothLanguages(func(l locale.Language) string {
			return locale.Text(l, "news.many", map[string]string{"course": r.wording(l).course(), "count": count})
		}),
		Content: inBothLanguages(func(l locale.Language) string {
			var lines []string
			for _, d := range ahead {
				lines = append(lines, r.wording(l).title(d))
			}
			return joinLines(l, lines)
		}),
	}
}

// joinLines joins lines and adds how many it omits.
func joinLines(l locale.Language, lines []string) string {
	if more := len(lines) - summaryLines; more > 0 {
		lines = append(lines[:summaryLines:summaryLines],
			locale.Text(l, "news.more", map[string]string{"count": strconv.Itoa(more)}))
	}
	return strings.Join(lines, "\n")
}

// eventKey returns the key of what happened to a class.
func eventKey(d timetable.Difference) string {
	switch {
	case d.After == nil && d.Before.State == timetable.Added:
		return "news.gone"
	case d.After == nil:
		return "news.dropped_class"
	case d.After.State == timetable.Cancelled:
		return "news.cancelled"
	case d.Before == nil && d.After.State == timetable.Added:
		return "news.added"
	case d.Before == nil:
		return "news.new_class"
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

// linkTo returns a link to a class in its week.
func linkTo(term timetable.Term, class *timetable.Class) string {
	week := timetable.WeekOf(term, class.Place.Day)
	query := url.Values{"term": {term.ID}, "week": {strconv.Itoa(week)}, "class": {class.ID}}
	return "/student/timetable?" + query.Encode()
}
