package api

import (
	"compress/gzip"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"lectern/internal/feature/timetable"
	"lectern/internal/http/api/timetableapi"
)

func classIn(t *testing.T, table timetableapi.WireTimetable, what string, fits func(
	timetableapi.WireClass) bool,
) timetableapi.WireClass {
	t.Helper()
	i := slices.IndexFunc(table.Classes, fits)
	if i < 0 {
		t.Fatalf("no class is %s", what)
	}
	return table.Classes[i]
}

func inState(state string) func(timetableapi.WireClass) bool {
	return func(c timetableapi.WireClass) bool { return c.State == state && c.Cause == "change" }
}

func testTimetable(t *testing.T, s *school) {
	terms := get[timetableapi.WireTerms](s, "lin", "/api/terms")
	t.Run("[2.21] terms", func(t *testing.T) {
		if len(terms.Terms) != 2 || terms.Current != terms.Terms[1].ID ||
			terms.TimeZone != "Asia/Shanghai" || terms.Today == "" {
			t.Fatalf("got %+v", terms)
		}
		if staff := get[timetableapi.WireTerms](s.in(t), "dean", "/api/terms"); staff.Current != terms.Current {
			t.Errorf("staff got %+v", staff)
		}
	})
	t.Run("[2.21] a whole term", func(t *testing.T) { testWholeTerm(t, s.in(t), terms) })
	t.Run("[2.21] what one has already is not sent again", func(t *testing.T) { testNotModified(t, s.in(t)) })
	t.Run("[2.21] what changed since", func(t *testing.T) {
		s.in(t)
		since := time.Now().Add(-30 * 24 * time.Hour)
		got := get[timetableapi.WireChanges](s, "lin",
			"/api/timetable/changes?since="+strconv.FormatInt(since.UnixMilli(), 10))
		if len(got.Changes) < 4 {
			t.Fatalf("got %+v", got)
		}
		moved := slices.IndexFunc(got.Changes, func(d timetableapi.WireDifference) bool {
			return d.After != nil && d.After.State == "moved"
		})
		if moved < 0 || got.Changes[moved].Before == nil ||
			got.Changes[moved].Before.Place == got.Changes[moved].After.Place {
			t.Errorf("moved: %+v", got.Changes)
		}
		if now := get[timetableapi.WireChanges](s, "lin", "/api/timetable/changes?since="+got.Now); len(now.Changes) != 0 {
			t.Errorf("since then %+v", now)
		}
	})
	t.Run("staff see which classes clash", func(t *testing.T) { testClashes(t, s.in(t)) })
	s.try(t, []request{
		{"[2.21] no such term", "lin", "GET", "/api/timetable?term=1999", "", 404, "timetable.no_term"},
		{"[2.21] nobody", "", "GET", "/api/timetable", "", 401, "access.signed_out"},
		{"[2.21] staff have none", "dean", "GET", "/api/timetable", "", 200, ""},
		{"[2.21] terms for nobody", "", "GET", "/api/terms", "", 401, "access.signed_out"},
		{"[2.21] since is needed", "lin", "GET", "/api/timetable/changes", "", 400, "request.field_missing"},
		{"[2.21] since must be a time", "lin", "GET", "/api/timetable/changes?since=yesterday", "", 400, "request.instant"},
		{"[2.21] changes of no term", "lin", "GET", "/api/timetable/changes?since=0&term=1999", "", 404, "timetable.no_term"},
		{"[2.21] changes for staff", "dean", "GET", "/api/timetable/changes?since=0", "", 200, ""},
	})
}

func testWholeTerm(t *testing.T, s *school, terms timetableapi.WireTerms) {
	got := get[timetableapi.WireTimetable](s, "lin", "/api/timetable")
	if got.Term != terms.Terms[1] || len(got.Weeks) != got.Term.Weeks ||
		got.Weeks[0].From != got.Term.FirstMonday.String() || got.TimeZone != "Asia/Shanghai" {
		t.Errorf("term %+v, weeks %+v", got.Term, got.Weeks)
	}
	if len(got.Campuses) != 2 || len(got.Schemes) < 2 || len(got.Schemes[0].Periods) == 0 || len(got.Conflicts) == 0 ||
		len(got.Holidays) < 2 || len(got.Mappings) != 3 {
		t.Errorf("campuses %v, schemes %d, conflicts %d, holidays %d, mappings %d", got.Campuses, len(got.Schemes),
			len(got.Conflicts), len(got.Holidays), len(got.Mappings))
	}
	reasons := map[string]string{}
	for _, m := range got.Missing {
		reasons[m.Group.CourseCode] = string(m.Reason)
	}
	if reasons["BDA301"] != "pending" || reasons["OPS301"] != "dropped" {
		t.Errorf("missing %v", reasons)
	}
	cancelled := classIn(t, got, "cancelled", inState("cancelled"))
	moved := classIn(t, got, "moved", inState("moved"))
	added := classIn(t, got, "added", inState("added"))
	if cancelled.Note == "" || cancelled.Changed.IsZero() || moved.Was == nil || moved.Was.Day == moved.Place.Day &&
		moved.Was.Room == moved.Place.Room || added.By == "" {
		t.Errorf("cancelled %+v, moved %+v, added %+v", cancelled, moved, added)
	}
	classIn(t, got, "an exam", func(c timetableapi.WireClass) bool { return c.Kind == "exam" })
	classIn(t, got, "on a make-up day", func(c timetableapi.WireClass) bool {
		return c.Cause == "mapping" && c.State != "cancelled"
	})
	classIn(t, got, "outside periods", func(c timetableapi.WireClass) bool {
		return c.Place.FirstPeriod == 0 && c.Place.Starts != ""
	})
	for _, c := range got.Classes {
		if c.Place.Room != "" && !slices.ContainsFunc(got.Rooms, func(r timetableapi.WireRoom) bool {
			return r.ID == c.Place.Room
		}) {
			t.Errorf("room %s has no name", c.Place.Room)
		}
		if !slices.ContainsFunc(got.Groups, func(g timetable.Group) bool { return g.ID == c.Group }) {
			t.Errorf("group %s has no name", c.Group)
		}
	}
	past := get[timetableapi.WireTimetable](s, "lin", "/api/timetable?term="+terms.Terms[0].ID)
	if past.Term.ID != terms.Terms[0].ID || len(past.Classes) == 0 || past.Version == got.Version {
		t.Errorf("the past term is %+v", past.Term)
	}
}

func testNotModified(t *testing.T, s *school) {
	plain := s.as("lin").send("GET", "/api/timetable", "")
	packed := s.as("lin").send("GET", "/api/timetable", "", "Accept-Encoding", "gzip, br")
	etag, packedTag := plain.header.Get("Etag"), packed.header.Get("Etag")
	if etag == "" || strings.HasPrefix(etag, "W/") || etag == packedTag ||
		plain.header.Get("Cache-Control") != "private, no-cache" || plain.header.Get("Vary") != "Accept-Encoding" {
		t.Errorf("headers %v, packed %v", plain.header, packed.header)
	}
	r, err := gzip.NewReader(strings.NewReader(packed.body))
	if err != nil || packed.header.Get("Content-Encoding") != "gzip" {
		t.Fatalf("%v, %v", err, packed.header)
	}
	unpacked, err := io.ReadAll(r)
	if err != nil || string(unpacked) != plain.body {
		t.Fatalf("the two differ: %v", err)
	}
	if plain.header.Get("Content-Length") != strconv.Itoa(len(plain.body)) ||
		packed.header.Get("Content-Length") != strconv.Itoa(len(packed.body)) {
		t.Errorf("lengths %v, %v", plain.header, packed.header)
	}
	for _, known := range []string{etag, packedTag, "W/" + etag, `"other", ` + etag, "*"} {
		got := s.as("lin").send("GET", "/api/timetable", "", "If-None-Match", known)
		if got.status != 304 || got.body != "" || got.header.Get("Etag") == "" {
			t.Errorf("%s: %d %q", known, got.status, got.body)
		}
	}
	if got := s.as("lin").send("GET", "/api/timetable", "", "If-None-Match",
		`"other"`); got.status != 200 || got.body != plain.body {
		t.Errorf("another tag: %d", got.status)
	}
	if got := s.as("lin").send("GET", "/api/timetable", "", "Accept-Encoding", "gzip;q=0"); got.body != plain.body {
		t.Error("gzip was refused and sent")
	}
	if zhao := s.as("zhao").send("GET", "/api/timetable", ""); zhao.header.Get("Etag") == etag && zhao.body != plain.body {
		t.Error("one tag names two answers")
	}
}

func testTimetableAdmin(t *testing.T, s *school) {
	table := get[timetableapi.WireTimetable](s, "lin", "/api/timetable")
	today := get[timetableapi.WireTerms](s, "lin", "/api/terms").Today
	target := classIn(t, table, "to come", func(c timetableapi.WireClass) bool {
		return c.State == "held" && c.Kind == "class" && c.Place.Day > today && c.Place.FirstPeriod > 0 &&
			c.Place.Room != "" && c.Changed.IsZero()
	})
	cancel := func(id string) string {
		return jsonText(t, map[string]any{"changes": []map[string]any{{
			"id": id, "action": "cancel", "group": target.Group,
			"class": target.ID, "note": "停电",
		}}})
	}
	state := func() timetableapi.WireClass {
		t.Helper()
		return classIn(t, get[timetableapi.WireTimetable](s, "lin", "/api/timetable"), target.ID,
			func(c timetableapi.WireClass) bool { return c.ID == target.ID })
	}
	t.Run("[2.21] a change is in the next answer, and the tag is another", func(t *testing.T) {
		s.in(t)
		before := s.as("lin").send("GET", "/api/timetable", "").header.Get("Etag")
		news := post[[]timetableapi.WireNews](s, "dean", "/api/admin/timetable/changes", cancel("change-1"))
		if len(news) != 1 || len(news[0].Changes) != 1 || news[0].Changes[0].After.State != "cancelled" {
			t.Fatalf("news %+v", news)
		}
		after := s.as("lin").send("GET", "/api/timetable", "", "If-None-Match", before)
		if after.status != 200 || after.header.Get("Etag") == before {
			t.Fatalf("got %d %v", after.status, after.header)
		}
		if got := state(); got.State != "cancelled" || got.Note != "停电" || got.By != "change-1" {
			t.Errorf("got %+v", got)
		}
		if again := post[[]timetableapi.WireNews](s, "dean", "/api/admin/timetable/changes",
			cancel("change-1")); len(again) != 0 {
			t.Errorf("the same again is news: %+v", again)
		}
	})
	t.Run("[2.21] withdrawn, it is as before", func(t *testing.T) {
		s.in(t)
		for range 2 {
			data[timetableapi.WireNews](t, s.as("dean").send("DELETE", "/api/admin/timetable/changes/change-1", ""))
		}
		if got := state(); got.State != "held" || got.Changed.IsZero() {
			t.Errorf("got %+v", got)
		}
	})
	t.Run("[2.21] an id stands for one change and no other", func(t *testing.T) {
		s.in(t)
		post[[]timetableapi.WireNews](s, "dean", "/api/admin/timetable/changes", cancel("change-2"))
		other := strings.ReplaceAll(cancel("change-2"), "停电", "停水")
		s.try(t, []request{
			{
				"withdrawn before", "dean", "POST", "/api/admin/timetable/changes", cancel("change-1"),
				409, "timetable.change_exists",
			},
			{"says something else", "dean", "POST", "/api/admin/timetable/changes", other, 409, "timetable.change_exists"},
			{"the same again", "dean", "POST", "/api/admin/timetable/changes", cancel("change-2"), 200, ""},
		})
		data[timetableapi.WireNews](t, s.as("dean").send("DELETE", "/api/admin/timetable/changes/change-2", ""))
	})
	t.Run("[2.21] days", func(t *testing.T) { testDays(t, s.in(t), table) })
	day := func(word string) string {
		return jsonText(t, map[string]any{
			"changes": []map[string]any{{"action": "move", "group": target.Group, "class": target.ID, "day": word}},
		})
	}
	add := func(fields map[string]any) string {
		change := map[string]any{"action": "add", "group": target.Group, "day": target.Place.Day}
		for name, value := range fields {
			change[name] = value
		}
		return jsonText(t, map[string]any{"changes": []map[string]any{change}})
	}
	s.try(t, []request{
		{
			"[2.21] periods of no campus", "dean", "POST", "/api/admin/timetable/changes",
			add(map[string]any{"firstPeriod": 1, "lastPeriod": 2}), 400, "timetable.no_campus",
		},
		{
			"[2.21] on no day", "dean", "POST", "/api/admin/timetable/changes",
			add(map[string]any{"day": "", "starts": "10:00", "ends": "11:00"}), 400, "timetable.no_day",
		},
		{
			"[2.21] without an end", "dean", "POST", "/api/admin/timetable/changes",
			add(map[string]any{"starts": "10:00"}), 400, "timetable.hours_half",
		},
		{
			"[2.21] without a beginning", "dean", "POST", "/api/admin/timetable/changes",
			add(map[string]any{"ends": "10:00"}), 400, "timetable.hours_half",
		},
		{"[2.21] periods and clock times", "dean", "POST", "/api/admin/timetable/changes", add(
			map[string]any{"firstPeriod": 1, "lastPeriod": 2, "starts": "10:00", "ends": "11:00"}), 400, "timetable.hours_both"},
		{
			"[2.21] no changes at all", "dean", "POST", "/api/admin/timetable/changes",
			`{"changes":[]}`, 400, "request.field_count",
		},
		{
			"[2.21] no such action", "dean", "POST", "/api/admin/timetable/changes",
			`{"changes":[{"action":"burn","group":"x"}]}`, 400, "request.field_value",
		},
		{
			"[2.21] no such group", "dean", "POST", "/api/admin/timetable/changes",
			`{"changes":[{"action":"cancel","group":"x","class":"y"}]}`, 404, "course.no_group",
		},
		{"[2.21] not a date", "dean", "POST", "/api/admin/timetable/changes", day("2026-02-30"), 400, "request.date"},
		{
			"[2.21] outside the term", "dean", "POST", "/api/admin/timetable/changes", day("1999-01-01"), 400,
			"timetable.date_out_of_term",
		},
		{
			"[2.21] students publish nothing", "lin", "POST", "/api/admin/timetable/changes",
			cancel("x"), 403, "access.forbidden",
		},
		{"[2.21] nobody publishes", "", "POST", "/api/admin/timetable/changes", cancel("x"), 401, "access.signed_out"},
		{
			"[2.21] nothing to withdraw", "dean", "DELETE", "/api/admin/timetable/changes/nothing",
			"", 404, "timetable.no_change",
		},
		{
			"[2.21] no such term", "dean", "POST", "/api/admin/timetable/mappings",
			`{"term":"x","date":"2026-01-01","off":true}`, 404, "timetable.no_term",
		},
		{
			"[2.21] dates the wrong way round", "dean", "POST", "/api/admin/timetable/holidays",
			`{"name":"x","from":"2026-02-02","to":"2026-02-01"}`, 400, "timetable.dates_reversed",
		},
		{
			"[2.21] students make no holidays", "lin", "POST", "/api/admin/timetable/holidays",
			`{"name":"x","from":"2026-02-02","to":"2026-02-02"}`, 403, "access.forbidden",
		},
		{
			"[2.21] students map no days", "lin", "POST", "/api/admin/timetable/mappings",
			`{"term":"x","date":"2026-01-01","off":true}`, 403, "access.forbidden",
		},
		{
			"[2.21] no mapping to withdraw", "dean", "DELETE", "/api/admin/timetable/mappings/nothing",
			"", 404, "timetable.no_mapping",
		},
		{
			"[2.21] no holiday to withdraw", "dean", "DELETE", "/api/admin/timetable/holidays/nothing",
			"", 404, "timetable.no_holiday",
		},
	})
}

func testDays(t *testing.T, s *school, before timetableapi.WireTimetable) {
	monday, err := time.Parse(time.DateOnly, before.Weeks[9].From)
	if err != nil {
		t.Fatal(err)
	}
	off := monday.AddDate(0, 0, 4).Format(time.DateOnly)
	holiday := post[timetable.Holiday](s, "dean", "/api/admin/timetable/holidays",
		`{"name":"春游","nameEn":"Outing","from":"`+off+`","to":"`+off+`"}`)
	sunday := monday.AddDate(0, 0, 6).Format(time.DateOnly)
	mapping := post[timetable.DayMapping](s, "dean", "/api/admin/timetable/mappings",
		jsonText(t, map[string]any{"term": before.Term.ID, "date": sunday, "week": 10, "weekday": 5, "note": "补周五"}))
	got := get[timetableapi.WireTimetable](s, "lin", "/api/timetable")
	onSunday := 0
	for _, c := range got.Classes {
		if c.Place.Day == off && c.State != "cancelled" {
			t.Errorf("on a holiday: %+v", c)
		}
		if c.Place.Day == sunday && c.By == mapping.ID {
			onSunday++
		}
	}
	if len(got.Holidays) != len(before.Holidays)+1 || len(got.Mappings) != len(before.Mappings)+1 || onSunday == 0 {
		t.Errorf("holidays %+v, mappings %+v, %d classes on Sunday", got.Holidays, got.Mappings, onSunday)
	}
	s.try(t, []request{
		{
			"[2.21] another holiday under its id", "dean", "POST", "/api/admin/timetable/holidays",
			`{"id":"` + holiday.ID + `","name":"秋游","from":"` + off + `","to":"` + off + `"}`, 409, "timetable.change_exists",
		},
		{
			"[2.21] another make-up day under its id", "dean", "POST", "/api/admin/timetable/mappings",
			jsonText(t, map[string]any{
				"id": mapping.ID, "term": before.Term.ID, "date": sunday, "week": 10, "weekday": 4, "note": "补周四",
			}), 409, "timetable.change_exists",
		},
	})
	for _, path := range []string{
		"/api/admin/timetable/mappings/" + mapping.ID,
		"/api/admin/timetable/holidays/" + holiday.ID,
	} {
		if got := s.as("dean").send("DELETE", path, ""); got.status != 200 {
			t.Errorf("%s: %d %s", path, got.status, got.body)
		}
	}
	after := get[timetableapi.WireTimetable](s, "lin", "/api/timetable")
	if len(after.Holidays) != len(before.Holidays) || len(after.Mappings) != len(before.Mappings) {
		t.Errorf("holidays %+v, mappings %+v", after.Holidays, after.Mappings)
	}
}
