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

// Digest is the news for one group from changes published together for several groups. Each student gets one
// message about all their groups.
type Digest struct {
	Group   string
	Classes int          // number of changed classes
	Title   message.Text // Title and Content are for students of this group only
	Content message.Text
	Lines   message.Text // for students of several groups: one line per class
	Avatar  string
	Link    string
}

// NewDigest returns the digest of a group, with the staff's note at its end. It returns false if all changes are in
// the past. now is in the college's time zone.
func NewDigest(published timetable.News, note string, now time.Time) (Digest, bool) {
	today, clock := civil.Of(now, now.Location())
	ahead := timetable.Ahead(published.Differences, today, clock)
	if len(ahead) == 0 {
		return Digest{}, false
	}
	return (&audienceNews{News: published}).digest(ahead, note), true
}

func (r *audienceNews) digest(ahead []timetable.Difference, note string) Digest {
	combined := r.combine(ahead)
	d := Digest{
		Group: r.Group, Classes: len(ahead), Title: combined.Title, Content: withNote(combined.Content, note),
		Avatar: combined.Avatar, Link: combined.Link,
	}
	if r.Rules { // many similar classes aren't listed one by one
		d.Lines = inBothLanguages(func(l locale.Language) string { return d.Title.In(l) + "\n" + d.Content.In(l) })
		return d
	}
	d.Lines = inBothLanguages(func(l locale.Language) string {
		var lines []string
		for _, one := range ahead {
			lines = append(lines, r.wording(l).title(one))
		}
		return strings.Join(lines, "\n")
	})
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
	return message.Note{
		Kind: message.Plain, About: message.AboutChange, To: message.Group(d.Group), Avatar: d.Avatar, Link: d.Link,
		Title: d.Title, Subtitle: text("news.subtitle"), Content: d.Content,
	}
}

// CombineDigests returns the message for students of several groups. The caller sets the recipients.
func CombineDigests(digests []Digest, note string) message.Note {
	if len(digests) == 1 {
		return digests[0].Message()
	}
	count := 0
	for _, d := range digests {
		count += d.Classes
	}
	return message.Note{
		Kind: message.Plain, About: message.AboutChange, Avatar: "moved", Link: digests[0].Link,
		Subtitle: text("news.subtitle"), Title: inBothLanguages(func(l locale.Language) string {
			return locale.Text(l, "news.several", map[string]string{"count": strconv.Itoa(count)})
		}),
		Content: withNote(inBothLanguages(func(l locale.Language) string {
			var lines []string
			for _, d := range digests {
				lines = append(lines, strings.Split(d.Lines.In(l), "\n")...)
			}
			return joinLines(l, lines)
		}), note),
	}
}
