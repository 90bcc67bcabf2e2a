package message

import (
	"context"
	"fmt"

	"lectern/internal/feature/message/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/fault"
)

// PublishAsTeacher sends a notice to a group that the caller teaches. Teachers only. Errors: course.no_group, also for
// another teacher's group.
func (s *Service) PublishAsTeacher(ctx context.Context, who access.Actor, group string, note Note) (string, error) {
	if err := access.Teaching.Check(who); err != nil {
		return "", err
	}
	today, _ := civil.Of(s.now(), s.zone)
	n, err := db.New(s.database.Reader()).CountTeaches(ctx,
		db.CountTeachesParams{Teacher: who.Teacher, GroupID: group, Today: today.Number()})
	if err != nil {
		return "", fmt.Errorf("look for the group of a teacher: %w", err)
	}
	if n == 0 {
		return "", fault.New(fault.NotFound, "course.no_group")
	}
	note.Kind, note.Tag, note.To, note.ByHand = Notice, NotStarted, Group(group), true
	if err := note.check(); err != nil {
		return "", err
	}
	return s.publish(ctx, who, note)
}
