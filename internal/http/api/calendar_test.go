package api

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/emersion/go-ical"

	"lectern/internal/feature/account"
	"lectern/internal/feature/course"
	"lectern/internal/feature/timetable"
	"lectern/internal/http/api/timetableapi"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/locale"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
	"lectern/internal/workflow/calendar"
)

func testCalendar(t *testing.T, s *school) {
	t.Run("[2.21] none before it is asked for", func(t *testing.T) {
		if got := get[timetableapi.WireCalendar](s.in(t), "lin", "/api/calendar"); got != (timetableapi.WireCalendar{}) {
			t.Errorf("got %+v", got)
		}
	})
	t.Run("[2.21] the secret", func(t *testing.T) { testSecretAddress(t, s.in(t)) })
	t.Run("[2.21] the feed", func(t *testing.T) { testFeed(t, s.in(t)) })
	t.Run("[2.21] a change keeps the class's name and counts", func(t *testing.T) { testFeedChange(t, s.in(t)) })
	t.Run("[2.21] a corrected timetable counts too", func(t *testing.T) { testFeedCorrection(t, s.in(t)) })
	t.Run("[2.21] corrected periods and terms count too", func(t *testing.T) { testFeedRules(t, s.in(t)) })
	t.Run("[2.21] a recording", func(t *testing.T) { testFeedRecording(t, s.in(t)) })
	t.Run("[2.21] once, as a file", func(t *testing.T) {
		got := s.in(t).as("lin").send("GET", "/api/calendar/file", "", "Accept-Language", "zh-CN")
		if got.status != 200 || !strings.HasPrefix(got.header.Get("Content-Disposition"), "attachment") ||
			!strings.Contains(got.body, "衡山商学院课表") {
			t.Errorf("got %d %v", got.status, got.header)
		}
		parseStrict(t, got.body)
		same := s.in(t).as("lin").send("GET", "/api/calendar/file", "", "Accept-Language", "zh-CN",
			"If-None-Match", got.header.Get("Etag"))
		if same.status != 304 {
			t.Errorf("the same file again: %d", same.status)
		}
		id := get[timetableapi.WireTimetable](s.in(t), "lin", "/api/timetable").Classes[0].ID
		one := s.in(t).as("lin").send("GET", "/api/calendar/file?class="+id, "")
		if one.status != 200 || strings.Count(one.body, "BEGIN:VEVENT") != 1 || !strings.Contains(one.body, "UID:"+id+"@") {
			t.Errorf("one class: got %d %s", one.status, one.body)
		}
		parseStrict(t, one.body)
	})
	s.try(t, []request{
		{"[2.21] nobody", "", "GET", "/api/calendar", "", 401, "access.signed_out"},
		{"[2.21] staff have none", "dean", "POST", "/api/calendar", "", 403, "access.forbidden"},
		{"[2.21] no such language", "lin", "POST", "/api/calendar", `{"language":"tlh"}`, 400, "request.field_value"},
		{"[2.21] a file for nobody", "", "GET", "/api/calendar/file", "", 401, "access.signed_out"},
		{"[2.21] a file of no term", "lin", "GET", "/api/calendar/file?term=1999", "", 404, "timetable.no_term"},
		{"[2.21] a file of no class", "lin", "GET", "/api/calendar/file?class=m0.99", "", 404, "timetable.no_class"},
		{"[2.21] a guess", "", "GET", "/calendar/" + strings.Repeat("A", 32) + ".ics", "", 404, "timetable.no_feed"},
		{"[2.21] not a calendar", "", "GET", "/calendar/" + strings.Repeat("A", 32), "", 404, "timetable.no_feed"},
	})
}

// fetch sends a request as a calendar does, with only the address.
func (s *school) fetch(path string, header ...string) answered {
	s.t.Helper()
	return do(s.t, s.handler, "GET", path, "", header...)
}

func testSecretAddress(t *testing.T, s *school) {
	var log bytes.Buffer
	old := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})))
	defer slog.SetDefault(old)
	first := post[timetableapi.WireCalendar](s, "lin", "/api/calendar", "", "Accept-Language", "en")
	if shown := get[timetableapi.WireCalendar](s, "lin", "/api/calendar"); shown != first ||
		first.Language != "en-US" || !first.Active {
		t.Errorf("made %+v, shown %+v", first, shown)
	}
	if zhao := post[timetableapi.WireCalendar](s, "zhao", "/api/calendar", ""); zhao.Path == first.Path {
		t.Error("two students share an address")
	}
	if first.Fetched != "" {
		t.Errorf("a new address was fetched at %s", first.Fetched)
	}
	if got := s.fetch(first.Path); got.status != 200 {
		t.Fatalf("got %d %s", got.status, got.body)
	}
	if shown := get[timetableapi.WireCalendar](s, "lin", "/api/calendar"); shown.Fetched == "" {
		t.Error("nobody is told that the address was fetched")
	}
	secret := strings.TrimSuffix(strings.TrimPrefix(first.Path, "/calendar/"), ".ics")
	if n := dbtest.Count(t, s.db, `SELECT count(*) FROM calendar_feed WHERE nonce = '`+secret+`'`); n != 0 {
		t.Error("the secret is in the database")
	}
	second := post[timetableapi.WireCalendar](s, "lin", "/api/calendar", `{"language":"zh-CN"}`)
	if second.Path == first.Path || second.Language != "zh-CN" {
		t.Errorf("rotated to %+v", second)
	}
	if got := s.fetch(first.Path); got.status != 404 || got.code(t) != "timetable.no_feed" {
		t.Errorf("the old address answers %d", got.status)
	}
	if got := s.fetch(second.Path); got.status != 200 {
		t.Errorf("the new one answers %d", got.status)
	}
	student := s.actor("lin")
	for _, enabled := range []bool{false, true} {
		if err := s.accounts.SetEnabled(t.Context(), access.System(), student.Account, enabled, ""); err != nil {
			t.Fatal(err)
		}
		if got := s.fetch(second.Path); (got.status == 200) != enabled {
			t.Errorf("account enabled is %v, and the feed answers %d", enabled, got.status)
		}
	}
	was, err := s.accounts.Profile(t.Context(), student)
	if err != nil {
		t.Fatal(err)
	}
	for _, owner := range []string{"", student.Student} {
		err := s.db.Write(t.Context(), func(q sqldb.Querier) error {
			return s.accounts.SetOfficial(t.Context(), q, access.System(), student.Account,
				account.Details{Phone: was.Phone, Name: was.Name, Student: owner})
		})
		if err != nil {
			t.Fatal(err)
		}
		if got := s.fetch(second.Path); (got.status == 200) != (owner != "") {
			t.Errorf("the account belongs to %q, and the feed answers %d", owner, got.status)
		}
	}
	delete(s.visitors, "lin") // closing the account ended the session
	for range 2 {
		if got := data[timetableapi.WireCalendar](t, s.as("lin").send("DELETE", "/api/calendar", "")); got.Active {
			t.Errorf("got %+v", got)
		}
	}
	if got := s.fetch(second.Path); got.status != 404 {
		t.Errorf("a revoked address answers %d", got.status)
	}
	third := post[timetableapi.WireCalendar](s, "qian", "/api/calendar", "")
	if _, err := s.accounts.ResetPassword(t.Context(), access.System(), s.actor("qian").Account); err != nil {
		t.Fatal(err)
	}
	if got := s.fetch(third.Path); got.status != 404 {
		t.Errorf("after a reset by staff the address answers %d", got.status)
	}
	if strings.Contains(log.String(), secret) || !strings.Contains(log.String(), "/calendar/{secret}") {
		t.Errorf("the log: %s", log.String())
	}
}

func testFeed(t *testing.T, s *school) {
	table := get[timetableapi.WireTimetable](s, "lin", "/api/timetable")
	feed := post[timetableapi.WireCalendar](s, "lin", "/api/calendar", `{"language":"en-US"}`)
	got := s.fetch(feed.Path)
	if got.header.Get("Content-Type") != "text/calendar; charset=utf-8" || got.header.Get("Etag") == "" {
		t.Errorf("headers %v", got.header)
	}
	if again := s.fetch(feed.Path, "If-None-Match", got.header.Get("Etag")); again.status != 304 || again.body != "" {
		t.Errorf("again: %d", again.status)
	}
	calendar := parseStrict(t, got.body)
	if name := text(t, calendar.Props, "X-WR-CALNAME"); name != "Hengshan Business College timetable" {
		t.Errorf("it is called %q", name)
	}
	events := eventsByUID(t, calendar)
	if len(events) != len(table.Classes) {
		t.Fatalf("%d events for %d classes", len(events), len(table.Classes))
	}
	zone, err := time.LoadLocation(table.TimeZone)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range table.Classes {
		e := events[c.ID+"@lectern"]
		if e == nil {
			t.Fatalf("class %s is not in the feed", c.ID)
		}
		starts, err := e.DateTimeStart(nil)
		want, _ := time.ParseInLocation("2006-01-02 15:04", c.Place.Day+" "+c.Place.Starts, zone)
		if err != nil || !starts.Equal(want) {
			t.Errorf("%s starts at %v, want %v: %v", c.ID, starts, want, err)
		}
		ends, err := e.DateTimeEnd(nil)
		if err != nil || !ends.After(starts) {
			t.Errorf("%s ends at %v: %v", c.ID, ends, err)
		}
		status, err := e.Status()
		if err != nil || (status == ical.EventCancelled) != (c.State == "cancelled") {
			t.Errorf("%s is %s: %s, %v", c.ID, c.State, status, err)
		}
		if (text(t, e.Props, "SEQUENCE") == "0") != c.Changed.IsZero() {
			t.Errorf("%s was changed %q and has the sequence %s", c.ID, c.Changed, text(t, e.Props, "SEQUENCE"))
		}
		if !strings.Contains(text(t, e.Props, "URL"), "/student/timetable?term="+table.Term.ID) {
			t.Errorf("%s leads to %s", c.ID, text(t, e.Props, "URL"))
		}
	}
	moved := classIn(t, table, "moved", inState("moved"))
	if about := text(t, events[moved.ID+"@lectern"].Props,
		"DESCRIPTION"); !strings.Contains(about, "Moved from "+moved.Was.Day) {
		t.Errorf("moved: %s", about)
	}
}

func testFeedChange(t *testing.T, s *school) {
	feed := get[timetableapi.WireCalendar](s, "lin", "/api/calendar")
	table := get[timetableapi.WireTimetable](s, "lin", "/api/timetable")
	target := classIn(t, table, "to come", func(c timetableapi.WireClass) bool {
		return c.State == "held" && c.Kind == "class" && c.Place.Room != "" && c.Changed.IsZero() && c.Week > 9
	})
	before := s.fetch(feed.Path)
	post[[]timetableapi.WireNews](s, "dean", "/api/admin/timetable/changes", jsonText(t, map[string]any{
		"changes": []map[string]any{{
			"id": "feed-1", "action": "cancel", "group": target.Group, "class": target.ID,
			"note": "a, b; c\\d\r\n" + strings.Repeat("很长的说明 ", 30),
		}},
	}))
	after := s.fetch(feed.Path, "If-None-Match", before.header.Get("Etag"))
	if after.status != 200 {
		t.Fatalf("got %d", after.status)
	}
	event := eventsByUID(t, parseStrict(t, after.body))[target.ID+"@lectern"]
	if status, err := event.Status(); err != nil || status != ical.EventCancelled {
		t.Errorf("status %s, %v", status, err)
	}
	if about := text(t, event.Props, "DESCRIPTION"); !strings.Contains(about,
		"a, b; c\\d\n"+strings.Repeat("很长的说明 ", 29)) {
		t.Errorf("the note became %q", about)
	}
	cancelled := sequenceOf(t, event)
	data[timetableapi.WireNews](t, s.as("dean").send("DELETE", "/api/admin/timetable/changes/feed-1", ""))
	back := eventsByUID(t, parseStrict(t, s.fetch(feed.Path).body))[target.ID+"@lectern"]
	if status, err := back.Status(); err != nil || status != ical.EventConfirmed || sequenceOf(t, back) <= cancelled {
		t.Errorf("back: %s %d after %d, %v", status, sequenceOf(t, back), cancelled, err)
	}
}

func sequenceOf(t *testing.T, e *ical.Event) int {
	t.Helper()
	n, err := strconv.Atoi(text(t, e.Props, "SEQUENCE"))
	if err != nil || n > math.MaxInt32 {
		t.Fatalf("SEQUENCE %d: %v", n, err)
	}
	return n
}

// For calendars, a corrected spreadsheet is a change like any other.
func testFeedCorrection(t *testing.T, s *school) {
	feed := get[timetableapi.WireCalendar](s, "lin", "/api/calendar")
	table := get[timetableapi.WireTimetable](s, "lin", "/api/timetable")
	target := classIn(t, table, "to come", func(c timetableapi.WireClass) bool {
		return c.State == "held" && c.Kind == "class" && c.Place.Room != "" && c.Changed.IsZero() && c.Week > 9
	})
	uid := target.ID + "@lectern"
	before := eventsByUID(t, parseStrict(t, s.fetch(feed.Path).body))[uid]
	replace := func(room func(old string) string) {
		s.write(func(ctx context.Context, q sqldb.Querier) error {
			list, err := s.deps.Timetables.Meetings(ctx, q, target.Group)
			if err != nil {
				return err
			}
			for i := range list {
				list[i].Room = room(list[i].Room)
			}
			_, err = s.deps.Timetables.ReplaceMeetings(ctx, q, access.System(), target.Group, list)
			return err
		})
	}
	since := url.QueryEscape(get[timetableapi.WireChanges](s, "lin", "/api/timetable/changes?since=0").Now)
	replace(func(string) string { return "" })
	moved := eventsByUID(t, parseStrict(t, s.fetch(feed.Path).body))[uid]
	if sequenceOf(t, before) != 0 || sequenceOf(t, moved) <= 0 ||
		text(t, moved.Props, "LOCATION") == text(t, before.Props, "LOCATION") {
		t.Errorf("%d at %s, then %d at %s", sequenceOf(t, before), text(t, before.Props, "LOCATION"), sequenceOf(t, moved),
			text(t, moved.Props, "LOCATION"))
	}
	for _, stamp := range []string{"DTSTAMP", "LAST-MODIFIED"} {
		if moved.Props.Get(stamp).Value <= before.Props.Get(stamp).Value {
			t.Errorf("%s stays %s", stamp, moved.Props.Get(stamp).Value)
		}
	}
	news := get[timetableapi.WireChanges](s, "lin", "/api/timetable/changes?since="+since)
	at := slices.IndexFunc(news.Changes, func(d timetableapi.WireDifference) bool {
		return d.After != nil && d.After.ID == target.ID
	})
	if at < 0 || news.Changes[at].Before.Place.Room != target.Place.Room || news.Changes[at].After.Place.Room != "" {
		t.Fatalf("the changes do not have it: %+v", news.Changes)
	}
	replace(func(string) string { return target.Place.Room })
	back := eventsByUID(t, parseStrict(t, s.fetch(feed.Path).body))[uid]
	if sequenceOf(t, back) <= sequenceOf(t, moved) {
		t.Errorf("back in its room: %d after %d", sequenceOf(t, back), sequenceOf(t, moved))
	}
}

func testFeedRecording(t *testing.T, s *school) {
	feed := get[timetableapi.WireCalendar](s, "lin", "/api/calendar")
	table := get[timetableapi.WireTimetable](s, "lin", "/api/timetable")
	past := classIn(t, table, "past", func(c timetableapi.WireClass) bool { return c.State == "held" && c.Week == 2 })
	group := slices.IndexFunc(table.Groups, func(g timetable.Group) bool { return g.ID == past.Group })
	var lesson course.Lesson
	s.write(func(ctx context.Context, q sqldb.Querier) (err error) {
		lesson, err = s.deps.Courses.PutLessonIn(ctx, q, access.System(), course.Lesson{
			Course: table.Groups[group].Course, Title: "录像", Group: past.Group, Class: past.ID, Published: true,
		})
		return err
	})
	event := eventsByUID(t, parseStrict(t, s.fetch(feed.Path).body))[past.ID+"@lectern"]
	if link := text(t, event.Props, "URL"); !strings.HasSuffix(link, "/student/watch?lesson="+lesson.ID) {
		t.Errorf("it leads to %s", link)
	}
	if now := get[timetableapi.WireTimetable](s, "lin", "/api/timetable"); classIn(t, now, past.ID,
		func(c timetableapi.WireClass) bool { return c.ID == past.ID }).Recording != lesson.ID {
		t.Error("the timetable does not know the recording")
	}
}

// parseStrict checks the line format of a feed and parses it with a library unrelated to the writer.
func parseStrict(t *testing.T, feed string) *ical.Calendar {
	t.Helper()
	if !utf8.ValidString(feed) || !strings.HasSuffix(feed, "END:VCALENDAR\r\n") {
		t.Fatal("not a whole calendar in UTF-8")
	}
	for i, line := range strings.Split(strings.TrimSuffix(feed, "\r\n"), "\r\n") {
		if len(line) > 75 || strings.ContainsAny(line, "\r\n") || !utf8.ValidString(line) || line == "" {
			t.Fatalf("line %d has %d octets: %q", i+1, len(line), line)
		}
	}
	calendar, err := ical.NewDecoder(strings.NewReader(feed)).Decode()
	if err != nil {
		t.Fatalf("the other parser says: %v", err)
	}
	if text(t, calendar.Props, "VERSION") != "2.0" || text(t, calendar.Props, "PRODID") == "" {
		t.Fatal("no version or product")
	}
	return calendar
}

func text(t *testing.T, props ical.Props, name string) string {
	t.Helper()
	p := props.Get(name)
	if p == nil {
		t.Fatalf("there is no %s", name)
	}
	if name == "URL" || name == "SEQUENCE" {
		return p.Value
	}
	value, err := p.Text()
	if err != nil {
		t.Fatal(err)
	}
	return value
}

func eventsByUID(t *testing.T, calendar *ical.Calendar) map[string]*ical.Event {
	t.Helper()
	found := map[string]*ical.Event{}
	for _, e := range calendar.Events() {
		uid := text(t, e.Props, "UID")
		if found[uid] != nil {
			t.Errorf("%s is there twice", uid)
		}
		if e.Props.Get("DTSTAMP") == nil {
			t.Errorf("%s has no DTSTAMP", uid)
		}
		found[uid] = &e
	}
	return found
}

// VTIMEZONE matches the zone's clocks on every day of a term and around every change of the clocks.
func TestTimeZoneOfTheFeed(t *testing.T) {
	for _, tc := range []struct {
		zone, monday string
		changes      int
	}{
		{"Asia/Shanghai", "2026-09-07", 0},
		{"UTC", "2026-09-07", 0},
		{"Asia/Kathmandu", "2026-09-07", 0},
		{"America/New_York", "2026-09-07", 1},
		{"America/New_York", "2026-01-12", 1},
		{"Europe/Dublin", "2026-02-02", 1}, // its table calls winter daylight saving
		{"Australia/Lord_Howe", "2026-02-16", 1},
		{"Africa/Casablanca", "2026-01-19", 2}, // off during Ramadan, within one term
	} {
		t.Run(tc.zone+" "+tc.monday, func(t *testing.T) {
			zone, err := time.LoadLocation(tc.zone)
			if err != nil {
				t.Fatal(err)
			}
			monday, err := civil.ParseDate(tc.monday)
			if err != nil {
				t.Fatal(err)
			}
			term := timetable.Term{ID: "term", FirstMonday: monday, Weeks: 18}
			table := &timetable.Timetable{Version: "1", Term: term, Groups: []timetable.Group{{ID: "g", Name: "课"}}}
			eight, _ := civil.NewTime(8, 0)
			nine, _ := civil.NewTime(9, 35)
			for i := range 18 * 7 {
				table.Classes = append(table.Classes, timetable.Class{
					ID: fmt.Sprint(i), Group: "g", Kind: timetable.Regular, Week: i/7 + 1, State: timetable.Held,
					Place: timetable.Place{Day: monday.AddDays(i), Hours: timetable.Hours{Starts: eight, Ends: nine}},
				})
			}
			body, err := calendar.Render(table, zone, calendar.Style{Language: locale.Chinese})
			if err != nil {
				t.Fatal(err)
			}
			parsed := parseStrict(t, string(body))
			clocks := observancesOf(t, parsed, tc.zone)
			if len(clocks) != tc.changes+1 {
				t.Errorf("%d observances: %+v", len(clocks), clocks)
			}
			for i, c := range table.Classes {
				event := eventsByUID(t, parsed)[c.ID+"@lectern"]
				local := event.Props.Get("DTSTART")
				if local.Params.Get("TZID") != tc.zone {
					t.Fatalf("TZID is %q", local.Params.Get("TZID"))
				}
				want := c.Place.Day.At(eight, zone)
				if got := instantBy(t, clocks, local.Value); !got.Equal(want) {
					t.Fatalf("day %d: %s is %v by VTIMEZONE and %v by the zone", i, local.Value, got, want)
				}
			}
		})
	}
}

type clocksFrom struct {
	local    string // from this local time, on the clocks before the change
	from, to time.Duration
}

func observancesOf(t *testing.T, calendar *ical.Calendar, name string) []clocksFrom {
	t.Helper()
	var found []clocksFrom
	for _, zone := range calendar.Children {
		if zone.Name != "VTIMEZONE" {
			continue
		}
		if text(t, zone.Props, "TZID") != name {
			t.Errorf("it describes %s", text(t, zone.Props, "TZID"))
		}
		for _, o := range zone.Children {
			found = append(found, clocksFrom{
				o.Props.Get("DTSTART").Value, offsetOf(t, o.Props.Get("TZOFFSETFROM").Value),
				offsetOf(t, o.Props.Get("TZOFFSETTO").Value),
			})
		}
	}
	slices.SortFunc(found, func(a, b clocksFrom) int { return strings.Compare(a.local, b.local) })
	for i := 1; i < len(found); i++ {
		if found[i].from != found[i-1].to {
			t.Errorf("clocks change from %v, but they showed %v", found[i].from, found[i-1].to)
		}
	}
	return found
}

func offsetOf(t *testing.T, text string) time.Duration {
	t.Helper()
	at, err := time.Parse("-0700", text)
	if err != nil {
		t.Fatal(err)
	}
	_, seconds := at.Zone()
	return time.Duration(seconds) * time.Second
}

func instantBy(t *testing.T, clocks []clocksFrom, local string) time.Time {
	t.Helper()
	offset := clocks[0].to
	for _, c := range clocks {
		if c.local <= local {
			offset = c.to
		}
	}
	at, err := time.Parse("20060102T150405", local)
	if err != nil {
		t.Fatal(err)
	}
	return at.Add(-offset)
}
