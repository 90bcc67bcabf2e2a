package parse

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"lectern/internal/kernel/fault"
	"lectern/internal/workflow/roster/sheet"
)

// shown formats a parsed value, or the code of the error.
func shown[T any](value T, err error) string {
	if err != nil {
		return fault.Code(err)
	}
	return fmt.Sprint(value)
}

func TestCells(t *testing.T) {
	readers := map[string]func(string) string{
		"clean":  Clean,
		"digits": func(s string) string { return shown(Digits(s)) },
		"id":     func(s string) string { return shown(NationalID(s)) },
		"date":   func(s string) string { return shown(Date(s, false)) },
		"1904":   func(s string) string { return shown(Date(s, true)) },
		"clock":  func(s string) string { return shown(Clock(s)) },
		"hours":  func(s string) string { return shown(Hours(s)) },
		"day":    func(s string) string { return shown(Weekday(s)) },
		"year":   func(s string) string { return shown(Year(s)) },
		"whole":  func(s string) string { return shown(WholeNumber(s)) },
		"name":   PersonName,
		"tenths": func(s string) string { return shown(Tenths(s)) },
		"gender": func(s string) string { return shown(Genders.Read(s)) },
		"mode":   func(s string) string { return shown(StudyModes.Read(s)) },
		"mask":   Mask,
	}
	for _, tc := range []struct{ reader, cell, want string }{
		{"clean", " \u3000林晓雨\u00a0\u200b", "林晓雨"},
		{"clean", "Ｋ１\u00a0教室（１）\u3000乙", "K1 教室（1） 乙"},
		{"clean", "'+44", "+44"},
		{"clean", "'quoted", "'quoted"},
		{"clean", "——", ""},
		{"clean", "无", ""},
		{"digits", "2024.0", "2024"},
		{"digits", "2024.5", "2024.5"},
		{"digits", "２０２４", "2024"},
		{"digits", "1.3800000001E10", "13800000001"},
		{"digits", "1.38E+10", "roster.lost_digits"},
		{"digits", "1e99", "roster.lost_digits"},
		{"digits", "MKT201-1", "MKT201-1"},
		{"id", "310115200603048000", "roster.lost_digits"},
		{"id", "310115200401015000", "310115200401015000"},
		{"id", "3.10115E+17", "roster.lost_digits"},
		{"id", "31011520060304802x", "31011520060304802x"},
		{"date", "2026-09-07", "2026-09-07"},
		{"date", "2026/9/7", "2026-09-07"},
		{"date", "2026.9.7", "2026-09-07"},
		{"date", "2026年9月7日", "2026-09-07"},
		{"date", "2026-09-07 00:00:00", "2026-09-07"},
		{"date", "2026-09-07T00:00:00Z", "2026-09-07"},
		{"date", "20260907", "2026-09-07"},
		{"date", "2029年6月", "2029-06-30"},
		{"date", "2028-02", "2028-02-29"},
		{"date", "46272", "2026-09-07"},
		{"date", "46272.5", "2026-09-07"},
		{"1904", "44810", "2026-09-07"},
		{"date", "2027年1月21日（周四）", "2027-01-21"},
		{"date", "2027-01-21星期四", "2027-01-21"},
		{"date", "5", "roster.bad_date"},
		{"date", "7/9/2026", "roster.bad_date"},
		{"date", "2026-13-01", "roster.bad_date"},
		{"date", "soon", "roster.bad_date"},
		{"clock", "8:00", "08:00"},
		{"clock", "０８：００", "08:00"},
		{"clock", "08:00:00", "08:00"},
		{"clock", "7:30 PM", "19:30"},
		{"clock", "12:15 am", "00:15"},
		{"clock", "0.333333333333333", "08:00"},
		{"clock", "24:00", "roster.past_midnight"},
		{"clock", "8:61", "roster.bad_time"},
		{"clock", "13:00 pm", "roster.bad_time"},
		{"clock", "1.5", "roster.bad_time"},
		{"hours", "1-2", "{1 2 00:00 00:00}"},
		{"hours", "第3-4节", "{3 4 00:00 00:00}"},
		{"hours", "5、6", "{5 6 00:00 00:00}"},
		{"hours", "5,6,7", "{5 7 00:00 00:00}"},
		{"hours", "9", "{9 9 00:00 00:00}"},
		{"hours", "Periods 1 - 2", "{1 2 00:00 00:00}"},
		{"hours", "19:00–20:30", "{0 0 19:00 20:30}"},
		{"hours", "19:00至20:30", "{0 0 19:00 20:30}"},
		{"hours", "0102", "{1 2 00:00 00:00}"},
		{"hours", "第1,2节", "{1 2 00:00 00:00}"},
		{"hours", "第１节", "{1 1 00:00 00:00}"},
		{"hours", "第三、四节", "{3 4 00:00 00:00}"},
		{"hours", "第十一十二节", "{11 12 00:00 00:00}"},
		{"hours", "九十节", "{9 10 00:00 00:00}"},
		{"hours", "上午9:00-11:00", "{0 0 09:00 11:00}"},
		{"hours", "下午2:30～4:30", "{0 0 14:30 16:30}"},
		{"hours", "晚上7点-9点30分", "{0 0 19:00 21:30}"},
		{"hours", "1,4", "roster.bad_hours"},
		{"hours", "46024", "roster.became_date"},
		{"day", "礼拜一", "Monday"},
		{"hours", "0", "roster.bad_hours"},
		{"hours", "morning", "roster.bad_hours"},
		{"day", "周一", "Monday"},
		{"day", "星期天", "Sunday"},
		{"day", "Thurs.", "Thursday"},
		{"day", "3", "Wednesday"},
		{"day", "8", "roster.bad_weekday"},
		{"year", "2025级", "2025"},
		{"year", "25级", "2025"},
		{"year", "2026年9月", "2026"},
		{"year", "202609", "2026"},
		{"year", "2026-09-01", "2026"},
		{"year", "46266", "2026"},
		{"whole", "120人", "120"},
		{"whole", "７０座", "70"},
		{"whole", "many", "roster.bad_number"},
		{"name", "赵　伟", "赵伟"},
		{"name", "Zhao Wei", "Zhao Wei"},
		{"name", "阿依古丽 · 买买提", "阿依古丽 · 买买提"},
		{"tenths", "2.5", "25"},
		{"tenths", "3学分", "30"},
		{"tenths", "2.55", "course.credits"},
		{"tenths", "NaN", "course.credits"},
		{"gender", "女", "female"},
		{"gender", "M", "male"},
		{"gender", "?", "roster.bad_choice"},
		{"mode", "Full-time", "full-time"},
		{"mode", "非全日制", "part-time"},
		{"mask", "13800000001", "138********"},
		{"mask", "林晓雨", "***"},
	} {
		if got := readers[tc.reader](tc.cell); got != tc.want {
			t.Errorf("%s %q: got %s, want %s", tc.reader, tc.cell, got, tc.want)
		}
	}
}

// A value written for Excel is read back unchanged.
func FuzzEscapeFormula(f *testing.F) {
	for _, seed := range []string{"=1+1", "+44", "-", "@x", "'", "林晓雨", "'=x", "\t=x", "＝1+1", "＋44", "－1", "＠x", "\n=x"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, cell string) {
		safe := sheet.EscapeFormula(cell)
		if first, _ := utf8.DecodeRuneInString(safe); safe != "" && strings.ContainsRune("=+-@＝＋－＠\t\r\n", first) {
			t.Fatalf("%q is a formula", safe)
		}
		if cell == Clean(cell) && Clean(safe) != cell && !(len(cell) > 1 && cell[0] == '\'') {
			t.Fatalf("%q came back as %q", cell, Clean(safe))
		}
	})
}

func FuzzCell(f *testing.F) {
	for _, seed := range []string{"1.38E+10", "46272", "2026年9月7日", "19:00-20:30", "第1-2节", "周一", "0.33", "３学分", "1-2,3"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, cell string) {
		text := Clean(cell)
		if again := Clean(text); again != text && Clean(again) != again {
			t.Fatalf("%q cleans to %q, then to %q", cell, text, again)
		}
		if d, err := Date(text, false); err == nil && d.IsZero() {
			t.Fatalf("%q is no date and no refusal", cell)
		}
		if c, err := Clock(text); err == nil && !c.Valid() {
			t.Fatalf("%q is no time and no refusal", cell)
		}
		if h, err := Hours(text); err == nil && h.FirstPeriod == 0 && h.Starts == 0 && h.Ends == 0 {
			t.Logf("%q are the hours of midnight", cell)
		}
		for _, read := range []func(string) (string, error){Digits, NationalID, Year, Genders.Read, Statuses.Read} {
			if _, err := read(text); err != nil && fault.Code(err) == "" {
				t.Fatalf("%q: an accident: %v", cell, err)
			}
		}
		_, _ = Weekday(text)
		_, _ = Tenths(text)
		_ = Mask(text)
	})
}
