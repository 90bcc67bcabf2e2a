package roster

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"strings"

	"lectern/internal/fault"
	"lectern/internal/student"
	"lectern/internal/timetable"
)

// meetings replaces the meetings of a group by its rows; groups that are not in the file keep theirs. A group is written
// as a whole: when one of its rows is refused, all are, because the others alone would take its classes away.
type meetings struct {
	*run
	order  []string
	groups map[string]*meetingGroup
	plans  map[string]timetable.Plan // by term
}

type meetingGroup struct {
	id   string // of the group; empty when it is not known
	term timetable.Term
	rows []*row
	list []timetable.Meeting // as rows
}

func (m *meetings) row(ctx context.Context, r *row) error {
	term, err := m.lookup.termOf(ctx, m.run, r)
	if err := r.refuseOrFail("term", err); err != nil {
		return err
	}
	code := cmp.Or(parsed(r, "group", digits), r.need("group"))
	key := term.ID + "\x00" + nameKey(code)
	g := m.groups[key]
	if g == nil {
		g = &meetingGroup{term: term}
		m.groups[key] = g
		m.order = append(m.order, key)
	}
	if term.ID != "" && code != "" {
		g.id, err = m.lookup.group(ctx, term.ID, code)
		if err := r.refuseOrFail("group", err); err != nil {
			return err
		}
	}
	meeting, err := m.read(ctx, r, term)
	if err != nil {
		return err
	}
	g.rows, g.list = append(g.rows, r), append(g.list, meeting)
	return nil
}

func (m *meetings) read(ctx context.Context, r *row, term timetable.Term) (timetable.Meeting, error) {
	out := timetable.Meeting{Kind: timetable.Kind(cmp.Or(parsed(r, "kind", kinds.read), string(timetable.Regular)))}
	if r.need("weekday") != "" {
		out.Weekday = parsed(r, "weekday", weekday)
	}
	if r.need("weeks") != "" && term.ID != "" {
		out.Weeks = parsed(r, "weeks", func(text string) (timetable.Weeks, error) { return timetable.ParseWeeks(text, term.Weeks) })
	}
	out.Hours = readHours(r, "hours", "starts", "ends")
	var err error
	out.Campus, out.Room, out.Teacher, err = m.place(ctx, r)
	if err != nil || term.ID == "" {
		return out, err
	}
	plan, err := m.plan(ctx, term.ID)
	if err != nil {
		return out, err
	}
	good := r.good()
	for _, f := range fault.All(out.Check(plan.Term, plan.Schemes)) {
		// In a row that is wrong elsewhere the campus may be, and then nobody can say which periods there are.
		if good || !slices.Contains([]string{"timetable.no_scheme", "timetable.unknown_period", "timetable.no_campus"}, f.Code) {
			r.refuse("", f)
		}
	}
	return out, nil
}

// readHours reads periods or clock times from one column, or clock times from two.
func readHours(r *row, span, starts, ends string) timetable.Hours {
	if r.text(span) != "" {
		return parsed(r, span, hours)
	}
	if r.text(starts) == "" && r.text(ends) == "" {
		r.refuse(span, fault.New(fault.Invalid, "timetable.no_hours"))
		return timetable.Hours{}
	}
	h := timetable.Hours{Starts: parsed(r, starts, clock), Ends: parsed(r, ends, clock)}
	if r.need(starts) != "" && r.need(ends) != "" && r.good() && h.Ends <= h.Starts {
		r.refuse(ends, fault.New(fault.Invalid, "timetable.past_midnight", "starts", h.Starts.String(), "ends", h.Ends.String()))
	}
	return h
}

// place reads campus, room and teacher, all of which may be empty.
func (x *run) place(ctx context.Context, r *row) (campus, room, teacher string, err error) {
	if text := r.text("campus"); text != "" {
		campus, err = x.lookup.campus(ctx, text)
		if err := r.refuseOrFail("campus", err); err != nil {
			return "", "", "", err
		}
	}
	if text := r.text("room"); text != "" {
		var at string
		room, at, err = x.lookup.room(ctx, campus, text)
		if err := r.refuseOrFail("room", err); err != nil {
			return "", "", "", err
		}
		campus = cmp.Or(at, campus)
	}
	if text := r.text("teacher"); text != "" {
		teacher, err = x.lookup.teacher(ctx, text)
		if err := r.refuseOrFail("teacher", err); err != nil {
			return "", "", "", err
		}
	}
	return campus, room, teacher, nil
}

func (m *meetings) plan(ctx context.Context, term string) (timetable.Plan, error) {
	if plan, ok := m.plans[term]; ok {
		return plan, nil
	}
	plan, err := m.Timetable.TermPlan(ctx, m.q, term)
	if m.plans == nil {
		m.plans = map[string]timetable.Plan{}
	}
	m.plans[term] = plan
	return plan, err
}

func (m *meetings) finish(ctx context.Context) error {
	for _, key := range m.order {
		if err := m.group(ctx, m.groups[key]); err != nil {
			return err
		}
	}
	return nil
}

func (m *meetings) group(ctx context.Context, g *meetingGroup) error {
	if !allGoodOrRefused(g.rows) {
		return m.settleAll(g.rows)
	}
	var list []timetable.Meeting
	position := make([]int, len(g.rows)) // of each row in the list; -1 for one that says the same as another
	for i := range g.list {
		position[i] = -1
		if !slices.Contains(list, g.list[i]) {
			position[i], list = len(list), append(list, g.list[i])
		}
	}
	old, err := m.Timetable.Meetings(ctx, m.q, g.id)
	if err != nil {
		return err
	}
	rows := timetable.Rows(timetable.MeetingRows)
	before, err := rows.Take(ctx, m.q, g.id)
	if err != nil {
		return err
	}
	if err := m.attempt(ctx, func() error { _, err := m.Timetable.ReplaceMeetings(ctx, m.q, m.who, g.id, list); return err }); err != nil {
		for _, r := range g.rows {
			if err := r.refuseOrFail("", err); err != nil {
				return err
			}
		}
		return m.settleAll(g.rows)
	}
	after, err := rows.Take(ctx, m.q, g.id)
	if err != nil {
		return err
	}
	if !bytes.Equal(before, after) {
		if err := m.journal.wrote(ctx, g.rows[0].Line, string(timetable.MeetingRows), g.id, before, after); err != nil {
			return err
		}
	}
	return m.count(ctx, g, old, list, position)
}

// count settles every row by what became of its meeting.
func (m *meetings) count(ctx context.Context, g *meetingGroup, old, list []timetable.Meeting, position []int) error {
	by := make(map[string]timetable.Meeting, len(old))
	for _, meeting := range old {
		by[meeting.ID] = meeting
	}
	remaining := 0
	for i, r := range g.rows {
		effect := student.Unchanged
		if position[i] >= 0 {
			now := list[position[i]]
			was, there := by[now.ID]
			switch {
			case !there:
				effect = student.Created
			case !was.Same(now):
				effect = student.Changed
				if err := m.compareMeeting(ctx, r, was, now); err != nil {
					return err
				}
			}
			if there {
				remaining++
			}
		}
		if err := m.settle(r, effect); err != nil {
			return err
		}
	}
	m.report.Removed += len(old) - remaining
	return m.goneMeetings(ctx, g, old, list)
}

func (x *run) settleAll(rows []*row) error {
	for _, r := range rows {
		if err := x.settle(r, student.Unchanged); err != nil {
			return err
		}
	}
	return nil
}

// allGoodOrRefused tells whether all rows are good. When some are not, the others are refused too, and say because of which.
func allGoodOrRefused(rows []*row) bool {
	var bad []string
	for _, r := range rows {
		if !r.good() {
			bad = append(bad, itoa(r.Line))
		}
	}
	if len(bad) == 0 {
		return true
	}
	for _, r := range rows {
		if r.good() {
			r.refuse("", fault.New(fault.Conflict, "roster.belongs_together", "lines", clip(strings.Join(bad, ", "))))
		}
	}
	return false
}
