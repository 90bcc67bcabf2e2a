package roster

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"lectern/internal/fault"
	"lectern/internal/roster/db"
	"lectern/internal/student"
	"lectern/internal/timetable"
)

// whole reads a small number.
func whole(text string) (int, error) {
	text, err := digits(text)
	if err != nil {
		return 0, err
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0, fault.New(fault.Invalid, "roster.bad_number")
	}
	return n, nil
}

// terms are written when all rows are known: two that move together may meet for a moment.
type terms struct {
	*run
	seen seen
	rows []*row
	list []timetable.Term // as rows
}

func (t *terms) row(ctx context.Context, r *row) error {
	term := timetable.Term{
		ID: r.need("id"), Name: r.need("name"), NameEn: r.text("nameEn"), FirstMonday: r.date("firstMonday"), Weeks: parsed(r, "weeks", whole),
	}
	r.need("firstMonday")
	r.need("weeks")
	if !r.good() || t.seen.again(r, fold(term.ID), "", "id") {
		return t.settle(r, student.Unchanged)
	}
	if err := r.take("", term.Check()); err != nil {
		return err
	}
	t.rows, t.list = append(t.rows, r), append(t.list, term)
	return nil
}

func (t *terms) finish(ctx context.Context) error {
	old, err := t.Timetable.TermsIn(ctx, t.q)
	if err != nil {
		return err
	}
	t.apart(old)
	for i, r := range t.rows {
		term := t.list[i]
		if was := termByID(old, term.ID); was >= 0 {
			term.NameEn = or(term.NameEn, old[was].NameEn)
		}
		effect := student.Unchanged
		if r.good() {
			effect, err = t.write(ctx, r, string(timetable.TermRows), timetable.Rows(timetable.TermRows), term.ID, func() (string, error) {
				return term.ID, t.Timetable.PutTerm(ctx, t.q, t.who, term)
			})
		}
		if err != nil {
			return err
		}
		if err := t.settle(r, effect); err != nil {
			return err
		}
	}
	return nil
}

// apart refuses rows whose term would meet one that stays as it is, or one of a row above.
func (t *terms) apart(old []timetable.Term) {
	for i, r := range t.rows {
		if !r.good() {
			continue
		}
		for _, other := range old {
			if termByID(t.list, other.ID) < 0 {
				r.refuse("firstMonday", t.list[i].CheckApart(other))
			}
		}
		for j := range i {
			if t.rows[j].good() {
				r.refuse("firstMonday", t.list[i].CheckApart(t.list[j]))
			}
		}
	}
}

func termByID(terms []timetable.Term, id string) int {
	return slices.IndexFunc(terms, func(t timetable.Term) bool { return t.ID == id })
}

type rooms struct {
	*run
	seen seen
}

func (o *rooms) row(ctx context.Context, r *row) error {
	room := timetable.Room{Name: r.need("name"), NameEn: r.text("nameEn")}
	if text := r.need("campus"); text != "" {
		var err error
		room.Campus, err = o.look.campus(ctx, text)
		if err := r.take("campus", err); err != nil {
			return err
		}
	}
	if !r.good() || o.seen.again(r, room.Campus+"\x00"+fold(room.Name), "", "name") {
		return o.settle(r, student.Unchanged)
	}
	found, err := o.Timetable.Room(ctx, o.q, room.Campus, room.Name)
	if err != nil && fault.Code(err) != "timetable.unknown_room" {
		return err
	}
	old, err := current(ctx, db.New(o.q).SelectRoom, found.ID)
	if err != nil {
		return err
	}
	room.ID, room.NameEn = found.ID, or(room.NameEn, old.NameEn)
	effect, err := o.write(ctx, r, string(timetable.RoomRows), timetable.Rows(timetable.RoomRows), room.ID, func() (string, error) {
		return o.Timetable.PutRoom(ctx, o.q, o.who, room)
	})
	if err != nil {
		return err
	}
	return o.settle(r, effect)
}

func (o *rooms) finish(context.Context) error { return nil }

type programmes struct {
	*run
	seen seen
}

func (p *programmes) row(ctx context.Context, r *row) error {
	programme := student.Programme{
		Code: or(parsed(r, "code", digits), r.need("code")), Name: r.need("name"), NameEn: r.text("nameEn"),
		College: r.text("college"), CollegeEn: r.text("collegeEn"),
	}
	if !r.good() || p.seen.again(r, fold(programme.Code), "", "code") {
		return p.settle(r, student.Unchanged)
	}
	old, err := current(ctx, db.New(p.q).SelectProgramme, programme.Code)
	if err != nil {
		return err
	}
	programme.NameEn, programme.College = or(programme.NameEn, old.NameEn), or(programme.College, old.College)
	programme.CollegeEn = or(programme.CollegeEn, old.CollegeEn)
	effect, err := p.write(ctx, r, "programme", student.ProgrammeRows(), programme.Code, func() (string, error) {
		return programme.Code, p.Students.PutProgramme(ctx, p.q, p.who, programme)
	})
	if err != nil {
		return err
	}
	return p.settle(r, effect)
}

func (p *programmes) finish(context.Context) error { return nil }

// periods makes campuses and their period schemes: the rows with the same campus and dates are one scheme, written as a whole.
type periods struct {
	*run
	order   []string
	schemes map[string]*scheme
}

type scheme struct {
	timetable.PeriodScheme
	campus, campusEn string
	rows             []*row
}

func (p *periods) row(_ context.Context, r *row) error {
	campus, from, to := r.need("campusId"), r.date("from"), r.date("to")
	r.need("from")
	r.need("to")
	key := fold(campus) + " " + from.String() + " " + to.String()
	s := p.schemes[key]
	if s == nil {
		s = &scheme{PeriodScheme: timetable.PeriodScheme{Campus: campus, From: from, To: to}}
		p.schemes[key] = s
		p.order = append(p.order, key)
	}
	s.campus, s.campusEn = or(r.text("campus"), s.campus), or(r.text("campusEn"), s.campusEn)
	if r.need("number") != "" && r.need("starts") != "" && r.need("ends") != "" {
		period := timetable.Period{Number: parsed(r, "number", whole), Starts: parsed(r, "starts", clock), Ends: parsed(r, "ends", clock)}
		s.Periods = append(s.Periods, period)
	}
	s.rows = append(s.rows, r)
	return nil
}

func (p *periods) finish(ctx context.Context) error {
	for _, key := range p.order {
		s := p.schemes[key]
		s.check()
		if !wholeOrRefused(s.rows) {
			if err := p.settleAll(s.rows); err != nil {
				return err
			}
			continue
		}
		effect, err := p.put(ctx, s)
		if err != nil {
			return err
		}
		if len(s.rows[0].problems) > 0 {
			for _, r := range s.rows[1:] {
				for _, problem := range s.rows[0].problems {
					r.refuse(problem.field, problem.Reason)
				}
			}
		}
		for _, r := range s.rows {
			if err := p.settle(r, effect); err != nil {
				return err
			}
		}
	}
	return nil
}

// check looks at the periods before they are written, because only here it is known in which row each of them stands. What is
// wrong with all of them, such as their dates, is wrong in every row.
func (s *scheme) check() {
	for _, r := range s.rows {
		if !r.good() {
			return
		}
	}
	for _, f := range fault.All(s.Check()) {
		for i := len(s.rows) - 1; i >= 0; i-- { // of two rows that do not fit, the later one is out of place
			one, p := true, s.Periods[i]
			switch f.Code {
			case "timetable.periods_overlap":
				one = itoa(p.Number) == f.Params["second"]
			case "timetable.period_number":
				one = itoa(p.Number) == f.Params["period"]
			case "timetable.past_midnight":
				one = p.Starts.String() == f.Params["starts"] && p.Ends.String() == f.Params["ends"]
			}
			if !one {
				continue
			}
			s.rows[i].refuse("", f)
			if f.Code != "timetable.dates_reversed" {
				break
			}
		}
	}
}

// put writes a campus that is new and the scheme. What is wrong with them is noted in the first row.
func (p *periods) put(ctx context.Context, s *scheme) (student.Effect, error) {
	r := s.rows[0]
	campuses, err := db.New(p.q).SelectCampuses(ctx)
	if err != nil {
		return student.Unchanged, fmt.Errorf("list campuses: %w", err)
	}
	campus, position := timetable.Campus{ID: s.Campus, Name: or(s.campus, s.Campus), NameEn: s.campusEn}, len(campuses)+1
	for _, c := range campuses {
		if fold(c.ID) == fold(s.Campus) {
			campus, position = timetable.Campus{ID: c.ID, Name: or(s.campus, c.Name), NameEn: or(s.campusEn, c.NameEn)}, int(c.Position)
		}
	}
	s.Campus = campus.ID
	_, err = p.write(ctx, r, string(timetable.CampusRows), timetable.Rows(timetable.CampusRows), campus.ID, func() (string, error) {
		return campus.ID, p.Timetable.PutCampus(ctx, p.q, p.who, campus, position)
	})
	if err != nil || !r.good() {
		return student.Unchanged, err
	}
	schemes, err := db.New(p.q).SelectSchemes(ctx)
	if err != nil {
		return student.Unchanged, fmt.Errorf("list period schemes: %w", err)
	}
	s.ID = s.Campus + "-" + s.From.String()
	for _, other := range schemes { // one that was made otherwise has another id
		if other.CampusID == s.Campus && other.FromDate == s.From.String() {
			s.ID = other.ID
		}
	}
	was, err := p.Timetable.Scheme(ctx, p.q, s.ID)
	if err != nil {
		return student.Unchanged, err
	}
	effect, err := p.write(ctx, r, string(timetable.SchemeRows), timetable.Rows(timetable.SchemeRows), s.ID, func() (string, error) {
		return s.ID, p.Timetable.PutScheme(ctx, p.q, p.who, s.PeriodScheme)
	})
	if err == nil && r.good() {
		p.report.Removed += len(was.Without(s.PeriodScheme))
	}
	return effect, err
}
