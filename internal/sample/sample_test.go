package sample_test

import (
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lectern/internal/feature/student/nationalid"
	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/civil"
	"lectern/internal/sample"
)

func date(t *testing.T, text string) civil.Date {
	t.Helper()
	d, err := civil.ParseDate(text)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// The college must be valid on any day: around new year, in a leap year, on every weekday.
func TestAnyDay(t *testing.T) {
	for day, last := date(t, "2026-01-01"), date(t, "2029-03-01"); day.Before(last); day = day.AddDays(11) {
		d := sample.College(day)
		week := timetable.WeekOf(d.Current, day)
		current, ok := timetable.CurrentTerm([]timetable.Term{d.Current, d.Past}, day)
		if week != 6 || !ok || current != d.Current || d.Past.ID == d.Current.ID {
			t.Fatalf("on %s: week %d of %+v, past %+v", day, week, d.Current, d.Past)
		}
		for _, term := range []timetable.Term{d.Past, d.Current} {
			if err := term.Check(); err != nil {
				t.Fatalf("on %s: %v", day, err)
			}
		}
		if d.Past.LastDay().After(d.Current.FirstMonday) {
			t.Fatalf("on %s the terms overlap", day)
		}
		if err := timetable.CheckSchemes(d.Schemes); err != nil {
			t.Fatalf("on %s: %v", day, err)
		}
		checkFirst(t, d)
	}
}

// checkFirst checks that the first student's timetable has every kind of change.
func checkFirst(t *testing.T, d *sample.Data) {
	t.Helper()
	classes := timetable.Expand(d.Plan(d.Current, d.Students[0].Number))
	seen := map[string]int{}
	for _, c := range classes {
		seen[string(c.State)+" by "+string(c.Cause)]++
		seen[string(c.Kind)]++
		if !c.Place.Hours.Timed() {
			t.Fatalf("%s: class %s on %s has no clock times", d.Today, c.ID, c.Place.Day)
		}
		if c.Place.Hours.FirstPeriod == 0 && c.Kind == timetable.Regular {
			seen["clock times"]++
		}
		if c.Place.Room == "" {
			seen["online"]++
		}
	}
	for _, want := range []string{
		"held by ", "cancelled by change", "moved by change", "added by change", "moved by mapping", "cancelled by holiday",
		"class", "exam", "clock times", "online",
	} {
		if seen[want] == 0 {
			t.Errorf("on %s nothing is %s: %v", d.Today, want, seen)
		}
	}
	if len(timetable.Conflicts(classes)) == 0 {
		t.Errorf("on %s nothing overlaps", d.Today)
	}
	if len(timetable.Expand(d.Plan(d.Past, d.Students[0].Number))) < 30 {
		t.Errorf("on %s the past term is empty", d.Today)
	}
}

func TestNumbers(t *testing.T) {
	d := sample.College(date(t, "2026-11-15"))
	for what, count := range map[string][2]int{
		"students": {len(d.Students), 300}, "courses": {len(d.Courses), 12}, "groups": {len(d.Groups), 24},
		"teachers": {len(d.Teachers), 10},
		"campuses": {len(d.Campuses), 2},
	} {
		if count[0] != count[1] {
			t.Errorf("%d %s; want %d", count[0], what, count[1])
		}
	}
	if diff := cmp.Diff(d, sample.College(date(t, "2026-11-15")),
		cmp.Exporter(func(reflect.Type) bool { return true })); diff != "" {
		t.Errorf("the same day makes another college (-first +second):\n%s", diff)
	}
	if d.Current.ID != "2026-autumn" || d.Current.Name != "2026–2027 学年第一学期" || d.Past.ID != "2026-spring" ||
		d.Past.Name != "2025–2026 学年第二学期" {
		t.Errorf("terms are %+v and %+v", d.Current, d.Past)
	}
	kinds := map[string]bool{}
	for _, m := range d.Messages {
		kinds[string(m.Note.Kind)] = true
		kinds["acknowledge"] = kinds["acknowledge"] || m.Note.Acknowledge
		kinds[strings.SplitN(m.To, ":", 2)[0]] = true
		if m.Note.Title.Zh == "" || m.Note.Title.En == "" || m.Note.Content.Zh == "" || m.Note.Content.En == "" {
			t.Errorf("%s is in one language only", m.Note.Title)
		}
	}
	for _, want := range []string{"message", "notice", "todo", "acknowledge", "all", "programme", "group", "student"} {
		if !kinds[want] {
			t.Errorf("no message is %s", want)
		}
	}
	for i, m := range d.Meetings {
		for _, other := range d.Meetings[:i] {
			if m.ID == other.ID || m.Room != "" &&
				m.Room == other.Room && m.Weekday == other.Weekday && m.Weeks&other.Weeks != 0 && m.Hours == other.Hours &&
				strings.HasPrefix(m.Group, d.Current.ID) == strings.HasPrefix(other.Group, d.Current.ID) {
				t.Errorf("%s and %s meet in one room", m.ID, other.ID)
			}
		}
	}
}

func TestPeople(t *testing.T) {
	d := sample.College(date(t, "2026-11-15"))
	if first := d.Students[0]; first.Phone != "13800000001" || first.Name != "林晓雨" || first.NativePlace != "" {
		t.Errorf("the first student is %+v", first)
	}
	if !strings.HasSuffix(d.Students[1].NationalID.LastSix(), "X") {
		t.Error("the second student's national ID does not end in X")
	}
	seen := map[string]string{}
	once := func(kind, value string) {
		if other, twice := seen[kind+value]; twice || value == "" {
			t.Errorf("%s %q twice, or missing: %s", kind, value, other)
		}
		seen[kind+value] = value
	}
	groups := map[string]int{}
	for _, e := range d.Enrolments {
		once("enrolment", e.Student+e.Group)
		groups[e.Group]++
		groups[e.Student]++
	}
	for _, g := range d.Groups {
		if groups[g.Key()] < 25 {
			t.Errorf("%s has %d students", g.Key(), groups[g.Key()])
		}
	}
	for _, s := range d.Students {
		once("number", s.Number)
		once("name", s.Name)
		once("phone", s.Phone)
		once("ID", s.NationalID.Reveal())
		once("e-mail", s.Email)
		if parsed, err := nationalid.Parse(s.NationalID.Reveal()); err != nil || string(parsed.Sex()) != s.Gender {
			t.Errorf("%s: %v, %s", s.Number, err, s.Gender)
		}
		if age := s.EntryYear - s.NationalID.Birth().Year(); age < 17 || age > 20 {
			t.Errorf("%s entered at %d", s.Number, age)
		}
		if len([]rune(s.Name)) != 3 || strings.Count(s.NameLatin, " ") != 1 || groups[s.Number] < 3 {
			t.Errorf("%+v", s)
		}
	}
}

// Only students who take a course beyond their class's have an overlap.
func TestOverlapsAreIntended(t *testing.T) {
	d := sample.College(date(t, "2026-11-15"))
	for i, s := range d.Students {
		conflicts := timetable.Conflicts(timetable.Expand(d.Plan(d.Current, s.Number)))
		if (len(conflicts) > 0) != (i < 5) {
			t.Errorf("student %d has %d overlaps: %+v", i+1, len(conflicts), conflicts)
		}
	}
}

// A notice names the button as the page does.
func TestNoticeNamesTheButton(t *testing.T) {
	button := func(language string) string {
		file, err := os.ReadFile("../../web/src/features/portal/messages/locales/" + language + ".json")
		if err != nil {
			t.Fatal(err)
		}
		var words map[string]any
		if err := json.Unmarshal(file, &words); err != nil {
			t.Fatal(err)
		}
		return "“" + words["acknowledge"].(string) + "”"
	}
	found := 0
	for _, m := range sample.College(date(t, "2026-11-16")).Messages {
		if !m.Note.Acknowledge {
			continue
		}
		found++
		if !strings.Contains(m.Note.Content.En, button("en-US")) || !strings.Contains(m.Note.Content.Zh, button("zh-CN")) {
			t.Errorf("%+v names no %s and %s", m.Note.Content, button("en-US"), button("zh-CN"))
		}
	}
	if found == 0 {
		t.Error("no notice asks to be acknowledged")
	}
}
