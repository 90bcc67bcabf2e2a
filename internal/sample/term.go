package sample

import (
	"fmt"

	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/civil"
)

const (
	termWeeks   = 18
	currentWeek = 6 // of the current term, today: some of it is past
)

// terms returns the past and the current term, half a year apart and named as colleges do.
func terms(today civil.Date) (past, current timetable.Term) {
	first := today.Monday().AddDays(-7 * (currentWeek - 1))
	year, month, _ := first.Parts()
	current, past = spring(year), autumn(year-1)
	if month >= 7 {
		current, past = autumn(year), spring(year)
	}
	current.FirstMonday = first
	past.FirstMonday = first.AddDays(-7 * 26)
	return past, current
}

func autumn(year int) timetable.Term {
	return timetable.Term{
		ID: fmt.Sprintf("%d-autumn", year), Name: fmt.Sprintf("%d–%d 学年第一学期", year, year+1),
		NameEn: fmt.Sprintf("Autumn term %d", year), Weeks: termWeeks,
	}
}

func spring(year int) timetable.Term {
	return timetable.Term{
		ID: fmt.Sprintf("%d-spring", year), Name: fmt.Sprintf("%d–%d 学年第二学期", year-1, year),
		NameEn: fmt.Sprintf("Spring term %d", year), Weeks: termWeeks,
	}
}

// schoolYear returns the year in which the term's school year began.
func schoolYear(t timetable.Term) int {
	year, month, _ := t.FirstMonday.Parts()
	if month >= 7 {
		return year
	}
	return year - 1
}
