package engine

import (
	"cmp"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"lectern/internal/feature/student"
	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/fold"
	"lectern/internal/workflow/roster/db"
	"lectern/internal/workflow/roster/parse"
)

// changes publishes changes as staff would, notifying students in the same transaction. A change's ID is derived from
// its meaning, so importing the row again publishes nothing even if it is worded differently.
type changes struct {
	*run
	passedOver int // rows with weeks that have no class
}

func (c *changes) row(ctx context.Context, r *row) error {
	if approved, err := parse.Approved(r.text("approval")); err == nil && !approved {
		c.skip(r, fault.New(fault.Invalid, "roster.left_unapproved", "line", r.Place(), "text",
			parse.Clip(r.text("approval"))))
		return nil
	} else if err != nil {
		r.refuse("approval", err)
	}
	action := ""
	if r.need("action") != "" {
		action = parsed(r, "action", parse.ChangeActions.Read)
	}
	switch {
	case action == "cancel" && r.namesHoliday():
		action = "holiday"
	case action == "add" && r.concernsAll() && followedDay.MatchString(fold.Width(r.text("note"))):
		// A note such as 补1月1日的课 without a group applies to everyone.
		action = "follow"
	}
	if !r.good() {
		if r.text("date") != "" {
			r.date("date") // so that errors in the date are reported as well
		}
		return c.settle(r, student.Unchanged)
	}
	r.refuseUnsaid(action)
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

// followedDay matches a note that says which day's timetable a date follows: 补2027年1月1日（星期五）的课, 上第17周星期五的课.
var followedDay = regexp.MustCompile(`[补上按](?:(\d{4}年\d{1,2}月\d{1,2}日|\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}月\d{1,` +
	`2}日)(?:\([^()]*\))?|第?(\d{1,2})周\s*((?:星期|周|礼拜)[一二三四五六日天]))的?(?:课|教学|安排)`)

// cannotSay lists the columns that each kind of change has no use for: a holiday, for example, covers the whole college
// and whole days.
var cannotSay = map[string][]string{
	"cancel": {"newDate", "newWeek", "newWeekday", "newHours", "newWhen", "makeUp"},
	"holiday": {
		"group", "groupName", "course", "courseName", "classes", "campus", "room", "teacher", "teacherNumber", "hours",
		"when", "newHours", "newWhen", "newWeek", "newWeekday", "makeUp", "week", "weekday",
	},
}

// ofAll matches words that don't narrow a column down.
var ofAll = regexp.MustCompile(`^(?:全|所有|各|不限|整天|all|every|whole)`)

// refuseUnsaid rejects values that would otherwise be silently ignored.
func (r *row) refuseUnsaid(action string) {
	for _, name := range cannotSay[action] {
		if text := r.text(name); text != "" && !ofAll.MatchString(parse.NameKey(text)) {
			r.refuse(name, fault.New(fault.Invalid, "roster.change_cannot", "action",
				parse.ChangeActions.Word(action, r.layout.Lang)))
		}
	}
}

// concernsAll reports whether a row names neither a group, in any way, nor hours.
func (r *row) concernsAll() bool {
	for _, name := range []string{
		"group", "groupName", "course", "courseName", "classes", "sequence", "hours",
		"when", "newHours", "newWhen",
	} {
		if r.text(name) != "" {
			return false
		}
	}
	return true
}

// namesHoliday reports whether a row cancels every class on some days: it names an event, such as 校运动会, and neither a
// group, in any way, nor hours.
func (r *row) namesHoliday() bool {
	return r.concernsAll() && r.text("classWeek") == "" && r.text("name") != ""
}

func (c *changes) finish(context.Context) error { return nil }

// termAt finds the term that a row names, or else the one that contains its date.
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

// newChangeID derives an ID from the contents of a change. It is empty if that change is already published, and a
// different one if it was withdrawn.
func newChangeID(ctx context.Context, withdrawnAt func(context.Context, string) (int64, error),
	parts ...string,
) (string, error) {
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

// mapping makes a date follow another teaching day, or cancels it. The row gives that day by week and weekday or by
// date. If it gives a make-up date, the make-up date follows the cancelled one.
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
		if old.Life.Withdrawn.IsZero() && old.Date == m.Date && old.Off == m.Off &&
			(m.Off || old.Week == m.Week && old.Weekday == m.Weekday) {
			return student.Unchanged, nil
		}
	}
	m.ID, err = newChangeID(ctx, db.New(c.q).SelectMappingLife, "mapping", term.ID, m.Date.String(),
		fmt.Sprint(m.Off, m.Week, m.Weekday))
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
	if r.text(week) == "" && r.text(day) == "" && r.text("classWeek") != "" { // 周次 and 星期 are the only such columns
		week, day = "classWeek", "classWeekday"
	}
	other := r.date("newDate")
	if made := r.date("makeUp"); !made.IsZero() && r.text(week) == "" {
		m.Date, other = made, m.Date
	}
	if !other.IsZero() && r.text(week) == "" {
		m.Week = timetable.WeekOf(term, other)
		m.Weekday = other.Weekday()
		return
	}
	if said := followedDay.FindStringSubmatch(fold.Width(r.text("note"))); said != nil &&
		r.text(week) == "" && r.text(day) == "" {
		c.followedInNote(r, term, m, said)
		return
	}
	if r.need(week) != "" {
		m.Week = parsed(r, week, func(text string) (int, error) { return oneWeek(text, term) })
	}
	if r.need(day) != "" {
		m.Weekday = parsed(r, day, parse.Weekday)
	}
}

// followedInNote reads from a note which teaching day a date follows, by date or by week and weekday.
func (c *changes) followedInNote(r *row, term timetable.Term, m *timetable.DayMapping, said []string) {
	var err error
	if said[1] == "" {
		m.Week, err = oneWeek(said[2], term)
		r.refuse("note", err)
		m.Weekday, err = parse.Weekday(said[3])
		r.refuse("note", err)
		return
	}
	other, err := parse.Date(r.withYear(said[1]), r.date1904)
	r.refuse("note", cmp.Or(err, parse.CheckWeekday(other, said[0])))
	if m.Week = timetable.WeekOf(term, other); err == nil && !term.Contains(other) {
		r.refuse("note", fault.New(fault.Invalid, "timetable.date_out_of_term", "date", other.String(), "from",
			term.FirstMonday.String(), "to", term.Date(term.Weeks, 7).String()))
	}
	m.Weekday = other.Weekday()
}

// holiday cancels all classes of the college on some dates.
func (c *changes) holiday(ctx context.Context, r *row) (student.Effect, error) {
	h := timetable.Holiday{Name: cmp.Or(r.text("name"), r.text("note")), NameEn: r.text("nameEn"), To: r.date("newDate")}
	if text := r.need("date"); text != "" {
		var to civil.Date
		var err error
		h.From, to, err = dates(r.withYear(text), r.date1904)
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
