package wiring_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"lectern/internal/app/wiring"
	"lectern/internal/feature/account"
	"lectern/internal/feature/course"
	"lectern/internal/feature/message"
	"lectern/internal/feature/student"
	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/blob"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/config"
	"lectern/internal/kernel/keyring"
	"lectern/internal/kernel/locale"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/sample"
	"lectern/internal/testkit/dbtest"
)

// notifiedCollege is the sample college, built as the program does.
type notifiedCollege struct {
	*wiring.College
	t     *testing.T
	db    *sqldb.DB
	lin   access.Actor
	table timetable.Timetable
}

// The clock of a notifiedCollege.
var notifiedZone = time.FixedZone("UTC+8", 8*60*60)

func notifiedNow() time.Time { return time.Date(2026, 10, 14, 9, 0, 0, 0, notifiedZone) }

// newCollege builds the services as the program does, with fast password hashing.
func newCollege(t testing.TB, db *sqldb.DB, keys *keyring.Ring, now func() time.Time) *wiring.College {
	t.Helper()
	blobs, err := blob.OpenLocal(t.TempDir(), time.Hour, now)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = blobs.Close() })
	limits := account.DefaultLimits
	limits.Unknown.Burst = 100
	return wiring.New(wiring.Options{
		Config: &config.Config{
			Data: t.TempDir(), TimeZone: "Asia/Shanghai", FirstPassword: account.KindLastSix,
			SessionIdle: time.Hour, SessionMax: time.Hour,
		},
		DB: db, Keys: keys, Blobs: blobs, Now: now, CollegeZh: "衡山商学院",
		Cost: account.Cost{Memory: 8, Time: 1, Threads: 1}, Limits: &limits,
	})
}

var filledCollege = dbtest.Filled[*keyring.Ring]{Fill: dbtest.Opened(func(t testing.TB, db *sqldb.DB) *keyring.Ring {
	t.Helper()
	keys := keyring.Generate()
	c := newCollege(t, db, keys, notifiedNow)
	_, err := sample.Load(t.Context(), sample.Services{
		Database: db, Accounts: c.Accounts, Students: c.Students, Courses: c.Courses, Messages: c.Messages,
		Now: notifiedNow, Zone: notifiedZone,
	})
	if err != nil {
		t.Fatal(err)
	}
	return keys
})}

// eachNotified runs fn on both engines.
func eachNotified(t *testing.T, fn func(t *testing.T, c *notifiedCollege)) {
	t.Helper()
	filledCollege.Each(t, func(t *testing.T, url string, keys *keyring.Ring) {
		db := dbtest.Open(t, url)
		fn(t, openNotified(t, db, newCollege(t, db, keys, notifiedNow)))
	})
}

func openNotified(t *testing.T, db *sqldb.DB, college *wiring.College) *notifiedCollege {
	t.Helper()
	c := &notifiedCollege{College: college, t: t, db: db}
	page, err := c.Students.List(t.Context(), access.System(), student.Query{Search: "13800000001"})
	if err != nil || len(page.Items) != 1 {
		t.Fatalf("%+v, %v", page, err)
	}
	c.lin = access.Actor{Account: page.Items[0].Account, Student: page.Items[0].ID, Role: access.User}
	if c.table, err = c.Timetables.Timetable(t.Context(), c.lin, ""); err != nil {
		t.Fatal(err)
	}
	return c
}

// held returns an unchanged class of a course in a week.
func (c *notifiedCollege) held(code string, week int) timetable.Class {
	c.t.Helper()
	for _, class := range c.table.Classes {
		for _, g := range c.table.Groups {
			if g.ID == class.Group && g.CourseCode == code && class.Week == week && class.State == timetable.Held &&
				class.Kind == timetable.Regular {
				return class
			}
		}
	}
	c.t.Fatalf("no class of %s in week %d", code, week)
	return timetable.Class{}
}

// heard returns a student's messages since a count, newest first. Later news doesn't join them, as on another day.
func (c *notifiedCollege) heard(since int) []message.Message {
	c.t.Helper()
	page, err := c.Messages.List(c.t.Context(), c.lin, message.Filter{})
	if err != nil {
		c.t.Fatal(err)
	}
	dbtest.Exec(c.t, c.db, `UPDATE message SET topic = '' WHERE several <> ''`)
	return page.Messages[:len(page.Messages)-since]
}

func (c *notifiedCollege) publish(changes ...timetable.Change) {
	c.t.Helper()
	if _, err := c.Timetables.Publish(c.t.Context(), access.System(), changes); err != nil {
		c.t.Fatal(err)
	}
}

func TestChangesAreAnnounced(t *testing.T) {
	eachNotified(t, func(t *testing.T, c *notifiedCollege) {
		class := c.held("MKT201", 9)
		day, _ := civil.ParseDate("2026-11-07") // Saturday of week 9
		for _, tc := range []struct {
			name   string
			change timetable.Change
			title  message.Text
			has    string // in the Chinese text
			link   string
		}{
			{
				"[2.16] cancelled",
				timetable.Change{ID: "c1", Action: timetable.Cancel, Note: "停电\r\n"},
				message.Text{Zh: "停课：市场营销学，11月2日（周一）", En: "Cancelled: Marketing, Mon 2 Nov"},
				"停电", "week=9",
			},
			{
				"[2.16] moved in time: old → new",
				timetable.Change{ID: "c2", Action: timetable.Move, Day: day, Hours: timetable.Hours{FirstPeriod: 3, LastPeriod: 4}},
				message.Text{Zh: "恢复上课：市场营销学，11月7日（周六）", En: "Back on: Marketing, Sat 7 Nov"},
				"11月2日（周一）", "week=9",
			},
			{
				"[2.16] once more",
				timetable.Change{ID: "c3", Action: timetable.Move, Hours: timetable.Hours{FirstPeriod: 5, LastPeriod: 6}},
				message.Text{Zh: "调课：市场营销学，改为 11月7日（周六）", En: "Moved: Marketing, now Sat 7 Nov"},
				"第 3–4 节", "week=9",
			},
			{
				"[2.16] another room",
				timetable.Change{ID: "c4", Action: timetable.Move, Room: "north-B204", Campus: "north"},
				message.Text{Zh: "更换教室：市场营销学", En: "New room: Marketing"},
				" → ", "week=9",
			},
			{
				"[2.16] online",
				timetable.Change{ID: "c5", Action: timetable.Move, Online: true},
				message.Text{Zh: "更换教室：市场营销学", En: "New room: Marketing"},
				"线上", "week=9",
			},
		} {
			t.Run(tc.name, func(t *testing.T) {
				c.t = t
				before := len(c.heard(0))
				tc.change.Group, tc.change.Class = class.Group, class.ID
				c.publish(tc.change)
				told := c.heard(before)
				if len(told) != 1 {
					t.Fatalf("%d messages", len(told))
				}
				m := told[0]
				if !strings.HasPrefix(m.Title.Zh, tc.title.Zh) || !strings.HasPrefix(m.Title.En, tc.title.En) ||
					!strings.Contains(m.Content.Zh, tc.has) || m.Subtitle.In(locale.English) != "Timetable" ||
					!strings.Contains(m.Link, tc.link) || !strings.Contains(m.Link, "class="+class.ID) {
					t.Errorf("got %+v", m)
				}
				if again := len(c.heard(0)); again != before+1 {
					t.Errorf("%d messages", again)
				}
			})
		}
		t.Run("[2.16] the same again tells nobody", func(t *testing.T) {
			c.t = t
			before := len(c.heard(0))
			c.publish(timetable.Change{ID: "c5", Action: timetable.Move, Online: true, Group: class.Group, Class: class.ID})
			if told := c.heard(before); len(told) != 0 {
				t.Errorf("told %+v", told)
			}
		})
		t.Run("[2.16] the past is told to nobody", func(t *testing.T) {
			c.t = t
			before := len(c.heard(0))
			past := c.held("MKT201", 2)
			c.publish(timetable.Change{Action: timetable.Cancel, Group: past.Group, Class: past.ID})
			if told := c.heard(before); len(told) != 0 {
				t.Errorf("told %+v", told)
			}
		})
		t.Run("[2.16] many at once are one message", func(t *testing.T) {
			c.t = t
			before := len(c.heard(0))
			var changes []timetable.Change
			for week := 10; week <= 15; week++ {
				next := c.held("MKT201", week)
				changes = append(changes, timetable.Change{Action: timetable.Cancel, Group: next.Group, Class: next.ID})
			}
			c.publish(changes...)
			told := c.heard(before)
			if len(told) != 1 || told[0].Title.En != "Marketing: 6 classes have changed" ||
				strings.Count(told[0].Content.Zh, "停课") != 6 {
				t.Errorf("told %+v", told)
			}
		})
	})
}

func TestDaysAreAnnounced(t *testing.T) {
	eachNotified(t, func(t *testing.T, c *notifiedCollege) {
		before := len(c.heard(0))
		date, _ := civil.ParseDate("2026-11-15")
		write := func(fn func(ctx context.Context, q sqldb.Querier) error) {
			t.Helper()
			if err := c.db.Write(t.Context(), func(q sqldb.Querier) error { return fn(t.Context(), q) }); err != nil {
				t.Fatal(err)
			}
		}
		titles := func() string {
			var out []string
			for _, m := range c.heard(before) {
				out = append(out, m.Title.Zh+" / "+m.Title.En)
			}
			return strings.Join(out, "\n")
		}
		for _, step := range []struct {
			name, want string
			do         func(ctx context.Context, q sqldb.Querier) error
		}{
			{
				"[2.16] a make-up day", "调休：11月15日（周日）上第 10 周周三的课 / Make-up day: Sun 15 Nov follows week 10's Wednesday timetable",
				func(ctx context.Context, q sqldb.Querier) error {
					_, err := c.Timetables.PublishMappingIn(ctx, q, access.System(), c.table.Term.ID,
						timetable.DayMapping{ID: "m", Date: date, Week: 10, Weekday: civil.Wednesday})
					return err
				},
			},
			{"[2.16] taken back: its message goes too", "取消调休：11月15日（周日）不再上第 10 周周三的课 / Make-up day withdrawn: Sun 15 Nov " +
				"no longer follows week 10's Wednesday timetable", func(ctx context.Context, q sqldb.Querier) error {
				return c.Timetables.WithdrawMappingIn(ctx, q, access.System(), "m")
			}},
			{
				"[2.16] a holiday", "秋假放假停课，11月11日（周三）–11月12日（周四） / Autumn break: no classes, Wed 11 Nov–Thu 12 Nov\n" +
					"取消调休：11月15日（周日）不再上第 10 周周三的课 / Make-up day withdrawn: Sun 15 Nov no longer follows week 10's Wednesday timetable",
				func(ctx context.Context, q sqldb.Querier) error {
					_, err := c.Timetables.PublishHolidayIn(ctx, q, access.System(),
						timetable.Holiday{ID: "h", Name: "秋假", NameEn: "Autumn break", From: date.AddDays(-4), To: date.AddDays(-3)})
					return err
				},
			},
		} {
			write(step.do)
			if got := titles(); got != step.want {
				t.Errorf("%s:\n%s\nwant\n%s", step.name, got, step.want)
			}
		}
		write(func(ctx context.Context, q sqldb.Querier) error {
			return c.Timetables.WithdrawHolidayIn(ctx, q, access.System(), "h")
		})
		if got := titles(); !strings.HasPrefix(got, "秋假放假取消") || strings.Contains(got, "no classes") {
			t.Errorf("a holiday taken back:\n%s", got)
		}
	})
}

func TestARecordingIsToldOnceAndTakenBack(t *testing.T) {
	eachNotified(t, func(t *testing.T, c *notifiedCollege) {
		ctx, staff := t.Context(), access.System()
		courses := c.Courses
		class := c.held("MKT201", 5)
		var of string
		for _, g := range c.table.Groups {
			if g.ID == class.Group {
				of = g.Course
			}
		}
		before := len(c.heard(0))
		put := func(l course.Lesson) course.Lesson {
			t.Helper()
			err := c.db.Write(ctx, func(q sqldb.Querier) (err error) {
				l, err = courses.PutLessonIn(ctx, q, staff, l)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			return l
		}
		told := func(name string, want int) []message.Message {
			t.Helper()
			got := c.heard(before)
			if len(got) != want {
				t.Fatalf("%s: %d messages, want %d: %+v", name, len(got), want, got)
			}
			return got
		}
		lesson := put(course.Lesson{
			Course: of, Title: "第五讲", TitleEn: "Lecture 5", Group: class.Group,
			Class: class.ID, Published: true,
		})
		told("nothing plays yet", 0)
		dbtest.Asset(t, c.db, "a", lesson.ID, "ready", 1000, true)
		err := c.db.Write(ctx, func(q sqldb.Querier) error { return courses.PlaysNow(ctx, q, staff, lesson.ID, false) })
		if err != nil {
			t.Fatal(err)
		}
		got := told("the recording is there", 1)[0]
		if got.Title.En != "New recording: Marketing, Lecture 5" ||
			got.Link != "/student/watch?lesson="+lesson.ID || got.Title.Zh == "" {
			t.Errorf("told %+v", got)
		}
		lesson.TitleEn = "Lecture five"
		put(lesson)
		told("the same again", 1)
		lesson.Published = false
		put(lesson)
		told("not published any more", 0)
		lesson.Published = true
		put(lesson)
		told("published again", 1)
		if err := courses.RemoveLesson(ctx, staff, lesson.ID); err != nil {
			t.Fatal(err)
		}
		told("removed", 0)
		revision := put(course.Lesson{Course: of, Title: "复习"}) // of the course, not of a class
		dbtest.Asset(t, c.db, "b", revision.ID, "ready", 1000, true)
		told("not published", 0)
		err = c.db.Write(ctx, func(q sqldb.Querier) error { return courses.PlaysNow(ctx, q, staff, revision.ID, true) })
		if err != nil {
			t.Fatal(err)
		}
		if got := told("published when it was ready", 1)[0]; got.Link != "/student/watch?lesson="+revision.ID {
			t.Errorf("told %+v", got)
		}
	})
}

// Devices are notified of announced messages, depending on their topics.
func TestMessagesTellDevices(t *testing.T) {
	db := dbtest.Open(t, dbtest.SQLite(t))
	now := func() time.Time { return time.Date(2026, 10, 14, 9, 0, 0, 0, time.UTC) }
	messages := newCollege(t, db, keyring.Generate(), now).Messages
	send := func(about message.About, sent time.Time) {
		t.Helper()
		err := db.Write(t.Context(), func(q sqldb.Querier) error {
			_, err := messages.Notify(t.Context(), q, access.System(), message.Note{
				Kind: message.Plain, About: about, To: message.Everyone(), Title: message.Text{En: "x"}, Sent: sent,
			})
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	send("", now()) // no device is subscribed
	dbtest.Exec(t, db, `INSERT INTO push_subscription (id, endpoint, account_id, session_id, p256dh, auth, language,
		changes, recordings, notices, created_at, updated_at)
		VALUES ('p', 'e', 'a', 's', '', '', 'en-US', TRUE, TRUE, TRUE, 0, 0)`)
	send(message.AboutChange, time.Time{})
	send(message.AboutRecording, time.Time{})
	send("", now().Add(time.Hour))
	send("", now().Add(-48*time.Hour)) // old news
	for kind, want := range map[string]int{"changes": 1, "recordings": 1, "notices": 1} {
		if got := dbtest.Count(t, db, `SELECT count(*) FROM job WHERE kind = 'push.message'
			AND payload LIKE $1`, "%"+kind+"%"); got != want {
			t.Errorf("%d jobs about %s, want %d", got, kind, want)
		}
	}
	if got := dbtest.Count(t, db, `SELECT count(*) FROM job WHERE due_at > $1`, now().UnixMilli()); got != 1 {
		t.Errorf("%d jobs wait for their time", got)
	}
}
