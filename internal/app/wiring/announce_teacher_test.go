package wiring_test

import (
	"strings"
	"testing"
	"time"

	"lectern/internal/feature/message"
	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

// letTeachersIn gives every teacher an account, named after them.
func letTeachersIn(t *testing.T, db *sqldb.DB) {
	t.Helper()
	dbtest.Exec(t, db, `INSERT INTO account (id, phone, name, role, student_id, enabled, nickname, email, country, area,
		location_name, introduction, website, job, job_name,
		organization, organization_name, certification, avatar, registered_at, login_at, teacher_id)
		SELECT 'teaches-' || t.id, 'teaches-' || t.id, t.name, 'user', '', TRUE, '', '', '', '', '', '', '', '',
		'', '', '', '', '', 0, 0, t.id
		FROM teacher AS t WHERE NOT EXISTS (SELECT 1 FROM account AS a WHERE a.teacher_id = t.id)`)
}

// toTeachers returns the teachers' messages by account.
func (c *notifiedCollege) toTeachers() map[string][]message.Message {
	c.t.Helper()
	rows, err := c.db.Reader().QueryContext(c.t.Context(), `SELECT id, teacher_id FROM account WHERE teacher_id <> ''`)
	if err != nil {
		c.t.Fatal(err)
	}
	defer rows.Close()
	var teachers []access.Actor
	for rows.Next() {
		who := access.Actor{Role: access.User}
		if err := rows.Scan(&who.Account, &who.Teacher); err != nil {
			c.t.Fatal(err)
		}
		teachers = append(teachers, who)
	}
	if err := rows.Err(); err != nil {
		c.t.Fatal(err)
	}
	out := map[string][]message.Message{}
	for _, who := range teachers {
		page, err := c.Messages.List(c.t.Context(), who, message.Filter{})
		if err != nil {
			c.t.Fatal(err)
		}
		if len(page.Messages) > 0 {
			out[who.Account] = page.Messages
		}
	}
	return out
}

// told checks that exactly the previewed number of teachers have messages, each the same number.
// else has one.
func (c *notifiedCollege) told(what string, previewed, each int) map[string][]message.Message {
	c.t.Helper()
	all := c.toTeachers()
	if previewed == 0 || len(all) != previewed {
		c.t.Errorf("[2.16] %s: %d teachers are told, previewed %d", what, len(all), previewed)
	}
	for account, list := range all {
		if len(list) != each {
			c.t.Errorf("[2.16] %s: %s has %d messages, not %d", what, account, len(list), each)
		}
	}
	return all
}

// A holiday with its make-up day is one message to each affected teacher, and another when both are withdrawn.
// both are taken back.
func TestTeachersAreToldOfDays(t *testing.T) {
	eachNotified(t, func(t *testing.T, c *notifiedCollege) {
		letTeachersIn(t, c.db)
		class := c.held("MKT201", 10) // Monday
		wang := access.Actor{Account: "teaches-" + class.Place.Teacher, Teacher: class.Place.Teacher, Role: access.User}
		monday := class.Place.Day
		arrangement := timetable.Arrangement{
			Holidays: []timetable.Holiday{{Name: "秋假", NameEn: "Autumn break", From: monday, To: monday.AddDays(2)}},
			Days:     []timetable.DayPlan{{Date: monday.AddDays(6), Follows: monday, Note: "照常点名"}},
		}
		seen := notifiedNow().Add(-time.Second)
		preview, err := c.Timetables.PreviewArrangement(t.Context(), access.System(), arrangement)
		if err != nil {
			t.Fatal(err)
		}
		done, err := c.Timetables.PublishArrangement(t.Context(), access.System(), arrangement)
		if err != nil {
			t.Fatal(err)
		}
		note := c.told("published", preview.Teachers, 1)[wang.Account][0]
		if !strings.HasPrefix(note.Content.En,
			"Autumn break: no classes, Mon 9 Nov–Wed 11 Nov\nMake-up day: Sun 15 Nov follows week 10's Monday timetable\n"+
				"照常点名\n") || !strings.Contains(note.Title.En+note.Content.En, "Moved: Marketing, now Sun 15 Nov 08:00–09:40") ||
			!strings.Contains(note.Content.Zh, "秋假") || note.To != message.Account(wang.Account) {
			t.Errorf("[2.16] a teacher reads %+v", note)
		}
		changes, err := c.Timetables.ChangesSince(t.Context(), wang, "", seen)
		if err != nil || len(changes) == 0 {
			t.Errorf("[2.16] the teacher's page shows %+v, %v", changes, err)
		}
		back := timetable.Arrangement{
			WithdrawHolidays: []string{done.Holidays[0].ID},
			WithdrawMappings: []string{done.Mappings[0].ID},
		}
		again, err := c.Timetables.PreviewArrangement(t.Context(), access.System(), back)
		if err != nil || again.Teachers != preview.Teachers {
			t.Errorf("[2.16] %d teachers are told of the withdrawal, %d of the holiday: %v",
				again.Teachers, preview.Teachers, err)
		}
		if _, err := c.Timetables.PublishArrangement(t.Context(), access.System(), back); err != nil {
			t.Fatal(err)
		}
		if note := c.told("withdrawn", preview.Teachers, 2)[wang.Account][0]; !strings.Contains(note.Title.En+note.Content.En,
			"Moved: Marketing, now Mon 9 Nov 08:00–09:40") {
			t.Errorf("[2.16] a teacher reads %+v", note)
		}
		if _, err := c.Timetables.PublishHoliday(t.Context(), access.System(),
			timetable.Holiday{Name: "x", From: monday.AddDays(-70), To: monday.AddDays(-63)}); err != nil {
			t.Fatal(err)
		}
		c.told("over", preview.Teachers, 2)
	})
}

// New period times are one message per teacher, for any number of groups, with the times instead of every class.
func TestTeachersAreToldOfPeriodTimesOnce(t *testing.T) {
	eachNotified(t, func(t *testing.T, c *notifiedCollege) {
		letTeachersIn(t, c.db)
		class := c.held("MKT201", 10)
		for _, other := range c.table.Classes { // a class of another group in the same periods gets the same teacher
			if other.Group != class.Group && other.Place.Campus == "north" &&
				other.Place.Hours.FirstPeriod == 1 && other.Week > 10 {
				dbtest.Exec(t, c.db, `UPDATE meeting SET teacher_id = $2 WHERE id = $1`, other.Meeting, class.Place.Teacher)
			}
		}
		var scheme timetable.PeriodScheme
		err := c.db.Read(t.Context(), func(q sqldb.Querier) (err error) {
			scheme, err = c.Timetables.Scheme(t.Context(), q, "north-2026-winter")
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		for i, text := range []string{"08:50", "09:45", "10:50", "11:45"} {
			if scheme.Periods[i].Ends, err = civil.ParseTime(text); err != nil {
				t.Fatal(err)
			}
		}
		preview, err := c.Timetables.PreviewCalendarScheme(t.Context(), access.System(), scheme)
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Timetables.PutCalendarScheme(t.Context(), access.System(), scheme); err != nil {
			t.Fatal(err)
		}
		several := 0
		for _, list := range c.told("period times", preview.Teachers, 1) {
			m := list[0]
			if !strings.Contains(m.Content.En, "08:00–09:40 → 08:00–09:45") &&
				!strings.Contains(m.Content.En, "10:00–11:40 → 10:00–11:45") || m.Content.Zh == "" {
				t.Errorf("[2.16] a teacher reads %+v", m)
			}
			if strings.Contains(m.Title.En, "of your classes") {
				several++
				if strings.Contains(m.Content.En, "Moved:") || strings.Count(m.Content.En, "New class times:") < 2 {
					t.Errorf("[2.16] of several groups a teacher reads %+v", m)
				}
			}
		}
		if several == 0 {
			t.Error("nobody teaches several groups")
		}
	})
}
