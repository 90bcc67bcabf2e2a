package roster

import "lectern/internal/fault"

// whereOf says in which column to look for what a service refused, which knows no columns. Of several the first that is filled
// in is meant.
var whereOf = map[string][]string{
	"timetable.teaching_day_twice": {"week", "newDate"},

	"course.credits":              {"credits"},
	"course.teacher_ambiguous":    {"teacher", "name"},
	"roster.several_classes":      {"hours"},
	"student.no_programme":        {"programme"},
	"timetable.date_mapped_twice": {"date"},
	"timetable.date_out_of_term":  {"newDate", "date"},
	"timetable.dates_reversed":    {"newDate", "to"},
	"timetable.day_off":           {"newDate", "date"},
	"timetable.no_campus":         {"campus", "room"},
	"timetable.no_class":          {"date"},
	"timetable.no_day":            {"newDate", "date"},
	"timetable.no_hours":          {"newHours", "hours", "starts"},
	"timetable.no_scheme":         {"newHours", "hours"},
	"timetable.nothing_moved":     {"newDate", "newHours", "room", "teacher"},
	"timetable.past_midnight":     {"newHours", "hours", "ends"},
	"timetable.period_number":     {"number"},
	"timetable.period_used":       {"number"},
	"timetable.periods_overlap":   {"starts"},
	"timetable.periods_reversed":  {"newHours", "hours"},
	"timetable.room_ambiguous":    {"room"},
	"timetable.schemes_overlap":   {"from"},
	"timetable.term_length":       {"weeks"},
	"timetable.term_not_monday":   {"firstMonday"},
	"timetable.term_used":         {"weeks"},
	"timetable.unknown_campus":    {"campus", "campusId"},
	"timetable.unknown_kind":      {"kind"},
	"timetable.unknown_period":    {"newHours", "hours"},
	"timetable.unknown_room":      {"room"},
	"timetable.unknown_teacher":   {"teacher"},
	"timetable.week_out_of_range": {"weeks", "week", "newDate"},
	"timetable.weekday":           {"weekday"},
	"timetable.weeks_empty":       {"weeks"},
	"timetable.weeks_unreadable":  {"weeks"},
}

// where finds the field that a refusal is about: one that is filled in, else one that the file has, else one that it could have.
func (r *row) where(reason *fault.Error) string {
	if own, ok := reason.Params["field"]; ok {
		return own
	}
	column, possible := "", ""
	for _, name := range whereOf[reason.Code] {
		if r.text(name) != "" {
			return name
		}
		if _, there := r.layout.column[name]; there {
			column = or(column, name)
		}
		if r.layout.fields[name] != nil {
			possible = or(possible, name)
		}
	}
	return or(column, possible)
}

// refusedIn tells whether something is wrong with a field already.
func (r *row) refusedIn(name string) bool {
	for _, p := range r.problems {
		if p.field == name {
			return true
		}
	}
	return false
}
