package sample_test

import (
	"testing"
	"time"

	"lectern/internal/feature/account"
	"lectern/internal/feature/media"
	"lectern/internal/feature/message"
	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/blob"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/job"
	"lectern/internal/kernel/keyring"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/sample"
	"lectern/internal/testkit/dbtest"
	"lectern/internal/workflow/roster"
)

// The demo has data on every page on any day: at the start of a term, on a weekend, in the last week, on a holiday.
func TestActivity(t *testing.T) {
	for _, day := range []string{"2026-09-07", "2026-11-15", "2027-01-08", "2027-10-01"} {
		t.Run(day, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, database *sqldb.DB) {
				morning, _ := civil.NewTime(9, 30)
				now := date(t, day).At(morning, time.FixedZone("UTC+8", 8*60*60))
				c := &livedCollege{Services: servicesAt(database, account.KindLastSix, now)}
				blobs, err := blob.OpenLocal(t.TempDir(), time.Hour, time.Now)
				if err != nil {
					t.Fatal(err)
				}
				defer blobs.Close()
				c.Jobs, c.WithActivity = job.New(database, c.Now), true
				c.Media = media.New(media.Options{
					DB: database, Keys: keyring.Generate(), Blobs: blobs, Jobs: c.Jobs,
					Now: c.Now, Folder: t.TempDir(),
				})
				if c.logins, err = sample.Load(t.Context(), c.Services); err != nil {
					t.Fatal(err)
				}
				c.data = sample.College(date(t, day))
				t.Run("staff", c.staff)
				t.Run("teacher", c.teacher)
				t.Run("logins", c.logged)
				t.Run("watching", c.watching)
				t.Run("notices", c.notices)
				t.Run("imports", c.imports)
				t.Run("recordings", c.recordings)
				t.Run("this week", c.thisWeek)
				dbtest.Audited(t, database)
			})
		})
	}
}

type livedCollege struct {
	sample.Services
	data   *sample.Data
	logins []sample.Login
}

func (c *livedCollege) student(t *testing.T, place int) access.Actor {
	t.Helper()
	who := access.Actor{Role: access.User}
	err := c.Database.Reader().QueryRowContext(t.Context(), `SELECT id, student_id FROM account WHERE phone = $1`,
		c.logins[place].Phone).Scan(&who.Account, &who.Student)
	if err != nil {
		t.Fatal(err)
	}
	return who
}

func (c *livedCollege) staff(t *testing.T) {
	for i, scope := range []access.Scope{access.Registrar, access.Adviser, access.Recordist} {
		login := c.logins[3+i]
		if login.Role != access.Staff || login.Scope != scope {
			t.Errorf("login %d is %+v, not of %s", 3+i, login, scope)
		}
		classes := dbtest.Count(t, c.Database,
			`SELECT count(*) FROM account WHERE phone = $1 AND scope = $2`, login.Phone, string(scope))
		if classes != 1 {
			t.Errorf("no account of %s has the phone %s", scope, login.Phone)
		}
	}
}

// teacher checks that the teacher with an account teaches the first student in the current term.
func (c *livedCollege) teacher(t *testing.T) {
	login := c.logins[len(c.logins)-1]
	if login.Role != access.User || login.Scope != sample.TeacherScope {
		t.Fatalf("the last login is %+v", login)
	}
	groups := dbtest.Count(t, c.Database, `SELECT count(*) FROM account AS a
		JOIN teacher_group AS t ON t.teacher_id = a.teacher_id JOIN course_group AS g ON g.id = t.group_id
		JOIN enrolment AS e ON e.group_id = g.id WHERE a.phone = $1 AND g.term_id = $2 AND e.state = 'confirmed'
		AND e.student_id = $3`, login.Phone, c.data.Current.ID, c.student(t, 0).Student)
	if groups == 0 {
		t.Error("no group of the teacher's has the first student")
	}
}

// logged checks that everyone who has watched or acknowledged something logged in after registering, and that some
// others never did.
func (c *livedCollege) logged(t *testing.T) {
	const wrong = `SELECT count(*) FROM account AS a WHERE a.student_id <> '' AND (
		a.login_at <> 0 AND a.login_at < a.registered_at
		OR a.login_at = 0 AND EXISTS (SELECT 1 FROM watching AS w WHERE w.student_id = a.student_id)
		OR a.login_at = 0 AND EXISTS (SELECT 1 FROM message_read AS m WHERE m.account_id = a.id))`
	if n := dbtest.Count(t, c.Database, wrong); n != 0 {
		t.Errorf("%d students did something without having logged in, or logged in before they came", n)
	}
	never := dbtest.Count(t, c.Database, `SELECT count(*) FROM account WHERE student_id <> '' AND login_at = 0`)
	if never == 0 || never > len(c.data.Students)/5 {
		t.Errorf("%d of %d students never logged in", never, len(c.data.Students))
	}
}

func (c *livedCollege) watching(t *testing.T) {
	for place := range 3 {
		who := c.student(t, place)
		recent, err := c.Courses.Recent(t.Context(), who)
		if err != nil || len(recent) < 2 {
			t.Errorf("student %d watched %+v, %v", place, recent, err)
		}
		notes, begun := 0, 0
		for _, r := range recent {
			list, err := c.Courses.Notes(t.Context(), who, r.Lesson)
			if err != nil {
				t.Fatal(err)
			}
			notes += len(list)
			if r.Percent == 0 {
				t.Errorf("student %d has 0%% of %s", place, r.TitleEn)
			}
			if !r.Done {
				begun++
			}
		}
		if notes == 0 || begun == 0 {
			t.Errorf("student %d has %d notes and %d lessons to continue", place, notes, begun)
		}
		if n := dbtest.Count(t, c.Database, `SELECT count(*) FROM watched_day WHERE student_id = $1
			AND ms > 30000`, who.Student); n < 2 {
			t.Errorf("student %d studied on %d days", place, n)
		}
	}
	if n := dbtest.Count(t, c.Database, `SELECT count(DISTINCT l.course_id) FROM lesson AS l
		JOIN asset AS a ON a.lesson_id = l.id WHERE a.state = 'ready' AND a.current`); n < 5 {
		t.Errorf("%d courses have recordings", n)
	}
}

func (c *livedCollege) notices(t *testing.T) {
	page, err := c.Messages.Sent(t.Context(), access.System(), message.SentFilter{Size: 50})
	if err != nil {
		t.Fatal(err)
	}
	runs, over := 0, 0
	for _, m := range page.Messages {
		if !m.Acknowledge {
			continue
		}
		answered := dbtest.Count(t, c.Database, `SELECT count(*) FROM message_read WHERE message_id = $1
			AND acknowledged_at BETWEEN $2 AND $3`, m.ID, m.Sent.UnixMilli(), c.Now().UnixMilli())
		if answered < 10 {
			t.Errorf("%s has %d answers", m.Title.En, answered)
		}
		if m.Deadline.After(c.Now()) {
			runs++
		} else if answered < 25 {
			over++
		}
	}
	if runs != 1 || over != 1 {
		t.Errorf("%d notices run and %d are overdue", runs, over)
	}
	counts, err := c.Messages.Unread(t.Context(), c.student(t, 0))
	if err != nil || counts.Acknowledge != 1 {
		t.Errorf("the first student has to confirm %+v, %v", counts, err)
	}
}

func (c *livedCollege) imports(t *testing.T) {
	timetables := timetable.New(c.Database, c.Now, c.Zone, nil)
	list, _, err := roster.New(roster.Services{Database: c.Database, Timetable: timetables}).History(t.Context(),
		access.System(), roster.HistoryFilter{}, "", 0)
	if err != nil || len(list) != 3 {
		t.Fatalf("%+v, %v", list, err)
	}
	for i, refused := range []int{0, 2, 0} {
		if in := list[i]; in.Refused != refused || in.Created+in.Changed < 2 ||
			in.Account == "system" || !in.At.Before(c.Now()) {
			t.Errorf("import %d: %+v", i, in)
		}
	}
}

func (c *livedCollege) recordings(t *testing.T) {
	for _, want := range []struct {
		name   string
		filter media.Filter
	}{{"unmatched", media.Filter{Unmatched: true}}, {"failed", media.Filter{State: media.Failed}}} {
		list, err := c.Media.Assets(t.Context(), access.System(), want.filter)
		if err != nil || len(list) != 1 {
			t.Errorf("%s: %+v, %v", want.name, list, err)
		}
	}
	if n := dbtest.Count(t, c.Database,
		`SELECT count(*) FROM job WHERE kind = $1 AND state = 'dead'`, media.PrepareKind); n != 1 {
		t.Errorf("%d jobs failed", n)
	}
}

func (c *livedCollege) thisWeek(t *testing.T) {
	table, err := timetable.New(c.Database, c.Now, c.Zone, nil).Timetable(t.Context(), c.student(t, 0), "")
	if err != nil {
		t.Fatal(err)
	}
	monday := c.data.Today.Monday()
	causes := map[timetable.Cause]int{}
	for _, class := range table.Classes {
		if class.Place.Day.Monday() == monday && class.State == timetable.Moved {
			causes[class.Cause]++
		}
	}
	if causes[timetable.ByChange] == 0 || causes[timetable.ByMapping] == 0 {
		t.Errorf("moved into the week of %s: %v", monday, causes)
	}
}
