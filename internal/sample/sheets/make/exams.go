package main

import (
	"fmt"
	"strings"

	"lectern/internal/feature/timetable"
	"lectern/internal/sample/sheets"
)

// exams seats the students in the exams that the timetable has: two groups that share a hall share its seats.
func (p *planner) exams() sheet {
	s := sheet{rows: [][]any{p.heads("教学班,考试时间,考场,学号,姓名,座位号", "Group,Exam date,Periods,Exam room,Student no.,Student name,Seat no.")}}
	next := map[string]int{}
	for i := range p.Students[:sheets.Students] {
		person := &p.Students[i]
		for _, class := range timetable.Expand(p.Plan(p.Current, person.Number)) {
			if class.Kind != timetable.Exam || class.State == timetable.Cancelled {
				continue
			}
			_, code, _ := strings.Cut(class.Group, "/")
			hours := p.hours(class.Place.Hours)
			room := p.room(class.Place.Room)
			hall := fmt.Sprint(class.Place.Room, class.Place.Day, hours)
			next[hall]++
			if p.zh {
				s.rows = append(s.rows, []any{code, class.Place.Day.String() + " " + fmt.Sprint(hours), room, person.Number, person.Name, next[hall]})
			} else {
				s.rows = append(s.rows, []any{code, class.Place.Day, hours, room, person.Number, person.NameLatin, next[hall]})
			}
		}
	}
	return s
}
