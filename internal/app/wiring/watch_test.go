package wiring_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lectern/internal/feature/course"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/keyring"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

// watchableLessons are lessons of course a, with groups ga and gb, and of course b. All have the same title, so
// that one search finds those that the caller may see.
var watchableLessons = []course.Lesson{
	{ID: "all groups", Course: "a", Published: true},
	{ID: "group ga", Course: "a", Group: "ga", Published: true},
	{ID: "group gb", Course: "a", Group: "gb", Published: true},
	{ID: "withdrawn", Course: "a"},
	{ID: "preview", Course: "a", Published: true, Preview: true},
	{ID: "withdrawn preview", Course: "a", Preview: true},
	{ID: "other course", Course: "b", Published: true},
}

// watchers lists who may watch which lessons.
func watchers() map[string]struct {
	who access.Actor
	may []string
} {
	user := func(student, teacher, viewer string) access.Actor {
		return access.Actor{Account: "a", Session: "s", Role: access.User, Student: student, Teacher: teacher, Viewer: viewer}
	}
	staff := func(scope access.Scope) access.Actor {
		return access.Actor{Account: "b", Session: "s", Role: access.Staff, Scope: scope}
	}
	all, open := []string{}, []string{"preview"}
	for _, l := range watchableLessons {
		all = append(all, l.ID)
	}
	studied := []string{"all groups", "group ga", "group gb", "preview"}
	return map[string]struct {
		who access.Actor
		may []string
	}{
		"a visitor":                        {access.Actor{}, open},
		"a student of the course":          {user("lin", "", ""), studied},
		"staff who view it as the student": {user("lin", "", "dean"), studied},
		"a student of two groups":          {user("both", "", ""), studied},
		"a student of another course":      {user("other", "", ""), []string{"preview", "other course"}},
		"a student of no course":           {user("none", "", ""), open},
		"a student who dropped it":         {user("dropped", "", ""), open},
		"a student who is not confirmed":   {user("pending", "", ""), open},
		"the teacher of ga":                {user("", "of ga", ""), []string{"all groups", "group ga", "preview"}},
		"the teacher of gb":                {user("", "of gb", ""), []string{"all groups", "group gb", "preview"}},
		"the teacher of the other course":  {user("", "of b", ""), []string{"preview", "other course"}},
		"a teacher of nothing":             {user("", "of nothing", ""), open},
		"a substitute of ga":               {user("", "substitute", ""), []string{"all groups", "group ga", "preview"}},
		"a substitute of last month":       {user("", "former", ""), open},
		"a student who teaches gb": {
			user("other", "of gb", ""),
			[]string{"all groups", "group gb", "preview", "other course"},
		},
		"a registrar":                {staff(access.Registrar), all},
		"who looks after recordings": {staff(access.Recordist), all},
		"an adviser":                 {staff(access.Adviser), open},
		"an auditor":                 {staff(access.Auditor), open},
		"staff without a scope":      {staff(""), open},
	}
}

// [6.1] The right to watch a lesson is the same everywhere: its page, its media, the files behind a ticket, posters
// and search.
func TestWhoMayWatchIsOneRule(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		ahead := time.Duration(0)
		c := newCollege(t, db, keyring.Generate(), func() time.Time { return time.Now().Add(ahead) })
		fillWatchable(t, db)
		lessons := make([]string, 0, len(watchableLessons))
		tickets := map[string]string{}
		for _, l := range watchableLessons {
			lessons = append(lessons, l.ID)
			dbtest.Asset(t, db, "asset "+l.ID, l.ID, "ready", 60_000, true)
			if err := db.Write(t.Context(),
				func(q sqldb.Querier) error { return c.Search.IndexLesson(t.Context(), q, l.ID) }); err != nil {
				t.Fatal(err)
			}
			playing, err := c.Media.Playback(t.Context(), access.System(), l.ID)
			if err != nil {
				t.Fatal(err)
			}
			tickets[l.ID] = playing.Ticket
		}
		for name, tc := range watchers() {
			ahead += 5 * time.Second // so that media's cached rights expire
			got := map[string][]string{}
			add := func(where, lesson string, may bool) {
				if may {
					got[where] = append(got[where], lesson)
				}
			}
			posters, err := c.Media.Posters(t.Context(), tc.who, lessons)
			if err != nil {
				t.Fatal(err)
			}
			found := map[string]bool{}
			page, err := c.Search.Find(t.Context(), tc.who, "导论", "")
			if err != nil || page.Next != "" {
				t.Fatal(page.Next, err)
			}
			for _, one := range page.Found {
				found[one.Lesson] = true
			}
			for _, lesson := range lessons {
				_, err := c.Courses.Lesson(t.Context(), tc.who, lesson)
				add("page", lesson, err == nil)
				_, err = c.Media.Playback(t.Context(), tc.who, lesson)
				add("playback", lesson, err == nil)
				_, _, err = c.Media.Attachments(t.Context(), tc.who, lesson)
				add("attachments", lesson, err == nil)
				ticket, err := c.Media.CheckTicket(tickets[lesson])
				if err != nil {
					t.Fatal(err)
				}
				_, err = c.Media.File(t.Context(), ticket, tc.who, "poster.jpg")
				add("file", lesson, err == nil)
				add("poster", lesson, posters[lesson] != "")
				add("search", lesson, found[lesson])
			}
			want := map[string][]string{}
			for _, where := range []string{"page", "playback", "attachments", "file", "poster", "search"} {
				want[where] = tc.may
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", name, diff)
			}
		}
	})
}

func fillWatchable(t *testing.T, db *sqldb.DB) {
	t.Helper()
	for _, statement := range []string{
		`INSERT INTO term (id, name, name_en, first_monday, first_day, weeks) VALUES ('t', '', '', '2026-09-07', 739866, 18)`,
		`INSERT INTO course (id, code, name, name_en, credits, summary, summary_en) VALUES ('a', 'a', '课', '', 10, '', ''),
			('b', 'b', '课', '', 10, '', '')`,
		`INSERT INTO course_group (id, course_id, term_id, code, name, name_en) VALUES ('ga', 'a', 't', 'ga', '', ''),
			('gb', 'a', 't', 'gb', '', ''), ('o', 'b', 't', 'o', '', '')`,
		`INSERT INTO enrolment (student_id, group_id, state, changed_at) VALUES ('lin', 'ga', 'confirmed', 0),
			('both', 'ga', 'confirmed', 0), ('both', 'gb', 'confirmed', 0),
			('other', 'o', 'confirmed', 0), ('dropped', 'ga', 'dropped', 0), ('pending', 'ga', 'pending', 0)`,
		`INSERT INTO meeting (id, group_id, kind, weekday, first_period, last_period, starts, ends, weeks,
			campus_id, room_id, teacher_id) VALUES
			('ma', 'ga', 'class', 1, 1, 2, '00:00', '00:00', '1-16', 'k', '', 'of ga'), ('mb', 'gb', 'class', 1, 1, 2, '00:00',
			'00:00', '1-16', 'k', '', 'of gb'),
			('mo', 'o', 'class', 1, 1, 2, '00:00', '00:00', '1-16', 'k', '', 'of b')`,
	} {
		dbtest.Exec(t, db, statement)
	}
	today, _ := civil.Of(time.Now(), time.UTC)
	for teacher, day := range map[string]civil.Date{"substitute": today, "former": today.AddDays(-30)} {
		dbtest.Exec(t, db, `INSERT INTO class_change (id, group_id, class_id, action, kind, day, day_number,
			first_period, last_period, starts, ends, campus_id, room_id, online, teacher_id, note, published_at, withdrawn_at)
			VALUES ($1, 'ga', '', 'add', 'class', $2, $3, 1, 2, '08:00', '09:40', '', '', FALSE, $1, '',
			0, 0)`, teacher, day.String(), day.Number())
	}
	for i, l := range watchableLessons {
		dbtest.Exec(t, db, `INSERT INTO lesson (id, course_id, position, title, title_en, group_id, class_id, published,
			preview, created_at, updated_at)
			VALUES ($1, $2, $3, '导论', '', $4, '', $5, $6, 0, 0)`, l.ID, l.Course, i+1, l.Group, l.Published, l.Preview)
	}
}
