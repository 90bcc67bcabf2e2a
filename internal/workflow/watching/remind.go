package watching

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"time"

	"lectern/internal/feature/message"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/audit"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/workflow/news"
	"lectern/internal/workflow/watching/db"
)

// RemindAgain is how long a student gets no second reminder about a course, from anyone.
const RemindAgain = 72 * time.Hour

// some is how many names the preview of a reminder shows.
const some = 12

// Reminder selects students of a course in a term who haven't watched a lesson, or any of its lessons.
type Reminder struct {
	ID     string // from the client, so that a retry sends nothing twice; empty: created here
	Term   string // empty: the newest with rows
	Course string
	Group  string // empty: all
	Class  string // empty: all
	Lesson string // empty: any
	State  State  // Never or Unfinished
}

// topic returns the topic of the reminder's message.
func (r *Reminder) topic() string { return "watching.reminder:" + r.Course + ":" + r.ID }

// Person names a student.
type Person struct {
	Number    string `json:"studentNumber"`
	Name      string `json:"name"`
	NameLatin string `json:"nameLatin"`
	Class     string `json:"class"`
}

// ReminderPreview is the effect of a reminder.
type ReminderPreview struct {
	Students int          `json:"students" doc:"Number of recipients."`
	Some     []Person     `json:"some" doc:"The first recipients."`
	Recent   int          `json:"recent" doc:"Number skipped because they were reminded of the course recently."`
	Title    message.Text `json:"title"`
	Content  message.Text `json:"content"`
}

// PreviewReminder returns the recipients and text of a reminder, and sends nothing. Registrars and advisers only.
// Errors: course.no_course, course.no_lesson, watching.remind_state.
func (s *Service) PreviewReminder(ctx context.Context, who access.Actor, r Reminder) (ReminderPreview, error) {
	may, err := staff(who)
	if err != nil {
		return ReminderPreview{}, err
	}
	return s.preview(ctx, may, r)
}

// PreviewGroupReminder is PreviewReminder for a group that the caller teaches. Teachers only. Error:
// course.no_group.
func (s *Service) PreviewGroupReminder(
	ctx context.Context, who access.Actor, group string, r Reminder,
) (ReminderPreview, error) {
	may, row, err := s.teacher(ctx, who, group)
	if err != nil {
		return ReminderPreview{}, err
	}
	r.Term, r.Course, r.Group = row.TermID, row.CourseID, group
	return s.preview(ctx, may, r)
}

// Remind sends one message to the students who haven't watched by now, except those reminded of the course within
// RemindAgain, and returns their number. If none remain, it returns watching.nobody. Repeating the id changes
// nothing; the id of another message is message.id_taken. Registrars and advisers only. Other errors: those of
// PreviewReminder.
func (s *Service) Remind(ctx context.Context, who access.Actor, r Reminder) (int, error) {
	may, err := staff(who)
	if err != nil {
		return 0, err
	}
	return s.remind(ctx, who, may, r)
}

// RemindGroup is Remind for a group that the caller teaches. Teachers only. Error: course.no_group.
func (s *Service) RemindGroup(ctx context.Context, who access.Actor, group string, r Reminder) (int, error) {
	may, row, err := s.teacher(ctx, who, group)
	if err != nil {
		return 0, err
	}
	r.Term, r.Course, r.Group = row.TermID, row.CourseID, group
	return s.remind(ctx, who, may, r)
}

func (s *Service) preview(ctx context.Context, may reach, r Reminder) (out ReminderPreview, err error) {
	out.Some = []Person{}
	err = s.o.DB.Read(ctx, func(q sqldb.Querier) error {
		note, err := s.note(ctx, q, r)
		if err != nil {
			return err
		}
		out.Title, out.Content = note.Title, note.Content
		people, recent, err := s.late(ctx, q, may, r)
		if err != nil {
			return err
		}
		out.Students, out.Recent = len(people), recent
		for _, p := range people[:min(len(people), some)] {
			out.Some = append(out.Some, p.Person)
		}
		return nil
	})
	return out, err
}

func (s *Service) remind(ctx context.Context, who access.Actor, may reach, r Reminder) (n int, err error) {
	if r.ID == "" {
		r.ID = sqldb.NewID()
	}
	err = s.o.DB.Write(ctx, func(q sqldb.Querier) error {
		sent, err := db.New(q).SelectSent(ctx, r.ID)
		switch {
		case err == nil && (sent.Sender != who.Account || sent.Topic != r.topic()):
			// the caller must not learn the sender or the number of recipients
			return fault.New(fault.Conflict, "message.id_taken", "field", "id")
		case err == nil:
			n = int(sent.Students)
			return nil
		case !errors.Is(err, sql.ErrNoRows):
			return fmt.Errorf("look for a reminder: %w", err)
		}
		note, err := s.note(ctx, q, r)
		if err != nil {
			return err
		}
		people, _, err := s.late(ctx, q, may, r)
		if err != nil {
			return err
		}
		if n = len(people); n == 0 {
			return fault.New(fault.Conflict, "watching.nobody")
		}
		now := s.o.Now()
		students := make([]string, 0, n)
		for _, p := range people {
			students = append(students, p.id)
			if err := db.New(q).UpsertReminder(ctx,
				db.UpsertReminderParams{StudentID: p.id, CourseID: r.Course, MessageID: r.ID, At: now.UnixMilli()}); err != nil {
				return fmt.Errorf("write down who was reminded: %w", err)
			}
		}
		note.ID, note.Topic = r.ID, r.topic()
		if err := s.o.Send(ctx, q, who, note, students); err != nil {
			return err
		}
		return audit.Append(ctx, q, who,
			audit.Entry{At: now, Action: "watching.remind", Object: r.Course, After: map[string]any{
				"students": n, "lesson": r.Lesson, "group": r.Group, "class": r.Class, "state": string(r.State), "message": r.ID,
			}})
	})
	return n, err
}

// note returns the message of a reminder.
func (s *Service) note(ctx context.Context, q sqldb.Querier, r Reminder) (message.Note, error) {
	if r.State != Never && r.State != Unfinished {
		return message.Note{}, fault.New(fault.Invalid, "watching.remind_state", "field", "state")
	}
	course, err := db.New(q).SelectCourse(ctx, r.Course)
	if err != nil {
		return message.Note{}, sqldb.Missing(err, "course.no_course")
	}
	about := news.Unwatched{Course: message.Text{Zh: course.Name, En: course.NameEn}}
	if r.Lesson != "" {
		lesson, err := db.New(q).SelectLesson(ctx, r.Lesson)
		if err := sqldb.Missing(err, "course.no_lesson"); err != nil {
			return message.Note{}, err
		}
		if lesson.CourseID != r.Course {
			return message.Note{}, fault.New(fault.NotFound, "course.no_lesson")
		}
		about.Lesson, about.Title = lesson.ID, message.Text{Zh: lesson.Title, En: lesson.TitleEn}
	}
	return news.Watch(about), nil
}

type latePerson struct {
	id string
	Person
}

// late returns the students to remind, and how many it skips because of a recent reminder. It rechecks each row:
// the student must still be enrolled and not have watched since.
func (s *Service) late(ctx context.Context, q sqldb.Querier, may reach,
	r Reminder,
) (list []latePerson, recent int, err error) {
	term, _, err := s.termsWithRows(ctx, q, r.Term)
	if err != nil {
		return nil, 0, err
	}
	query := Query{Term: term, Course: r.Course, Group: r.Group, Class: r.Class, Lesson: r.Lesson, State: r.State}
	f := query.filter(may)
	f.Add("EXISTS (SELECT 1 FROM confirmed_enrolment AS e WHERE e.student_id = r.student_id AND e.group_id = r.group_id)")
	now := "w.done"
	if r.State == Never {
		now = "(w.done OR w.total_ms > 0)"
	}
	f.Add("NOT EXISTS (SELECT 1 FROM watching AS w WHERE w.student_id = r.student_id " +
		"AND w.lesson_id = r.lesson_id AND " + now + ")")
	f.Add("r.course_id = ?", r.Course)
	f.people = true
	since := "$" + strconv.Itoa(len(f.Args)+1)
	f.Args = append(f.Args, s.o.Now().Add(-RemindAgain).UnixMilli())
	text := `SELECT DISTINCT s.id, s.number, s.name, s.name_latin, s.class, s.number_key, EXISTS (
			SELECT 1 FROM watching_reminder AS m WHERE m.student_id = s.id AND m.course_id = r.course_id
			AND m.at > ` + since + `) ` + f.from() + ` ORDER BY s.number_key`
	err = sqldb.Each(ctx, q, "list who is late", text, f.Args, func(row *sql.Rows) error {
		var one latePerson
		var key []byte
		var reminded bool
		err := row.Scan(&one.id, &one.Number, &one.Name, &one.NameLatin, &one.Class, &key, &reminded)
		if reminded {
			recent++
		} else {
			list = append(list, one)
		}
		return err
	})
	return list, recent, err
}

// OwnReminder is the time of a student's last reminder about a course.
type OwnReminder struct {
	Course Named     `json:"course"`
	At     time.Time `json:"at" format:"date-time" doc:"When the last reminder of the course was sent."`
}

// Reminders lists the caller's reminders; staff have none.
func (s *Service) Reminders(ctx context.Context, who access.Actor) ([]OwnReminder, error) {
	if err := access.SignedIn.Check(who); err != nil {
		return nil, err
	}
	rows, err := db.New(s.o.DB.Reader()).ListOwnReminders(ctx, who.Student)
	if err != nil {
		return nil, fmt.Errorf("list reminders: %w", err)
	}
	out := make([]OwnReminder, 0, len(rows))
	for _, row := range rows {
		out = append(out, OwnReminder{Named{row.CourseID, row.Code, row.Name, row.NameEn}, time.UnixMilli(row.At)})
	}
	return out, nil
}
