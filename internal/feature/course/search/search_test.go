package search_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lectern/internal/feature/course"
	"lectern/internal/feature/course/search"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/job"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

var (
	staff   = access.Actor{Account: "dean", Role: access.Staff, Scope: access.Registrar}
	media   = access.Actor{Account: "rec", Role: access.Staff, Scope: access.Recordist}
	adviser = access.Actor{Account: "adv", Role: access.Staff, Scope: access.Adviser}
	lin     = access.Actor{Account: "a1", Student: "lin", Role: access.User}
	zhou    = access.Actor{Account: "a2", Student: "zhou", Role: access.User}
	pending = access.Actor{Account: "a3", Student: "pending", Role: access.User}
	viewer  = access.Actor{Account: "a1", Student: "lin", Role: access.User, Viewer: "dean"}
	visitor = access.Actor{}
)

type fixture struct {
	*search.Service
	t       *testing.T
	db      *sqldb.DB
	jobs    *job.Queue
	courses *course.Service
}

// newFixture makes a college with courses a and b, of which lin studies a. Each has a published lesson, an unpublished
// one and a preview.
func newFixture(t *testing.T, db *sqldb.DB) *fixture {
	jobs := job.New(db, time.Now)
	f := &fixture{search.New(db, jobs, time.Now, time.UTC), t, db, jobs, course.New(db, time.Now, time.UTC)}
	f.courses.IndexWith(f.IndexLesson, f.IndexNote)
	for _, c := range []string{"a", "b"} {
		dbtest.Exec(t, db, `INSERT INTO course (id, code, name, name_en, credits, summary, summary_en)
			VALUES ($1, $1, '课程', 'course', 10, '', '')`, c)
		dbtest.Exec(t, db, `INSERT INTO course_group (id, course_id, term_id, code, name, name_en)
			VALUES ($1, $2, 't', $1, '', '')`, "g"+c, c)
		for _, l := range []course.Lesson{
			{Title: "导论", Published: true},
			{Title: "导论（草稿）"},
			{Title: "公开导论", Published: true, Preview: true},
			{Title: "公开导论（草稿）", Preview: true},
		} {
			l.Course = c
			if _, err := f.courses.PutLesson(t.Context(), staff, l); err != nil {
				t.Fatal(err)
			}
		}
	}
	dbtest.Exec(t, db, `INSERT INTO enrolment (student_id, group_id, state, changed_at)
		VALUES ('lin', 'ga', 'confirmed', 0), ('pending', 'ga', 'pending', 0), ('zhou', 'gb', 'dropped', 0)`)
	return f
}

func (f *fixture) find(who access.Actor, text string) []search.Found {
	f.t.Helper()
	var list []search.Found
	for after := ""; ; {
		page, err := f.Find(f.t.Context(), who, text, after)
		if err != nil {
			f.t.Fatal(err)
		}
		if list = append(list, page.Found...); page.Next == "" {
			return list
		}
		after = page.Next
	}
}

// texts returns the hits of a search as "kind ms text".
func (f *fixture) texts(who access.Actor, text string) (list []string) {
	f.t.Helper()
	for _, found := range f.find(who, text) {
		for _, hit := range found.Hits {
			list = append(list, fmt.Sprintf("%s %d %s", found.Kind, hit.At.Milliseconds(), hit.Text))
		}
	}
	return list
}

func (f *fixture) want(name string, who access.Actor, text string, want ...string) {
	f.t.Helper()
	if diff := cmp.Diff(want, f.texts(who, text)); diff != "" {
		f.t.Errorf("%s: %q (-want +got):\n%s", name, text, diff)
	}
}

func (f *fixture) lesson(title string) string {
	f.t.Helper()
	var id string
	if err := f.db.Reader().QueryRowContext(f.t.Context(), `SELECT id FROM lesson WHERE title = $1 AND course_id = 'a'`,
		title).Scan(&id); err != nil {
		f.t.Fatal(err)
	}
	return id
}

func (f *fixture) index(lesson string) {
	f.t.Helper()
	err := f.db.Write(f.t.Context(), func(q sqldb.Querier) error { return f.IndexLesson(f.t.Context(), q, lesson) })
	if err != nil {
		f.t.Fatal(err)
	}
}

// [6.1] Only those who may see a lesson find it, by the rule of package course.
func TestFindsWhatMayBeSeen(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		f := newFixture(t, db)
		rows, err := db.Reader().QueryContext(t.Context(), `SELECT id FROM lesson ORDER BY id DESC`)
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		var lessons []string
		for rows.Next() {
			var id string
			if err := rows.Scan(&id); err != nil {
				t.Fatal(err)
			}
			lessons = append(lessons, id)
		}
		dbtest.Exec(t, db, `INSERT INTO teacher (id, number, name, name_en) VALUES ('ma', '1', 'ma', 'ma')`)
		dbtest.Exec(t, db, `INSERT INTO course_teacher (course_id, teacher_id, place) VALUES ('a', 'ma', 1)`)
		// Another teacher has a group of the same course, with its own lesson.
		dbtest.Exec(t, db, `INSERT INTO course_group (id, course_id, term_id, code, name, name_en)
			VALUES ('ga2', 'a', 't', 'ga2', '', '')`)
		dbtest.Exec(t, db, `INSERT INTO meeting (id, group_id, kind, weekday, first_period, last_period, starts, ends, weeks,
			campus_id, room_id, teacher_id)
			VALUES ('m', 'ga2', 'class', 1, 1, 2, '00:00', '00:00', '1-16', 'k', '', 'wu')`)
		dbtest.Exec(t, db, `INSERT INTO lesson (id, course_id, position, title, title_en, group_id, class_id, published,
			preview, created_at, updated_at)
			VALUES ('of ga2', 'a', 9, '导论', '', 'ga2', 'x', TRUE, FALSE, 0, 0)`)
		f.index("of ga2")
		// Substitutes teach one of its classes: one today, one a month ago.
		dbtest.Exec(t, db, `INSERT INTO term (id, name, name_en, first_monday, first_day, weeks)
			VALUES ('t', '', '', '2026-09-07', 739866, 18)`)
		today, _ := civil.Of(time.Now(), time.UTC)
		for teacher, day := range map[string]civil.Date{"sub": today, "former": today.AddDays(-30)} {
			dbtest.Exec(t, db, `INSERT INTO class_change (id, group_id, class_id, action, kind, day, day_number,
				first_period, last_period, starts, ends, campus_id, room_id, online, teacher_id, note, published_at, withdrawn_at)
				VALUES ($1, 'ga2', '', 'add', 'class', $2, $3, 1, 2, '08:00', '09:40', '', '', FALSE, $1, '',
				0, 0)`, teacher, day.String(), day.Number())
		}
		substitute := access.Actor{Account: "t5", Role: access.User, Teacher: "sub"}
		lessons = append(lessons, "of ga2")
		for name, who := range map[string]access.Actor{
			"staff": staff, "media": media, "adviser": adviser, "lin": lin, "zhou": zhou, "pending": pending,
			"a visitor": visitor, "staff viewing as lin": viewer,
			"a teacher of a":           {Account: "t1", Role: access.User, Teacher: "ma"},
			"a teacher of ga2":         {Account: "t3", Role: access.User, Teacher: "wu"},
			"a student who teaches":    {Account: "t4", Role: access.User, Student: zhou.Student, Teacher: "wu"},
			"a teacher without groups": {Account: "t2", Role: access.User, Teacher: "nobody"},
			"a substitute":             substitute,
			"last month's substitute":  {Account: "t6", Role: access.User, Teacher: "former"},
		} {
			got := map[string]bool{}
			for _, found := range f.find(who, "导论") {
				got[found.Lesson] = true
			}
			for _, lesson := range lessons {
				_, err := f.courses.Lesson(t.Context(), who, lesson)
				if may := err == nil; may != got[lesson] {
					t.Errorf("%s: lesson %s: may see %v, found %v", name, lesson, may, got[lesson])
				}
			}
		}
		if _, err := f.courses.Lesson(t.Context(), substitute, "of ga2"); err != nil {
			t.Errorf("a substitute may not see the lesson of the group: %v", err)
		}
	})
}

// [4.5] The index changes in the transaction of the content.
func TestIndexFollows(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		f := newFixture(t, db)
		ctx := t.Context()
		lesson := f.lesson("导论")
		f.want("a title", lin, "（草稿） 导论")
		if n := len(f.find(lin, "导论")); n != 3 {
			t.Errorf("%d titles are found", n)
		}
		dbtest.Asset(t, db, "asset", lesson, "ready", 60_000, true)
		dbtest.Exec(t, db, `INSERT INTO caption (asset_id, language, label, position, text)
			VALUES ('asset', 'zh-CN', '中文', 1, $1)`, "WEBVTT\n\n00:00:01.000 --> 00:00:05.000\n需求的价格弹性大于一\n\n"+
			"00:00:06.000 --> 00:00:09.500\n边际成本等于边际收\n\n00:00:10.000 --> 00:00:12.000\n益的时候\n")
		dbtest.Exec(t, db, `INSERT INTO chapter (asset_id, position, start_ms, end_ms, title, title_en)
			VALUES ('asset', 1, 30000, 60000, '弹性', 'Elasticity')`)
		dbtest.Exec(t, db, `INSERT INTO attachment (id, lesson_id, name, type, size, key, created_at)
			VALUES ('f', $1, '弹性练习.pdf', 'application/pdf', 1, 'k', 0)`, lesson)
		f.want("nothing is indexed yet", lin, "弹性")
		f.index(lesson)
		f.want("chapters, files, captions", lin, "弹性", "chapter 30000 弹性", "file 0 弹性练习.pdf", "caption 1000 需求的价格弹性大于一")
		f.want("the English name", lin, "elast", "chapter 30000 Elasticity")
		f.want("a word across two cues", lin, "边际收益", "caption 6000 边际成本等于边际收")
		f.want("not of the course", zhou, "弹性")
		for _, words := range []string{"需求 价格 大于", "大于 需求 价格 的价 边际 成本"} {
			// Three and six: statements exist for one, two, four or eight.
			f.want("several words", lin, words, "caption 1000 需求的价格弹性大于一")
			f.want("several words, one of which is nowhere", lin, words+" 供给")
		}

		note, err := f.courses.AddNote(ctx, lin, lesson, 12_500, "老师说弹性要考\n四个 P")
		if err != nil {
			t.Fatal(err)
		}
		f.want("an own note", lin, "要考", "note 12500 老师说弹性要考")
		f.want("a later line of it", lin, "四个", "note 12500 四个 P")
		for name, who := range map[string]access.Actor{
			"staff": staff, "another": zhou, "a visitor": visitor,
			"staff viewing as lin": viewer,
		} {
			f.want("someone else's note, "+name, who, "要考")
		}
		if _, err := f.courses.EditNote(ctx, lin, lesson, note.ID, 13_000, "改过了"); err != nil {
			t.Fatal(err)
		}
		f.want("a changed note", lin, "要考")
		f.want("a changed note", lin, "改过", "note 13000 改过了")
		if err := f.courses.RemoveNote(ctx, lin, lesson, note.ID); err != nil {
			t.Fatal(err)
		}
		f.want("a deleted note", lin, "改过")

		if _, err := f.courses.PutLesson(ctx, staff, course.Lesson{ID: lesson, Title: "开篇", Published: true}); err != nil {
			t.Fatal(err)
		}
		f.want("a renamed lesson", lin, "开篇", "title 0 开篇")
		dbtest.Exec(t, db, `UPDATE asset SET current = FALSE`)
		f.index(lesson)
		f.want("a replaced recording", lin, "弹性", "file 0 弹性练习.pdf")
		if _, err := f.courses.AddNote(ctx, lin, lesson, 0, "还有弹性"); err != nil {
			t.Fatal(err)
		}
		dbtest.Exec(t, db, `DELETE FROM attachment`)
		if err := f.courses.RemoveLesson(ctx, staff, lesson); err != nil {
			t.Fatal(err)
		}
		f.want("a deleted lesson", lin, "弹性")
		if err := f.courses.RestoreLesson(ctx, staff, lesson); err != nil {
			t.Fatal(err)
		}
		f.want("a restored lesson", lin, "还有", "note 0 还有弹性")
		if err := f.courses.RemoveLesson(ctx, staff, lesson); err != nil {
			t.Fatal(err)
		}
		dbtest.Exec(t, db, `UPDATE removed_lesson SET removed_at = 0`)
		if err := f.courses.SweepLessons(ctx); err != nil {
			t.Fatal(err)
		}
		for _, table := range []string{"search_document", "search_line", "search_seen", "search_word"} {
			column := map[string]string{"search_document": "number"}[table]
			if column == "" {
				column = "document"
			}
			if n := dbtest.Count(t, db, `SELECT count(*) FROM `+table+` WHERE `+column+` NOT IN (SELECT number
				FROM search_document WHERE kind = 'title')`); n != 0 {
				t.Errorf("%d rows of %s are left", n, table)
			}
		}
	})
}

// [6.1] Decisions of staff about who may see a lesson take effect at once, also for captions so long that a job indexes
// them.
func TestWhoFindsFollows(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		f := newFixture(t, db)
		lesson := f.lesson("导论")
		dbtest.Asset(t, db, "asset", lesson, "ready", 60_000, true)
		dbtest.Exec(t, db, `INSERT INTO caption (asset_id, language, label, position, text)
			VALUES ('asset', 'en-US', 'English', 1, $1)`, "WEBVTT\n\n00:00:01.000 --> 00:00:05.000\nsupply\n\n"+
			strings.Repeat("00:00:06.000 --> 00:00:09.500\nmarginal revenue\n\n", 6000))
		f.index(lesson)
		f.work(1)
		if _, err := f.courses.AddNote(t.Context(), lin, lesson, 0, "supply"); err != nil {
			t.Fatal(err)
		}
		for _, step := range []struct {
			published, preview bool
			lin, zhou          []string
		}{
			{true, false, []string{"note 0 supply", "caption 1000 supply"}, nil},
			{false, true, nil, nil},
			{true, true, []string{"note 0 supply", "caption 1000 supply"}, []string{"caption 1000 supply"}},
			{false, false, nil, nil},
			{true, false, []string{"note 0 supply", "caption 1000 supply"}, nil},
		} {
			if _, err := f.courses.PutLesson(t.Context(), staff,
				course.Lesson{ID: lesson, Title: "导论", Published: step.published, Preview: step.preview}); err != nil {
				t.Fatal(err)
			}
			name := fmt.Sprintf("published %v, preview %v", step.published, step.preview)
			f.want(name, lin, "supply", step.lin...)
			f.want(name, zhou, "supply", step.zhou...)
			f.want(name, staff, "supply", "caption 1000 supply")
		}
	})
}

// A job indexes what was written before the index existed, including very long captions, and continues after it was
// killed.
func TestJobs(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		f := newFixture(t, db)
		lesson := f.lesson("导论")
		if _, err := f.courses.AddNote(t.Context(), lin, lesson, 0, "四个要素"); err != nil {
			t.Fatal(err)
		}
		for _, table := range []string{"search_document", "search_line", "search_seen", "search_word"} {
			dbtest.Exec(t, db, "DELETE FROM "+table)
		}
		f.want("nothing", lin, "导论")
		for range 2 {
			if err := f.Start(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		f.work(1)
		f.want("a note", lin, "要素", "note 0 四个要素")
		if n := len(f.find(staff, "导论")); n != 8 {
			t.Errorf("%d lessons are found", n)
		}
		if err := f.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		f.work(0)

		dbtest.Asset(t, db, "asset", lesson, "ready", 60_000, true)
		dbtest.Exec(t, db, `INSERT INTO caption (asset_id, language, label, position, text)
			VALUES ('asset', 'en-US', 'English', 1, $1)`, "WEBVTT\n\n00:00:01.000 --> 00:00:05.000\nsupply\n\n"+
			strings.Repeat("00:00:06.000 --> 00:00:09.500\nmarginal revenue\n\n", 6000))
		f.index(lesson)
		f.want("not yet", lin, "supply")
		f.work(1)
		f.want("after the job", lin, "supply", "caption 1000 supply")
	})
}

// work runs all waiting jobs.
func (f *fixture) work(want int) {
	f.t.Helper()
	done := 0
	for kind, handle := range f.Handlers() {
		for {
			run, err := f.jobs.Claim(f.t.Context(), "node", time.Minute, kind)
			if err != nil {
				f.t.Fatal(err)
			}
			if run == nil {
				break
			}
			if err := handle(f.t.Context(), run); err != nil {
				f.t.Fatal(err)
			}
			done++
		}
	}
	if done != want {
		f.t.Errorf("%d jobs were done, want %d", done, want)
	}
}

// Pages follow each other without a gap, newest lesson first, and an invalid cursor is refused.
func TestPages(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		f := newFixture(t, db)
		for n := range 3*search.PageSize + 1 {
			if _, err := f.courses.PutLesson(t.Context(), staff,
				course.Lesson{Course: "a", Title: fmt.Sprintf("供给 %d", n), Published: true}); err != nil {
				t.Fatal(err)
			}
		}
		// One in between has both words, but not adjacent.
		if _, err := f.courses.PutLesson(t.Context(), staff,
			course.Lesson{Course: "a", Title: "供水，水给", Published: true}); err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for _, found := range f.find(lin, "供给") {
			if seen[found.Lesson] {
				t.Errorf("%s twice", found.Title)
			}
			seen[found.Lesson] = true
		}
		if len(seen) != 3*search.PageSize+1 {
			t.Errorf("%d found", len(seen))
		}
		for _, after := range []string{"x", "-1", "0", "99999999999999999999"} {
			if _, err := f.Find(context.WithoutCancel(t.Context()), lin, "供给", after); fault.Code(err) != "search.cursor" {
				t.Errorf("after %q: %v", after, err)
			}
		}
	})
}

// A document of a deleted lesson that a job has yet to remove doesn't hide the results after it.
func TestFindsBehindADeletedLesson(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		f := newFixture(t, db)
		for n := range search.PageSize + 2 {
			dbtest.Exec(t, db, `INSERT INTO lesson (id, course_id, position, title, title_en, group_id, class_id, published,
				preview, created_at, updated_at)
				VALUES ($1, 'a', $2, '供给', '', '', '', TRUE, FALSE, $3, 0)`, fmt.Sprint("lesson ", n), 10+n, int64(n)*1000)
			f.index(fmt.Sprint("lesson ", n))
		}
		for _, n := range []int{3, search.PageSize + 1} { // in the middle, and the newest
			dbtest.Exec(t, db, `DELETE FROM lesson WHERE id = $1`, fmt.Sprint("lesson ", n))
		}
		found := f.find(staff, "供给")
		if len(found) != search.PageSize || found[0].Lesson != fmt.Sprint("lesson ", search.PageSize) ||
			found[0].Name != "课程" || found[0].Position != 10+search.PageSize {
			t.Errorf("%d are found, the first is %+v", len(found), found[:min(len(found), 1)])
		}
	})
}

// Own notes appear among the shared results, in order and across pages.
func TestPagesWithNotes(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		f := newFixture(t, db)
		lesson := f.lesson("导论")
		want := map[search.Kind]int{search.Title: search.PageSize - 1, search.Note: search.PageSize + 3}
		for n := range want[search.Title] {
			if _, err := f.courses.PutLesson(t.Context(), staff,
				course.Lesson{Course: "a", Title: fmt.Sprint("supply ", n), Published: true}); err != nil {
				t.Fatal(err)
			}
		}
		for n := range want[search.Note] {
			if _, err := f.courses.AddNote(t.Context(), lin, lesson, 0, fmt.Sprint("supply ", n)); err != nil {
				t.Fatal(err)
			}
		}
		got, texts := map[search.Kind]int{}, map[string]bool{}
		for i, found := range f.find(lin, "supply") {
			got[found.Kind]++
			texts[string(found.Kind)+found.Hits[0].Text] = true
			if (found.Kind == search.Title) != (i < want[search.Title]) {
				t.Errorf("%d is a %s", i, found.Kind)
			}
		}
		if diff := cmp.Diff(want, got); diff != "" || len(texts) != want[search.Title]+want[search.Note] {
			t.Errorf("%d different ones (-want +got):\n%s", len(texts), diff)
		}
	})
}

// Words that are rarely adjacent are found after many documents that have them apart, by continuing from page to page.
func TestFindsBehindDocumentsThatDoNotMatch(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		f := newFixture(t, db)
		titles := []string{"供给曲线"}
		for range 4 * search.PageSize {
			titles = append(titles, "曲线，供给")
		}
		for n, title := range titles { // the matching one is the oldest
			dbtest.Exec(t, db, `INSERT INTO lesson (id, course_id, position, title, title_en, group_id, class_id, published,
				preview, created_at, updated_at)
				VALUES ($1, 'a', $2, $3, '', '', '', TRUE, FALSE, $4, 0)`, fmt.Sprint("lesson ", n), 10+n, title, int64(n)*1000)
			f.index(fmt.Sprint("lesson ", n))
		}
		page, err := f.Find(t.Context(), lin, "供给曲线", "")
		if err != nil || len(page.Found) > 0 || page.Next == "" {
			t.Errorf("the first page has %d and goes on at %q: %v", len(page.Found), page.Next, err)
		}
		f.want("behind them", lin, "供给曲线", "title 0 供给曲线")
	})
}

// After a merge, the remaining student finds the notes; nobody finds those of a deleted student.
func TestNotesGoWithTheStudent(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		f := newFixture(t, db)
		lesson := f.lesson("公开导论")
		if _, err := f.courses.AddNote(t.Context(), zhou, lesson, 0, "四个要素"); err != nil {
			t.Fatal(err)
		}
		merge := func(kept, other string) {
			err := db.Write(t.Context(), func(q sqldb.Querier) error {
				if _, err := q.ExecContext(t.Context(),
					`UPDATE note SET student_id = $1 WHERE student_id = $2`, kept, other); err != nil {
					return err
				}
				_, err := f.MergeIn(t.Context(), q, staff, kept, other)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		merge("lin", "zhou")
		f.want("the one that stays", lin, "要素", "note 0 四个要素")
		f.want("the other", zhou, "要素")
		dbtest.Exec(t, db, `DELETE FROM note`)
		err := db.Write(t.Context(), func(q sqldb.Querier) error { return f.ForgetIn(t.Context(), q, staff, "lin") })
		if err != nil {
			t.Fatal(err)
		}
		f.want("a deleted student", lin, "要素")
		if _, err := f.MergeIn(t.Context(), nil, lin, "lin", "zhou"); fault.Code(err) != "access.forbidden" {
			t.Errorf("a student merges: %v", err)
		}
	})
}
