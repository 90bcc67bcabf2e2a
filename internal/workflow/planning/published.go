package planning

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"lectern/internal/feature/timetable"
	"lectern/internal/feature/timetable/clash"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/workflow/planning/db"
)

// PublishedLine is a change as it was published.
type PublishedLine struct {
	Group    clash.Group
	Class    string
	Action   timetable.Action
	Was, To  *timetable.Place // nil: doesn't take place
	Reason   string           // the reason for accepting its clashes
	Rooms    []Named          // of its places
	Teachers []Named
}

// Published is a publication with its lines.
type Published struct {
	Publication
	Lines []PublishedLine // empty for publications older than these records
	Back  []Clash         // new clashes if it were withdrawn now; empty if it already is
}

// Published returns a publication, and the new clashes if it were withdrawn. Registrars only. Error:
// planning.no_publication.
func (s *Service) Published(ctx context.Context, who access.Actor, publication string) (Published, error) {
	if err := access.Admin.Check(who); err != nil {
		return Published{}, err
	}
	row, err := db.New(s.o.DB.Reader()).SelectPublication(ctx, publication)
	if err != nil {
		return Published{}, sqldb.Missing(err, "planning.no_publication")
	}
	rows, err := db.New(s.o.DB.Reader()).SelectPublicationChanges(ctx, publication)
	if err != nil {
		return Published{}, fmt.Errorf("read a publication: %w", err)
	}
	x, err := s.o.Clashes.Index(ctx, row.TermID)
	if err != nil {
		return Published{}, err
	}
	out := Published{Publication: toPublication(row)}
	for _, r := range rows {
		if r.Action == "" {
			continue
		}
		line := PublishedLine{
			Group: x.Group(r.GroupID), Class: r.ClassID,
			Action: timetable.Action(r.Action), Reason: r.Reason,
		}
		line.Was, line.To = placesOf(r)
		line.Rooms, line.Teachers = placeNames(x, line.Was, line.To)
		out.Lines = append(out.Lines, line)
	}
	if out.Withdrawn.IsZero() {
		out.Back = clashesOnReturn(x, rows)
	}
	return out, nil
}

func idsOf(rows []db.PlanningPublicationChange) []string {
	list := make([]string, 0, len(rows))
	for _, r := range rows {
		list = append(list, r.ChangeID)
	}
	return list
}

// clashesOnReturn lists the new clashes, without the accepted ones, if the classes of a publication returned to
// where they were.
func clashesOnReturn(x *clash.Index, rows []db.PlanningPublicationChange) []Clash {
	ids := idsOf(rows)
	now, then := x.With(nil), x.Without(ids)
	var list []Clash
	for _, change := range changesIn(x, ids) {
		from, to := placeOf(now.Class(change.Group, change.Class)), placeOf(then.Class(change.Group, change.Class))
		if change.Action == timetable.Add || samePlace(from, to) {
			continue
		}
		hard, _ := clashesAt(now, then, change.Group, change.Class, from, to)
		list = append(list, slices.DeleteFunc(hard, func(c Clash) bool { return !c.needsReason() })...)
	}
	return list
}

// changesIn returns the changes with some ids.
func changesIn(x *clash.Index, ids []string) (list []timetable.Change) {
	for _, plan := range x.Whole.Plans {
		for _, change := range plan.Changes {
			if slices.Contains(ids, change.ID) {
				list = append(list, change)
			}
		}
	}
	slices.SortFunc(list, func(a, b timetable.Change) int { return slices.Index(ids, a.ID) - slices.Index(ids, b.ID) })
	return list
}

// acceptOnReturn accepts the new clashes of the returning classes, or fails without a reason.
func (s *Service) acceptOnReturn(ctx context.Context, q sqldb.Querier, who access.Actor, x *clash.Index,
	rows []db.PlanningPublicationChange, reason string,
) error {
	found := clashesOnReturn(x, rows)
	if needsReason(found, reason) {
		return fault.New(fault.Invalid, "planning.reason_needed", "field", "reason", "min", strconv.Itoa(clash.MinReason))
	}
	for _, c := range found {
		class := x.With(nil).Find(c.Of)
		if err := s.acceptClashes(ctx, q, who, x.Term.ID, class.Group, []Clash{c}, reason); err != nil {
			return err
		}
	}
	return nil
}

// publishedRow returns the row of a line in its publication.
func publishedRow(publication string, position int, l *Line) db.InsertPublicationChangeParams {
	row := db.InsertPublicationChangeParams{
		PublicationID: publication, Position: int64(position), ChangeID: l.Change.ID, RequestID: l.Request, Reason: l.Reason,
		GroupID: l.Change.Group, ClassID: l.Change.Class, Action: string(l.Change.Action),
	}
	if l.Change.Action == timetable.Add {
		row.ClassID = l.Change.ID
	}
	if p := l.From; p != nil {
		row.WasOn, row.WasDay, row.WasFirst, row.WasLast = true, p.Day, int64(p.Hours.FirstPeriod), int64(p.Hours.LastPeriod)
		row.WasStarts, row.WasEnds, row.WasCampus, row.WasRoom, row.WasTeacher = p.Hours.Starts,
			p.Hours.Ends, p.Campus, p.Room, p.Teacher
	}
	if p := l.To; p != nil {
		row.ToOn, row.ToDay, row.ToFirst, row.ToLast = true, p.Day, int64(p.Hours.FirstPeriod), int64(p.Hours.LastPeriod)
		row.ToStarts, row.ToEnds, row.ToCampus, row.ToRoom, row.ToTeacher = p.Hours.Starts,
			p.Hours.Ends, p.Campus, p.Room, p.Teacher
	}
	return row
}

// placesOf is the inverse of fromPublished for the places.
func placesOf(r db.PlanningPublicationChange) (was, to *timetable.Place) {
	if r.WasOn {
		was = &timetable.Place{
			Day: r.WasDay, Hours: timetable.Hours{
				FirstPeriod: int(r.WasFirst), LastPeriod: int(r.WasLast), Starts: r.WasStarts,
				Ends: r.WasEnds,
			}, Campus: r.WasCampus, Room: r.WasRoom, Teacher: r.WasTeacher,
		}
	}
	if r.ToOn {
		to = &timetable.Place{
			Day: r.ToDay, Hours: timetable.Hours{
				FirstPeriod: int(r.ToFirst), LastPeriod: int(r.ToLast), Starts: r.ToStarts,
				Ends: r.ToEnds,
			}, Campus: r.ToCampus, Room: r.ToRoom, Teacher: r.ToTeacher,
		}
	}
	return was, to
}
