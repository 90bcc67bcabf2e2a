package message

import (
	"context"

	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
)

// mayAddress refuses an audience that the actor may not write to. Advisers may write to their classes, and to lists,
// whose numbers are only looked up in their classes.
func mayAddress(who access.Actor, to Audience) error {
	if who.Scope != access.Adviser || to.kind == "list" || to.kind == "class" && who.Advises(to.target) {
		return nil
	}
	return fault.New(fault.Forbidden, "message.not_your_class")
}

// AudienceKinds lists the kinds of audience that the actor may write to, the widest first.
func AudienceKinds(who access.Actor) []string {
	if who.Scope == access.Adviser {
		return []string{"class", "list"}
	}
	return []string{"all", "campus", "programme", "year", "class", "course", "group", "list"}
}

// mayReach reports whether the actor's lists may contain a student.
func mayReach(who access.Actor, p Person) bool {
	return who.Scope != access.Adviser || who.Advises(p.Class)
}

// readManaged reads a message that the actor manages: any for a registrar; for an adviser, what the adviser wrote to
// classes that are still theirs. Others don't exist for an adviser.
func (s *Service) readManaged(ctx context.Context, q sqldb.Querier, who access.Actor, id string) (Message, error) {
	m, err := s.readSent(ctx, q, id)
	if err == nil && who.Scope == access.Adviser && (m.Sender != who.Account || mayAddress(who, m.To) != nil) {
		return Message{}, notFound()
	}
	return m, err
}

// unknownNumbers refuses unknown numbers in a list. It doesn't tell an adviser whether they belong to another class.
func unknownNumbers(who access.Actor, count string) error {
	if who.Scope == access.Adviser {
		return fault.New(fault.Invalid, "message.numbers_elsewhere", "count", count)
	}
	return fault.New(fault.Invalid, "message.unknown_numbers", "count", count)
}
