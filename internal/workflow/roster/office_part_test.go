package roster_test

import (
	"strings"
	"testing"

	"lectern/internal/kernel/locale"
	"lectern/internal/workflow/roster"
)

// evenings has two schemes for a campus: summer with a noon period and two in the evening; winter with one more in the
// afternoon, which shifts the numbers of the evening.
func evenings() string {
	var out strings.Builder
	out.WriteString("校区编号,校区,生效日期,截止日期,节次,时间\n")
	day := func(dates string, times ...string) {
		for i, span := range times {
			out.WriteString("north,北校区," + dates + "," + string(rune('1'+i)) + "," + span + "\n")
		}
	}
	day("2026-05-01,2026-09-30", "8:00-8:45", "8:55-9:40", "10:00-10:45", "10:55-11:40", "12:20-13:05",
		"14:00-14:45", "18:30-19:15", "19:25-20:10")
	day("2026-10-01,2027-04-30", "8:00-8:45", "8:55-9:40", "10:00-10:45", "10:55-11:40", "13:00-13:45", "13:50-14:35",
		"14:45-15:30", "18:00-18:45", "18:55-19:40")
	return out.String()
}

// Timetables number evening periods from 1 and refer to the noon period by name: each means the campus's period at that
// time.
func TestPeriodsOfThePartsOfADay(t *testing.T) {
	each(t, func(t *testing.T, c *college) {
		c.setUp().teach()
		c.good(roster.Periods, evenings())
		const head = "教学班编号,星期,节次,周次,教室\n"
		for _, one := range []struct{ hours, want string }{
			{"晚一", "7 7"}, {"晚二", "8 8"}, {"晚1-2", "7 8"}, {"晚上第1节", "7 7"}, {"晚上第7-8节", "7 8"}, {"中午", "5 5"},
		} {
			c.anew(head + "MKT201-1,周一," + one.hours + ",1-3,A102\n")
			wantLines(t, one.hours, c.query(`SELECT first_period, last_period FROM meeting`, 2), one.want)
		}
		c.anew("教学班编号,上课时间,教室\nMKT201-1,周二晚1-2节{1-3周};周三中午{1-3周},A102\n")
		wantLines(t, "in one cell",
			c.query(`SELECT weekday, first_period, last_period FROM meeting ORDER BY weekday`, 3), "2 7 8", "3 5 5")
		c.anew("教学班编号,星期,开始节次,结束节次,周次,教室\nMKT201-1,周一,晚一,晚二,10-16,A102\n")
		wantLines(t, "in two columns, in winter", c.query(`SELECT first_period, last_period FROM meeting`, 2), "8 9")
	})
}

// A period that the campus lacks or has twice is rejected, and the message lists its periods; nothing is guessed.
func TestPeriodsOfThePartsOfADayRefused(t *testing.T) {
	each(t, func(t *testing.T, c *college) {
		c.setUp().teach()
		c.good(roster.Periods, evenings())
		for _, one := range []struct{ row, code, says string }{
			{"周一,晚3,1-3,A102", "evening_periods", "1 08:00, 2 08:55, 3 10:00, 4 10:55, 5 12:20, 6 14:00, 7 18:30, 8 19:25"},
			{"周一,晚1-3,1-3,A102", "evening_periods", "8 19:25"},
			{"周一,晚一,1-3,101", "evening_periods", "1 08:00, 2 08:55"},
			{"周一,中午,10-16,A102", "noon_period", "5 13:00, 6 13:50"},
			{"周一,中午,1-3,101", "noon_period", "1 08:00, 2 08:55"},
			{"周一,晚1-2,1-16,A102", "part_differs", "7-8"},
			{"周一,晚一,1-3,", "timetable.no_campus", ""},
			{"周一,晚自习,1-3,A102", "bad_hours", ""},
			{"周一,晚一,1-3,B999", "timetable.unknown_room", ""}, // and no error about periods, because the campus is unknown
		} {
			r := c.do(roster.Timetable, "教学班编号,星期,节次,周次,教室\nMKT201-1,"+one.row+"\n")
			if got := codes(r); got != one.code {
				t.Errorf("%s: %s", one.row, got)
				continue
			}
			for _, lang := range []locale.Language{locale.Chinese, locale.English} {
				if text := r.Problems[0].Text(lang); !strings.Contains(text, one.says) {
					t.Errorf("%s: %s", one.row, text)
				}
			}
		}
		wantLines(t, "nothing is written", c.query(`SELECT id FROM meeting`, 1))
	})
}

// Changes and exams may also name evening and noon periods: for the old time, and for the new one at its campus and
// date.
func TestPeriodsOfThePartsOfADayElsewhere(t *testing.T) {
	each(t, func(t *testing.T, c *college) {
		c.setUp().teach()
		c.good(roster.Periods, evenings())
		c.good(roster.Timetable,
			"教学班编号,星期,节次,周次,教室\nMKT201-1,周一,晚1-2,1-3,A102\nMKT201-1,周一,中午,1-3,A102\nMKT201-1,周二,1-2,1-3,A102\n")
		const head = "变更类型,教学班编号,原日期,原节次,新日期,新节次,新教室\n"
		c.good(roster.Changes, head+"停课,MKT201-1,2026-09-07,晚1-2,,,\n停课,MKT201-1,2026-09-14,中午,,,\n")
		if r := c.do(roster.Changes, head+"停课,MKT201-1,2026-09-07,7-8,,,\n"); r.Unchanged != 1 {
			t.Errorf("in other words: %+v", r)
		}
		c.good(roster.Changes, head+"调课,MKT201-1,2026-09-08,1-2,2026-09-09,晚一,\n")                 // summer
		c.good(roster.Changes, head+"调课,MKT201-1,2026-09-15,1-2,2026-10-14,晚1-2,\n")               // winter
		c.good(roster.Changes, "变更类型,教学班编号,原日期,新时间,新教室\n补课,MKT201-1,,第8周星期三晚二,A102\n")             // one cell
		c.good(roster.Changes, "变更类型,教学班编号,原上课时间,新时间\n调课,MKT201-1,第3周星期一晚1-2节,2026-10-15 晚1-2节\n") // dates and weeks
		wantLines(t, "changes", c.query(`SELECT action, day, first_period, last_period FROM class_change
			ORDER BY action, day, id`, 4), "add 2026-10-28 9 9", "cancel <nil> 0 0", "cancel <nil> 0 0", "move 2026-09-09 7 7",
			"move 2026-10-14 8 9", "move 2026-10-15 8 9")
		c.good(roster.Changes, "变更类型,教学班编号,原周次,原节次,新周次,新节次\n调课,MKT201-1,第3周周二,1-2,第8周（星期五）,晚一\n")
		wantLines(t, "week and weekday in one cell",
			c.query(`SELECT day, first_period FROM class_change WHERE day = '2026-10-30'`, 2), "2026-10-30 8")
		c.refused(t, roster.Changes, head+"停课,MKT201-1,2026-09-21,晚3,,,\n", "roster.evening_periods", "8 19:25")
		c.refused(t, roster.Changes, head+"调课,MKT201-1,2026-10-30,晚一,2026-10-20,中午,\n",
			"roster.noon_period", "5 13:00, 6 13:50")
		c.refused(t, roster.Changes, head+"停课,MKT201-1,2026-09-09,晚二,,,\n", "roster.no_class_then", "7")
		c.refused(t, roster.Changes, head+"补课,MKT201-1,2026-09-23,晚一,,,\n", "timetable.no_campus", "")
		c.good(roster.Exams, "教学班编号,考试日期,节次,考场\nMKT201-1,2026-12-28,晚1-2,A102\n")
		c.good(roster.Exams, "教学班编号,考试时间,考场\nMKT201-1,2026-12-29 晚上第1节,A102\n")
		wantLines(t, "exams", c.query(`SELECT day, first_period, last_period FROM class_change WHERE kind = 'exam'
			ORDER BY day`, 3), "2026-12-28 8 9", "2026-12-29 8 8")
		c.refused(t, roster.Exams, "教学班编号,考试日期,节次,考场\nMKT201-1,2026-12-30,中午,A102\n",
			"roster.noon_period", "5 13:00, 6 13:50")
		c.refused(t, roster.Exams, "教学班编号,考试日期,节次\nMKT201-1,2026-12-30,晚一\n", "timetable.no_campus", "")
	})
}
