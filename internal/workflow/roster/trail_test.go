package roster_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lectern/internal/kernel/access"
	"lectern/internal/kernel/audit"
	"lectern/internal/workflow/roster"
)

// A line is an entry of the log, with names instead of IDs.
type line struct {
	Action, Object string
	Before, After  map[string]any
}

// trail returns the new log entries, oldest first, except those about imports.
func (c *college) trail(since *string) (list []line) {
	c.t.Helper()
	rows, err := audit.NewLog(c.database).List(c.t.Context(), access.System(), audit.Query{})
	if err != nil {
		c.t.Fatal(err)
	}
	slices.Reverse(rows)
	for _, row := range rows {
		if row.ID <= *since {
			continue
		}
		*since = row.ID
		if strings.HasPrefix(row.Action, "roster.") {
			continue
		}
		l := line{Action: row.Action, Object: row.ObjectName}
		for text, into := range map[string]*map[string]any{row.Before: &l.Before, row.After: &l.After} {
			if text == "" {
				continue
			}
			if err := json.Unmarshal([]byte(audit.Named(text, row.Names)), into); err != nil {
				c.t.Fatal(err)
			}
		}
		list = append(list, l)
	}
	return list
}

type fields = map[string]any

// The log shows each object that an import changes, before and after; an unchanged sheet adds nothing.
func TestImportsLeaveATrail(t *testing.T) {
	each(t, func(t *testing.T, c *college) {
		c.setUp().teach()
		var since string
		c.trail(&since)
		for _, s := range []struct {
			name string
			kind roster.Kind
			text string
			want []line
		}{
			{"teachers", roster.Teachers, "工号,姓名\nT001,周明远\nT002,何静雯\nT003,唐宁\n", []line{
				{"course.put_teachers", "何静雯", fields{"name": "何静"}, fields{"name": "何静雯"}},
				{"course.put_teachers", "唐宁", nil, fields{"name": "唐宁", "teacherNumber": "T003"}},
			}},
			{"courses", roster.Courses, "课程代码,课程名称,学分,任课教师\nMKT201,营销学,2.5,T001;T002\n", []line{
				{
					"course.put_courses", "营销学",
					fields{"credits": 3.0, "nameZh": "市场营销学", "teachers": []any{"何静雯"}},
					fields{"credits": 2.5, "nameZh": "营销学", "teachers": []any{"周明远", "何静雯"}},
				},
			}},
			{"groups", roster.Groups, "教学班编号,课程代码,教学班名称\nMKT201-1,MKT201,A\nMKT201-2,MKT201,B\n", []line{
				{"course.put_groups", "MKT201-1", fields{"nameZh": "市场营销学 01 班"}, fields{"nameZh": "A"}},
				{
					"course.put_groups", "MKT201-2", nil,
					fields{"code": "MKT201-2", "course": "营销学", "nameZh": "B", "term": "2026-autumn"},
				},
			}},
			{"enrolments", roster.Enrolments, "教学班编号,学号,状态\nMKT201-1,202501001,退课\nMKT201-2,202501001,\n", []line{
				{"course.drop_student", "林晓雨", fields{"state": "confirmed"}, fields{"group": "MKT201-1", "state": "dropped"}},
				{"course.enrol", "林晓雨", nil, fields{"group": "MKT201-2", "state": "confirmed"}},
			}},
			{"timetable", roster.Timetable, "教学班,星期,节次,周次,教室,教师\nMKT201-1,周一,1-2,1-16,A102,T001\n", []line{
				{
					"timetable.replace_meetings", "MKT201-1", nil,
					fields{"meetings": []any{"weekday:1 periods:1-2 weeks:1-16 room:A102 teacher:周明远"}},
				},
			}},
			{"another timetable", roster.Timetable, "教学班,星期,节次,周次,教室,教师\nMKT201-1,周二,3-4,1-16,A102,T001\n", []line{
				{
					"timetable.replace_meetings", "MKT201-1",
					fields{"meetings": []any{"weekday:1 periods:1-2 weeks:1-16 room:A102 teacher:周明远"}},
					fields{"meetings": []any{
						"weekday:1 periods:1-2 weeks:1-6 room:A102 teacher:周明远",
						"weekday:2 periods:3-4 weeks:7-16 room:A102 teacher:周明远",
					}},
				},
			}},
			{"rooms", roster.Rooms, "校区,教室,英文名称\n北校区,A102,Room A102\n", []line{
				{"timetable.put_room", "A102", nil, fields{"nameEn": "Room A102"}},
			}},
			{"terms", roster.Terms, "学期编号,学期名称,第一周周一,周数\n2026-autumn,秋季学期,2026-09-07,19\n", []line{
				{
					"timetable.put_term", "秋季学期",
					fields{"nameZh": "2026–2027 学年第一学期", "weeks": 18.0},
					fields{"nameZh": "秋季学期", "weeks": 19.0},
				},
			}},
			{"periods", roster.Periods, strings.Replace(periodSheet, "1,08:30,09:15", "1,08:30,09:10", 1), []line{
				{
					"timetable.put_scheme", "",
					fields{"periods": []any{"1 08:30-09:15", "2 09:25-10:10", "3 10:30-11:15", "4 11:25-12:10"}},
					fields{"periods": []any{"1 08:30-09:10", "2 09:25-10:10", "3 10:30-11:15", "4 11:25-12:10"}},
				},
			}},
		} {
			done := c.good(s.kind, s.text)
			if diff := cmp.Diff(s.want, c.trail(&since)); diff != "" {
				t.Fatalf("%s (-want +got):\n%s", s.name, diff)
			}
			c.do(s.kind, s.text)
			if got := c.trail(&since); len(got) > 0 {
				t.Fatalf("%s again: %v", s.name, got)
			}
			if conflicts, err := c.undo(done.ID); err != nil {
				t.Fatalf("%s: %v %v", s.name, err, conflicts)
			}
			undone := c.trail(&since)
			if len(undone) != len(s.want) {
				t.Fatalf("%s undone: %v", s.name, undone)
			}
			for _, got := range undone {
				checkUndone(t, s.name, s.want, got)
			}
			c.good(s.kind, s.text)
			c.trail(&since)
		}
	})
}

// checkUndone checks that undo logged the opposite of one of the lines.
func checkUndone(t *testing.T, name string, done []line, got line) {
	t.Helper()
	delete(got.After, "what")
	removed := got.After["removed"] == true
	delete(got.After, "removed")
	group := got.After["group"]
	delete(got.After, "group")
	for _, was := range done {
		same := func(a, b fields) bool { return len(a)+len(b) == 0 || cmp.Equal(a, b) }
		after := fields{}
		for field, value := range was.After {
			if field != "group" {
				after[field] = value
			}
		}
		if strings.HasSuffix(got.Action, ".restore") && same(got.Before, after) && same(got.After, was.Before) &&
			group == was.After["group"] && (!removed || was.Before == nil) {
			return
		}
	}
	t.Errorf("%s undone: %+v", name, got)
}
