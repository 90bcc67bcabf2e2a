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

// A Digest is what one group is told of changes that were published together with those of other groups: every student gets one message,
// about one group or about several.
type Digest struct {
	Group   string
	Classes int          // how many have changed
	Title   message.Text // for those whom nothing else concerns, as the next
	Content message.Text
	Lines   message.Text // for those whom several groups concern: one line a class
	Avatar  string
	Link    string
}

// Together makes the digest of a group. Staff's note comes below it. False: nobody is told, because it is all over. The instant is in the
// college's time zone.
func Together(published timetable.News, note string, now time.Time) (Digest, bool) {
	today, clock := civil.Of(now, now.Location())
	ahead := timetable.Ahead(published.Differences, today, clock)
	if len(ahead) == 0 {
		return Digest{}, false
	}
	return (&audienceNews{News: published}).digest(ahead, note), true
}

func (r *audienceNews) digest(ahead []timetable.Difference, note string) Digest {
	told := r.together(ahead)
	d := Digest{Group: r.Group, Classes: len(ahead), Title: told.Title, Content: withNote(told.Content, note), Avatar: told.Avatar, Link: told.Link}
	if r.Rules { // of many classes alike: not every one is named
		d.Lines = inBothLanguages(func(l locale.Language) string { return d.Title.In(l) + "\n" + d.Content.In(l) })
		return d
	}
	d.Lines = inBothLanguages(func(l locale.Language) string {
		var lines []string
		for _, one := range ahead {
			lines = append(lines, r.in(l).title(one))
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

// Message is the message to those whom nothing else concerns.
func (d Digest) Message() message.Note {
	return message.Note{
		Kind: message.Plain, About: message.AboutChange, To: message.Group(d.Group), Avatar: d.Avatar, Link: d.Link,
		Title: d.Title, Subtitle: text("news.subtitle"), Content: d.Content,
	}
}

// Several is the message to those whom the changes of several groups concern; to whom is for the caller to say.
func Several(digests []Digest, note string) message.Note {
	if len(digests) == 1 {
		return digests[0].Message()
	}
	count := 0
	for _, d := range digests {
		count += d.Classes
	}
	return message.Note{
		Kind: message.Plain, About: message.AboutChange, Avatar: "moved", Link: digests[0].Link, Subtitle: text("news.subtitle"),
		Title: inBothLanguages(func(l locale.Language) string {
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
