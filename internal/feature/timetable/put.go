package timetable

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"lectern/internal/feature/timetable/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/cache"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/locale"
	"lectern/internal/kernel/sqldb"
)

// These functions write the rules of the timetable inside the caller's transaction, for staff only. Writing the same
// values again changes and audits nothing. Write terms and schemes inside Correct, which notifies students about their
// classes.

// PutTerm writes a term. Its id is part of addresses, such as 2026-autumn. Weeks and days with classes can't be cut
// off: timetable.term_used. It doesn't check for overlaps with other terms, because the caller may be about to move
// those too.
func (s *Service) PutTerm(ctx context.Context, q sqldb.Querier, who access.Actor, t Term) error {
	if t.ID == "" || t.Name == "" {
		return required("term")
	}
	if err := t.Check(); err != nil {
		return err
	}
	old, err := checkKeepsClasses(ctx, q, t)
	if err != nil {
		return err
	}
	return s.put(ctx, q, who,
		auditEntry{"timetable.put_term", t.ID, old.fields(), t.fields()}, t.ID, func() (int64, error) {
			var n int64
			err := s.writeTerm(ctx, q, t.ID, func() (err error) {
				n, err = db.New(q).UpsertTerm(ctx, db.UpsertTermParams{
					ID: t.ID, Name: t.Name, NameEn: t.NameEn, FirstMonday: t.FirstMonday,
					FirstDay: t.FirstMonday.Number(), Weeks: int64(t.Weeks),
				})
				return err
			})
			return n, err
		})
}

// checkKeepsClasses refuses a change that cuts off classes (timetable.term_used), and returns the current term.
func checkKeepsClasses(ctx context.Context, q sqldb.Querier, t Term) (Term, error) {
	row, err := db.New(q).SelectTerm(ctx, t.ID)
	if err != nil {
		return Term{}, sqldb.IgnoreMissing(err)
	}
	old := toTerm(row)
	lost, err := cutOff(ctx, q, old, t)
	if err == nil && lost > 0 {
		err = fault.New(fault.Conflict, "timetable.term_used", "count", strconv.Itoa(lost))
	}
	return old, err
}

// cutOff counts the classes that changing the term would cut off.
func cutOff(ctx context.Context, q sqldb.Querier, old, t Term) (int, error) {
	if t.Weeks >= old.Weeks && t.FirstMonday == old.FirstMonday {
		return 0, nil
	}
	lost := 0
	meetings, err := db.New(q).SelectWeeksOfTerm(ctx, t.ID)
	if err != nil {
		return 0, fmt.Errorf("list the weeks of a term's meetings: %w", err)
	}
	for _, text := range meetings {
		weeks, err := ParseWeeks(text, MaxWeeks)
		if err != nil {
			return 0, err
		}
		lost += (weeks & WeekRange(1, old.Weeks) &^ WeekRange(1, t.Weeks)).Len()
	}
	added, err := db.New(q).SelectAddedDays(ctx, t.ID)
	if err != nil {
		return 0, fmt.Errorf("list a term's added classes: %w", err)
	}
	for _, day := range added {
		if old.Contains(day) && !t.Contains(day) {
			lost++
		}
	}
	return lost, nil
}

// PutCampus writes a campus; position is its index in lists.
func (s *Service) PutCampus(ctx context.Context, q sqldb.Querier, who access.Actor, c Campus, position int) error {
	if c.ID == "" || c.Name == "" {
		return required("campus")
	}
	old, err := db.New(q).SelectCampus(ctx, c.ID)
	if sqldb.IgnoreMissing(err) != nil {
		return fmt.Errorf("read a campus: %w", err)
	}
	was := Campus{Name: old.Name, NameEn: old.NameEn}
	return s.put(ctx, q, who, auditEntry{"timetable.put_campus", c.ID, was.fields(int(old.Position)), c.fields(position)},
		college, func() (int64, error) {
			return db.New(q).UpsertCampus(ctx,
				db.UpsertCampusParams{ID: c.ID, Name: c.Name, NameEn: c.NameEn, Position: int64(position)})
		})
}

// PutScheme writes a period scheme. It must not overlap another scheme of its campus (timetable.schemes_overlap), and
// periods with classes can't be removed (timetable.period_used).
func (s *Service) PutScheme(ctx context.Context, q sqldb.Querier, who access.Actor, scheme PeriodScheme) error {
	if scheme.ID == "" {
		return required("scheme")
	}
	if err := knownCampus(ctx, q, scheme.Campus); err != nil {
		return err
	}
	all, err := s.schemes(ctx, q)
	if err != nil {
		return err
	}
	before := slices.Clone(all)
	same := func(other PeriodScheme) bool { return other.ID == scheme.ID }
	if i := slices.IndexFunc(all, same); i >= 0 && all[i].equal(scheme) {
		return access.Admin.Check(who)
	}
	if err := CheckSchemes(append(slices.DeleteFunc(all, same), scheme)); err != nil {
		return err
	}
	var old PeriodScheme
	if i := slices.IndexFunc(before, same); i >= 0 {
		old = before[i]
		if err := checkUnused(ctx, q, old, old.Without(scheme)); err != nil {
			return err
		}
	}
	return s.put(ctx, q, who, auditEntry{"timetable.put_scheme", scheme.ID, old.fields(), scheme.fields()},
		college, func() (int64, error) {
			return 1, s.changeScheme(ctx, q, scheme.ID, func() error { return writeScheme(ctx, q, scheme) })
		})
}

func (s *PeriodScheme) equal(other PeriodScheme) bool {
	return s.Campus == other.Campus && s.From == other.From && s.To == other.To && slices.Equal(s.Periods, other.Periods)
}

// Scheme returns a period scheme, or a zero one if it doesn't exist.
func (s *Service) Scheme(ctx context.Context, q sqldb.Querier, scheme string) (PeriodScheme, error) {
	all, err := s.schemes(ctx, q)
	if i := slices.IndexFunc(all, func(other PeriodScheme) bool { return other.ID == scheme }); i >= 0 {
		return all[i], nil
	}
	return PeriodScheme{}, err
}

// Without lists the periods that the other scheme doesn't have.
func (s *PeriodScheme) Without(other PeriodScheme) []int {
	var gone []int
	for _, p := range s.Periods {
		if other.period(p.Number) == nil {
			gone = append(gone, p.Number)
		}
	}
	return gone
}

// checkUnused refuses to remove periods in which a meeting begins or ends on a day of the scheme.
func checkUnused(ctx context.Context, q sqldb.Querier, scheme PeriodScheme, gone []int) error {
	if len(gone) == 0 {
		return nil
	}
	rows, err := db.New(q).SelectMeetingsOfCampus(ctx, scheme.Campus)
	if err != nil {
		return fmt.Errorf("list the meetings of a campus: %w", err)
	}
	count, first, code := 0, 0, ""
	for _, row := range rows {
		m, err := toMeeting(row.Meeting)
		if err != nil {
			return err
		}
		used := slices.IndexFunc(gone, func(n int) bool { return n == m.Hours.FirstPeriod || n == m.Hours.LastPeriod })
		if used < 0 || !m.meetsIn(toTerm(row.Term), scheme) {
			continue
		}
		if count++; count == 1 {
			first, code = gone[used], row.Code
		}
	}
	if count == 0 {
		return nil
	}
	return fault.New(fault.Conflict, "timetable.period_used", "period", strconv.Itoa(first), "group",
		code, "count", strconv.Itoa(count))
}

// meetsIn reports whether the meeting has a class on a day of the scheme.
func (m *Meeting) meetsIn(term Term, scheme PeriodScheme) bool {
	for rest := m.Weeks & WeekRange(1, term.Weeks); rest != 0; rest &= rest - 1 {
		if scheme.Covers(m.Campus, term.Date(rest.First(), m.Weekday)) {
			return true
		}
	}
	return false
}

func writeScheme(ctx context.Context, q sqldb.Querier, scheme PeriodScheme) error {
	err := db.New(q).UpsertScheme(ctx,
		db.UpsertSchemeParams{ID: scheme.ID, CampusID: scheme.Campus, FromDate: scheme.From, ToDate: scheme.To})
	if err != nil {
		return err
	}
	if err := db.New(q).DeletePeriods(ctx, scheme.ID); err != nil {
		return err
	}
	for _, p := range scheme.Periods {
		err := db.New(q).InsertPeriod(ctx,
			db.InsertPeriodParams{SchemeID: scheme.ID, Number: int64(p.Number), Starts: p.Starts, Ends: p.Ends})
		if err != nil {
			return err
		}
	}
	return nil
}

// RemoveScheme deletes a period scheme, if it exists.
func (s *Service) RemoveScheme(ctx context.Context, q sqldb.Querier, who access.Actor, scheme string) error {
	old, err := s.Scheme(ctx, q, scheme)
	if err != nil {
		return err
	}
	return s.put(ctx, q, who, auditEntry{"timetable.remove_scheme", scheme, old.fields(), nil},
		college, func() (int64, error) {
			var n int64
			err := s.changeScheme(ctx, q, scheme, func() (err error) {
				if err = db.New(q).DeletePeriods(ctx, scheme); err == nil {
					n, err = db.New(q).DeleteScheme(ctx, scheme)
				}
				return err
			})
			return n, err
		})
}

// PutRoom writes a room and returns its id. A room without an id is found by campus and name, or created.
func (s *Service) PutRoom(ctx context.Context, q sqldb.Querier, who access.Actor, r Room) (string, error) {
	r.Name = strings.TrimSpace(r.Name)
	if r.Name == "" {
		return "", required("room")
	}
	if err := knownCampus(ctx, q, r.Campus); err != nil {
		return "", err
	}
	if r.ID == "" {
		found, err := db.New(q).SelectRoomID(ctx, db.SelectRoomIDParams{CampusID: r.Campus, Name: r.Name})
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return "", fmt.Errorf("find a room: %w", err)
		}
		if r.ID = found; found == "" {
			r.ID = sqldb.NewID()
		}
	}
	row, err := db.New(q).SelectRoom(ctx, r.ID)
	if sqldb.IgnoreMissing(err) != nil {
		return "", fmt.Errorf("read a room: %w", err)
	}
	old := Room{
		ID: row.ID, Campus: row.CampusID, Name: row.Name, NameEn: row.NameEn,
		Building: row.Building, Seats: int(row.Seats),
	}
	var groups []string
	if old.ID != "" {
		if groups, err = db.New(q).SelectGroupsOfRoom(ctx, r.ID); err != nil {
			return "", fmt.Errorf("list the groups of a room: %w", err)
		}
	}
	err = s.put(ctx, q, who, auditEntry{"timetable.put_room", r.ID, old.fields(), r.fields()}, "", func() (int64, error) {
		n, err := db.New(q).UpsertRoom(ctx, db.UpsertRoomParams{
			ID: r.ID, CampusID: r.Campus, Name: r.Name, NameEn: r.NameEn, Building: r.Building, Seats: int64(r.Seats),
		})
		if err == nil && n > 0 {
			err = indexRoom(ctx, q, r.ID)
		}
		return n, err
	}, groups...)
	return r.ID, err
}

// Room finds a room by name, on a campus or, if that is empty, on any. Errors: timetable.unknown_room,
// timetable.room_ambiguous.
func (s *Service) Room(ctx context.Context, q sqldb.Querier, campus, name string) (Room, error) {
	rows, err := db.New(q).SelectRoomsByName(ctx, name)
	if err != nil {
		return Room{}, fmt.Errorf("find a room: %w", err)
	}
	if campus != "" {
		found, err := db.New(q).SelectRoomID(ctx, db.SelectRoomIDParams{CampusID: campus, Name: name})
		if err != nil {
			return Room{}, sqldb.Missing(err, "timetable.unknown_room")
		}
		return Room{ID: found, Campus: campus, Name: name}, nil
	}
	switch len(rows) {
	case 0:
		return Room{}, fault.New(fault.NotFound, "timetable.unknown_room")
	case 1:
		return Room{ID: rows[0].ID, Campus: rows[0].CampusID, Name: name}, nil
	}
	return Room{}, fault.New(fault.Conflict, "timetable.room_ambiguous", "room", name)
}

// auditEntry holds the fields of an audit row.
type auditEntry struct {
	action, object string
	was, is        map[string]any
}

// put runs a write, and bumps the revision and audits it if anything changed. The revision is that of the scope, or of
// the groups if the scope is empty.
func (s *Service) put(
	ctx context.Context, q sqldb.Querier, who access.Actor, what auditEntry, scope string,
	write func() (int64, error), groups ...string,
) error {
	if err := access.Admin.Check(who); err != nil {
		return err
	}
	n, err := write()
	if err != nil {
		return fmt.Errorf("%s: %w", what.action, err)
	}
	if n == 0 {
		return nil
	}
	if scope != "" {
		groups = []string{scope}
	}
	if err := cache.Bump(ctx, q, groups...); err != nil {
		return err
	}
	return s.audit(ctx, q, who, what.action, what.object, what.was, what.is)
}

// knownPlace refuses an unknown room, teacher or campus, and returns the campus, which the room determines if there is
// one.
func knownPlace(ctx context.Context, q sqldb.Querier, campus, room, teacher string) (string, error) {
	if teacher != "" {
		if n, err := db.New(q).SelectTeacherExists(ctx, teacher); err != nil {
			return "", fmt.Errorf("look for a teacher: %w", err)
		} else if n == 0 {
			return "", fault.New(fault.Invalid, "timetable.unknown_teacher")
		}
	}
	if room != "" {
		row, err := db.New(q).SelectRoom(ctx, room)
		if errors.Is(err, sql.ErrNoRows) {
			return "", fault.New(fault.Invalid, "timetable.unknown_room")
		}
		if err != nil {
			return "", fmt.Errorf("look for a room: %w", err)
		}
		return row.CampusID, nil
	}
	if campus == "" {
		return "", nil
	}
	return campus, knownCampus(ctx, q, campus)
}

func knownCampus(ctx context.Context, q sqldb.Querier, campus string) error {
	n, err := db.New(q).SelectCampusExists(ctx, campus)
	if err != nil {
		return fmt.Errorf("look for a campus: %w", err)
	}
	if n == 0 {
		return fault.New(fault.Invalid, "timetable.unknown_campus", "campus", locale.Shorten(campus, maxEcho))
	}
	return nil
}

func required(field string) error {
	return fault.New(fault.Invalid, "timetable.field_required", "field", field)
}
