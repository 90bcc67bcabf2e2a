package api

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/internal/feature/course"
	"lectern/internal/feature/timetable"
	"lectern/internal/http/api/courseapi"
	"lectern/internal/http/api/timetableapi"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

const testLiveOrigin = "https://live.example.edu"

// putLesson creates a lesson of a hundred seconds.
func (s *school) putLesson(l course.Lesson) string {
	s.t.Helper()
	s.write(func(ctx context.Context, q sqldb.Querier) (err error) {
		l, err = s.deps.Courses.PutLessonIn(ctx, q, access.System(), l)
		return err
	})
	dbtest.Asset(s.t, s.db, l.ID, l.ID, "ready", 100_000, true)
	return l.ID
}

// myCourse returns one of lin's courses by code and state.
func (s *school) myCourse(code, state string) courseapi.WireMyCourse {
	s.t.Helper()
	mine := get[[]courseapi.WireMyCourse](s, "lin", "/api/courses")
	i := slices.IndexFunc(mine, func(c courseapi.WireMyCourse) bool { return c.Code == code && c.State == state })
	if i < 0 {
		s.t.Fatalf("no %s course %s in %+v", state, code, mine)
	}
	return mine[i]
}

func testLesson(t *testing.T, s *school) {
	own, foreign := s.myCourse("MKT201", "confirmed"), s.myCourse("BDA301", "pending")
	preview := s.putLesson(course.Lesson{
		Course: foreign.ID, Title: "试看", TitleEn: "Preview",
		Published: true, Preview: true,
	})
	closed := s.putLesson(course.Lesson{Course: foreign.ID, Title: "正课", TitleEn: "Inside", Published: true})
	s.putLesson(course.Lesson{Course: own.ID, Title: "市场", TitleEn: "Markets", Published: true})
	mine := s.putLesson(course.Lesson{Course: own.ID, Title: "渠道", TitleEn: "Channels", Published: true})
	draft := s.putLesson(course.Lesson{Course: own.ID, Title: "草稿", TitleEn: "Draft"})
	for _, tc := range []struct {
		name, as, lesson, access string
		watching                 bool
	}{
		{"a preview, by a visitor", "", preview, "granted", false},
		{"a preview, by a student of another course", "lin", preview, "granted", true},
		{"[2.5] not open to visitors", "", closed, "login", false},
		{"not enrolled", "lin", closed, "not_enrolled", false},
		{"enrolled", "lin", mine, "granted", true},
		{"not published yet", "lin", draft, "not_published", false},
		{"staff", "dean", draft, "granted", false},
	} {
		t.Run("[2.22] "+tc.name, func(t *testing.T) {
			got := get[courseapi.WireWatch](s.in(t), tc.as, "/api/lessons/"+tc.lesson)
			granted := tc.access == "granted"
			if got.Access != tc.access || (got.Watching != nil) != tc.watching || (got.Media != nil) != granted ||
				(got.State == "ready") != granted || got.Lesson == nil || got.Lesson.ID != tc.lesson ||
				(got.Lesson.TitleEn == "") != (tc.access == "not_published") || got.Course.NameEn == "" {
				t.Errorf("got %+v", got)
			}
		})
	}
	s.in(t)
	got := get[courseapi.WireWatch](s, "lin", "/api/lessons/"+mine)
	if len(got.Lessons) != 2 || got.Lessons[1].ID != mine || got.Lessons[1].State != "ready" || got.Next != "" ||
		got.Previous == "" || !got.Course.Enrolled || len(got.Course.Teachers) == 0 {
		t.Errorf("got %+v", got)
	}
	previews := get[[]courseapi.WirePreview](s, "", "/api/previews")
	if i := slices.IndexFunc(previews, func(p courseapi.WirePreview) bool { return p.Lesson == preview }); i < 0 ||
		previews[i].Duration != 100 || previews[i].Course.ID != foreign.ID || previews[i].Poster == "" {
		t.Errorf("[2.5] previews: %+v", previews)
	}
	if slices.ContainsFunc(previews, func(p courseapi.WirePreview) bool { return p.Lesson == closed }) {
		t.Errorf("[2.5] previews show %+v", previews)
	}
	t.Run("watching", func(t *testing.T) { testWatching(t, s.in(t), mine, own.ID) })
	t.Run("notes", func(t *testing.T) { testNotes(t, s.in(t), mine) })
	report := `{"player":"p","speed":1,"position":0,"intervals":[[0,1]]}`
	s.try(t, []request{
		{"[2.22] no such lesson", "lin", "GET", "/api/lessons/none", "", 404, "course.no_lesson"},
		{"[2.22] a draft, not enrolled", "", "GET", "/api/lessons/" + draft, "", 404, "course.no_lesson"},
		{"[3.4] a visitor reports", "", "POST", "/api/lessons/" + preview + "/watching", report, 401, "access.signed_out"},
		{"[3.4] staff report", "dean", "POST", "/api/lessons/" + mine + "/watching", report, 403, "access.forbidden"},
		{"[3.4] a draft", "lin", "POST", "/api/lessons/" + draft + "/watching", report, 404, "course.no_lesson"},
		{"[3.4] not enrolled", "lin", "POST", "/api/lessons/" + closed + "/watching", report, 404, "course.no_lesson"},
		{
			"[3.4] too fast", "lin", "POST", "/api/lessons/" + mine + "/watching",
			strings.Replace(report, `"speed":1`, `"speed":4`, 1), 400, "request.field_value",
		},
		{
			"[3.4] no player", "lin", "POST", "/api/lessons/" + mine + "/watching", strings.Replace(report, `"p"`, `""`, 1),
			400, "request.field_too_short",
		},
		{
			"[3.4] half a pair", "lin", "POST", "/api/lessons/" + mine + "/watching",
			strings.Replace(report, `[0,1]`, `[0]`, 1), 400, "request.field_count",
		},
		{
			"[3.4] backwards", "lin", "POST", "/api/lessons/" + mine + "/watching",
			strings.Replace(report, `[0,1]`, `[5,1]`, 1), 400, "request.field_value",
		},
		{
			"[3.4] beyond any lesson", "lin", "POST", "/api/lessons/" + mine + "/watching",
			strings.Replace(report, `[0,1]`, `[0,1e300]`, 1), 400, "request.field_value",
		},
		{
			"[3.4] a position beyond any lesson", "lin", "POST", "/api/lessons/" + mine + "/watching",
			strings.Replace(report, `"position":0`, `"position":1e300`, 1), 400, "request.field_value",
		},
		{
			"[3.4] too many", "lin", "POST", "/api/lessons/" + mine + "/watching",
			strings.Replace(report, `[0,1]`, strings.Repeat("[0,1],", 200)+"[0,1]", 1), 400, "request.field_count",
		},
	})
}

func testWatching(t *testing.T, s *school, lesson, course string) {
	send := func(as, body string) courseapi.WireReport {
		t.Helper()
		return post[courseapi.WireReport](s, as, "/api/lessons/"+lesson+"/watching", body)
	}
	got := send("lin", `{"player":"p","speed":1.5,"position":4.25,"intervals":[[0,2],[1.5,4.25]]}`)
	if got.Accepted != 4.25 || got.Percent != 4 || got.Done || got.Seconds != 4.25 || got.Position != 4.25 ||
		len(got.Intervals) != 1 || got.Intervals[0] != [2]float64{0, 4.25} || got.At == "" {
		t.Errorf("[3.4] got %+v", got)
	}
	if got = send("lin", `{"player":"other","speed":1,"position":100,"intervals":[[0,100]]}`); got.Percent > 20 ||
		got.Done {
		t.Errorf("[3.4] forged: %+v", got)
	}
	// The last ack is long ago, so everything can have been watched since.
	dbtest.Exec(t, s.db, `UPDATE watching SET acks = '0 0:0:0' WHERE lesson_id = $1`, lesson)
	got = send("lin", `{"player":"p","speed":1,"position":95,"intervals":[[0,95]]}`)
	if got.Percent != 95 || !got.Done || got.CourseProgress == 0 {
		t.Errorf("[3.4] after a while: %+v", got)
	}
	if resumed := get[courseapi.WireWatch](s, "lin", "/api/lessons/"+lesson); resumed.Watching == nil ||
		resumed.Watching.Position != 95 || !resumed.Watching.Done {
		t.Errorf("[2.22] resumed on another device: %+v", resumed.Watching)
	}
	if progress := get[map[string]int](s, "lin", "/api/courses/progress"); progress[course] != got.CourseProgress {
		t.Errorf("[3.4] progress %v, the report said %d", progress, got.CourseProgress)
	}
	mine := s.myCourse("MKT201", "confirmed")
	if last := mine.Lessons[len(mine.Lessons)-1]; last.ID != lesson || last.Percent != 95 ||
		!last.Done || last.Duration != 100 {
		t.Errorf("[2.22] in the list: %+v", last)
	}
	my := get[courseapi.WireMyWatching](s, "lin", "/api/watching")
	if len(my.Week) != 7 || len(my.Recent) != 1 || my.Recent[0].Lesson != lesson ||
		my.Recent[0].Position != 95 || my.Recent[0].Poster == "" {
		t.Errorf("[2.10] got %+v", my)
	}
	monday, err := time.Parse(time.DateOnly, my.Week[0].Date)
	if err != nil || monday.Weekday() != time.Monday {
		t.Errorf("[2.10] the week begins on %v, %v", monday.Weekday(), err)
	}
	if other := get[courseapi.WireMyWatching](s, "zhao", "/api/watching"); len(other.Recent) != 0 {
		t.Errorf("[2.10] another student sees %+v", other.Recent)
	}
}

func testNotes(t *testing.T, s *school, lesson string) {
	path := "/api/lessons/" + lesson + "/notes"
	note := post[courseapi.WireNote](s, "lin", path, `{"at":12.5,"text":"四个 P"}`)
	if note.At != 12.5 || note.Text != "四个 P" || note.Created == "" {
		t.Errorf("got %+v", note)
	}
	edited := data[courseapi.WireNote](t, s.as("lin").send("PUT", path+"/"+note.ID, `{"at":3,"text":"4P"}`))
	list := get[[]courseapi.WireNote](s, "lin", path)
	if len(list) != 1 || list[0] != edited || edited.Text != "4P" {
		t.Errorf("got %+v, edited %+v", list, edited)
	}
	held := s.as("lin").send("GET", "/api/student/export", "")
	var export wireExport
	if err := decode(held.body, &export); err != nil || len(export.Watching.Notes) != 1 ||
		len(export.Watching.Lessons) == 0 || export.Watching.Lessons[0].Seconds < 0 {
		t.Errorf("what is held about lin: %d %+v, %v", held.status, export.Watching, err)
	}
	s.try(t, []request{
		{"another's", "zhao", "PUT", path + "/" + note.ID, `{"at":0,"text":"x"}`, 404, "course.no_note"},
		{"another's, deleted", "zhao", "DELETE", path + "/" + note.ID, "", 404, "course.no_note"},
		{"of another lesson", "lin", "DELETE", "/api/lessons/" + note.ID + "/notes/" + note.ID, "", 404, "course.no_note"},
		{"before the start", "lin", "POST", path, `{"at":-1,"text":"x"}`, 400, "request.field_value"},
		{"empty", "lin", "POST", path, `{"at":1,"text":" "}`, 400, "course.note_empty"},
		{
			"too long", "lin", "POST", path, `{"at":1,"text":"` + strings.Repeat("x", 2001) + `"}`,
			400, "request.field_too_long",
		},
		{"beyond any lesson", "lin", "POST", path, `{"at":1e300,"text":"x"}`, 400, "request.field_value"},
		{
			"beyond any lesson, edited", "lin", "PUT", path + "/" + note.ID,
			`{"at":1e300,"text":"x"}`, 400, "request.field_value",
		},
		{
			"beyond this lesson, edited", "lin", "PUT", path + "/" + note.ID,
			`{"at":99999,"text":"x"}`, 400, "course.note_place",
		},
		{"mine, deleted", "lin", "DELETE", path + "/" + note.ID, "", 200, ""},
		{"gone", "lin", "DELETE", path + "/" + note.ID, "", 404, "course.no_note"},
	})
	if other := get[[]courseapi.WireNote](s, "zhao", path); len(other) != 0 {
		t.Errorf("another student reads %+v", other)
	}
}

// [2.22] A class with a live source shows it at its time, and its recording once there is one.
func testLive(t *testing.T, s *school) {
	own := s.myCourse("MKT201", "confirmed")
	before := get[timetableapi.WireTimetable](s, "lin", "/api/timetable")
	i := slices.IndexFunc(before.Classes, func(c timetableapi.WireClass) bool {
		return c.Group == own.Group && c.State == "held" && c.Place.Starts != "" && c.Recording == ""
	})
	if i < 0 {
		t.Fatal("no class to show")
	}
	id, playlist := before.Classes[i].ID, testLiveOrigin+"/a.m3u8"
	path, watch := "/api/admin/classes/"+id+"/live", "/api/classes/"+id+"/watch"
	s.try(t, []request{
		{"a student", "lin", "PUT", path, `{"playlist":"` + playlist + `"}`, 403, "access.forbidden"},
		{
			"no such class", "dean", "PUT", "/api/admin/classes/none.1/live",
			`{"playlist":"` + playlist + `"}`, 404, "timetable.no_class",
		},
		{
			"no such week", "dean", "PUT", "/api/admin/classes/" + strings.SplitN(id, ".", 2)[0] + ".53/live",
			`{"playlist":"` + playlist + `"}`, 404, "timetable.no_class",
		},
		{"another origin", "dean", "PUT", path, `{"playlist":"https://evil.example.org/a.m3u8"}`, 400, "course.live_origin"},
		{"no TLS", "dean", "PUT", path, `{"playlist":"http://live.example.edu/a.m3u8"}`, 400, "course.live_address"},
		{"set", "dean", "PUT", path, `{"playlist":"` + playlist + `"}`, 200, ""},
		{"nobody watches", "", "GET", watch, "", 401, "access.signed_out"},
	})
	after := get[timetableapi.WireTimetable](s, "lin", "/api/timetable")
	if !after.Classes[i].Live || after.Version == before.Version || before.Classes[i].Live {
		t.Errorf("[2.21] the timetable says %+v, version %s, was %s", after.Classes[i], after.Version, before.Version)
	}
	class, err := s.deps.Timetables.Class(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	starts, ends, ok := s.deps.Timetables.Hours(&class)
	if !ok {
		t.Fatalf("%+v has no hours", class)
	}
	see := func(as string, at time.Time) courseapi.WireWatch {
		t.Helper()
		deps := s.deps
		deps.Now = func() time.Time { return at }
		got, err := newAPI(deps).course.GetClassWatch(t.Context(), s.actor(as), &courseapi.OneClassIn{Class: id})
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	for name, tc := range map[string]struct {
		as    string
		at    time.Time
		state string
	}{
		"before": {"lin", starts.Add(-time.Minute), "upcoming"}, "on": {"lin", starts, "live"},
		"the last moment": {"dean", ends.Add(-time.Second), "live"},
		"over":            {"lin", ends, "none"},
	} {
		got := see(tc.as, tc.at)
		if got.State != tc.state || (got.Live != nil) != (tc.state != "none") || got.Lesson != nil ||
			got.Access != "granted" || got.Course.ID != own.ID {
			t.Errorf("[2.22] %s: %+v", name, got)
		}
		if got.Live != nil && (got.Live.Playlist != playlist ||
			got.Live.Starts != starts.Format(time.RFC3339) || got.Live.Title == "") {
			t.Errorf("[2.22] %s: %+v", name, got.Live)
		}
	}
	zhao := s.actor("zhao").Student
	s.write(func(ctx context.Context, q sqldb.Querier) error {
		_, err := s.deps.Courses.Enrol(ctx, q, access.System(),
			[]course.Enrolment{{Student: zhao, Group: own.Group, State: course.Dropped}})
		return err
	})
	if got := see("zhao", starts); got.Access != "not_enrolled" || got.Live != nil {
		t.Errorf("[2.22] not enrolled: %+v", got)
	}
	testRecorded(t, s, own, class, see, starts)
	if got := s.as("dean").send("DELETE", path, ""); got.status != 200 {
		t.Errorf("cleared: %d %s", got.status, got.body)
	}
	if last := get[timetableapi.WireTimetable](s, "lin", "/api/timetable"); last.Classes[i].Live ||
		last.Version == after.Version {
		t.Error("[2.21] cleared, and the timetable still says live")
	}
}

// testRecorded gives a live class a lesson and then a recording.
func testRecorded(t *testing.T, s *school, own courseapi.WireMyCourse, class timetable.Class, see func(
	string, time.Time) courseapi.WireWatch, starts time.Time,
) {
	lesson := s.putLesson(course.Lesson{
		Course: own.ID, Title: "录播", TitleEn: "Recorded", Published: true,
		Group: own.Group, Class: class.ID,
	})
	dbtest.Exec(t, s.db, `UPDATE asset SET current = FALSE, state = 'preparing', percent = 40
		WHERE lesson_id = $1`, lesson)
	if got := see("lin", starts); got.State != "live" || got.Lesson == nil || got.Lesson.ID != lesson {
		t.Errorf("[2.22] live while the recording is prepared: %+v", got)
	}
	if got := see("lin", starts.Add(24*time.Hour)); got.State != "processing" || got.Percent != 40 || got.Live != nil {
		t.Errorf("[2.22] over while the recording is prepared: %+v", got)
	}
	dbtest.Exec(t, s.db, `UPDATE asset SET current = TRUE, state = 'ready' WHERE lesson_id = $1`, lesson)
	if got := see("lin", starts); got.State != "ready" || got.Live != nil || got.Media == nil {
		t.Errorf("[2.22] its recording is there: %+v", got)
	}
}

// huma ignores fields from unexported embedded types, so the contract would lack them.
func TestContractHasWhatTypesShare(t *testing.T) {
	schemas := New(Deps{}, nil).OpenAPI().Components.Schemas.Map()
	for name, fields := range map[string][]string{
		"WireStateLesson": {"id", "title", "class", "percent", "done", "duration", "state"},
		"WireStaffLesson": {"id", "title", "class", "preview", "group", "published"},
		"WireReport":      {"position", "percent", "done", "seconds", "intervals", "at", "courseProgress", "accepted"},
	} {
		schema := schemas[name]
		if schema == nil {
			t.Errorf("the contract has no %s", name)
			continue
		}
		for _, field := range fields {
			if schema.Properties[field] == nil || !slices.Contains(schema.Required, field) {
				t.Errorf("the contract's %s lacks %s", name, field)
			}
		}
	}
}
