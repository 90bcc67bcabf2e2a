package news

import (
	"strconv"
	"strings"
	"time"

	"lectern/internal/feature/message"
	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/locale"
)

// Digest is the news for students of one group from changes published together for several groups. Each student gets
// one message about all their groups.
type Digest struct {
	Group    string
	Students []string // empty: all of the group
	Course   message.Text
	Classes  int          // number of changed classes
	Alone    bool         // one of them is today, so that the message joins no other
	Title    message.Text // Title and Content are for students of this group only
	Content  message.Text
	Lines    message.Text // for students of several groups: one line per class
	Avatar   string
	Link     string
}

// NewDigests returns the digests of a group, with the staff's note at the end: several if students have their own seats
// in a changed exam, none if all changes are in the past. now is in the college's time zone.
func NewDigests(published timetable.News, note string, now time.Time) (list []Digest) {
	today, clock := civil.Of(now, now.Location())
	for _, r := range readers(published, today) {
		if ahead := timetable.Ahead(r.Differences, today, clock); len(ahead) > 0 {
			list = append(list, r.digest(ahead, note))
		}
	}
	return list
}

func (r *audienceNews) digest(ahead []timetable.Difference, note string) Digest {
	combined := r.combine(ahead)
	d := Digest{
		Group: r.Group, Students: r.students, Classes: len(ahead), Alone: r.isToday(ahead), Title: combined.Title,
		Content: withNote(combined.Content, note), Avatar: combined.Avatar, Link: combined.Link,
		Course: inBothLanguages(func(l locale.Language) string { return r.wording(l).course() }),
	}
	if r.Rules { // many similar classes aren't listed one by one
		d.Lines = inBothLanguages(func(l locale.Language) string { return d.Title.In(l) + "\n" + d.Content.In(l) })
		return d
	}
	d.Lines = inBothLanguages(func(l locale.Language) string { return strings.Join(r.wording(l).lines(ahead), "\n") })
	return d
}

func withNote(t message.Text, note string) message.Text {
	if note = cleanNote(note); note != "" {
		t.Zh, t.En = t.Zh+"\n"+note, t.En+"\n"+note
	}
	return t
}

// Message returns the message to students of this group only.
func (d Digest) Message() message.Note {
	note := message.Note{
		Kind: message.Plain, About: message.AboutChange, To: message.Group(d.Group), Students: d.Students,
		Avatar: d.Avatar, Link: d.Link, Title: d.Title, Subtitle: text("news.subtitle"), Content: d.Content,
		Things: d.Classes,
	}
	if !d.Alone {
		note.Topic, note.Several = changeTopic(d.Group), several(d.Course)
	}
	return note
}

// CombineDigests returns the message for students of several groups. The caller sets the recipients.
func CombineDigests(digests []Digest, note string) message.Note {
	if len(digests) == 1 {
		return digests[0].Message()
	}
	out := message.Note{
		Kind: message.Plain, About: message.AboutChange, Avatar: "moved", Link: digests[0].Link,
		Subtitle: text("news.subtitle"),
	}
	alone := false
	var groups []string
	for _, d := range digests {
		out.Things += d.Classes
		alone = alone || d.Alone
		groups = append(groups, d.Group)
	}
	title := func(key, count string) message.Text {
		return inBothLanguages(func(l locale.Language) string {
			return locale.Text(l, key, map[string]string{"count": count})
		})
	}
	out.Title = title("news.several", strconv.Itoa(out.Things))
	out.Content = withNote(inBothLanguages(func(l locale.Language) string {
		var lines []string
		for _, d := range digests {
			lines = append(lines, strings.Split(d.Lines.In(l), "\n")...)
		}
		return joinLines(l, lines)
	}), note)
	if !alone {
		out.Topic, out.Several = changeTopic(groups...), title("news.changes_several", "{count}")
	}
	return out
}
