package wiring_test

import (
	"fmt"
	"strings"
	"testing"

	"lectern/internal/feature/course"
	"lectern/internal/feature/message"
	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

// unread lists a student's unread messages, newest first, without those of before.
func (c *notifiedCollege) unread(before map[string]bool) []message.Message {
	c.t.Helper()
	page, err := c.Messages.List(c.t.Context(), c.lin, message.Filter{Unread: true})
	if err != nil {
		c.t.Fatal(err)
	}
	var list []message.Message
	for _, m := range page.Messages {
		if !before[m.ID] {
			list = append(list, m)
		}
	}
	return list
}

// Many changes on one day are one message per course, which is unread again with each; those of today's classes are
// messages by themselves.
func TestManyChangesOfADayAreOneMessagePerCourse(t *testing.T) {
	eachNotified(t, func(t *testing.T, c *notifiedCollege) {
		before := map[string]bool{}
		for _, m := range c.unread(nil) {
			before[m.ID] = true
		}
		for week := 8; week < 14; week++ {
			class := c.held("MKT201", week)
			note := fmt.Sprint("note ", week)
			c.publish(timetable.Change{Action: timetable.Cancel, Class: class.ID, Group: class.Group, Note: note})
			if week == 9 {
				list := c.unread(before)
				if len(list) != 1 || list[0].Title.En != "Marketing: 2 timetable changes" {
					t.Fatalf("after two changes: %+v", list)
				}
				if n, err := c.Messages.MarkRead(t.Context(), c.lin, []string{list[0].ID}); err != nil || n != 1 {
					t.Fatal(n, err)
				}
			}
		}
		other := c.held("FIN201", 9)
		c.publish(timetable.Change{Action: timetable.Cancel, Class: other.ID, Group: other.Group})
		list := c.unread(before)
		if len(list) != 2 {
			t.Fatalf("after seven changes of two courses: %d messages: %+v", len(list), list)
		}
		if all := list[1]; all.Title.En != "Marketing: 6 timetable changes" || all.Title.Zh != "市场营销学有 6 项课表变动" ||
			strings.Count(all.Content.En, "Cancelled: Marketing") != 6 || strings.Count(all.Content.En, "note ") != 6 ||
			strings.Index(all.Content.En, "note 13") > strings.Index(all.Content.En, "note 8") {
			t.Errorf("the message that collects them: %+v", all)
		}
		today := timetable.Class{}
		for _, class := range c.table.Classes {
			if class.Place.Day == c.Timetables.Today() && class.State == timetable.Held && class.Place.Hours.Starts > 9*60 {
				today = class
			}
		}
		if today.ID == "" {
			t.Fatal("the sample has no class today")
		}
		c.publish(timetable.Change{Action: timetable.Cancel, Class: today.ID, Group: today.Group})
		if list := c.unread(before); len(list) != 3 || !strings.HasPrefix(list[0].Title.En, "Cancelled: ") {
			t.Errorf("a class of today: %+v", list)
		}
	})
}

// The recordings of a course that are published on one day are one message; a recording that is removed leaves it.
func TestRecordingsOfADayAreOneMessage(t *testing.T) {
	eachNotified(t, func(t *testing.T, c *notifiedCollege) {
		before := map[string]bool{}
		for _, m := range c.unread(nil) {
			before[m.ID] = true
		}
		var of string
		for _, g := range c.table.Groups {
			if g.CourseCode == "MKT201" {
				of = g.Course
			}
		}
		record := func(title string, week int) course.Lesson {
			t.Helper()
			class, staff := c.held("MKT201", week), access.System()
			lesson, err := c.Courses.PutLesson(t.Context(), staff, course.Lesson{
				Course: of, Title: title, TitleEn: title, Group: class.Group, Class: class.ID, Published: true,
			})
			if err != nil {
				t.Fatal(err)
			}
			dbtest.Asset(t, c.db, title, lesson.ID, "ready", 1000, true)
			err = c.db.Write(t.Context(), func(q sqldb.Querier) error {
				return c.Courses.PlaysNow(t.Context(), q, staff, lesson.ID, false)
			})
			if err != nil {
				t.Fatal(err)
			}
			return lesson
		}
		wants := func(title string, parts int) {
			t.Helper()
			list := c.unread(before)
			if parts == 0 && len(list) == 0 {
				return
			}
			if len(list) != 1 || list[0].Title.En != title ||
				parts > 1 && strings.Count(list[0].Content.En, "New recording") != parts {
				t.Errorf("want %q with %d parts: %+v", title, parts, list)
			}
		}
		one := record("one", 1)
		wants("New recording: Marketing, one", 1)
		two := record("two", 2)
		three := record("three", 4)
		wants("Marketing: 3 new recordings", 3)
		for i, step := range []struct {
			lesson course.Lesson
			title  string
		}{{three, "Marketing: 2 new recordings"}, {one, "New recording: Marketing, two"}, {two, ""}} {
			step.lesson.Published = false
			if _, err := c.Courses.PutLesson(t.Context(), access.System(), step.lesson); err != nil {
				t.Fatal(err)
			}
			wants(step.title, 2-i)
		}
	})
}
