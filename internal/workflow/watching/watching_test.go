package watching_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lectern/internal/feature/message"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/job"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
	"lectern/internal/workflow/watching"
)

// world is a college with a course of two groups. ann and bob of class A, cat of class B and dan, who has never
// logged in, are in g1; eve is in g2. Lessons l1 and l2 are for everyone, l3 records a class of g2, l4 is not
// published and l5 has no recording.
type world struct {
	*watching.Service
	t    *testing.T
	db   *sqldb.DB
	jobs *job.Queue
	now  time.Time
	sent []string // recipients, message by message
}

var (
	registrar = access.Actor{Account: "r", Role: access.Staff, Scope: access.Registrar}
	adviser   = access.Actor{Account: "a", Role: access.Staff, Scope: access.Adviser, Classes: "A"}
	teacher   = access.Actor{Account: "t", Role: access.User, Teacher: "t1"}
	stranger  = access.Actor{Account: "u", Role: access.User, Teacher: "t2"}
)

func each(t *testing.T, fn func(t *testing.T, w *world)) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := &world{t: t, db: db, now: time.Date(2026, 10, 12, 9, 0, 0, 0, time.UTC)}
		now := func() time.Time { return w.now }
		w.jobs = job.New(db, now)
		w.Service = watching.New(watching.Options{
			DB: db, Jobs: w.jobs, Now: now, Zone: time.UTC,
			Send: func(ctx context.Context, q sqldb.Querier, who access.Actor, note message.Note, students []string) error {
				note.Students = students
				_, err := message.New(db, now).Notify(ctx, q, who, note)
				w.sent = append(w.sent, strings.Join(students, " "))
				return err
			},
		})
		w.fill()
		w.compute("")
		fn(t, w)
	})
}

func (w *world) exec(text string, args ...any) { w.t.Helper(); dbtest.Exec(w.t, w.db, text, args...) }

func (w *world) fill() {
	w.exec(`INSERT INTO term (id, name, name_en, first_monday, first_day, weeks)
		VALUES ('now', 'now', 'now', '2026-09-07', 739866, 18),
		('old', 'old', 'old', '2025-02-24', 739306, 18)`)
	w.exec(`INSERT INTO course (id, code, name, name_en, credits, summary, summary_en)
		VALUES ('c', 'C1', 'c', 'Course', 0, '', '')`)
	w.exec(`INSERT INTO teacher (id, number, name, name_en) VALUES ('t1', '1', 't', ''), ('t2', '2', 'u', '')`)
	w.exec(`INSERT INTO course_teacher (course_id, teacher_id, place) VALUES ('c', 't1', 1)`)
	w.exec(`INSERT INTO course_group (id, course_id, term_id, code, name, name_en) VALUES ('g1', 'c', 'now', 'G1', '', ''),
		('g2', 'c', 'now', 'G2', '', ''), ('g0', 'c', 'old', 'G0', '', '')`)
	for i, s := range []struct{ id, class, group string }{
		{"ann", "A", "g1"},
		{"bob", "A", "g1"},
		{"cat", "B", "g1"},
		{"dan", "B", "g1"},
		{"eve", "B", "g2"},
	} {
		w.exec(`INSERT INTO student (id, account_id, number, name, name_latin, gender, photo, phone, campus_id,
			programme_code, class, entry_year, study_mode, status,
			graduation, adviser, credits_earned, credits_required, native_place, emergency_name, emergency_phone, email, address,
			number_key, name_key, latin_key, created_at, updated_at)
			VALUES ($1, '', $2, $1, '', '', '', '', '', '', $3, 2026, '', 'enrolled', '', '', 0, 0, '', '', '', '', '', $4, $5,
			$6, 0, 0)`, s.id, fmt.Sprint(i+1), s.class, fmt.Append(nil, i+1), []byte(s.id), []byte{})
		w.exec(`INSERT INTO enrolment (student_id, group_id, state, changed_at)
			VALUES ($1, $2, 'confirmed', 0), ($1, 'g0', 'confirmed', 0)`, s.id, s.group)
	}
	for i, l := range []struct {
		group     string
		published bool
		plays     bool
	}{{"", true, true}, {"", true, true}, {"g2", true, true}, {"", false, true}, {"", true, false}} {
		lesson := fmt.Sprint("l", i+1)
		w.exec(`INSERT INTO lesson (id, course_id, position, title, title_en, group_id, class_id, published,
			preview, created_at, updated_at)
			VALUES ($1, 'c', $2, $1, '', $3, '', $4, FALSE, 0, 0)`, lesson, i+1, l.group, l.published)
		if l.plays {
			dbtest.Asset(w.t, w.db, "a"+lesson, lesson, "ready", 60_000, true)
		}
	}
	w.watched("ann", "l1", "0-60000", true)
	w.watched("bob", "l1", "0-30000", false)
	w.watched("cat", "l1", "30000-60000", false)
	w.watched("cat", "l2", "", false) // only opened
}

func (w *world) watched(student, lesson, spans string, done bool) {
	w.t.Helper()
	total := map[string]int{"0-60000": 60_000, "0-30000": 30_000, "30000-60000": 30_000}[spans]
	w.exec(`DELETE FROM watching WHERE student_id = $1 AND lesson_id = $2`, student, lesson)
	w.exec(`INSERT INTO watching (student_id, lesson_id, spans, total_ms, position_ms, percent, done, acks, at)
		VALUES ($1, $2, $3, $4, 0, $5, $6, '', $7)`, student, lesson, spans, total, total/600, done, w.now.UnixMilli())
}

// compute runs the queued jobs, after adding the one for everything if none was requested.
func (w *world) compute(group string) {
	w.t.Helper()
	var err error
	if group == "" {
		err = w.Compute(w.t.Context(), registrar)
	} else {
		err = w.ComputeGroup(w.t.Context(), teacher, group)
	}
	if err != nil {
		w.t.Fatal(err)
	}
	for {
		run, err := w.jobs.Claim(w.t.Context(), "test", time.Minute, watching.ComputeKind)
		if err != nil {
			w.t.Fatal(err)
		}
		if run == nil {
			return
		}
		if err := w.Handlers()[watching.ComputeKind](w.t.Context(), run); err != nil {
			w.t.Fatal(err)
		}
	}
}

func (w *world) list(query watching.Query) []string {
	w.t.Helper()
	page, err := w.Rows(w.t.Context(), registrar, query)
	if err != nil {
		w.t.Fatal(err)
	}
	return names(page.Rows)
}

func names(rows []watching.Row) (out []string) {
	for _, r := range rows {
		text := fmt.Sprintf("%s %s %d", r.Name, r.Lesson.ID, r.Seconds)
		if r.Done {
			text += " done"
		}
		if r.Seen.IsZero() {
			text += " never"
		}
		out = append(out, text)
	}
	return out
}

func want[T any](t *testing.T, what string, want, got T) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

func code(t *testing.T, want string, err error) {
	t.Helper()
	if fault.Code(err) != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestRowsComeFromEnrolment(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		want(t, "all", []string{
			"ann l1 60 done", "ann l2 0 never", "bob l1 30", "bob l2 0 never", "cat l1 30", "cat l2 0", "dan l1 0 never",
			"dan l2 0 never", "eve l1 0 never", "eve l2 0 never", "eve l3 0 never",
		}, w.list(watching.Query{}))
		for name, tc := range map[string]struct {
			query watching.Query
			want  []string
		}{
			"state done":    {watching.Query{State: watching.Done}, []string{"ann l1 60 done"}},
			"state started": {watching.Query{State: watching.Started}, []string{"bob l1 30", "cat l1 30"}},
			"state never": {
				watching.Query{State: watching.Never, Lesson: "l1"},
				[]string{"dan l1 0 never", "eve l1 0 never"},
			},
			"state unfinished": {
				watching.Query{State: watching.Unfinished, Lesson: "l1", Group: "g1"},
				[]string{"bob l1 30", "cat l1 30", "dan l1 0 never"},
			},
			"class":           {watching.Query{Class: "A", Lesson: "l1"}, []string{"ann l1 60 done", "bob l1 30"}},
			"group":           {watching.Query{Group: "g2"}, []string{"eve l1 0 never", "eve l2 0 never", "eve l3 0 never"}},
			"search a number": {watching.Query{Search: "2", Lesson: "l1"}, []string{"bob l1 30"}},
			"search a name":   {watching.Query{Search: "CA", Lesson: "l1"}, []string{"cat l1 30"}},
			"nobody":          {watching.Query{Search: "x"}, nil},
			"another course":  {watching.Query{Course: "d"}, nil},
			"by seconds": {
				watching.Query{Sort: watching.BySeconds, Descending: true, Lesson: "l1", Group: "g1"},
				[]string{"ann l1 60 done", "cat l1 30", "bob l1 30", "dan l1 0 never"},
			},
			"by lesson": {
				watching.Query{Sort: watching.ByLesson, Class: "A"},
				[]string{"ann l1 60 done", "bob l1 30", "ann l2 0 never", "bob l2 0 never"},
			},
		} {
			t.Run(name, func(t *testing.T) { want(t, name, tc.want, w.list(tc.query)) })
		}
		t.Run("a term that is long over", func(t *testing.T) { want(t, "rows", nil, w.list(watching.Query{Term: "old"})) })
		t.Run("bad input", func(t *testing.T) {
			_, err := w.Rows(t.Context(), registrar, watching.Query{Sort: "x"})
			code(t, "watching.bad_sort", err)
			_, err = w.Rows(t.Context(), registrar, watching.Query{After: "x"})
			code(t, "watching.bad_cursor", err)
		})
	})
}

func TestPagesMeet(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		for _, sort := range []string{"", watching.BySeconds, watching.BySeen, watching.ByLesson} {
			for _, descending := range []bool{false, true} {
				whole := w.list(watching.Query{Sort: sort, Descending: descending})
				var parts []string
				query := watching.Query{Sort: sort, Descending: descending, Size: 3}
				for {
					page, err := w.Rows(t.Context(), registrar, query)
					if err != nil {
						t.Fatal(err)
					}
					if page.Total != 11 || page.More {
						t.Errorf("total %d, more %t", page.Total, page.More)
					}
					parts = append(parts, names(page.Rows)...)
					if query.After = page.Next; query.After == "" {
						break
					}
				}
				want(t, sort, whole, parts)
			}
		}
	})
}

func TestSumsAndCurve(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		o, err := w.Overview(t.Context(), registrar, "")
		if err != nil {
			t.Fatal(err)
		}
		want(t, "courses", []watching.CourseCounts{{
			Course: watching.Named{ID: "c", Code: "C1", Name: "c", NameEn: "Course"},
			Counts: watching.Counts{Students: 5, Lessons: 11, Started: 3, Done: 1, Seconds: 120},
		}}, o.Courses)
		want(t, "classes", []watching.ClassCounts{
			{Class: "A", Counts: watching.Counts{Students: 2, Lessons: 4, Started: 2, Done: 1, Seconds: 90}},
			{Class: "B", Counts: watching.Counts{Students: 3, Lessons: 7, Started: 1, Seconds: 30}},
		}, o.Classes)
		if !o.AsOf.Equal(w.now) || o.Computing || o.Term != "now" || len(o.Terms) != 1 {
			t.Errorf("%+v", o)
		}
		v, err := w.Course(t.Context(), registrar, "c", "", "g1")
		if err != nil {
			t.Fatal(err)
		}
		if len(v.Lessons) != 2 || len(v.Lessons[0].Curve) != watching.CurveParts || v.Lessons[0].Duration != 60_000 {
			t.Fatalf("%+v", v.Lessons)
		}
		want(t, "the beginning and the end were watched by two each", []int{2, 2},
			[]int{v.Lessons[0].Curve[0], v.Lessons[0].Curve[watching.CurveParts-1]})
		want(t, "nobody watched the second", watching.CurveParts, len(slices.DeleteFunc(v.Lessons[1].Curve, func(n int) bool {
			return n != 0
		})))
		want(t, "counts", watching.Counts{Students: 4, Lessons: 4, Started: 3, Done: 1, Seconds: 120}, v.Lessons[0].Counts)
		w.exec(`UPDATE lesson SET group_id = 'g1' WHERE id = 'l1'`)
		if v, err = w.Course(t.Context(), registrar, "c", "", "g1"); err != nil {
			t.Fatal(err)
		}
		want(t, "the group of a lesson, and a lesson of all", []string{v.Groups[0].Code, ""},
			[]string{v.Lessons[0].Lesson.Code, v.Lessons[1].Lesson.Code})
		_, err = w.Course(t.Context(), registrar, "none", "", "")
		code(t, "course.no_course", err)
	})
}

func TestComputeAgain(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		begun := w.now
		w.now = w.now.Add(10 * time.Minute)
		w.watched("dan", "l1", "0-60000", true)
		w.exec(`UPDATE enrolment SET state = 'dropped' WHERE student_id = 'cat'`)
		w.exec(`UPDATE lesson SET published = FALSE WHERE id = 'l2'`)
		if got := w.list(watching.Query{Group: "g1"}); len(got) != 8 {
			t.Errorf("computed while somebody waits: %v", got)
		}
		w.compute("g1")
		want(t, "the group", []string{"ann l1 60 done", "bob l1 30", "dan l1 60 done"}, w.list(watching.Query{Group: "g1"}))
		want(t, "another group stays as it was", 3, len(w.list(watching.Query{Group: "g2"})))
		v, err := w.Group(t.Context(), teacher, "g1")
		if err != nil || !v.AsOf.Equal(w.now) {
			t.Errorf("%v %v", v.AsOf, err)
		}
		if o, err := w.Overview(t.Context(), registrar, ""); err != nil || !o.AsOf.Equal(begun) {
			t.Errorf("%v %v", o.AsOf, err)
		}
		w.compute("")
		want(t, "all", []string{"ann l1 60 done", "bob l1 30", "dan l1 60 done", "eve l1 0 never", "eve l3 0 never"},
			w.list(watching.Query{}))
		t.Run("it is asked for once an hour", func(t *testing.T) {
			active := func() int { return dbtest.Count(t, w.db, `SELECT count(*) FROM job WHERE state = 'waiting'`) }
			asked := w.now
			for jobs, after := range []time.Duration{59 * time.Minute, 61 * time.Minute} { // none, then one
				w.now = asked.Add(after)
				if err := w.Schedule(t.Context()); err != nil || active() != jobs {
					t.Errorf("after %s: %d jobs, %v", after, active(), err)
				}
			}
		})
	})
}

func TestWhoSeesWhom(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		page, err := w.Rows(ctx, adviser, watching.Query{Lesson: "l1"})
		want(t, "an adviser sees their own class", []string{"ann l1 60 done", "bob l1 30"}, names(page.Rows))
		code(t, "", err)
		page, err = w.Rows(ctx, adviser, watching.Query{Class: "B"})
		want(t, "and no other", nil, names(page.Rows))
		code(t, "", err)
		nobody := adviser
		nobody.Classes = ""
		page, err = w.Rows(ctx, nobody, watching.Query{})
		want(t, "without classes nobody", nil, names(page.Rows))
		code(t, "", err)
		o, err := w.Overview(ctx, adviser, "")
		code(t, "", err)
		if len(o.Classes) != 1 || o.Courses[0].Students != 2 {
			t.Errorf("%+v", o)
		}
		v, err := w.Course(ctx, adviser, "c", "", "")
		code(t, "", err)
		want(t, "classes of a course", []string{"A"}, v.Classes)
		want(t, "sums of their own class", 2, v.Lessons[0].Students)
		w.exec(`UPDATE student SET class = 'B' WHERE id = 'ann'`)
		page, err = w.Rows(ctx, adviser, watching.Query{Lesson: "l1"})
		want(t, "a student who has left the class", []string{"bob l1 30"}, names(page.Rows))
		code(t, "", err)
		page, err = w.GroupRows(ctx, teacher, "g2", watching.Query{Group: "g1", Course: "d"})
		want(t, "a teacher sees the group of the address",
			[]string{"eve l1 0 never", "eve l2 0 never", "eve l3 0 never"}, names(page.Rows))
		code(t, "", err)
		_, err = w.GroupRows(ctx, stranger, "g1", watching.Query{})
		code(t, "course.no_group", err)
		for _, who := range []access.Actor{
			teacher,
			{Account: "m", Role: access.Staff, Scope: access.Recordist},
			{Account: "x", Role: access.Staff, Scope: access.Auditor},
		} {
			_, err := w.Rows(ctx, who, watching.Query{})
			code(t, "access.forbidden", err)
			_, err = w.Remind(ctx, who, watching.Reminder{Course: "c", State: watching.Never})
			code(t, "access.forbidden", err)
		}
	})
}

func TestRemind(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ctx, r := t.Context(), watching.Reminder{
			ID: "reminder-of-lesson-1", Course: "c",
			Lesson: "l1", State: watching.Unfinished,
		}
		w.watched("bob", "l1", "0-60000", true) // after the computation
		p, err := w.PreviewReminder(ctx, registrar, r)
		code(t, "", err)
		if p.Students != 3 || p.Recent != 0 || len(p.Some) != 3 || p.Some[0].Name != "cat" || p.Title.En == "" ||
			p.Content.Zh == "" || len(w.sent) != 0 {
			t.Errorf("%+v, sent %v", p, w.sent)
		}
		n, err := w.RemindGroup(ctx, teacher, "g1", r)
		want(t, "a teacher reminds the own group", 2, n)
		code(t, "", err)
		n, err = w.RemindGroup(ctx, teacher, "g1", r)
		want(t, "sent again it changes nothing", 2, n)
		code(t, "", err)
		n, err = w.Remind(ctx, registrar, r)
		want(t, "another's reminder tells nothing", 0, n)
		code(t, "message.id_taken", err)
		_, err = message.New(w.db, func() time.Time { return w.now }).Publish(ctx, registrar,
			message.Note{ID: "a-notice", Kind: message.Notice, Title: message.Text{Zh: "x"}, To: message.Everyone()})
		code(t, "", err)
		notice := r
		notice.ID = "a-notice"
		_, err = w.Remind(ctx, registrar, notice)
		code(t, "message.id_taken", err)
		again := r
		again.ID = "reminder-of-lesson-2"
		again.Group = "g1"
		_, err = w.Remind(ctx, registrar, again)
		code(t, "watching.nobody", err)
		p, err = w.PreviewReminder(ctx, registrar, again)
		code(t, "", err)
		want(t, "who was reminded is left out and counted", []int{0, 2}, []int{p.Students, p.Recent})
		again.Group = ""
		n, err = w.Remind(ctx, registrar, again)
		want(t, "the others are reminded", 1, n)
		code(t, "", err)
		w.now = w.now.Add(watching.RemindAgain + time.Minute)
		again.ID = "reminder-of-lesson-3"
		n, err = w.Remind(ctx, registrar, again)
		want(t, "three days later all are", 3, n)
		code(t, "", err)
		want(t, "sent", []string{"cat dan", "eve", "cat dan eve"}, w.sent)
		if n := dbtest.Count(t, w.db, `SELECT count(*) FROM audit WHERE action = 'watching.remind'`); n != 3 {
			t.Errorf("%d entries in the log", n)
		}
		t.Run("refusals", func(t *testing.T) {
			for want, r := range map[string]watching.Reminder{
				"course.no_course":      {Course: "d", State: watching.Never},
				"course.no_lesson":      {Course: "c", Lesson: "x", State: watching.Never},
				"watching.remind_state": {Course: "c", State: watching.Done},
			} {
				_, err := w.Remind(ctx, registrar, r)
				code(t, want, err)
				_, err = w.PreviewReminder(ctx, registrar, r)
				code(t, want, err)
			}
			_, err := w.RemindGroup(ctx, stranger, "g1", r)
			code(t, "course.no_group", err)
		})
		own, err := w.Reminders(ctx, access.Actor{Account: "e", Role: access.User, Student: "eve"})
		code(t, "", err)
		if len(own) != 1 || !own[0].At.Equal(w.now) || own[0].Course.Code != "C1" {
			t.Errorf("%+v", own)
		}
	})
}
