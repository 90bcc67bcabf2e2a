package news

import (
	"strings"
	"time"

	"lectern/internal/feature/message"
	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/locale"
)

// Exam returns the evening-before message with a student's exam time, room and seat.
func Exam(what timetable.ExamNews, zone *time.Location) message.Note {
	translate := func(key string) message.Text {
		return inBothLanguages(func(l locale.Language) string {
			w := Wording{Language: l, Names: &what.Names}
			return locale.Text(l, key, map[string]string{
				"course": locale.Shorten(w.course(), maxPart), "when": w.when(what.Class.Place),
				"room": strings.TrimSpace(w.Room(what.Class.Place)), "seat": what.Seat,
			})
		})
	}
	content := "news.exam_content"
	if what.Class.Place.Room == "" {
		content = "news.exam_online"
	}
	return message.Note{
		Kind: message.Notice, About: message.AboutChange, To: message.Student(what.Student),
		Avatar: "calendar", Topic: what.ExamTopic(), Expires: what.Until(zone), Link: linkTo(what.Term, &what.Class),
		Subtitle: text("news.exam_subtitle"), Title: translate("news.exam"), Content: translate(content),
	}
}
