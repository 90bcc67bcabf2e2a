package engine

import (
	"bytes"
	"cmp"
	"context"
	"regexp"
	"slices"
	"strings"

	"lectern/internal/feature/student"
	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/fold"
	"lectern/internal/workflow/roster/columns"
	"lectern/internal/workflow/roster/parse"
)

// meetings replaces the classes to come of a group with those of its rows; groups that aren't in the file keep theirs.
// A group is written as a whole: if one of its rows is rejected, all are, because the rest alone would remove classes.
type meetings struct {
	*run
	order  []string
	groups map[string]*meetingGroup
	losing map[string]bool // students who lose classes
}

type meetingGroup struct {
	id   string // of the group; empty if unknown
	rows []*row
	list []rowMeeting
}

// A rowMeeting is a meeting and its row: one row may contain several.
type rowMeeting struct {
	row int // index in rows
	timetable.Meeting
}

// A timed is a meeting whose periods may still be counted within a part of the day, such as 晚1-2, which depend on the
// campus.
type timed struct {
	timetable.Meeting
	part  parse.PartPeriods // zero if the hours are known
	field string            // the column of the periods
}

func (m *meetings) row(ctx context.Context, r *row) error {
	term, err := m.lookup.termOf(ctx, m.run, r)
	if err := r.refuseOrFail("term", err); err != nil {
		return err
	}
	code, at, err := m.groupCode(ctx, r, term.ID)
	if err != nil {
		return err
	}
	key := term.ID + "\x00" + parse.NameKey(code)
	g := m.groups[key]
	if g == nil {
		g = &meetingGroup{}
		m.groups[key] = g
		m.order = append(m.order, key)
	}
	if term.ID != "" && code != "" {
		g.id, err = m.lookup.group(ctx, term.ID, code)
		if err := r.refuseOrFail(at, err); err != nil {
			return err
		}
	}
	list, err := m.read(ctx, r, term, g.id)
	if err != nil {
		return err
	}
	for _, meeting := range list {
		g.list = append(g.list, rowMeeting{len(g.rows), meeting})
	}
	g.rows = append(g.rows, r)
	return nil
}

// read returns the meetings of a row: one from separate columns, or those of a combined cell.
func (m *meetings) read(ctx context.Context, r *row, term timetable.Term, group string) ([]timetable.Meeting, error) {
	kind := timetable.Kind(cmp.Or(parsed(r, "kind", parse.ClassKinds.Read), string(timetable.Regular)))
	list, rooms := m.times(r, term)
	placements, err := m.placements(ctx, r, len(list), group, rooms...)
	if err != nil {
		return nil, err
	}
	out := make([]timetable.Meeting, len(list))
	for i := range list {
		list[i].Kind = kind
		list[i].Campus, list[i].Room, list[i].Teacher = placements[i].campus, placements[i].room, placements[i].teacher
		out[i] = list[i].Meeting
	}
	if term.ID == "" {
		return out, nil
	}
	plan, err := m.plan(ctx, term.ID)
	if err != nil {
		return nil, err
	}
	good := r.good()
	if !good && r.text("when") != "" { // other errors in the cell would only follow from that
		return out, nil
	}
	for i := range list {
		if list[i].part != (parse.PartPeriods{}) {
			if !good { // the campus may be wrong, and with it the periods
				continue
			}
			out[i].Hours, err = list[i].part.HoursOf(plan, list[i].Meeting)
			if r.refuse(list[i].field, err); err != nil {
				continue
			}
		}
		for _, f := range fault.All(out[i].Check(plan.Term, plan.Schemes)) {
			// If the row has other errors the campus may be wrong, and with it the periods.
			if good ||
				!slices.Contains([]string{"timetable.no_scheme", "timetable.unknown_period", "timetable.no_campus"}, f.Code) {
				r.refuse("", f)
			}
		}
	}
	return out, nil
}

// times reads when a row's meetings are, and where, if the cell contains that too. It always returns at least one,
// which may be rejected.
func (m *meetings) times(r *row, term timetable.Term) (out []timed, rooms []string) {
	if text, in := r.whenText(); text != "" && (r.text("weekday") == "" || parse.IsWhen(text)) {
		read := parse.When
		if placesToo := r.text("room") == "" &&
			withPlace.MatchString(columns.HeaderKey(r.layout.Headers[r.layout.Column[in]])); placesToo {
			read = parse.WhenWhere
		}
		slots, err := read(text)
		r.refuse(in, err)
		if err != nil {
			return make([]timed, 1), nil
		}
		out := make([]timed, len(slots))
		for i, slot := range slots {
			out[i].Weekday = slot.Weekday
			read, err := readClassHours(slot.Hours)
			r.refuse(in, err)
			out[i].Hours, out[i].part, out[i].field = read.Hours, read.part, in
			out[i].Weeks = m.weeksOf(r, slot.Weeks, term)
			if slot.Place != "" {
				rooms = append(rooms, slot.Place)
			}
		}
		if len(rooms) < len(out) { // if only some have rooms, it's unclear which
			rooms = nil
		}
		return out, rooms
	}
	var one timed
	if r.need("weekday") != "" {
		one.Weekday = parsed(r, "weekday", parse.Weekday)
	}
	one.Weeks = m.weeksOf(r, "", term)
	one.field = "hours"
	if r.text(one.field) == "" && r.text("when") != "" { // periods or clock times under 上课时间
		one.field = "when"
	}
	read := readHours(r, one.field)
	one.Hours, one.part = read.Hours, read.part
	return []timed{one}, nil
}

// whenText returns the cell with day and hours together, and its column. Without a weekday column it may be the period
// column: 强智 has 10102 there.
func (r *row) whenText() (text, field string) {
	if text, hours := r.text("when"), r.text("hours"); text != "" || r.text("weekday") != "" || !parse.IsWhen(hours) {
		return text, "when"
	}
	return r.text("hours"), "hours"
}

// withPlace matches headers of class times that also contain the place.
var withPlace = regexp.MustCompile(`地点|教室|场地|place|room|where`)

// weeksOf reads the weeks from a combined cell or from their own column.
func (m *meetings) weeksOf(r *row, text string, term timetable.Term) timetable.Weeks {
	at := "when"
	if text == "" {
		at, text = "weeks", r.need("weeks")
	}
	if text == "" || term.ID == "" {
		return 0
	}
	if last := r.text("lastWeek"); last != "" && at == "weeks" &&
		!strings.ContainsAny(parse.Dashes.Replace(fold.Width(text)), "-~,") { // 起始周 and 结束周
		text += "-" + last
	}
	switch parsed(r, "parity", parse.Parities.Read) {
	case "odd":
		text += "(单)"
	case "even":
		text += "(双)"
	}
	set, err := parse.Weeks(text, term)
	r.refuse(at, err)
	return set
}

// plan reads the plan of a term once.
func (x *run) plan(ctx context.Context, term string) (timetable.Plan, error) {
	if plan, ok := x.plans[term]; ok {
		return plan, nil
	}
	plan, err := x.Timetable.TermPlan(ctx, x.q, term)
	if x.plans == nil {
		x.plans = map[string]timetable.Plan{}
	}
	x.plans[term] = plan
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
	position := make([]int, len(g.list)) // of each in the list; -1 for a duplicate
	for i := range g.list {
		position[i] = -1
		if !slices.Contains(list, g.list[i].Meeting) {
			position[i], list = len(list), append(list, g.list[i].Meeting)
		}
	}
	rows := timetable.Rows(timetable.MeetingRows)
	before, err := rows.Take(ctx, m.q, g.id)
	if err != nil {
		return err
	}
	var replaced timetable.Replaced
	if err := m.attempt(ctx, func() (err error) {
		replaced, err = m.Timetable.ReplaceComing(ctx, m.q, m.who, g.id, list, m.job.FromWeek)
		return err
	}); err != nil {
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
	if err := m.count(ctx, g, replaced, position); err != nil || m.job.MaxRows > 0 {
		return err
	}
	return m.noteLost(ctx, g, replaced)
}

// count settles each row by its meetings: a row with several, one of them new, counts as changed.
func (m *meetings) count(ctx context.Context, g *meetingGroup, replaced timetable.Replaced, position []int) error {
	effects := make([]student.Effect, len(g.rows))
	counted := make([]bool, len(g.rows))
	for i, one := range g.list {
		effect := student.Unchanged
		if position[i] >= 0 {
			was, now := replaced.Meetings[position[i]].Was, replaced.Meetings[position[i]].Now
			switch {
			case was.ID == "" && now.Weeks != 0:
				effect = student.Created
			case !was.Same(now):
				effect = student.Changed
				if err := m.compareMeeting(ctx, g.rows[one.row], was, now); err != nil {
					return err
				}
			}
		}
		if counted[one.row] && effects[one.row] != effect {
			effect = student.Changed
		}
		effects[one.row], counted[one.row] = effect, true
	}
	for i, r := range g.rows {
		if err := m.settle(r, effects[i]); err != nil {
			return err
		}
	}
	return nil
}

func (x *run) settleAll(rows []*row) error {
	for _, r := range rows {
		if err := x.settle(r, student.Unchanged); err != nil {
			return err
		}
	}
	return nil
}

// allGoodOrRefused reports whether all rows are good. If some aren't, it rejects the others too and names the bad ones.
func allGoodOrRefused(rows []*row) bool {
	var bad []string
	for _, r := range rows {
		if !r.good() {
			bad = append(bad, r.Place())
		}
	}
	if len(bad) == 0 {
		return true
	}
	for _, r := range rows {
		if r.good() {
			r.refuse("", fault.New(fault.Conflict, "roster.belongs_together", "lines", parse.Clip(strings.Join(bad, ", "))))
		}
	}
	return false
}
