package course_test

import (
	"strings"
	"testing"
	"time"

	"lectern/internal/feature/course"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/cache"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/attacktest"
	"lectern/internal/testkit/dbtest"

	"github.com/google/go-cmp/cmp"
)

var (
	noon = time.Date(2026, 9, 7, 12, 0, 0, 0, time.UTC)
	lin  = access.Actor{Account: "a1", Student: "lin", Role: access.User}
	zhou = access.Actor{Account: "a2", Student: "zhou", Role: access.User}
)

// A fixture is a service with one course in two terms: lin is in this term's group, zhou's enrolment is pending.
type fixture struct {
	*course.Service
	t        *testing.T
	db       *sqldb.DB
	course   string
	group    string
	teachers []course.Teacher
}

func newFixture(t *testing.T, db *sqldb.DB) *fixture {
	t.Helper()
	h := &fixture{Service: course.New(db, func() time.Time { return noon }, time.UTC), t: t, db: db}
	h.write(func(q sqldb.Querier) error {
		h.teachers = []course.Teacher{{Number: "T1", Name: "王芳", NameEn: "Wang Fang"}, {Name: "赵磊"}}
		if _, err := h.PutTeachers(t.Context(), q, access.System(), h.teachers); err != nil {
			return err
		}
		courses := []course.Course{{Code: "MKT101", Name: "市场营销学", NameEn: "Marketing", Credits: 35, Teachers: h.teachers}}
		if _, err := h.PutCourses(t.Context(), q, access.System(), courses); err != nil {
			return err
		}
		h.course = courses[0].ID
		groups := []course.Group{
			{Course: h.course, Term: "2026-autumn", Code: "MKT101-1"},
			{Course: h.course, Term: "2026-spring", Code: "MKT101-1"},
		}
		if _, err := h.PutGroups(t.Context(), q, access.System(), groups); err != nil {
			return err
		}
		h.group = groups[0].ID
		_, err := h.Enrol(t.Context(), q, access.System(), []course.Enrolment{
			{Student: "lin", Group: groups[0].ID, State: course.Confirmed},
			{Student: "lin", Group: groups[1].ID, State: course.Dropped},
			{Student: "zhou", Group: groups[0].ID, State: course.Pending},
		})
		return err
	})
	return h
}

func (h *fixture) write(fn func(q sqldb.Querier) error) {
	h.t.Helper()
	if err := h.db.Write(h.t.Context(), fn); err != nil {
		h.t.Fatal(err)
	}
}

func (h *fixture) revision(scope string) int64 {
	h.t.Helper()
	n, err := cache.RevisionOf(h.t.Context(), h.db.Reader(), scope)
	if err != nil {
		h.t.Fatal(err)
	}
	return n
}

func wantCode(t *testing.T, err error, code string) {
	t.Helper()
	if fault.Code(err) != code || (err == nil) != (code == "") {
		t.Errorf("error = %v, want %q", err, code)
	}
}

func TestCatalogueAndMine(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db)
		list, err := h.Catalogue(t.Context())
		if err != nil || len(list) != 1 || list[0].Code != "MKT101" || list[0].Credits != 35 || len(list[0].Teachers) != 2 ||
			list[0].Teachers[0].Name != "王芳" {
			t.Errorf("Catalogue = %+v, %v", list, err)
		}
		one, err := h.Course(t.Context(), h.course)
		if err != nil || one.NameEn != "Marketing" || len(one.Teachers) != 2 {
			t.Errorf("Course = %+v, %v", one, err)
		}
		_, err = h.Course(t.Context(), "none")
		wantCode(t, err, "course.no_course")
		mine, err := h.Mine(t.Context(), lin)
		if err != nil || len(mine) != 2 || mine[0].Term != "2026-autumn" || mine[0].State != course.Confirmed ||
			mine[1].State != course.Dropped {
			t.Errorf("Mine = %+v, %v", mine, err)
		}
		_, err = h.Mine(t.Context(), access.System())
		wantCode(t, err, "")
		_, err = h.Mine(t.Context(), access.Actor{})
		wantCode(t, err, "access.signed_out")
		members, err := h.Members(t.Context(), db.Reader(), h.group)
		if err != nil || strings.Join(members, " ") != "lin" {
			t.Errorf("Members = %v, %v", members, err)
		}
	})
}

func TestTheSameRowsAgainChangeNothing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db)
		before, audited := h.revision(""), dbtest.Count(t, db, `SELECT count(*) FROM audit`)
		h.write(func(q sqldb.Querier) error {
			ctx, staff := t.Context(), access.System()
			teachers := []course.Teacher{{Number: "T1", Name: "王芳", NameEn: "Wang Fang"}, {Name: "赵磊"}}
			courses := []course.Course{{Code: " MKT101 ", Name: "市场营销学", NameEn: "Marketing", Credits: 35, Teachers: h.teachers}}
			groups := []course.Group{{Course: h.course, Term: "2026-autumn", Code: "MKT101-1"}}
			n1, err1 := h.PutTeachers(ctx, q, staff, teachers)
			n2, err2 := h.PutCourses(ctx, q, staff, courses)
			n3, err3 := h.PutGroups(ctx, q, staff, groups)
			n4, err4 := h.Enrol(ctx, q, staff, []course.Enrolment{{Student: "lin", Group: h.group, State: course.Confirmed}})
			if n1+n2+n3+n4 != 0 {
				t.Errorf("changed %d teachers, %d courses, %d groups, %d enrolments", n1, n2, n3, n4)
			}
			if teachers[1].ID != h.teachers[1].ID || courses[0].ID != h.course || groups[0].ID != h.group {
				t.Error("the same rows got other ids")
			}
			for _, err := range []error{err1, err2, err3, err4} {
				wantCode(t, err, "")
			}
			return nil
		})
		if h.revision("") != before || dbtest.Count(t, db, `SELECT count(*) FROM audit`) != audited {
			t.Error("nothing changed, yet it was counted or audited")
		}
	})
}

func TestAChangeIsNotedOnTheGroupsItConcerns(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db)
		ctx, staff := t.Context(), access.System()
		n := h.revision("")
		h.write(func(q sqldb.Querier) error {
			_, err := h.PutCourses(ctx, q, staff,
				[]course.Course{{ID: h.course, Code: "MKT101", Name: "营销学", Teachers: h.teachers}})
			return err
		})
		if h.revision("") != n+1 || h.revision(h.group) != n+1 {
			t.Errorf("a renamed course: college %d, group %d, was %d", h.revision(""), h.revision(h.group), n)
		}
		h.write(func(q sqldb.Querier) error {
			_, err := h.Enrol(ctx, q, staff, []course.Enrolment{{Student: "zhou", Group: h.group, State: course.Confirmed}})
			return err
		})
		if h.revision("") != n+2 || h.revision(h.group) != n+1 {
			t.Error("an enrolment is the student's change, not the group's")
		}
		dbtest.Exec(t, db, `INSERT INTO meeting (id, group_id, kind, weekday, first_period, last_period, starts, ends, weeks,
			campus_id, room_id, teacher_id)
			VALUES ('m', $1, 'class', 1, 1, 2, '00:00', '00:00', '1-16', 'n', '', $2)`, h.group, h.teachers[0].ID)
		h.write(func(q sqldb.Querier) error {
			_, err := h.PutTeachers(ctx, q, staff, []course.Teacher{{Number: "T1", Name: "王芳芳"}})
			return err
		})
		if h.revision(h.group) != n+3 {
			t.Error("a renamed teacher is not noted on their group")
		}
	})
}

func TestPutRefuses(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db)
		ctx, staff := t.Context(), access.System()
		for _, tc := range []struct {
			name, code string
			put        func(q sqldb.Querier) (int, error)
		}{
			{"a student", "access.forbidden", func(q sqldb.Querier) (int, error) { return h.Enrol(ctx, q, lin, nil) }},
			{"a teacher without a name", "course.field_required", func(q sqldb.Querier) (int, error) {
				return h.PutTeachers(ctx, q, staff, []course.Teacher{{Number: "T9"}})
			}},
			{"a course without a code", "course.field_required", func(q sqldb.Querier) (int, error) {
				return h.PutCourses(ctx, q, staff, []course.Course{{Name: "x"}})
			}},
			{"too many credits", "course.credits", func(q sqldb.Querier) (int, error) {
				return h.PutCourses(ctx, q, staff, []course.Course{{Code: "x", Name: "x", Credits: 1001}})
			}},
			{"a group without a course", "course.no_course", func(q sqldb.Querier) (int, error) {
				return h.PutGroups(ctx, q, staff, []course.Group{{Course: "none", Term: "t", Code: "x"}})
			}},
			{"a group without a term", "course.field_required", func(q sqldb.Querier) (int, error) {
				return h.PutGroups(ctx, q, staff, []course.Group{{Course: h.course, Code: "x"}})
			}},
			{"an enrolment without a group", "course.no_group", func(q sqldb.Querier) (int, error) {
				return h.Enrol(ctx, q, staff, []course.Enrolment{{Student: "lin", Group: "none", State: course.Confirmed}})
			}},
			{"an unknown state", "course.enrolment_state", func(q sqldb.Querier) (int, error) {
				return h.Enrol(ctx, q, staff, []course.Enrolment{{Student: "lin", Group: h.group, State: "maybe"}})
			}},
			{"two teachers with one name", "course.teacher_ambiguous", func(q sqldb.Querier) (int, error) {
				return h.PutTeachers(ctx, q, staff,
					[]course.Teacher{{Number: "T7", Name: "李娜"}, {Number: "T8", Name: "李娜"}, {Name: "李娜"}})
			}},
		} {
			t.Run(tc.name, func(t *testing.T) {
				err := db.Write(ctx, func(q sqldb.Querier) error { _, err := tc.put(q); return err })
				wantCode(t, err, tc.code)
			})
		}
		if n := dbtest.Count(t, db, `SELECT count(*) FROM teacher`); n != 2 {
			t.Errorf("%d teachers: a refused list was written in part", n)
		}
	})
}

// [3.4] Course progress is a percentage from 0 to 100; on the server the later time wins, and it never goes back by
// accident.
func TestProgress(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db)
		at := func(minutes int) time.Time { return noon.Add(time.Duration(minutes) * time.Minute) }
		save := func(name string, percent int, when time.Time, want int, wantAt time.Time) {
			t.Helper()
			got, err := h.SaveProgress(t.Context(), lin, map[string]int{h.course: percent}, when)
			if diff := cmp.Diff([]course.Progress{{Course: h.course, Percent: want, At: wantAt}},
				got); err != nil || diff != "" {
				t.Errorf("[3.4] %s: %v\n%s", name, err, diff)
			}
		}
		if list, err := h.Progress(t.Context(), lin); err != nil || len(list) != 0 {
			t.Errorf("[3.4] default: %v, %v", list, err)
		}
		save("the first", 30, at(-60), 30, at(-60))
		save("more", 55, at(-50), 55, at(-50))
		save("less, later: an old device reconnects", 40, at(-40), 55, at(-50))
		save("more, reached earlier, arrives late", 70, at(-55), 70, at(-55))
		save("a clock that is wrong counts as now", 75, at(600), 75, noon)
		if got, err := h.ResetProgress(t.Context(), lin, h.course); err != nil || got.Percent != 0 {
			t.Errorf("[3.4] started over: %+v, %v", got, err)
		}
		save("from before the reset", 75, at(-5), 0, noon)
		later := course.New(db, func() time.Time { return at(30) }, time.UTC)
		if got, err := later.SaveProgress(t.Context(), lin, map[string]int{h.course: 10},
			at(20)); err != nil || got[0].Percent != 10 {
			t.Errorf("[3.4] after the reset: %+v, %v", got, err)
		}
		mine, err := h.Mine(t.Context(), lin)
		if err != nil || mine[0].Progress.Percent != 10 {
			t.Errorf("[3.4] Mine = %+v, %v", mine, err)
		}
		for _, percent := range []int{-1, 101} {
			_, err := h.SaveProgress(t.Context(), lin, map[string]int{h.course: percent}, noon)
			wantCode(t, err, "course.percent")
		}
		if got, err := h.SaveProgress(t.Context(), zhou, map[string]int{h.course: 10, "none": 10},
			noon); err != nil || len(got) != 0 {
			t.Errorf("[3.4] courses that one does not study: %+v, %v", got, err)
		}
		_, err = h.ResetProgress(t.Context(), access.Actor{}, h.course)
		wantCode(t, err, "access.signed_out")
	})
}

// A device's report about several courses is written completely or not at all.
func TestAttackProgressIsWrittenWhole(t *testing.T) {
	attacktest.Try(t, "progress of several courses, connection lost", 3, 100, attackProgress)
}

func attackProgress(t *testing.T, trials int) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db)
		said := map[string]int{h.course: 50}
		h.write(func(q sqldb.Querier) error {
			courses := []course.Course{{Code: "ACC101", Name: "会计学", Credits: 30}}
			if _, err := h.PutCourses(t.Context(), q, access.System(), courses); err != nil {
				return err
			}
			said[courses[0].ID] = 60
			groups := []course.Group{{Course: courses[0].ID, Term: "2026-autumn", Code: "ACC101-1"}}
			if _, err := h.PutGroups(t.Context(), q, access.System(), groups); err != nil {
				return err
			}
			_, err := h.Enrol(t.Context(), q, access.System(),
				[]course.Enrolment{{Student: "lin", Group: groups[0].ID, State: course.Confirmed}})
			return err
		})
		dbtest.Exec(t, db, `CREATE UNIQUE INDEX second_row_fails ON progress (student_id)`)
		for range trials {
			if _, err := h.SaveProgress(t.Context(), lin, said, noon); err == nil {
				t.Error("the second course could be written")
			}
			if n := dbtest.Count(t, db, `SELECT count(*) FROM progress`); n != 0 {
				t.Fatalf("%d of two courses are written", n)
			}
		}
		dbtest.Exec(t, db, `DROP INDEX second_row_fails`)
		if got, err := h.SaveProgress(t.Context(), lin, said, noon); err != nil || len(got) != 2 {
			t.Errorf("%+v, %v", got, err)
		}
	})
}

func TestLessons(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db)
		ctx, staff := t.Context(), access.System()
		var ids []string
		put := func(lesson course.Lesson) course.Lesson {
			t.Helper()
			var out course.Lesson
			h.write(func(q sqldb.Querier) (err error) { out, err = h.PutLessonIn(ctx, q, staff, lesson); return err })
			return out
		}
		for _, lesson := range []course.Lesson{
			{Course: h.course, Title: "one", Published: true, Preview: true},
			{Course: h.course, Title: "two", Published: true},
			{Course: h.course, Title: "three"},
		} {
			ids = append(ids, put(lesson).ID)
		}
		see := func(who access.Actor, want string) {
			t.Helper()
			list, err := h.Lessons(ctx, who, h.course)
			var titles []string
			for _, l := range list {
				titles = append(titles, l.Title)
			}
			if got := strings.Join(titles, " "); err != nil || got != want {
				t.Errorf("%q sees %q, %v; want %q", who.Account, got, err, want)
			}
		}
		see(staff, "one two three")
		see(lin, "one two")
		see(zhou, "one") // not confirmed yet
		see(access.Actor{}, "one")
		_, err := h.Lesson(ctx, zhou, ids[1])
		wantCode(t, err, "course.no_lesson")
		if l, err := h.Lesson(ctx, lin, ids[1]); err != nil || l.Position != 2 {
			t.Errorf("Lesson = %+v, %v", l, err)
		}
		if err := h.ArrangeLessons(ctx, staff, h.course, []string{ids[2], ids[0], ids[1]}); err != nil {
			t.Fatal(err)
		}
		see(staff, "three one two")
		for _, order := range [][]string{{ids[0]}, {ids[0], ids[0], ids[1]}, {ids[0], ids[1], "none"}} {
			err := h.ArrangeLessons(ctx, staff, h.course, order)
			wantCode(t, err, "course.lessons_differ")
		}
		see(staff, "three one two")
		n, college := h.revision("recordings"), h.revision("")
		put(course.Lesson{ID: ids[2], Title: "three!", Published: true, Group: h.group, Class: "m.1"})
		if h.revision("recordings") <= n || h.revision("") != college {
			t.Error("a new recording must be counted, apart from the changes to classes")
		}
		see(lin, "three! one two")
		for range 2 {
			if err := h.RemoveLesson(ctx, staff, ids[0]); err != nil {
				t.Fatal(err)
			}
		}
		see(lin, "three! two")
		err = h.RemoveLesson(ctx, lin, ids[1])
		wantCode(t, err, "access.forbidden")
	})
}
