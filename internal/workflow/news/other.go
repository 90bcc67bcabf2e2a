package news

import (
	"net/url"
	"time"

	"lectern/internal/feature/course"
	"lectern/internal/feature/message"
	"lectern/internal/feature/timetable/teaching"
	"lectern/internal/kernel/locale"
)

// RecordingTopic returns the topic of the message about a lesson's recording.
func RecordingTopic(lesson string) string { return "course.recording:" + lesson }

// Recording returns the message that tells a group that the recording of its class is available. It joins those about
// other recordings of the course on that day.
func Recording(what course.RecordingChange) message.Note {
	to := message.Course(what.Lesson.Course)
	if what.Lesson.Group != "" {
		to = message.Group(what.Lesson.Group)
	}
	translate := func(key, count string) message.Text {
		return inBothLanguages(func(l locale.Language) string {
			name := message.Text{Zh: what.Course.Name, En: what.Course.NameEn}.In(l)
			title := message.Text{Zh: what.Lesson.Title, En: what.Lesson.TitleEn}.In(l)
			return locale.Text(l, key, map[string]string{
				"course": locale.Shorten(name, maxPart), "lesson": locale.Shorten(title, maxPart), "count": count,
			})
		})
	}
	return message.Note{
		Kind: message.Plain, About: message.AboutRecording, To: to, Avatar: "recording",
		Link:     "/student/watch?" + url.Values{"lesson": {what.Lesson.ID}}.Encode(),
		Subtitle: text("news.recording_subtitle"), Title: translate("news.recording", ""),
		Part: RecordingTopic(what.Lesson.ID), Topic: "course.recordings:" + what.Lesson.Course,
		Several: translate("news.recordings", "{count}"),
	}
}

// Enrolment returns the message that tells a student that staff have added them to a group or removed them from it.
func Enrolment(what course.EnrolmentChange) message.Note {
	title, subtitle, content, avatar := "news.dropped", "news.dropped_subtitle", "news.dropped_content", "cancelled"
	if what.In {
		title, subtitle, content, avatar = "news.enrolled", "news.enrolled_subtitle", "news.enrolled_content", "added"
	}
	translate := func(key string) message.Text {
		return inBothLanguages(func(l locale.Language) string {
			name := message.Text{Zh: what.Course.Name, En: what.Course.NameEn}.In(l)
			return locale.Text(l, key, map[string]string{
				"course": locale.Shorten(name, maxPart),
				"group":  locale.Shorten(what.Group.Code, maxPart), "date": date(l, what.Day),
			})
		})
	}
	return message.Note{
		Kind: message.Plain, About: message.AboutChange, To: message.Student(what.Student), Avatar: avatar,
		Link:  "/student/timetable?" + url.Values{"term": {what.Group.Term}}.Encode(),
		Title: translate(title), Subtitle: translate(subtitle), Content: translate(content),
	}
}

// PasswordTopic returns the topic of an account's todo to choose a password.
func PasswordTopic(account string) string { return "password:" + account }

// Password returns the todo to replace a first password. It sends no push, because others may see the notification.
func Password(account string) message.Note {
	return message.Note{
		Kind: message.Todo, Tag: message.DueSoon, To: message.Account(account), Topic: PasswordTopic(account),
		Quiet: true, Avatar: "lock", Link: "/user/setting?tab=security", Title: text("news.password"),
		Subtitle: text("news.password_subtitle"), Content: text("news.password_content"),
	}
}

// guessedLife is how long people see that others have tried to log in as them.
const guessedLife = 30 * 24 * time.Hour

// Guessed returns the message that tells an account's owner about attempts to guess its password, and whether the
// first password is now blocked on other devices.
func Guessed(account string, closed bool, now time.Time) message.Note {
	content := text("news.guessed_content")
	if closed {
		content = text("news.guessed_closed_content")
	}
	return message.Note{
		Kind: message.Plain, To: message.Account(account), Avatar: "lock", Link: "/user/setting?tab=security", Sent: now,
		Expires: now.Add(guessedLife), Title: text("news.guessed"), Subtitle: text("news.guessed_subtitle"), Content: content,
	}
}

// FactorReset returns the message that tells an account's owner that staff have removed its second factor.
func FactorReset(account string, now time.Time) message.Note {
	return message.Note{
		Kind: message.Plain, To: message.Account(account), Avatar: "lock", Link: "/user/setting?tab=security", Sent: now,
		Expires: now.Add(guessedLife), Title: text("news.factor_reset"), Subtitle: text("news.factor_reset_subtitle"),
		Content: text("news.factor_reset_content"),
	}
}

// requestTitles maps what happened to a request to a title. Withdrawing one sends no message.
var requestTitles = map[teaching.State]string{
	teaching.Accepted: "news.request_accepted", teaching.Open: "news.request_open",
	teaching.Declined: "news.request_declined",
}

// Request returns the message that tells a teacher that staff have accepted or declined a request about a class.
func Request(r teaching.Request) message.Note {
	return message.Note{
		Kind: message.Plain, To: message.Account(r.Account), Avatar: "calendar", Link: "/teaching?tab=requests",
		Title: inBothLanguages(func(l locale.Language) string {
			class := locale.Shorten(message.Text{Zh: r.Course.Name, En: r.Course.NameEn}.In(l), maxPart)
			if r.Place != nil {
				class += " · " + Wording{Language: l}.when(*r.Place)
			}
			return locale.Text(l, requestTitles[r.State], map[string]string{"class": class})
		}),
		Subtitle: text("news.request_subtitle"), Content: message.Text{Zh: r.Answer, En: r.Answer},
	}
}

// maxPart is the most characters of a course or lesson in a title, which may have a hundred and twenty.
const maxPart = 50

// Unwatched is a lesson, or any lesson of a course, that students haven't watched.
type Unwatched struct {
	Course message.Text
	Lesson string // id; empty: any lesson of the course
	Title  message.Text
}

// Watch returns the reminder to finish watching.
// students.
func Watch(what Unwatched) message.Note {
	title, content, link := "news.watch_course", "news.watch_course_content", "/student/watch"
	if what.Lesson != "" {
		title, content, link = "news.watch_lesson", "news.watch_lesson_content",
			link+"?"+url.Values{"lesson": {what.Lesson}}.Encode()
	}
	translate := func(key string) message.Text {
		return inBothLanguages(func(l locale.Language) string {
			return locale.Text(l, key, map[string]string{
				"course": locale.Shorten(what.Course.In(l), maxPart),
				"lesson": locale.Shorten(what.Title.In(l), maxPart),
			})
		})
	}
	return message.Note{
		Kind: message.Plain, About: message.AboutRecording, To: message.List(), Avatar: "recording", Link: link,
		Title: translate(title), Subtitle: text("news.recording_subtitle"), Content: translate(content),
	}
}
