package planning

import (
	"strings"
	"testing"

	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

// teaches gives teachers accounts, named after them.
func (w *world) teaches(teachers ...string) {
	w.t.Helper()
	for _, teacher := range teachers {
		dbtest.Exec(w.t, w.db, `INSERT INTO account (id, phone, name, role, student_id, enabled, nickname, email, country,
			area, location_name, introduction, website, job, job_name,
			organization, organization_name, certification, avatar, registered_at, login_at, teacher_id)
			VALUES ($1, $2, $2, 'user', '', TRUE, '', '', '', '', '', '', '', '', '', '', '', '', '', 0, 0,
			$2)`, "account-"+teacher, teacher)
	}
}

// teacherMessages returns the titles of a teacher's messages, newest last, and the content of the last.
func (w *world) teacherMessages(teacher string) (titles []string, content string) {
	w.t.Helper()
	rows, err := w.db.Reader().QueryContext(w.t.Context(), `SELECT title_en, content_en FROM message
		WHERE audience = 'account' AND target = $1 ORDER BY sent_at, id`, "account-"+teacher)
	if err != nil {
		w.t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		title := ""
		if err := rows.Scan(&title, &content); err != nil {
			w.t.Fatal(err)
		}
		titles = append(titles, title)
	}
	if err := rows.Err(); err != nil {
		w.t.Fatal(err)
	}
	return titles, content
}

// Teachers get one message about everything a publication does to their classes, and one when it is withdrawn: the
// substitute, the teacher who is replaced, and teachers of moved or cancelled classes.
func TestPublishTellsTeachersOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := college(t, db)
		w.teaches("gao", "wu") // he has no account
		changes := []timetable.Change{
			move("M1", "m.2", "", 0, "", "wu"), move("M1", "m.3", "", 3, "", ""), move("F1", "f.2", "", 3, "", ""),
			{Action: timetable.Cancel, Group: "F2", Class: "z.3"},
		}
		checked := w.check(changes[0])
		if checked.Told.Students != 3 || checked.Told.Teachers != 2 || len(checked.ToTeachers) != 2 {
			t.Fatalf("%+v, %+v", checked.Told, checked.ToTeachers)
		}
		for i, want := range []string{
			"gao: Taught by someone else: Marketing, Mon 16 Nov 08:00–09:40",
			"wu: You teach: Marketing, Mon 16 Nov 08:00–09:40",
		} {
			if got := checked.ToTeachers[i]; got.Teacher.ID+": "+got.Title.En != want || got.Title.Zh == "" {
				t.Errorf("%s: %s, want %s", got.Teacher.ID, got.Title.En, want)
			}
		}
		draft := w.add(dean, "", changes...)
		if want := (RecipientCount{Students: 5, Teachers: 2}); draft.Told != want {
			t.Fatalf("%+v", draft.Told)
		}
		done, err := w.Publish(t.Context(), dean, draft.ID, draft.Version, "Conference")
		if err != nil || done.Told != draft.Told {
			t.Fatal(done, err)
		}
		w.work()
		titles, content := w.teacherMessages("gao")
		if len(titles) != 1 || titles[0] != "Marketing: 2 classes have changed" || !strings.HasSuffix(content,
			"\nConference") || !strings.Contains(content, "Taught by someone else: Marketing, Mon 16 Nov") ||
			!strings.Contains(content, "Moved: Marketing, now Mon 23 Nov 10:00") {
			t.Errorf("gao has %q: %s", titles, content)
		}
		titles, content = w.teacherMessages("wu")
		if len(titles) != 1 || titles[0] != "2 of your classes have changed" || strings.Contains(content, "Mon 23 Nov") ||
			!strings.Contains(content, "You teach: Marketing, Mon 16 Nov") ||
			!strings.Contains(content, "Cancelled: Finance, Wed 25 Nov") {
			t.Errorf("wu has %q: %s", titles, content)
		}
		if n := dbtest.Count(t, db, `SELECT COUNT(*) FROM message WHERE audience = 'account'`); n != 2 {
			t.Errorf("%d messages to teachers", n)
		}
		w.work() // no second message
		if list, err := w.Publications(t.Context(), dean, ""); err != nil || len(list) != 1 || list[0].Told != done.Told {
			t.Fatal(list, err)
		}
		if _, err := w.Withdraw(t.Context(), dean, done.ID, ""); err != nil {
			t.Fatal(err)
		}
		w.work()
		for teacher, want := range map[string]string{
			"gao": "Marketing: 4 timetable changes", "wu": "4 changes to your timetable",
		} {
			if titles, _ := w.teacherMessages(teacher); len(titles) != 1 || titles[0] != want {
				t.Errorf("after the withdrawal %s has %q", teacher, titles)
			}
		}
		if _, content := w.teacherMessages("wu"); !strings.Contains(content,
			"Taught by someone else: Marketing, Mon 16 Nov") ||
			!strings.Contains(content, "Back on: Finance, Wed 25 Nov") {
			t.Error(content)
		}
		if n := dbtest.Count(t, db, `SELECT COUNT(*) FROM planning_news`); n != 0 {
			t.Errorf("%d are still to be told", n)
		}
	})
}

// A publication withdrawn before the job ran sends teachers nothing.
func TestWithdrawBeforeTeachersAreTold(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := college(t, db)
		w.teaches("gao")
		draft := w.add(dean, "", move("M1", "m.2", "2026-11-19", 3, "", ""))
		done, err := w.Publish(t.Context(), dean, draft.ID, draft.Version, "")
		if err != nil || done.Told.Teachers != 1 {
			t.Fatal(done, err)
		}
		if _, err := w.Withdraw(t.Context(), dean, done.ID, ""); err != nil {
			t.Fatal(err)
		}
		w.work()
		if titles, _ := w.teacherMessages("gao"); len(titles) != 0 {
			t.Errorf("gao has %q", titles)
		}
	})
}

// A class without a teacher belongs to the course's teachers.
func TestTeachersOfTheCourseAreTold(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := newWorld(t, db)
		w.group("M9", "mkt", "x1")
		w.meets("q", "M9", 1, 1, "north", "A1", "")
		w.teaches("gao", "he", "wu")
		got := w.check(move("M9", "q.2", "", 3, "", ""))
		if got.Told.Teachers != 2 || len(got.ToTeachers) != 2 || got.ToTeachers[0].Teacher.ID != "gao" ||
			got.ToTeachers[1].Teacher.ID != "he" {
			t.Errorf("%+v, %+v", got.Told, got.ToTeachers)
		}
		given := w.check(move("M9", "q.2", "", 0, "", "gao")) // the current teacher
		if given.Told.Teachers != 1 || given.ToTeachers[0].Teacher.ID != "he" ||
			!strings.HasPrefix(given.ToTeachers[0].Title.En, "Taught by") {
			t.Errorf("%+v", given.ToTeachers)
		}
	})
}
