package media_test

import (
	"fmt"
	"testing"

	"lectern/internal/media"
)

func TestParseName(t *testing.T) {
	codes := []string{"MKT201", "MKT201-1", "FIN201", "ACC101"}
	for file, want := range map[string]string{
		"MKT201-1 2026-09-07 0800.mp4":            "MKT201-1 2026-09-07 08:00 0 ",
		"mkt201-1_20260907_08-05.mkv":             "MKT201-1 2026-09-07 08:05 0 ",
		"录屏 2026年9月7日 8:00 MKT201.mp4":            "MKT201 2026-09-07 08:00 0 录屏",
		"2026.09.07T14:30 FIN201 guest.mp4":       "FIN201 2026-09-07 14:30 0 guest",
		"MKT201 2026-09-07.mp4":                   "MKT201 2026-09-07 - 0 ",
		"MKT201 03 Pricing.mp4":                   "MKT201 - - 3 Pricing",
		"MKT201 第3讲 定价.mp4":                       "MKT201 - - 3 定价",
		"MKT201_Lesson_12_Channels.mov":           "MKT201 - - 12 Channels",
		"MKT201 Brands and names.mp4":             "MKT201 - - 0 Brands and names",
		"folder/ACC101 - Debit and credit.mp4":    "ACC101 - - 0 Debit and credit",
		"MKT2010 something.mp4":                   " - - 0 MKT2010 something",
		"GMT20260907-080512_Recording_MKT201.mp4": "MKT201 2026-09-07 08:05 0 GMT Recording",
		"MKT201 2026-13-40.mp4":                   "MKT201 - - 0 2026-13-40",
		"holiday.mp4":                             " - - 0 holiday",
	} {
		n := media.ParseName(file, codes)
		day, clock := "-", "-"
		if n.Dated {
			day = n.Day.String()
		}
		if n.Timed {
			clock = n.Clock.String()
		}
		if got := fmt.Sprintf("%s %s %s %d %s", n.Code, day, clock, n.Number, n.Title); got != want {
			t.Errorf("%s: %q, want %q", file, got, want)
		}
	}
}
