package api

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"lectern/internal/feature/course"
	"lectern/internal/http/api/courseapi"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/sqldb"
)

func testCourse(t *testing.T, s *school) {
	mine := get[[]courseapi.WireMyCourse](s, "lin", "/api/courses")
	find := func(code, state string) courseapi.WireMyCourse {
		i := slices.IndexFunc(mine, func(c courseapi.WireMyCourse) bool { return c.Code == code && c.State == state })
		if i < 0 {
			t.Fatalf("no %s course %s in %+v", state, code, mine)
		}
		return mine[i]
	}
	marketing, pending := find("MKT201", "confirmed"), find("BDA301", "pending")
	t.Run("[3.4] progress", func(t *testing.T) { testProgress(t, s.in(t), marketing.ID, pending.ID) })
	s.in(t).write(func(ctx context.Context, q sqldb.Querier) error {
		for i, lesson := range []course.Lesson{
			{Course: marketing.ID, Title: "导论", TitleEn: "Introduction", Published: true, Preview: true},
			{Course: marketing.ID, Title: "定位", TitleEn: "Positioning", Published: true},
			{Course: marketing.ID, Title: "草稿", TitleEn: "Draft"},
			{Course: pending.ID, Title: "导论", TitleEn: "Introduction", Published: true},
		} {
			if _, err := s.deps.Courses.PutLessonIn(ctx, q, access.System(), lesson); err != nil {
				return fmt.Errorf("lesson %d: %w", i, err)
			}
		}
		return nil
	})
	t.Run("[2.21] mine, with published lessons in order", func(t *testing.T) {
		mine = get[[]courseapi.WireMyCourse](s.in(t), "lin", "/api/courses")
		got := find("MKT201", "confirmed")
		if got.Name == "" || got.NameEn != "Marketing" || got.Credits <= 0 || got.Group == "" || got.Term == "" ||
			len(got.Lessons) != 2 || got.Lessons[0].Position != 1 || got.Lessons[0].TitleEn != "Introduction" ||
			got.Lessons[1].TitleEn != "Positioning" {
			t.Errorf("got %+v", got)
		}
		if got := find("BDA301", "pending"); len(got.Lessons) != 0 {
			t.Errorf("a course not confirmed shows %+v", got.Lessons)
		}
	})
	t.Run("[2.22] one course", func(t *testing.T) {
		s.in(t)
		got := get[courseapi.WireCourse](s, "lin", "/api/courses/"+marketing.ID)
		if !got.Enrolled || len(got.Teachers) == 0 || got.Summary == "" || len(got.Lessons) != 2 {
			t.Errorf("got %+v", got)
		}
		if staff := get[courseapi.WireCourse](s, "dean", "/api/courses/"+marketing.ID); staff.Enrolled ||
			len(staff.Lessons) != 3 {
			t.Errorf("staff got %+v", staff)
		}
		if other := get[courseapi.WireCourse](s, "lin", "/api/courses/"+pending.ID); other.Enrolled ||
			len(other.Lessons) != 0 {
			t.Errorf("who is not enrolled got %+v", other)
		}
	})
	t.Run("[3.4] progress is not said where it is watched", func(t *testing.T) {
		s.in(t)
		for _, body := range []string{
			`{"progress":{"` + marketing.ID + `":100}}`,
			`{"progress":{"` + marketing.ID + `":100},"at":"2030-01-01T00:00:00Z"}`,
		} {
			if got := data[map[string]int](t, s.as("lin").send("PUT", "/api/courses/progress", body)); got[marketing.ID] != 0 {
				t.Errorf("forged: %v", got)
			}
		}
		if got := get[courseapi.WireCourse](s, "lin", "/api/courses/"+marketing.ID); got.Progress != 0 {
			t.Errorf("forged: %d %%", got.Progress)
		}
	})
	s.try(t, []request{
		{"[2.22] no such course", "lin", "GET", "/api/courses/nothing", "", 404, "course.no_course"},
		{"[2.22] nobody", "", "GET", "/api/courses/" + marketing.ID, "", 401, "access.signed_out"},
		{"[2.21] staff take no courses", "dean", "GET", "/api/courses", "", 200, ""},
		{"[2.21] nobody takes courses", "", "GET", "/api/courses", "", 401, "access.signed_out"},
		{
			"[3.4] over a hundred", "lin", "PUT", "/api/courses/progress",
			`{"progress":{"` + marketing.ID + `":101}}`, 400, "course.percent",
		},
		{
			"[3.4] below zero", "lin", "PUT", "/api/courses/progress",
			`{"progress":{"` + marketing.ID + `":-1}}`, 400, "course.percent",
		},
		{
			"[3.4] not a number", "lin", "PUT", "/api/courses/progress",
			`{"progress":{"` + marketing.ID + `":"half"}}`, 400, "request.field_type",
		},
		{
			"[3.4] not a time", "lin", "PUT", "/api/courses/progress",
			`{"progress":{},"at":"yesterday"}`, 400, "request.instant",
		},
		{
			"[5.5] a time by the college's clock", "lin", "PUT", "/api/courses/progress",
			`{"progress":{},"at":"2026-09-07 08:00:00"}`, 200, "",
		},
		{
			"[5.5] no such time", "lin", "PUT", "/api/courses/progress",
			`{"progress":{},"at":"2026-09-07 25:00:00"}`, 400, "request.instant",
		},
		{"[3.4] nobody", "", "PUT", "/api/courses/progress", `{"progress":{}}`, 401, "access.signed_out"},
		{"[3.4] staff", "dean", "GET", "/api/courses/progress", "", 200, ""},
		{
			"[3.4] over again, not mine", "lin", "DELETE",
			"/api/courses/" + pending.ID + "/progress", "", 404, "course.no_course",
		},
	})
}

func testProgress(t *testing.T, s *school, mine, notMine string) {
	save := func(percent float64, at time.Time) map[string]int {
		t.Helper()
		body := map[string]any{
			"progress": map[string]float64{mine: percent, notMine: 50, "gone": 10},
			"at":       at.Format(time.RFC3339),
		}
		return data[map[string]int](t, s.as("lin").send("PUT", "/api/courses/progress", jsonText(t, body)))
	}
	start := time.Now().Add(-time.Hour)
	if before := get[map[string]int](s, "lin", "/api/courses/progress"); before[mine] != 0 {
		t.Fatalf("it begins at %v", before)
	}
	for _, step := range []struct {
		name    string
		percent float64
		at      time.Time
		want    int
	}{
		{"forward, and fractions are cut off", 40.9, start, 40},
		{"a device that is behind", 10, start.Add(time.Minute), 40},
		{"a device that was ahead while it was offline", 60, start.Add(-time.Minute), 60},
		{"a clock in the future", 70, start.Add(1000 * time.Hour), 70},
	} {
		got := save(step.percent, step.at)
		if got[mine] != step.want || len(got) != 1 {
			t.Errorf("%s: %v", step.name, got)
		}
	}
	if got := get[map[string]int](s, "zhao", "/api/courses/progress"); got[mine] != 0 {
		t.Errorf("zhao has %v", got)
	}
	if got := data[course.Progress](t,
		s.as("lin").send("DELETE", "/api/courses/"+mine+"/progress", "")); got.Percent != 0 {
		t.Errorf("over again: %+v", got)
	}
	if got := save(80, start); got[mine] != 0 {
		t.Errorf("what was reached before starting over came back: %v", got)
	}
}
