package sample

import (
	"fmt"
	"time"

	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/civil"
)

const (
	north    = "north"
	lakeside = "lakeside"
)

func campuses() []Campus {
	return []Campus{{north, "北校区", "North Campus"}, {lakeside, "滨湖校区", "Lakeside Campus"}}
}

func rooms() []Room {
	var out []Room
	for i, name := range []string{"A101", "A102", "A203", "A305", "B110", "B204"} {
		out = append(out, Room{"north-" + name, north, "明德楼 " + name, "Mingde Hall " + name, "明德楼", 60 + 12*(i%4)})
	}
	out = append(out,
		Room{"north-hall", north, "报告厅", "Lecture Hall", "明德楼", 220},
		Room{"north-lab", north, "数据实验室", "Data Lab", "明德楼", 48})
	for i, name := range []string{"101", "102", "201", "202", "301"} {
		out = append(out, Room{"lakeside-" + name, lakeside, "湖心楼 " + name, "Huxin Building " + name, "湖心楼", 50 + 10*(i%3)})
	}
	return append(out, Room{"lakeside-hall", lakeside, "大礼堂", "Great Hall", "湖心楼", 300})
}

// schemes returns summer (May to September) and winter period times for both campuses, from first to last.
func schemes(first, last civil.Date) []timetable.PeriodScheme {
	var out []timetable.PeriodScheme
	from, _, _ := first.Parts()
	to, _, _ := last.Parts()
	for year := from - 1; year <= to; year++ {
		out = append(out,
			scheme(north, year, true), scheme(north, year, false),
			scheme(lakeside, year, true), scheme(lakeside, year, false))
	}
	return out
}

// scheme returns the summer of a year, or the winter after it.
func scheme(campus string, year int, summer bool) timetable.PeriodScheme {
	starts := map[string][2][]string{
		north: {
			{"08:00", "08:55", "10:00", "10:55", "14:00", "14:55", "16:00", "16:55", "19:00", "19:55"},
			{"08:00", "08:55", "10:00", "10:55", "13:30", "14:25", "15:30", "16:25", "18:30", "19:25"},
		},
		lakeside: { // after the bus from the north campus
			{"08:30", "09:20", "10:25", "11:15", "14:20", "15:10", "16:15", "17:05", "19:10"},
			{"08:30", "09:20", "10:25", "11:15", "13:50", "14:40", "15:45", "16:35", "18:40"},
		},
	}[campus]
	s := timetable.PeriodScheme{ID: fmt.Sprintf("%s-%d-summer", campus, year), Campus: campus}
	season := starts[0]
	s.From, _ = civil.NewDate(year, time.May, 1)
	s.To, _ = civil.NewDate(year, time.September, 30)
	if !summer {
		s.ID = fmt.Sprintf("%s-%d-winter", campus, year)
		season = starts[1]
		s.From, _ = civil.NewDate(year, time.October, 1)
		s.To, _ = civil.NewDate(year+1, time.April, 30)
	}
	for i, text := range season {
		start := at(text)
		end, _ := start.Add(45)
		s.Periods = append(s.Periods, timetable.Period{Number: i + 1, Starts: start, Ends: end})
	}
	return s
}

func at(text string) civil.Time {
	t, err := civil.ParseTime(text)
	if err != nil {
		panic("sample: " + err.Error())
	}
	return t
}
