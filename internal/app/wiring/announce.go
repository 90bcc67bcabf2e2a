package wiring

import (
	"context"
	"time"

	"lectern/internal/feature/course"
	"lectern/internal/feature/message"
	"lectern/internal/feature/timetable"
	"lectern/internal/feature/timetable/teaching"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/workflow/news"
)

// announcer sends the messages of package news, in the transaction of the event.
type announcer struct {
	messages *message.Service
	now      func() time.Time
	zone     *time.Location
}

// announce notifies the people affected by publications: students once per group, each teacher once about all.
func (a *announcer) announce(ctx context.Context, q sqldb.Querier, who access.Actor, published []timetable.News) error {
	now := a.now().In(a.zone)
	for _, one := range published {
		takesBack, notes := news.Changes(one, now)
		if takesBack != "" {
			if err := a.messages.Settle(ctx, q, takesBack); err != nil {
				return err
			}
		}
		for _, note := range notes {
			if err := a.sendOne(ctx, q, who, note); err != nil {
				return err
			}
		}
	}
	for _, note := range news.TeacherNotes(published, now) {
		if err := a.sendOne(ctx, q, who, note); err != nil {
			return err
		}
	}
	return nil
}

// sendOne sends a note to its recipients.
func (a *announcer) sendOne(ctx context.Context, q sqldb.Querier, who access.Actor, note message.Note) error {
	_, err := a.messages.Notify(ctx, q, who, note)
	return err
}

// sendStudents sends a note to some students.
func (a *announcer) sendStudents(
	ctx context.Context, q sqldb.Querier, who access.Actor, note message.Note, students []string,
) error {
	note.Students = students
	return a.sendOne(ctx, q, who, note)
}

// recorded tells a group once that the recording of its class is available, and withdraws that when it is removed.
func (a *announcer) recorded(
	ctx context.Context, q sqldb.Querier, who access.Actor, what course.RecordingChange,
) error {
	if !what.There {
		return a.messages.Settle(ctx, q, news.RecordingTopic(what.Lesson.ID))
	}
	_, err := a.messages.Notify(ctx, q, who, news.Recording(what))
	return err
}

// exam tells a student the place and seat of an exam.
func (a *announcer) exam(ctx context.Context, q sqldb.Querier, what timetable.ExamNews) error {
	_, err := a.messages.Notify(ctx, q, access.System(), news.Exam(what, a.zone))
	return err
}

// enrolled tells a student that staff have added or ended an enrolment.
func (a *announcer) enrolled(
	ctx context.Context, q sqldb.Querier, who access.Actor, what course.EnrolmentChange,
) error {
	_, err := a.messages.Notify(ctx, q, who, news.Enrolment(what))
	return err
}

// password adds the todo to replace a first password, once, and withdraws it when that is done.
func (a *announcer) password(ctx context.Context, q sqldb.Querier, account string, first bool) error {
	if !first {
		return a.messages.Settle(ctx, q, news.PasswordTopic(account))
	}
	_, err := a.messages.Notify(ctx, q, access.System(), news.Password(account))
	return err
}

// factorReset tells an account's owner that staff have removed its second factor.
func (a *announcer) factorReset(ctx context.Context, q sqldb.Querier, account string) error {
	_, err := a.messages.Notify(ctx, q, access.System(), news.FactorReset(account, a.now()))
	return err
}

// guessed tells an account's owner that someone is guessing its password.
func (a *announcer) guessed(ctx context.Context, q sqldb.Querier, account string, closed bool) error {
	_, err := a.messages.Notify(ctx, q, access.System(), news.Guessed(account, closed, a.now()))
	return err
}

// answered tells a teacher that a request was accepted or declined. Publishing or withdrawing the change notifies
// them like everyone else.
func (a *announcer) answered(ctx context.Context, q sqldb.Querier, who access.Actor, request teaching.Request) error {
	if request.State == teaching.Published || request.State == teaching.Reverted {
		return nil
	}
	_, err := a.messages.Notify(ctx, q, who, news.Request(request))
	return err
}
