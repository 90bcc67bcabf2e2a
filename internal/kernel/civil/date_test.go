package civil

import (
	"testing"
	"time"
)

func date(t testing.TB, text string) Date {
	t.Helper()
	d, err := ParseDate(text)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestParseDate(t *testing.T) {
	for _, tc := range []struct {
		text string
		ok   bool
	}{
		{"2026-09-07", true},
		{"0001-01-01", true},
		{"9999-12-31", true},
		{"2024-02-29", true},
		{"2000-02-29", true},
		{"2026-02-29", false},
		{"1900-02-29", false},
		{"2026-04-31", false},
		{"2026-13-01", false},
		{"2026-00-10", false},
		{"2026-01-00", false},
		{"0000-01-01", false},
		{"", false},
		{"2026-9-7", false},
		{"2026/09/07", false},
		{" 2026-09-07", false},
		{"2026-09-07 ", false},
		{"+026-09-07", false},
		{"2026--9-07", false},
		{"20260907", false},
		{"２０２６-09-07", false},
	} {
		d, err := ParseDate(tc.text)
		if (err == nil) != tc.ok {
			t.Errorf("ParseDate(%q) error = %v, want ok = %v", tc.text, err, tc.ok)
		}
		if tc.ok && d.String() != tc.text {
			t.Errorf("ParseDate(%q).String() = %q", tc.text, d.String())
		}
		if !tc.ok && !d.IsZero() {
			t.Errorf("ParseDate(%q) refused but returned %v", tc.text, d)
		}
	}
}

// Compare every day of four centuries, one whole cycle of the calendar, with package time.
func TestCalendarAgreesWithPackageTime(t *testing.T) {
	d := date(t, "1800-01-01")
	for std := time.Date(1800, 1, 1, 0, 0, 0, 0, time.UTC); std.Year() < 2201; std = std.AddDate(0, 0, 1) {
		if d.String() != std.Format(time.DateOnly) || d.Weekday().Go() != std.Weekday() {
			t.Fatalf("%v %v, package time says %v", d, d.Weekday(), std)
		}
		built, ok := NewDate(std.Date())
		if !ok || built != d {
			t.Fatalf("NewDate(%v) = %v, %v", std, built, ok)
		}
		d = d.AddDays(1)
	}
}

func TestDateArithmetic(t *testing.T) {
	for _, tc := range []struct {
		from string
		days int
		want string
	}{
		{"2026-09-07", 0, "2026-09-07"},
		{"2026-12-31", 1, "2027-01-01"},
		{"2028-02-28", 1, "2028-02-29"},
		{"2026-03-01", -1, "2026-02-28"},
		{"2026-09-07", 18 * 7, "2027-01-11"},
		{"9999-12-31", 1, ""},
		{"0001-01-01", -1, ""},
		{"2026-01-01", 1 << 62, ""},
		{"2026-01-01", -1 << 62, ""},
	} {
		got := date(t, tc.from).AddDays(tc.days)
		if got.String() != tc.want {
			t.Errorf("%s + %d = %q, want %q", tc.from, tc.days, got, tc.want)
		}
		if tc.want != "" && date(t, tc.from).DaysUntil(got) != tc.days {
			t.Errorf("DaysUntil(%s, %s) = %d", tc.from, got, date(t, tc.from).DaysUntil(got))
		}
	}
	if got := (Date{}).AddDays(3); !got.IsZero() {
		t.Errorf("no date + 3 days = %v", got)
	}
}

func TestMonday(t *testing.T) {
	for offset := range 7 {
		if got := date(t, "2026-09-07").AddDays(offset).Monday().String(); got != "2026-09-07" {
			t.Errorf("Monday of day %d = %s", offset, got)
		}
	}
	if got := date(t, "0001-01-01").Weekday(); got != Monday {
		t.Errorf("first day of the calendar is a %v", got)
	}
	if (Date{}).Weekday().Valid() || !(Date{}).Monday().IsZero() {
		t.Error("the zero date has a weekday")
	}
}

func TestCompare(t *testing.T) {
	early, late := date(t, "2026-09-07"), date(t, "2026-09-08")
	if early.Compare(late) != -1 || late.Compare(early) != 1 || early.Compare(early) != 0 {
		t.Error("Compare is wrong")
	}
	if !early.Before(late) || early.After(late) || !late.After(early) || early.Before(early) {
		t.Error("Before or After is wrong")
	}
	if !(Date{}).Before(early) {
		t.Error("no date is not before a date")
	}
}

func TestWeekday(t *testing.T) {
	if Monday != 1 || Sunday != 7 || Monday.Go() != time.Monday || Sunday.Go() != time.Sunday {
		t.Error("weekdays do not count from Monday = 1")
	}
	if Wednesday.String() != "Wednesday" || Weekday(8).Valid() || Weekday(0).String() != "Weekday(0)" {
		t.Error("weekday names are wrong")
	}
}

func TestDateInSQL(t *testing.T) {
	for _, from := range []any{"2026-09-07", []byte("2026-09-07")} {
		var d Date
		if err := d.Scan(from); err != nil || d.String() != "2026-09-07" {
			t.Errorf("Scan(%T) = %v, %v", from, d, err)
		}
		if v, err := d.Value(); err != nil || v != "2026-09-07" {
			t.Errorf("Value() = %v, %v", v, err)
		}
	}
	d := date(t, "2026-09-07")
	if err := d.Scan(nil); err != nil || !d.IsZero() {
		t.Errorf("Scan(nil) = %v, %v", d, err)
	}
	if v, err := d.Value(); err != nil || v != nil {
		t.Errorf("zero Value() = %v, %v", v, err)
	}
	for _, from := range []any{"", "yesterday", 20260907} {
		if err := d.Scan(from); err == nil {
			t.Errorf("Scan(%v) passed", from)
		}
	}
}

func FuzzParseDate(f *testing.F) {
	f.Fuzz(func(t *testing.T, text string) {
		d, err := ParseDate(text)
		std, stdErr := time.Parse(time.DateOnly, text)
		if want := stdErr == nil && std.Year() > 0; (err == nil) != want {
			t.Fatalf("ParseDate(%q) error = %v, package time says %v", text, err, stdErr)
		}
		if err == nil && d.String() != text {
			t.Fatalf("%q came back as %q", text, d)
		}
	})
}
