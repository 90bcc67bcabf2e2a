package engine

import (
	"cmp"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"

	"lectern/internal/civil"
	"lectern/internal/fault"
	"lectern/internal/roster/db"
	"lectern/internal/student"
	"lectern/internal/timetable"
)

// changes publishes what staff would publish by hand: the students concerned are told in the same transaction. A row's id is
// made of what it means, so the same row again publishes nothing, whatever words it uses for the same thing.
type changes struct{ *run }

// ChangeActions are what a row of changes may do.
var ChangeActions = Choice{
	{"cancel", "停课 取消 停上 暂停 取消上课 cancelled canceled"},
	{"move", "调课 换教室 换老师 代课 调整 调时间 调教室 调地点 换地点 换场地 换教师 更换教师 更换教室 变更教室 变更教师 调换教室 调换教师 变更 调换 moved reschedule rescheduled substitute"},
	{"add", "补课 加课 新增 增加 增开 加开 added extra"},
	{"follow", "调休 补班 补课日 调休上课 调休补课 调课日 补上课 上班 makeup make-up makeupday follows"},
	{"off", "停课日 全天停课 休息 dayoff"},
	{"holiday", "放假 节假日 假期 假日 法定节假日 节日 校庆 全校停课 holidays"},
}

func (c *changes) row(ctx context.Context, r *row) error {
	action := ""
	if r.need("action") != "" {
		action = parsed(r, "action", ChangeActions.read)
	}
	if action == "cancel" && r.namesHoliday() {
		action = "holiday"
	}
	if !r.good() {
		if r.text("date") != "" {
			r.date("date") // what else is wrong is said at once
		}
		return c.settle(r, student.Unchanged)
	}
	var effect student.Effect
	err := c.attempt(ctx, func() (err error) {
		switch action {
		case "holiday":
			effect, err = c.holiday(ctx, r)
		case "follow", "off":
			effect, err = c.mapping(ctx, r, action == "off")
		default:
			effect, err = c.class(ctx, r, timetable.Action(action))
		}
		return err
	})
	if err := r.refuseOrFail("", err); err != nil {
		return err
	}
	return c.settle(r, effect)
}

// namesHoliday tells whether a row cancels every class of some days: it names an event, such as 校运动会, and neither a group nor hours.
func (r *row) namesHoliday() bool {
	for _, name := range []string{"group", "groupName", "hours", "when", "classWeek"} {
		if r.text(name) != "" {
			return false
		}
	}
	return r.text("name") != ""
}

func (c *changes) finish(context.Context) error { return nil }

// termAt finds the term of a row: the one it names, else the one that its date lies in.
func (x *run) termAt(ctx context.Context, r *row, day civil.Date) (timetable.Term, error) {
	named, err := x.lookup.termOf(ctx, x, r)
	if err == nil && r.text("term") == "" && x.job.Term == "" {
		for _, term := range x.lookup.terms {
			if term.Contains(day) {
				return term, nil
			}
		}
	}
	return named, err
}

// newChangeID derives an id from what a change says: empty when that is published already, another one when it was withdrawn before.
func newChangeID(ctx context.Context, withdrawnAt func(context.Context, string) (int64, error), parts ...string) (string, error) {
	for n := 1; ; n++ {
		sum := sha256.Sum256([]byte(strings.Join(append(parts, itoa(n)), "\x00")))
		id := hex.EncodeToString(sum[:16])
		withdrawn, err := withdrawnAt(ctx, id)
		switch {
		case errors.Is(err, sql.ErrNoRows):
			return id, nil
		case err != nil:
			return "", fmt.Errorf("look for a change: %w", err)
		case withdrawn == 0:
			return "", nil
		}
	}
}

// class cancels, moves or adds one class.
func (c *changes) class(ctx context.Context, r *row, action timetable.Action) (student.Effect, error) {
	at, to, err := c.moments(ctx, r, action)
	if err != nil || !r.good() {
		return student.Unchanged, err
	}
	change, plan, err := c.read(ctx, r, action, at, to)
	if err != nil || !r.good() {
		return student.Unchanged, err
	}
	change.ID, err = newChangeID(ctx, db.New(c.q).SelectChangeLife, "change", change.Group, string(action), at.day.String(), fmt.Sprint(at.hours),
		change.Day.String(), fmt.Sprint(change.Hours), change.Campus, change.Room, fmt.Sprint(change.Online), change.Teacher)
	if err != nil || change.ID == "" {
		return student.Unchanged, err
	}
	if action == timetable.Add && slices.ContainsFunc(plan.Changes, func(old timetable.Change) bool { return sameAddition(old, change) }) {
		return student.Unchanged, nil
	}
	if action != timetable.Add {
		class, err := findClass(plan, at.day, at.hours)
		if err != nil {
			r.refuse("", err)
			return student.Unchanged, nil
		}
		if inEffect(change, class) {
			return student.Unchanged, nil
		}
		change.Class = class.ID
	}
	if _, err := c.Timetable.PublishIn(ctx, c.q, c.who, []timetable.Change{change}); err != nil {
		return student.Unchanged, err
	}
	return student.Created, c.journal.published(ctx, r.Line, "change", change.ID)
}

// moments reads when the class is and when it is to be. A class that is added is at either of them.
func (c *changes) moments(ctx context.Context, r *row, action timetable.Action) (at, to moment, err error) {
	if at, err = c.moment(ctx, r, classAt, moment{}); err != nil || !r.good() {
		return at, to, err
	}
	if action != timetable.Cancel {
		if to, err = c.moment(ctx, r, movedTo, at); err != nil || !r.good() {
			return at, to, err
		}
		if to.day.IsZero() {
			to.day = r.date("makeUp")
		}
	}
	if action == timetable.Add && !to.day.IsZero() {
		if to.hours == (timetable.Hours{}) {
			to.hours = at.hours
		}
		at = to
	}
	if at.day.IsZero() {
		r.need("date")
	}
	return at, to, nil
}

// read makes a change of a row, but for the class that it concerns.
func (c *changes) read(ctx context.Context, r *row, action timetable.Action, at, to moment) (timetable.Change, timetable.Plan, error) {
	change := timetable.Change{Action: action, Note: r.text("note")}
	term, err := c.termAt(ctx, r, at.day)
	if err := r.refuseOrFail("term", err); err != nil || !r.good() {
		return change, timetable.Plan{}, err
	}
	if code, at := r.group(); code != "" {
		change.Group, err = c.lookup.group(ctx, term.ID, code)
		if err := r.refuseOrFail(at, err); err != nil {
			return change, timetable.Plan{}, err
		}
	}
	if action != timetable.Cancel {
		if change.Campus, change.Room, change.Teacher, err = c.place(ctx, r, change.Group); err != nil {
			return change, timetable.Plan{}, err
		}
		change.Online = r.text("room") != "" && change.Room == ""
		if change.Online {
			change.Campus = "" // as the class was
		}
		change.Day, change.Hours = to.day, to.hours
	}
	if action == timetable.Add {
		change.Kind = timetable.Kind(cmp.Or(parsed(r, "kind", ClassKinds.read), string(timetable.Regular)))
		if change.Day.IsZero() {
			change.Day = at.day
		}
		if change.Hours == (timetable.Hours{}) {
			change.Hours = at.hours
		}
		if change.Hours == (timetable.Hours{}) {
			change.Hours = readHours(r, "hours", "starts", "ends")
		}
	}
	if !r.good() {
		return change, timetable.Plan{}, nil
	}
	plan, err := c.Timetable.GroupPlan(ctx, c.q, change.Group)
	return change, plan, err
}

// findClass finds the class of a group on a date: where it is now, or else where it was to be. Several on one day are told
// apart by their hours.
func findClass(plan timetable.Plan, day civil.Date, at timetable.Hours) (*timetable.Class, error) {
	classes := timetable.Expand(plan)
	for _, original := range []bool{false, true} {
		var found []*timetable.Class
		for i := range classes {
			place := classes[i].Place
			if original && classes[i].Was != nil {
				place = *classes[i].Was
			}
			if place.Day == day && sameHours(place.Hours, at) && (original || classes[i].State != timetable.Cancelled) {
				found = append(found, &classes[i])
			}
		}
		switch {
		case len(found) == 1:
			return found[0], nil
		case len(found) > 1:
			return nil, fault.New(fault.Conflict, "roster.several_classes")
		}
	}
	return nil, noClass(classes, day, at)
}

// nearest is how many classes are named beside a date on which there is none.
const nearest = 3

// noClass says that a group has no class on a date, and when it meets: on that day at other hours, or on the days before and after.
func noClass(classes []timetable.Class, day civil.Date, at timetable.Hours) error {
	held := slices.DeleteFunc(classes, func(c timetable.Class) bool { return c.State == timetable.Cancelled })
	if len(held) == 0 {
		return fault.New(fault.NotFound, "roster.no_classes")
	}
	var then []string
	for _, c := range held {
		if c.Place.Day == day && at != (timetable.Hours{}) {
			then = append(then, spanText(c.Place.Hours))
		}
	}
	if len(then) > 0 {
		return fault.New(fault.NotFound, "roster.no_class_then", "when", strings.Join(then, ", "))
	}
	distance := func(c timetable.Class) int { return max(day.DaysUntil(c.Place.Day), c.Place.Day.DaysUntil(day)) }
	slices.SortStableFunc(held, func(a, b timetable.Class) int { return cmp.Compare(distance(a), distance(b)) })
	held = held[:min(len(held), nearest)]
	slices.SortFunc(held, func(a, b timetable.Class) int { return a.Place.Day.Compare(b.Place.Day) })
	var when []string
	for _, c := range held {
		text := c.Place.Day.String()
		if c.Place.Hours.Timed() {
			text += " " + c.Place.Hours.Starts.String()
		}
		when = append(when, text)
	}
	return fault.New(fault.NotFound, "roster.no_class", "when", strings.Join(when, ", "))
}

// inEffect tells whether a class is cancelled already, or already where a move would put it.
func inEffect(c timetable.Change, class *timetable.Class) bool {
	if c.Action == timetable.Cancel {
		return class.State == timetable.Cancelled && class.Cause == timetable.ByChange
	}
	where, p := class.State != timetable.Cancelled && !c.Empty(), class.Place
	return where && (c.Day.IsZero() || c.Day == p.Day) && sameHours(p.Hours, c.Hours) && (c.Campus == "" || c.Campus == p.Campus) &&
		(c.Room == "" && !c.Online || c.Room == p.Room) && (c.Teacher == "" || c.Teacher == p.Teacher)
}

// sameAddition tells whether a class was added already.
func sameAddition(old, c timetable.Change) bool {
	return old.Action == timetable.Add && old.Life.Withdrawn.IsZero() && old.Day == c.Day && old.Hours == c.Hours && old.Room == c.Room && old.Teacher == c.Teacher
}

func sameHours(is, wanted timetable.Hours) bool {
	switch {
	case wanted == timetable.Hours{}:
		return true
	case wanted.FirstPeriod > 0:
		return is.FirstPeriod == wanted.FirstPeriod && is.LastPeriod == wanted.LastPeriod
	}
	return is.Starts == wanted.Starts && is.Ends == wanted.Ends
}

// mapping makes a date follow another teaching day, or takes it off. The row names that day by week and weekday or by its own date; where it says on
// which date it is made up for, that date follows the other.
func (c *changes) mapping(ctx context.Context, r *row, off bool) (student.Effect, error) {
	day := r.date("date")
	r.need("date")
	term, err := c.termAt(ctx, r, day)
	if err := r.refuseOrFail("term", err); err != nil || !r.good() {
		return student.Unchanged, err
	}
	m := timetable.DayMapping{Date: day, Off: off, Note: r.text("note")}
	if !off {
		c.followed(r, term, &m)
	}
	if !r.good() {
		return student.Unchanged, nil
	}
	plan, err := c.Timetable.TermPlan(ctx, c.q, term.ID)
	if err != nil {
		return student.Unchanged, err
	}
	for _, old := range plan.Mappings {
		if old.Life.Withdrawn.IsZero() && old.Date == m.Date && old.Off == m.Off && (m.Off || old.Week == m.Week && old.Weekday == m.Weekday) {
			return student.Unchanged, nil
		}
	}
	m.ID, err = newChangeID(ctx, db.New(c.q).SelectMappingLife, "mapping", term.ID, m.Date.String(), fmt.Sprint(m.Off, m.Week, m.Weekday))
	if err != nil || m.ID == "" {
		return student.Unchanged, err
	}
	if _, err := c.Timetable.PublishMappingIn(ctx, c.q, c.who, term.ID, m); err != nil {
		return student.Unchanged, err
	}
	return student.Created, c.journal.published(ctx, r.Line, "mapping", m.ID)
}

// followed reads which teaching day a date follows.
func (c *changes) followed(r *row, term timetable.Term, m *timetable.DayMapping) {
	week, day := "week", "weekday"
	if r.text(week) == "" && r.text(day) == "" && r.text("classWeek") != "" { // 周次 and 星期 alone
		week, day = "classWeek", "classWeekday"
	}
	other := r.date("newDate")
	if made := r.date("makeUp"); !made.IsZero() && r.text(week) == "" {
		m.Date, other = made, m.Date
	}
	if !other.IsZero() && r.text(week) == "" {
		m.Week, _ = timetable.WeekOf(term, other)
		m.Weekday = other.Weekday()
		return
	}
	if r.need(week) != "" {
		m.Week = parsed(r, week, func(text string) (int, error) { return oneWeek(text, term) })
	}
	if r.need(day) != "" {
		m.Weekday = parsed(r, day, weekday)
	}
}

// holiday takes dates off for the whole college.
func (c *changes) holiday(ctx context.Context, r *row) (student.Effect, error) {
	h := timetable.Holiday{Name: cmp.Or(r.text("name"), r.text("note")), NameEn: r.text("nameEn"), To: r.date("newDate")}
	if text := r.need("date"); text != "" {
		var to civil.Date
		var err error
		h.From, to, err = dates(text, r.date1904)
		r.refuse("date", err)
		h.To = cmp.Or(h.To, to, h.From)
	}
	if h.Name == "" {
		r.need("name")
	}
	if !r.good() {
		return student.Unchanged, nil
	}
	if term, err := c.termAt(ctx, r, h.From); err == nil {
		plan, err := c.Timetable.TermPlan(ctx, c.q, term.ID)
		if err != nil {
			return student.Unchanged, err
		}
		for _, old := range plan.Holidays {
			if old.Life.Withdrawn.IsZero() && old.From == h.From && old.To == h.To && old.Name == h.Name {
				return student.Unchanged, nil
			}
		}
	} else if fault.All(err) == nil {
		return student.Unchanged, err
	}
	var err error
	h.ID, err = newChangeID(ctx, db.New(c.q).SelectHolidayLife, "holiday", h.From.String(), h.To.String(), h.Name)
	if err != nil || h.ID == "" {
		return student.Unchanged, err
	}
	if _, err := c.Timetable.PublishHolidayIn(ctx, c.q, c.who, h); err != nil {
		return student.Unchanged, err
	}
	return student.Created, c.journal.published(ctx, r.Line, "holiday", h.ID)
}
