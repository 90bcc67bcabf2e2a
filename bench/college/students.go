package college

import (
	"context"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"lectern/internal/feature/student/nationalid"
)

// classSize is how many students take the same groups.
const classSize = 40

// courses are the sample college's; a student takes all of them, each once a week.
var courses = []string{
	"ACC101", "BDA301", "ECO101", "ECO102", "ENG201", "FIN201", "HRM301", "LAW201",
	"MGT101", "MKT201", "OPS301", "STA201",
}

// Meeting is a row of a student's timetable, in the format of the import.
type Meeting struct{ Group, Course, Weekday, Periods, Weeks, Campus, Room, Teacher string }

// Meetings returns the meetings of one of the bench's students.
func Meetings(student int) []Meeting {
	out := make([]Meeting, len(courses))
	for i, course := range courses {
		out[i] = Meeting{
			Group: fmt.Sprintf("%s-B%d", course, student/classSize), Course: course,
			Weekday: strconv.Itoa(1 + i%5), Periods: []string{"1-2", "3-4", "5-6"}[i/5], Weeks: "1-18",
			Campus: "North Campus", Room: "Mingde Hall A101", Teacher: "T001",
		}
	}
	return out
}

// addStudents imports the bench's students and their timetables.
func (c *College) addStudents(ctx context.Context, count int) error {
	students := [][]string{{"Student number", "Name", "Phone", "National ID", "Entry year", "Status"}}
	groups := [][]string{{"Group", "Course code"}}
	enrolments := [][]string{{"Group", "Student number", "State"}}
	timetable := [][]string{{"Group", "Weekday", "Periods", "Weeks", "Campus", "Room", "Teacher"}}
	for i := range count {
		id, err := nationalid.Invent("310115", time.Date(2006, 1, 1+i/1000, 0, 0, 0, 0, time.UTC), i%1000)
		if err != nil {
			return err
		}
		number, phone := fmt.Sprintf("B%05d", i), strconv.Itoa(13700000000+i)
		c.Students = append(c.Students, Person{Phone: phone, Password: id.LastSix()})
		students = append(students, []string{number, "学生", phone, id.Reveal(), "2026", "enrolled"})
		for _, m := range Meetings(i) {
			if i%classSize == 0 {
				groups = append(groups, []string{m.Group, m.Course})
				timetable = append(timetable, []string{m.Group, m.Weekday, m.Periods, m.Weeks, m.Campus, m.Room, m.Teacher})
			}
			enrolments = append(enrolments, []string{m.Group, number, "confirmed"})
		}
	}
	for _, sheet := range []struct {
		kind string
		rows [][]string
	}{{"students", students}, {"groups", groups}, {"enrolments", enrolments}, {"timetable", timetable}} {
		if err := c.Import(ctx, sheet.kind, sheet.rows); err != nil {
			return err
		}
	}
	return nil
}

// Import writes the rows, headers first, to a file and imports it.
func (c *College) Import(ctx context.Context, kind string, rows [][]string) error {
	path := filepath.Join(c.Folder, kind+".csv")
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer file.Close()
	if err := csv.NewWriter(file).WriteAll(rows); err != nil {
		return err
	}
	_, err = c.Run(ctx, "import", kind, path, "--accept", "made up for a bench")
	return err
}
