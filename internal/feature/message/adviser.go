package message

import (
	"context"

	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
)

// mayAddress refuses an audience that the actor may not write to. An adviser writes to an own class, or to a list,
// whose numbers are looked up among the students of the own classes alone.
func mayAddress(who access.Actor, to Audience) error {
	if who.Scope != access.Adviser || to.kind == "list" || to.kind == "class" && who.Advises(to.target) {
		return nil
	}
	return fault.New(fault.Forbidden, "message.not_your_class")
}

// AudienceKinds lists the kinds of audience that the actor may write to by hand, the widest first.
func AudienceKinds(who access.Actor) []string {
	if who.Scope == access.Adviser {
		return []string{"class", "list"}
	}
	return []string{"all", "campus", "programme", "year", "class", "course", "group", "list"}
}

// mayReach reports whether a student may be in a list of the actor's.
func mayReach(who access.Actor, p Person) bool {
	return who.Scope != access.Adviser || who.Advises(p.Class)
}

// readManaged reads a message that the actor manages: every one for a registrar, for an adviser what the adviser wrote
// to classes that are still the own. All others do not exist for an adviser.
func (s *Service) readManaged(ctx context.Context, q sqldb.Querier, who access.Actor, id string) (Message, error) {
	m, err := s.readSent(ctx, q, id)
	if err == nil && who.Scope == access.Adviser && (m.Sender != who.Account || mayAddress(who, m.To) != nil) {
		return Message{}, notFound()
	}
	return m, err
}

// unknownNumbers is the refusal of numbers in a list. To an adviser it does not say whether a student of
// another class has them.
func unknownNumbers(who access.Actor, count string) error {
	if who.Scope == access.Adviser {
		return fault.New(fault.Invalid, "message.numbers_elsewhere", "count", count)
	}
	return fault.New(fault.Invalid, "message.unknown_numbers", "count", count)
}
