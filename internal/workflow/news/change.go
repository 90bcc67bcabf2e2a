package news

import (
	"crypto/sha256"
	"encoding/hex"
	"net/url"
	"slices"
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
	case published.Times != nil:
		return "", timesChanged(published)
	case published.Days:
		return "", nil
	}
	for _, r := range readers(published, today) {
		ahead := timetable.Ahead(r.Differences, today, clock)
		if len(ahead) >= summaryFrom || r.Rules && len(ahead) > 0 {
			notes = append(notes, r.combine(ahead))
			continue
		}
		for _, d := range ahead {
			notes = append(notes, r.single(d))
		}
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
	today    civil.Date
	teacher  string                    // empty for students
	students []string                  // empty: the whole group
	seats    map[string]timetable.Seat // by class, of a single student
}

// readers splits the students of a group by what they read: a message about an exam has each student's own seat.
func readers(published timetable.News, today civil.Date) []audienceNews {
	rest := audienceNews{News: published, today: today}
	if len(published.Seats) == 0 {
		return []audienceNews{rest}
	}
	var list []audienceNews
	for _, student := range published.Students {
		seats := published.Seats[student]
		if seats == nil {
			rest.students = append(rest.students, student)
			continue
		}
		list = append(list, audienceNews{
			News: published.SeenBy(student), today: today, students: []string{student}, seats: seats,
		})
	}
	if len(rest.students) > 0 {
		list = append([]audienceNews{rest}, list...)
	}
	return list
}

func (r *audienceNews) wording(l locale.Language) Wording {
	return Wording{Language: l, Names: &r.Names, teacher: r.teacher, seats: r.seats}
}

// note returns a message about changed classes. It joins the others of the day about the course, unless one of the
// classes is today.
func (r *audienceNews) note(
	changed []timetable.Difference, avatar string, title, content func(w Wording) string,
) message.Note {
	write := func(translate func(w Wording) string) message.Text {
		return inBothLanguages(func(l locale.Language) string { return translate(r.wording(l)) })
	}
	note := message.Note{
		Kind: message.Plain, About: message.AboutChange, To: message.Group(r.Group), Students: r.students, Avatar: avatar,
		Link: linkTo(r.Term, classOf(changed[0])), Subtitle: text("news.subtitle"), Title: write(title),
		Content: write(content), Things: len(changed),
	}
	if !r.isToday(changed) {
		note.Topic, note.Several = changeTopic(r.Group), several(write(Wording.course))
	}
	return note
}

// isToday reports whether one of the classes is or was to take place today.
func (r *audienceNews) isToday(changed []timetable.Difference) bool {
	return slices.ContainsFunc(changed, func(d timetable.Difference) bool {
		return d.Before != nil && d.Before.Place.Day == r.today || d.After != nil && d.After.Place.Day == r.today
	})
}

// changeTopic returns the topic under which the changes of some groups are collected.
// The groups of a publication are hashed, because a topic has a limited length.
func changeTopic(groups ...string) string {
	all := strings.Join(groups, ",")
	if len(groups) > 1 {
		sum := sha256.Sum256([]byte(all))
		all = hex.EncodeToString(sum[:16])
	}
	return "timetable.change:" + all
}

// several returns the title of a message that collects the changes of a course.
func several(course message.Text) message.Text {
	return inBothLanguages(func(l locale.Language) string {
		return locale.Text(l, "news.changes", map[string]string{"course": course.In(l), "count": "{count}"})
	})
}

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
	w := r.wording(locale.English)
	return r.note([]timetable.Difference{d}, strings.TrimPrefix(w.eventKey(d), "news."),
		func(w Wording) string { return w.title(d) }, func(w Wording) string { return w.fromTo(d) })
}

// examKeys maps what happened to a class to the same for an exam.
var examKeys = map[string]string{
	"news.added": "news.exam_added", "news.cancelled": "news.exam_cancelled", "news.gone": "news.exam_gone",
	"news.dropped_class": "news.exam_dropped_class", "news.given": "news.exam_given", "news.moved": "news.exam_moved",
	"news.new_class": "news.exam_new_class", "news.restored": "news.exam_restored", "news.room": "news.exam_room",
	"news.taken": "news.exam_taken", "news.teacher": "news.exam_teacher",
}

// title returns one line about what happened to a class.
func (w Wording) title(d timetable.Difference) string {
	key := w.eventKey(d)
	if classOf(d).Kind == timetable.Exam {
		key = examKeys[key]
	}
	return locale.Text(w.Language, key, map[string]string{"course": w.course(), "when": w.when(classOf(d).Place)})
}

// line is title for lists, which have no further details: for an exam with the room and seat.
func (w Wording) line(d timetable.Difference) string {
	class := classOf(d)
	if class.Kind != timetable.Exam || d.After == nil || d.After.State == timetable.Cancelled {
		return w.title(d)
	}
	return w.join(append([]string{w.title(d), w.Room(class.Place)}, w.seat(class)...))
}

func (r *audienceNews) summary(ahead []timetable.Difference) message.Note {
	return r.note(ahead, "moved", func(w Wording) string {
		return locale.Text(w.Language, "news.many",
			map[string]string{"course": w.course(), "count": strconv.Itoa(len(ahead))})
	}, func(w Wording) string { return joinLines(w.Language, w.lines(ahead)) })
}

func (w Wording) lines(list []timetable.Difference) (lines []string) {
	for _, d := range list {
		lines = append(lines, w.line(d))
	}
	return lines
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
