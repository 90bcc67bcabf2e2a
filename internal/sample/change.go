package sample

import (
	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/civil"
)

// changes returns what the first student sees: a class is cancelled, one moved, one only moved to another room, one
// added. A note is one text for all readers, so a bilingual one has a line for each language.
func changes(t timetable.Term, today civil.Date) []timetable.Change {
	week := currentWeek
	group := func(code string) string { return t.ID + "/" + code }
	class := func(meeting string, week int) string { return timetable.ClassID(t.ID+"/"+meeting, week) }
	return []timetable.Change{
		{
			ID: "cancelled", Action: timetable.Cancel, Group: group("MKT201-1"), Class: class("MKT201-1/1", week+1),
			Note: "教师出差，本次停课。\nThe teacher is travelling; this class is not held.", Life: published(today.AddDays(-1), "16:20"),
		},
		{
			ID: "moved", Action: timetable.Move, Group: group("FIN201-1"), Class: class("FIN201-1/1", week),
			Day: t.Date(week, civil.Friday), Hours: hours("5-6"), Campus: north, Room: "north-B204",
			Note: "与讲座时间冲突，调至周五。\nA guest lecture takes the hour; moved to Friday.", Life: published(today.AddDays(-2), "10:05"),
		},
		{
			ID: "elsewhere", Action: timetable.Move, Group: group("ECO102-1"), Class: class("ECO102-1/1", week+1),
			Campus: north, Room: "north-A305", Note: "报告厅设备检修。\nThe lecture hall is being repaired.",
			Life: published(today.AddDays(-3), "09:00"),
		},
		{
			ID: "added", Action: timetable.Add, Group: group("STA201-1"), Kind: timetable.Regular,
			Day: t.Date(week+2, civil.Saturday), Hours: hours("3-4"), Campus: north, Room: "north-lab", Teacher: "T004",
			Note: "期中复习课。\nA revision class before the mid-term exams.", Life: published(today.AddDays(-1), "11:30"),
		},
	}
}

// calendar returns a past day off that was made up on a Sunday, and three to come, two of them made up on the Saturdays
// before, the first in the current week. The last day off is in the past term. Notes are in two languages.
func calendar(past, t timetable.Term, today civil.Date) ([]timetable.Holiday, []timetable.DayMapping) {
	before := published(t.FirstMonday.AddDays(-20), "09:00")
	lately := published(today.AddDays(-4), "15:00")
	holidays := []timetable.Holiday{
		{
			ID: "founders", Name: "校庆日", NameEn: "Founders' Day", From: t.Date(3, civil.Friday),
			To: t.Date(3, civil.Friday), Life: before,
		},
		{
			ID: "sports", Name: "校运动会", NameEn: "Sports Days", From: t.Date(8, civil.Wednesday),
			To: t.Date(8, civil.Friday), Life: before,
		},
		{
			ID: "festival", Name: "文化节", NameEn: "Culture Day", From: past.Date(9, civil.Wednesday),
			To: past.Date(9, civil.Wednesday), Life: before,
		},
	}
	mappings := []timetable.DayMapping{
		{ID: "sunday", Date: t.Date(3, civil.Sunday), Week: 3, Weekday: civil.Friday, Note: "补校庆日周五的课", Life: before},
		{
			ID: "this-saturday", Date: t.Date(currentWeek, civil.Saturday), Week: 8, Weekday: civil.Friday,
			Note: "补运动会周五的课\nMakes up for the Friday of the Sports Days", Life: lately,
		},
		{ID: "saturday", Date: t.Date(7, civil.Saturday), Week: 8, Weekday: civil.Thursday, Note: "补运动会周四的课", Life: lately},
	}
	return holidays, mappings
}

func published(day civil.Date, clock string) timetable.Life {
	return timetable.Life{Published: day.At(at(clock), zone())}
}
