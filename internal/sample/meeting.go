package sample

import (
	"fmt"

	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/civil"
)

// A meetingRow is a meeting in compact form.
type meetingRow struct {
	group   string
	day     civil.Weekday
	hours   string // periods "1-2", or clock times "19:00-20:30"
	weeks   string
	room    string // ID; starts with the campus; "online" is a campus without a room
	teacher string
}

// plan is the current term. HRM301 and LAW201 overlap on Thursdays for students of both; LAW201's evening class is
// outside any period; odd, even and irregular weeks all occur.
func plan() []meetingRow {
	return []meetingRow{
		{"MKT201-1", civil.Monday, "1-2", "1-16", "north-A101", "T002"},
		{"MKT201-1", civil.Wednesday, "3-4", "1-15 odd", "north-A102", "T002"},
		{"FIN201-1", civil.Tuesday, "3-4", "1-16", "north-A203", "T007"},
		{"FIN201-1", civil.Thursday, "1-2", "2-16 even", "north-A203", "T007"},
		{"STA201-1", civil.Wednesday, "5-6", "1-12", "north-A305", "T004"},
		{"STA201-1", civil.Friday, "1-2", "2,4,6-10", "north-lab", "T004"},
		{"ECO102-1", civil.Monday, "5-6", "1-16", "north-hall", "T003"},
		{"LAW201-1", civil.Thursday, "6-7", "1-10", "north-hall", "T006"},
		{"LAW201-1", civil.Tuesday, "19:00-20:30", "11-12", "online", "T006"},
		{"HRM301-1", civil.Thursday, "5-6", "3-14", "north-B110", "T008"},

		{"MKT201-2", civil.Tuesday, "1-2", "1-16", "lakeside-101", "T008"},
		{"MKT201-2", civil.Thursday, "3-4", "1-15 odd", "lakeside-101", "T008"},
		{"FIN201-2", civil.Wednesday, "1-2", "1-16", "lakeside-102", "T007"},
		{"FIN201-2", civil.Friday, "3-4", "2-16 even", "lakeside-102", "T007"},
		{"STA201-2", civil.Monday, "3-4", "1-12", "lakeside-201", "T004"},
		{"STA201-2", civil.Wednesday, "7-8", "2,4,6-10", "lakeside-201", "T004"},

		{"ACC101-1", civil.Monday, "3-4", "1-16", "north-B204", "T001"},
		{"ACC101-1", civil.Wednesday, "1-2", "2-16 even", "north-B204", "T001"},
		{"ACC101-2", civil.Monday, "1-2", "1-16", "lakeside-202", "T001"},
		{"ACC101-2", civil.Wednesday, "3-4", "2-16 even", "lakeside-202", "T001"},
		{"ECO101-1", civil.Tuesday, "5-6", "1-16", "north-A101", "T003"},
		{"ECO101-2", civil.Thursday, "5-6", "1-16", "lakeside-301", "T003"},
		{"MGT101-1", civil.Friday, "5-6", "1-15", "lakeside-hall", "T005"},
		{"ENG201-1", civil.Tuesday, "1-2", "1-16", "north-A102", "T010"},
		{"ENG201-1", civil.Friday, "1-2", "1-15 odd", "north-A102", "T010"},
		{"ENG201-2", civil.Tuesday, "3-4", "1-16", "lakeside-301", "T010"},
		{"ENG201-2", civil.Friday, "3-4", "1-15 odd", "lakeside-301", "T010"},

		{"OPS301-1", civil.Monday, "7-8", "1-14", "north-B110", "T009"},
		{"BDA301-1", civil.Wednesday, "7-8", "1-8,10-16", "north-lab", "T009"},
	}
}

// pastPlan is the previous term.
func pastPlan() []meetingRow {
	return []meetingRow{
		{"ACC101-1", civil.Monday, "1-2", "1-16", "north-hall", "T001"},
		{"ECO101-1", civil.Tuesday, "3-4", "1-16", "north-hall", "T003"},
		{"MGT101-1", civil.Wednesday, "5-6", "1-15 odd", "north-hall", "T005"},
		{"MKT201-1", civil.Monday, "5-6", "1-16", "lakeside-hall", "T002"},
		{"FIN201-1", civil.Tuesday, "1-2", "1-16", "lakeside-hall", "T007"},
		{"STA201-1", civil.Thursday, "3-4", "1-12", "lakeside-hall", "T004"},
	}
}

// exams are those of the second year, in the last two weeks.
func exams() []meetingRow {
	return []meetingRow{
		{"MKT201-1", civil.Monday, "09:00-11:00", "17", "north-hall", "T002"},
		{"MKT201-2", civil.Monday, "09:00-11:00", "17", "lakeside-hall", "T008"},
		{"ECO102-1", civil.Wednesday, "14:00-16:00", "17", "north-hall", "T003"},
		{"FIN201-1", civil.Friday, "09:00-11:00", "17", "north-hall", "T007"},
		{"FIN201-2", civil.Friday, "09:00-11:00", "17", "lakeside-hall", "T007"},
		{"STA201-1", civil.Tuesday, "09:00-10:30", "18", "north-lab", "T004"},
		{"LAW201-1", civil.Thursday, "14:00-15:30", "18", "north-hall", "T006"},
	}
}

func meetings(past, current timetable.Term) []timetable.Meeting {
	var out []timetable.Meeting
	count := map[string]int{}
	add := func(term timetable.Term, kind timetable.Kind, rows []meetingRow) {
		for _, row := range rows {
			group := term.ID + "/" + row.group
			count[group]++
			m := timetable.Meeting{
				ID: fmt.Sprintf("%s/%d", group, count[group]), Group: group, Kind: kind,
				Weekday: row.day, Hours: hours(row.hours), Room: row.room, Campus: campusOf(row.room), Teacher: row.teacher,
			}
			if row.room == "online" {
				m.Room, m.Campus = "", north
			}
			var err error
			if m.Weeks, err = timetable.ParseWeeks(row.weeks, term.Weeks); err != nil {
				panic("sample: " + err.Error())
			}
			out = append(out, m)
		}
	}
	add(past, timetable.Regular, pastPlan())
	add(current, timetable.Regular, plan())
	add(current, timetable.Exam, exams())
	return out
}

func campusOf(room string) string {
	for _, c := range campuses() {
		if len(room) > len(c.ID) && room[:len(c.ID)] == c.ID {
			return c.ID
		}
	}
	return ""
}

func hours(text string) timetable.Hours {
	var h timetable.Hours
	if len(text) == len("19:00-20:30") {
		h.Starts, h.Ends = at(text[:5]), at(text[6:])
		return h
	}
	h.FirstPeriod, h.LastPeriod = int(text[0]-'0'), int(text[2]-'0')
	return h
}
