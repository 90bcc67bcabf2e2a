package civil

import (
	"testing"
	"time"
	_ "time/tzdata" // the tests need real zones on any machine
)

func TestParseTime(t *testing.T) {
	for _, tc := range []struct {
		text string
		ok   bool
	}{
		{"08:00", true},
		{"00:00", true},
		{"23:59", true},
		{"24:00", false},
		{"23:60", false},
		{"8:00", false},
		{"08:0", false},
		{"0800", false},
		{"08:00:00", false},
		{"", false},
		{"-1:00", false},
		{"+8:00", false},
		{"08：00", false},
		{" 8:00", false},
	} {
		got, err := ParseTime(tc.text)
		if (err == nil) != tc.ok {
			t.Errorf("ParseTime(%q) error = %v, want ok = %v", tc.text, err, tc.ok)
		}
		if tc.ok && got.String() != tc.text {
			t.Errorf("ParseTime(%q).String() = %q", tc.text, got)
		}
	}
}

func TestTimeAdd(t *testing.T) {
	for _, tc := range []struct {
		hour, minute, add int
		want              string
		ok                bool
	}{
		{8, 0, 45, "08:45", true},
		{23, 14, 45, "23:59", true},
		{23, 15, 45, "00:00", false},
		{0, 30, -30, "00:00", true},
		{0, 30, -31, "00:00", false},
		{8, 0, 1 << 40, "00:00", false},
	} {
		start, _ := NewTime(tc.hour, tc.minute)
		got, ok := start.Add(tc.add)
		if got.String() != tc.want || ok != tc.ok {
			t.Errorf("%v + %d = %v, %v; want %s, %v", start, tc.add, got, ok, tc.want, tc.ok)
		}
	}
	if Time(-1).Valid() || Time(1440).Valid() || !Time(0).Valid() {
		t.Error("Valid is wrong")
	}
}

func zone(t testing.TB, name string) *time.Location {
	t.Helper()
	loc, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return loc
}

func TestAt(t *testing.T) {
	for _, tc := range []struct {
		name, zone, date, time string
		want                   string // the instant in RFC 3339
	}{
		{"no daylight saving", "Asia/Shanghai", "2026-09-07", "08:00", "2026-09-07T08:00:00+08:00"},
		{"winter", "America/New_York", "2026-01-05", "08:00", "2026-01-05T08:00:00-05:00"},
		{"summer", "America/New_York", "2026-07-06", "08:00", "2026-07-06T08:00:00-04:00"},
		{"before the gap", "America/New_York", "2026-03-08", "01:59", "2026-03-08T01:59:00-05:00"},
		{
			"in the gap: read with the offset before it", "America/New_York", "2026-03-08",
			"02:30", "2026-03-08T03:30:00-04:00",
		},
		{"the gap's first minute", "America/New_York", "2026-03-08", "02:00", "2026-03-08T03:00:00-04:00"},
		{"after the gap", "America/New_York", "2026-03-08", "03:00", "2026-03-08T03:00:00-04:00"},
		{"before the overlap", "America/New_York", "2026-11-01", "00:59", "2026-11-01T00:59:00-04:00"},
		{"in the overlap: the first of the two", "America/New_York", "2026-11-01", "01:30", "2026-11-01T01:30:00-04:00"},
		{"after the overlap", "America/New_York", "2026-11-01", "02:00", "2026-11-01T02:00:00-05:00"},
		{"gap at midnight", "America/Santiago", "2026-09-06", "00:30", "2026-09-06T01:30:00-03:00"},
		{"gap, south and half an hour", "Australia/Lord_Howe", "2026-10-04", "02:15", "2026-10-04T02:45:00+11:00"},
		{"overlap, south and half an hour", "Australia/Lord_Howe", "2026-04-05", "01:45", "2026-04-05T01:45:00+11:00"},
		{"the day before a transition", "Europe/Berlin", "2026-03-28", "02:30", "2026-03-28T02:30:00+01:00"},
		{"the day after a transition", "Europe/Berlin", "2026-03-30", "02:30", "2026-03-30T02:30:00+02:00"},
		{"a whole day skipped", "Pacific/Apia", "2011-12-30", "12:00", "2011-12-31T12:00:00+14:00"},
		{"far east", "Pacific/Kiritimati", "2026-09-07", "00:00", "2026-09-07T00:00:00+14:00"},
		{"before 1970", "Asia/Shanghai", "1949-10-01", "15:00", "1949-10-01T15:00:00+08:00"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			clock, err := ParseTime(tc.time)
			if err != nil {
				t.Fatal(err)
			}
			got := date(t, tc.date).At(clock, zone(t, tc.zone))
			if got.Format(time.RFC3339) != tc.want {
				t.Errorf("%s %s in %s = %s, want %s", tc.date, tc.time, tc.zone, got.Format(time.RFC3339), tc.want)
			}
		})
	}
}

// Every half hour of a year with two transitions survives the round trip, except in the gap.
func TestAtAndOfAreInverse(t *testing.T) {
	for _, name := range []string{"Asia/Shanghai", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "UTC"} {
		loc := zone(t, name)
		lost := 0
		for d := date(t, "2026-01-01"); d.Before(date(t, "2027-01-01")); d = d.AddDays(1) {
			for clock := Time(0); clock.Valid(); clock += 15 {
				if gotDay, gotClock := Of(d.At(clock, loc), loc); gotDay != d || gotClock != clock {
					lost++
				}
			}
		}
		want := map[string]int{"Europe/Berlin": 4, "America/New_York": 4, "Australia/Lord_Howe": 2}[name]
		if lost != want {
			t.Errorf("%s: %d quarters of an hour do not come back, want %d", name, lost, want)
		}
	}
}

func TestOfCutsSeconds(t *testing.T) {
	d, clock := Of(time.Date(2026, 9, 6, 16, 5, 59, 999, time.UTC), zone(t, "Asia/Shanghai"))
	if d.String() != "2026-09-07" || clock.String() != "00:05" {
		t.Errorf("Of = %v %v", d, clock)
	}
}

func TestTimeInSQL(t *testing.T) {
	for _, from := range []any{"08:05", []byte("08:05")} {
		var clock Time
		if err := clock.Scan(from); err != nil || clock.String() != "08:05" {
			t.Errorf("Scan(%T) = %v, %v", from, clock, err)
		}
		if v, err := clock.Value(); err != nil || v != "08:05" {
			t.Errorf("Value() = %v, %v", v, err)
		}
	}
	var clock Time
	for _, from := range []any{nil, "", "8", 485} {
		if err := clock.Scan(from); err == nil {
			t.Errorf("Scan(%v) passed", from)
		}
	}
}

func FuzzParseTime(f *testing.F) {
	f.Fuzz(func(t *testing.T, text string) {
		clock, err := ParseTime(text)
		_, stdErr := time.Parse("15:04", text)
		// Package time also accepts a one-digit hour; we don't.
		if want := stdErr == nil && len(text) == 5; (err == nil) != want {
			t.Fatalf("ParseTime(%q) error = %v, package time says %v", text, err, stdErr)
		}
		if err == nil && (clock.String() != text || !clock.Valid()) {
			t.Fatalf("%q came back as %q", text, clock)
		}
	})
}
