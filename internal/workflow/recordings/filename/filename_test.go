package filename_test

import (
	"fmt"
	"strings"
	"testing"

	"lectern/internal/kernel/civil"
	"lectern/internal/workflow/recordings/filename"
)

// said returns a name in one line: code, day, time, week, weekday, periods, turn, number, title. It omits what is
// empty.
func said(n *filename.Name) string {
	out := n.Code
	add := func(there bool, format string, args ...any) {
		if there {
			out += " " + fmt.Sprintf(format, args...)
		}
	}
	add(n.Dated && !n.Guessed, "%s", n.Day)
	add(n.Guessed, "%s?", n.Day)
	add(n.Timed, "%s", n.Clock)
	add(n.UTC, "UTC")
	add(n.Week > 0, "week %d", n.Week)
	add(n.Weekday > 0, "%s", n.Weekday)
	add(n.First > 0, "periods %d-%d", n.First, n.Last)
	add(n.Turn > 0, "turn %d", n.Turn)
	add(n.Number > 0, "no. %d", n.Number)
	add(n.Title != "", "%q", n.Title)
	return strings.TrimSpace(out)
}

func TestNames(t *testing.T) {
	today, _ := civil.ParseDate("2026-11-18")
	r := filename.NewReader([]string{"MKT201", "MKT201-1", "FIN201", "ACC101"}, today)
	for file, want := range map[string]string{
		"MKT201-1 2026-09-07 0800.mp4":         "MKT201-1 2026-09-07 08:00",
		"mkt201-1_20260907_08-05.mkv":          "MKT201-1 2026-09-07 08:05",
		"录屏 2026年9月7日 8:00 MKT201.mp4":         "MKT201 2026-09-07 08:00",
		"2026.09.07T14:30 FIN201 guest.mp4":    `FIN201 2026-09-07 14:30 "guest"`,
		"MKT201 2026-09-07.mp4":                "MKT201 2026-09-07",
		"MKT201 03 Pricing.mp4":                `MKT201 no. 3 "Pricing"`,
		"MKT201 第3讲 定价.mp4":                    `MKT201 no. 3 "定价"`,
		"MKT201 第三节 定价.mp4":                    `MKT201 no. 3 "定价"`,
		"MKT201_Lesson_12_Channels.mov":        `MKT201 no. 12 "Channels"`,
		"MKT201 Brands and names.mp4":          `MKT201 "Brands and names"`,
		"folder/ACC101 - Debit and credit.mp4": `ACC101 "Debit and credit"`,
		"MKT2010 something.mp4":                `"MKT2010 something"`,
		"MKT201 2026-13-40.mp4":                `MKT201 "2026-13-40"`,
		"holiday.mp4":                          `"holiday"`,
		"MKT201 1.2 定价.mp4":                    `MKT201 2026-01-02? "定价"`,
		"ＭＫＴ２０１　第３讲　定价.mp4":                    `MKT201 no. 3 "定价"`,

		// Cameras and meeting programs.
		"GMT20260907-080512_Recording_MKT201.mp4":                  "MKT201 2026-09-07 08:05 UTC",
		"GMT20261110-053000_Recording_1920x1080.mp4":               "2026-11-10 05:30 UTC",
		"MKT201 20261110T053000Z.mp4":                              "MKT201 2026-11-10 05:30 UTC",
		"ch03_20261113132800.mp4":                                  `2026-11-13 13:28 "ch03"`,
		"TM-20261111080212-388261922-1.mp4":                        `2026-11-11 08:02 "TM"`,
		"VID_20261101_100000123.mp4":                               `2026-11-01 10:00 "VID"`,
		"bandicam 2026-11-10 10-00-05-123.mp4":                     `2026-11-10 10:00 "bandicam"`,
		"Screen Recording 2026-11-10 at 2.05.33 PM.mov":            "2026-11-10 14:05",
		"录屏2026-11-10 下午2.05.33.mov":                               "2026-11-10 14:05",
		"Meeting in General-20261110_133000-Meeting Recording.mp4": `2026-11-10 13:30 "Meeting in General"`,

		"WIN_20261118_15_30_05_Pro.mp4": `2026-11-18 15:30 "WIN Pro"`,
		"A305_19800106_000012.mp4":      `1980-01-06 00:00 "A305"`,
		// People.
		"FIN 201 2026-11-10.mp4":           "FIN201 2026-11-10",
		"fin_201_2026-11-10.mp4":           "FIN201 2026-11-10",
		"会计 11月16日.mp4":                    `2026-11-16 "会计"`,
		"会计 12月28日.mp4":                    `2025-12-28 "会计"`,
		"11.16 会计.mp4":                     `2026-11-16? "会计"`,
		"Accounting 9 Nov 2026.mp4":        `2026-11-09 "Accounting"`,
		"Accounting Nov 9, 2026 08-00.mp4": `2026-11-09 08:00 "Accounting"`,
		"Accounting, Nov 9.mp4":            `2026-11-09? "Accounting"`,
		"会计 Monday 9 Nov 08.00.mp4":        `2026-11-09? 08:00 Monday "会计"`,
		"Marketing 12.mp4":                 `"Marketing 12"`,
		"B204-2026年11月9日10点.mp4":           `2026-11-09 10:00 "B204"`,
		"2026年11月9日 周一 上午10点半 会计.mp4":      `2026-11-09 10:30 "会计"`,
		"2026-11-09 101.mp4":               `2026-11-09 "101"`,
		"2026-11-09 10-11节 会计.mp4":         `2026-11-09 periods 10-11 "会计"`,
		"会计 第5周 周二 5-6节.mp4":               `week 5 Tuesday periods 5-6 "会计"`,
		"会计第五周周二第五六节.mp4":                  `week 5 Tuesday periods 5-6 "会计"`,
		"第5周一3、4节会计.mp4":                   `week 5 Monday periods 3-4 "会计"`,
		"第5周一元线性回归.mp4":                    `week 5 "一元线性回归"`,
		"5周 星期日 0102节.mp4":                 "week 5 Sunday periods 1-2",
		"MKT201 W05 Tue.mp4":               "MKT201 week 5 Tuesday",
		"week_5_tuesday_marketing.mp4":     `week 5 Tuesday "marketing"`,
		"MKT201 Sun and moon.mp4":          `MKT201 "Sun and moon"`,
		"周二 下午2点 会计.mp4":                   `14:00 Tuesday "会计"`,
		"会计1-16周.mp4":                      `"会计1-16周"`,
		"MKT201-1 第5次课.mp4":                "MKT201-1 turn 5",
		"MKT201-1 第十二次 定价.mp4":             `MKT201-1 turn 12 "定价"`,
		"MKT201 5点建议.mp4":                  `MKT201 "5点建议"`,
		"会计1101教室.mp4":                     `"会计1101教室"`,
	} {
		n := r.Read(file)
		if got := said(&n); got != want {
			t.Errorf("%s: %s, want %s", file, got, want)
		}
	}
	certain := r.ReadCertain("MKT201 1.2 定价.mp4")
	if got, want := said(&certain), `MKT201 "1.2 定价"`; got != want {
		t.Errorf("without guesses: %s, want %s", got, want)
	}
	folder := r.ReadFolder("2026-11-10 10.00.00 会计 123456")
	if got, want := said(&folder), `2026-11-10 10:00 "会计 123456"`; got != want {
		t.Errorf("a folder: %s, want %s", got, want)
	}
}

func FuzzRead(f *testing.F) {
	for _, file := range []string{
		"MKT201-1 2026-09-07 0800.mp4", "第五周周二第五六节.mp4", "GMT20261110-053000.mp4",
		"录屏2026-11-10 下午2.05.33.mov", "第周节次", "0月0日", "\xff第5周",
	} {
		f.Add(file)
	}
	today, _ := civil.ParseDate("2026-11-18")
	r := filename.NewReader([]string{"MKT201", "课"}, today)
	f.Fuzz(func(t *testing.T, file string) {
		for _, n := range []filename.Name{r.Read(file), r.ReadCertain(file), r.ReadFolder(file)} {
			if n.Dated == n.Day.IsZero() || n.Timed && !n.Clock.Valid() || n.Weekday < 0 || n.Weekday > 7 || n.First > n.Last ||
				n.Week < 0 || n.Number < 0 || n.Turn < 0 {
				t.Errorf("%q: %+v", file, n)
			}
		}
	})
}
