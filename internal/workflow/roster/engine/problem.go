package engine

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"io"
	"maps"
	"slices"

	"lectern/internal/feature/student"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/locale"
	"lectern/internal/workflow/roster/parse"
)

// A Problem is one reason why a row was rejected.
type Problem struct {
	Line     int    // of the file, from 1
	Place    string // shown to people: the line, and the sheet if several are read
	Column   string // header in the file; empty if it's about the whole row
	Value    string // of the cell, masked if private
	Reason   *fault.Error
	field    string // empty: the whole row
	position int    // of the column, from 1; 0: the whole row
}

// Text translates the reason.
func (p Problem) Text(lang locale.Language) string {
	return withHint(lang, p.Reason.Code, p.Reason.Params)
}

// refuse records a reason. Without a name the field follows from the code.
func (r *row) refuse(name string, err error) {
	for _, f := range fault.All(err) {
		at := name
		if at == "" {
			at = r.fieldOf(f)
			if at != "" && r.refusedIn(at) { // a consequence of an error already reported
				continue
			}
		}
		r.problems = append(r.problems, r.problem(at, f))
	}
}

// refuseOrFail records a service's fault. Any other error is returned and ends the import.
func (r *row) refuseOrFail(name string, err error) error {
	if err != nil && fault.All(err) == nil {
		return err
	}
	r.refuse(name, err)
	return nil
}

func (r *row) problem(name string, reason *fault.Error) Problem {
	p := Problem{Line: r.Line, Place: r.Place(), Reason: reason, field: name}
	f := r.layout.Fields[name]
	if f == nil {
		return p
	}
	column, ok := r.layout.Column[name]
	if !ok { // the file lacks the column
		p.Column, p.position = f.Title(r.layout.Lang), len(r.layout.Headers)+1
		return p
	}
	p.Column, p.position = parse.Clean(r.layout.Headers[column]), column+1
	p.Value = parse.Clip(parse.Clean(r.Cell(column)))
	if f.Private {
		p.Value = parse.Mask(p.Value)
	}
	if _, ok := reason.Params["field"]; ok { // shown as the file's header
		params := maps.Clone(reason.Params)
		params["field"] = p.Column
		p.Reason = fault.New(reason.Kind, reason.Code)
		p.Reason.Params = params
	}
	return p
}

// columnsOf maps the code of a fault to the fields it may be about, because services don't know columns. The first that
// is filled in is used.
var columnsOf = map[string][]string{
	"timetable.teaching_day_twice": {"week", "newDate"},

	"course.credits":              {"credits"},
	"course.teacher_ambiguous":    {"teacher", "name"},
	"course.teachers_unnumbered":  {"teacher", "name"},
	"roster.evening_periods":      {"newHours", "newWhen", "hours", "when", "examTime"},
	"roster.noon_period":          {"newHours", "newWhen", "hours", "when", "examTime"},
	"roster.no_class":             {"date", "classWeek", "when"},
	"roster.no_class_then":        {"hours", "when"},
	"roster.no_classes":           {"group"},
	"roster.several_classes":      {"hours", "when"},
	"student.no_programme":        {"programme"},
	"timetable.date_mapped_twice": {"date"},
	"timetable.date_out_of_term": {
		"newDate", "newWeek", "newWhen", "makeUp", "date", "classWeek",
		"when", "examDate", "examTime",
	},
	"timetable.dates_reversed": {"newDate", "to"},
	"timetable.day_off": {
		"newDate", "newWeek", "newWhen", "makeUp", "date", "classWeek",
		"when", "examDate", "examTime",
	},
	"timetable.no_campus":         {"campus", "room"},
	"timetable.no_class":          {"date"},
	"timetable.no_day":            {"newDate", "newWeek", "date"},
	"timetable.no_hours":          {"newHours", "newWhen", "hours", "when", "examTime", "starts"},
	"timetable.no_scheme":         {"newHours", "newWhen", "hours", "when", "examTime"},
	"timetable.nothing_moved":     {"newDate", "newWeek", "newHours", "newWhen", "room", "teacher"},
	"timetable.past_midnight":     {"newHours", "newWhen", "hours", "when", "examTime", "ends"},
	"timetable.period_number":     {"number"},
	"timetable.period_used":       {"number"},
	"timetable.periods_overlap":   {"starts"},
	"timetable.periods_reversed":  {"newHours", "newWhen", "hours", "when", "examTime"},
	"timetable.room_ambiguous":    {"room"},
	"timetable.seat_long":         {"seat"},
	"timetable.seat_taken":        {"seat"},
	"timetable.not_in_group":      {"student"},
	"roster.exam_cancelled":       {"examDate", "examTime"},
	"roster.exam_overlaps":        {"examDate", "examTime"},
	"timetable.schemes_overlap":   {"from"},
	"timetable.term_length":       {"weeks"},
	"timetable.term_not_monday":   {"firstMonday"},
	"timetable.term_used":         {"weeks"},
	"timetable.unknown_campus":    {"campus", "campusId"},
	"timetable.unknown_kind":      {"kind"},
	"timetable.unknown_period":    {"newHours", "newWhen", "hours", "when", "examTime"},
	"timetable.unknown_room":      {"room"},
	"timetable.unknown_teacher":   {"teacher"},
	"timetable.week_out_of_range": {"weeks", "when", "week", "classWeek", "newWeek", "newDate"},
	"timetable.weekday":           {"weekday", "when"},
	"timetable.weeks_empty":       {"weeks", "when"},
	"timetable.weeks_unreadable":  {"weeks", "when"},
}

// fieldOf returns the field that a fault is about: one that is filled in, else one that the file has, else any.
func (r *row) fieldOf(reason *fault.Error) string {
	if own, ok := reason.Params["field"]; ok {
		return own
	}
	column, possible := "", ""
	for _, name := range columnsOf[reason.Code] {
		if r.text(name) != "" {
			return name
		}
		if _, there := r.layout.Column[name]; there {
			column = cmp.Or(column, name)
		}
		if r.layout.Fields[name] != nil {
			possible = cmp.Or(possible, name)
		}
	}
	return cmp.Or(column, possible)
}

// refusedIn reports whether a field already has an error.
func (r *row) refusedIn(name string) bool {
	for _, p := range r.problems {
		if p.field == name {
			return true
		}
	}
	return false
}

// errContradiction restarts an import that has written a row which a later row of the file contradicts.
var errContradiction = errors.New("a later row contradicts an earlier one")

// A seenRow is the first row of the file with a key.
type seenRow struct {
	place string
	hash  [8]byte
	name  string
}

// A contradiction is the second row with a key, with other values.
type contradiction struct {
	place     string
	otherName bool
}

// repeated reports whether the key, taken from a field, occurred before. The caller then settles the row: as unchanged,
// or as rejected. If two rows contradict each other, both are rejected, because nobody has said which is right: the
// import starts again once it has met the second.
func (x *run) repeated(r *row, key, name, field string) bool {
	sum := sha256.New()
	for _, field := range r.layout.Order() {
		_, _ = io.WriteString(sum, parse.NameKey(r.text(field))+"\x00") // hash.Write never fails
	}
	now := seenRow{place: r.Place(), hash: [8]byte(sum.Sum(nil)[:8]), name: name}
	before, there := x.seen[key]
	if !there {
		x.seen[key] = now
		later, contradicted := x.contradicted[key]
		if contradicted {
			r.contradicts(field, later)
		}
		return contradicted
	}
	if before.hash != now.hash {
		found := contradiction{now.place, name != "" && before.name != name}
		if _, known := x.contradicted[key]; !known {
			x.contradicted[key], x.again = found, true
		}
		r.contradicts(field, contradiction{before.place, found.otherName})
	}
	return true
}

func (r *row) contradicts(field string, other contradiction) {
	if other.otherName {
		r.refuse("name", fault.New(fault.Conflict, "roster.twice_other_name", "line", other.place))
		return
	}
	r.refuse(field, fault.New(fault.Conflict, "roster.twice_different", "line", other.place))
}

// settle counts a row by its effect, or as rejected if it has errors.
func (x *run) settle(r *row, effect student.Effect) error {
	if !r.good() {
		x.report.Refused++
		x.refusedKeys[r.Line] = r.key()
		slices.SortStableFunc(r.problems, func(a, b Problem) int { return a.position - b.position }) // from left to right
		for _, p := range r.problems {
			if len(x.report.Problems) < MaxProblems {
				x.report.Problems = append(x.report.Problems, p)
			} else {
				x.report.More++
			}
		}
		x.observe(r, EffectRefused)
		return x.refused.add(r)
	}
	x.observe(r, effectNames[effect])
	x.goodKeys[r.key()] = true
	switch effect {
	case student.Created:
		x.report.Created++
	case student.Changed:
		x.report.Changed++
	case student.Unchanged:
		x.report.Unchanged++
	}
	return nil
}
