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

// An announcer sends what package news makes of what happened, in the transaction in which it happened.
type announcer struct {
	messages *message.Service
	now      func() time.Time
	zone     *time.Location
}

// announce tells the people concerned of what is published about the timetable: students of each piece of news, a
// teacher once of all.
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

// sendOne sends one note to those whom it names.
func (a *announcer) sendOne(ctx context.Context, q sqldb.Querier, who access.Actor, note message.Note) error {
	_, err := a.messages.Notify(ctx, q, who, note)
	return err
}

// sendStudents tells some students of what was published together.
func (a *announcer) sendStudents(
	ctx context.Context, q sqldb.Querier, who access.Actor, note message.Note, students []string,
) error {
	_, err := a.messages.NotifyStudents(ctx, q, who, note, students)
	return err
}

// recorded tells a group that the recording of its class is there, once, and takes that back when it is gone.
func (a *announcer) recorded(ctx context.Context, q sqldb.Querier, who access.Actor, what course.Recorded) error {
	if !what.There {
		return a.messages.Settle(ctx, q, news.RecordingTopic(what.Lesson.ID))
	}
	_, err := a.messages.Notify(ctx, q, who, news.Recording(what))
	return err
}

// exam tells a student where an exam is and which seat is theirs.
func (a *announcer) exam(ctx context.Context, q sqldb.Querier, what timetable.ExamNews) error {
	_, err := a.messages.Notify(ctx, q, access.System(), news.Exam(what, a.zone))
	return err
}

// enrolled tells a student of an enrolment that staff have made or ended.
func (a *announcer) enrolled(ctx context.Context, q sqldb.Querier, who access.Actor, what course.Moved) error {
	_, err := a.messages.Notify(ctx, q, who, news.Enrolment(what))
	return err
}

// password puts the todo to choose a password before somebody who still has a first one, once, and takes it
// back when it is done.
func (a *announcer) password(ctx context.Context, q sqldb.Querier, account string, first bool) error {
	if !first {
		return a.messages.Settle(ctx, q, news.PasswordTopic(account))
	}
	_, err := a.messages.Notify(ctx, q, access.System(), news.Password(account))
	return err
}

// factorReset tells the owner of an account that staff have removed its second factor.
func (a *announcer) factorReset(ctx context.Context, q sqldb.Querier, account string) error {
	_, err := a.messages.Notify(ctx, q, access.System(), news.FactorReset(account, a.now()))
	return err
}

// guessed tells the owner of an account that somebody guesses at its password.
func (a *announcer) guessed(ctx context.Context, q sqldb.Querier, account string, closed bool) error {
	_, err := a.messages.Notify(ctx, q, access.System(), news.Guessed(account, closed, a.now()))
	return err
}

// answered tells a teacher what became of a request. That the change is published, or taken back, they are told as
// everybody concerned.
func (a *announcer) answered(ctx context.Context, q sqldb.Querier, who access.Actor, request teaching.Request) error {
	if request.State == teaching.Published || request.State == teaching.Reverted {
		return nil
	}
	_, err := a.messages.Notify(ctx, q, who, news.Request(request))
	return err
}
