package message

import (
	"context"
	"fmt"

	"lectern/internal/feature/message/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/locale"
	"lectern/internal/kernel/sqldb"
)

// isLimited reports whether the actor may only write to some students: an adviser to their classes, a teacher to their
// groups.
func isLimited(who access.Actor) bool { return access.Admin.Check(who) != nil }

// mayAddress refuses an audience that the actor may not write to. Advisers may write to their classes, and to lists,
// whose numbers are only looked up in their classes; teachers to groups they teach. Errors: message.not_your_class,
// message.not_your_group, course.no_group for another teacher's group.
func (s *Service) mayAddress(ctx context.Context, q sqldb.Querier, who access.Actor, to Audience) error {
	advises := who.Scope == access.Adviser
	switch {
	case !isLimited(who), advises && (to.kind == "list" || to.kind == "class" && who.Advises(to.target)):
		return nil
	case to.kind == "group" && who.Teacher != "":
		if teaches, err := s.teaches(ctx, q, who, to); err != nil || teaches {
			return err
		}
		return fault.New(fault.NotFound, "course.no_group")
	case advises:
		return fault.New(fault.Forbidden, "message.not_your_class")
	}
	return fault.New(fault.Forbidden, "message.not_your_group")
}

func (s *Service) teaches(ctx context.Context, q sqldb.Querier, who access.Actor, group Audience) (bool, error) {
	today, _ := civil.Of(s.now(), s.zone)
	n, err := db.New(q).CountTeaches(ctx,
		db.CountTeachesParams{Teacher: who.Teacher, GroupID: group.target, Today: today.Number()})
	if err != nil {
		return false, fmt.Errorf("look for the group of a teacher: %w", err)
	}
	return n > 0, nil
}

// AudienceKinds lists the kinds of audience that the actor may write to, the widest first.
func AudienceKinds(who access.Actor) []string {
	if !isLimited(who) {
		return []string{"all", "campus", "programme", "year", "class", "course", "group", "list"}
	}
	var kinds []string
	if who.Scope == access.Adviser {
		kinds = append(kinds, "class")
	}
	if who.Teacher != "" {
		kinds = append(kinds, "group")
	}
	if who.Scope == access.Adviser {
		kinds = append(kinds, "list")
	}
	return kinds
}

// maxName is the most characters of a course or a teacher in a signature.
const maxName = 50

// signature tells students which course a teacher's notice is about and who wrote it. It is empty for other senders.
func (s *Service) signature(ctx context.Context, q sqldb.Querier, who access.Actor, to Audience) (Text, error) {
	if who.Teacher == "" || to.kind != "group" {
		return Text{}, nil
	}
	if teaches, err := s.teaches(ctx, q, who, to); err != nil || !teaches {
		return Text{}, err
	}
	row, err := db.New(q).SelectSignature(ctx, db.SelectSignatureParams{Teacher: who.Teacher, GroupID: to.target})
	if err != nil {
		return Text{}, sqldb.Missing(err, "course.no_group")
	}
	in := func(l locale.Language) string {
		course, teacher := Text{row.Course, row.CourseEn}.In(l), Text{row.Teacher, row.TeacherEn}.In(l)
		return locale.Shorten(course, maxName) + " · " + locale.Shorten(teacher, maxName)
	}
	return Text{Zh: in(locale.Chinese), En: in(locale.English)}, nil
}

// mayReach reports whether the actor's lists may contain a student.
func mayReach(who access.Actor, p Person) bool { return who.Advises(p.Class) }

// readManaged reads a message that the actor manages: any for a registrar; for others, what they wrote to classes and
// groups that are still theirs. The rest doesn't exist for them.
func (s *Service) readManaged(ctx context.Context, q sqldb.Querier, who access.Actor, id string) (Message, error) {
	m, err := s.readSent(ctx, q, id)
	if err != nil || !isLimited(who) {
		return m, err
	}
	if m.Sender != who.Account {
		return Message{}, notFound()
	}
	err = s.mayAddress(ctx, q, who, m.To)
	if fault.Code(err) != "" {
		err = notFound()
	}
	return m, err
}

// unknownNumbers refuses unknown numbers in a list. It doesn't tell an adviser whether they belong to another class.
func unknownNumbers(who access.Actor, count string) error {
	if isLimited(who) {
		return fault.New(fault.Invalid, "message.numbers_elsewhere", "count", count)
	}
	return fault.New(fault.Invalid, "message.unknown_numbers", "count", count)
}
