package parse

import (
	"fmt"
	"strings"
	"testing"

	"lectern/internal/kernel/fault"
)

func said(slots []Slot) string {
	var out []string
	for _, s := range slots {
		out = append(out, fmt.Sprintf("%d %s %s", s.Weekday, s.Hours, s.Weeks))
	}
	return strings.Join(out, " / ")
}

func TestWhen(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		{"星期一第1-2节{1-16周(单)};星期三第3-4节{2-16周(双)}", "1 第1-2节 1-16周(单) / 3 第3-4节 2-16周(双)"},
		{"周一第1,2节{第1-16周}", "1 第1,2节 第1-16周"},
		{"周一第1,2节{第1-16周|单周};周三第3,4节{第1-16周|2节/周}", "1 第1,2节 第1-16周|单周 / 3 第3,4节 第1-16周"},
		{"星期二第3-4节{3-5周,8周}，星期五第1节{第2周}", "2 第3-4节 3-5周,8周 / 5 第1节 第2周"},
		{"星期一　第１－２节｛１－１６周（单）｝", "1 第1-2节 1-16周(单)"},
		{"一[1-2节]1-16周", "1 1-2节 1-16周"},
		{"1-16周 星期一 [01-02节]", "1 01-02节 1-16周"},
		{"1-8周,10-16周(双) 周四 5-6节", "4 5-6节 1-8周,10-16周(双)"},
		{"星期一第1-2节,第5-6节{1-16周}", "1 第1-2节 1-16周 / 1 第5-6节 1-16周"},
		{"星期一第1-2节\n星期三第3-4节", "1 第1-2节  / 3 第3-4节 "},
		{"星期六 08:30-10:05 {1-8周}", "6 08:30-10:05 1-8周"},
		{"Mon 1-2节 {1-16周}", "1 1-2节 1-16周"},
		{"礼拜天0102节{1-16周}", "7 0102节 1-16周"},
		{"星期一第1-2节{1-16周} 明德楼A101", "roster.bad_when: 星期一 第1-2节 1-16周 | 明德楼a101"},
		{"第1-2节{1-16周}", "roster.when_no_weekday: 第1-2节 1-16周"},
		{"星期一{1-16周}", "roster.when_no_hours: 星期一 1-16周"},
		{"10304", "1 0304 "},
		{"一 1-2", "1 1-2 "},
		{"一1-2", "1 1-2 "},
		{"周1 1-2", "1 1-2 "},
		{"1[01-02]", "1 第01-02节 "},
		{"周一(1-2)", "1 1-2 "},
		{"Mon 1-2", "1 1-2 "},
		{"周一、三1-2节", "1 1-2节  / 3 1-2节 "},
		{"周一上午1-2节", "1 1-2节 "},
		{"周一下午5-6节", "1 5-6节 "},
		{"周一下午1-2节", "roster.bad_when: 周一 1-2节 | 下午"},
		{"周一 1-16", "roster.bad_when: 周一 | 1-16"},
		{"1-16 周四[9-10]", "4 第9-10节 1-16周"},
		{"1-8周,10-16周 周四[5-6]", "4 5-6 1-8周,10-16周"},
		{"第12周 周一 1-2节", "1 1-2节 第12周"},
		{"80102", "roster.bad_when_at_all: "},
		{"待定", "roster.bad_when_at_all: "},
		{"", "roster.bad_when_at_all: "},
	} {
		slots, err := When(tc.text)
		got := strings.ReplaceAll(said(slots), ",,", ",")
		if err != nil {
			f := fault.All(err)[0]
			got = f.Code + ": " + f.Params["understood"]
			if f.Params["rest"] != "" {
				got += " | " + f.Params["rest"]
			}
		}
		if got != tc.want {
			t.Errorf("%q\n got %s\nwant %s", tc.text, got, tc.want)
		}
	}
}

func TestWhenWhere(t *testing.T) {
	for text, want := range map[string]string{
		"周二5-6节(1-16周)博学楼102":                     "2 5-6节 (1-16周) 博学楼102",
		"周二晚1-2节(1-16周)博学楼102":                    "2 晚1-2节 (1-16周) 博学楼102",
		"周二晚一、晚二{1-16周};周三中午{1-8周}":               "2 晚一,晚二 1-16周  / 3 中午 1-8周 ",
		"星期一第1-2节{1-16周}A101;星期三第3-4节{2-16周}A102": "1 第1-2节 1-16周 a101 / 3 第3-4节 2-16周 a102",
		"周一第1-2节{1-16周}":                          "1 第1-2节 1-16周 ",
		"博学楼102":                                  "roster.bad_when_at_all",
	} {
		slots, err := WhenWhere(text)
		var out []string
		for _, s := range slots {
			out = append(out, fmt.Sprintf("%d %s %s %s", s.Weekday, s.Hours, s.Weeks, s.Place))
		}
		got := strings.Join(out, " / ")
		if err != nil {
			got = fault.Code(err)
		}
		if got != want {
			t.Errorf("%q became %q", text, got)
		}
	}
}

func TestPeriods(t *testing.T) {
	for text, want := range map[string]string{
		"1-2": "1 2", "第1节": "1 1", "1-2节": "1 2", "第3-4节": "3 4", "0102": "1 2", "010203": "1 3", "第1,2节": "1 2",
		"1、2、3": "1 3", "９-１０": "9 10", "102": "1 2", "10203": "1 3", "0910": "9 10", "910": "9 10", "1112": "11 12",
		"1234": "1 4", "第1节-第2节": "1 2", "[01-02节]": "1 2", "1-2,3-4": "1 4", "12": "12 12", "2-1": "2 1", "1,4": "",
		"1,3-2": "", "0": "", "": "", "0105": "", "46024": "", "a": "", "1-": "", "1-2-3": "",
	} {
		got := ""
		if first, last, ok := Periods(text); ok {
			got = fmt.Sprint(first, last)
		}
		if got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func TestInPart(t *testing.T) {
	for text, want := range map[string]string{
		"晚一": "evening 1 1", "晚二": "evening 2 2", "晚1-2": "evening 1 2", "晚1、2节": "evening 1 2", "晚上第1节": "evening 1 1",
		"晚上 第１-２ 节": "evening 1 2", "晚间一二": "evening 1 2", "晚一、晚二": "evening 1 2", "晚1-晚2": "evening 1 2",
		"晚上9-10节": "evening 9 10", "中午": "noon 1 1", "中午第一节": "noon 1 1", "午间": "noon 1 1", "晚": "", "晚上": "", "晚自习": "",
		"晚上7:00-9:00": "", "晚1,3": "", "中午12:00": "", "中午1-2": "", "1-2": "", "": "",
	} {
		got := ""
		if p, ok := InPart(text); ok {
			got = fmt.Sprint(p.Part, " ", p.First, p.Last)
		}
		if got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func TestList(t *testing.T) {
	for _, tc := range []struct {
		text  string
		count int
		want  string
	}{
		{"A101;A102", 2, "A101|A102"},
		{"A101", 3, "A101|A101|A101"},
		{"A101，A102", 2, "A101|A102"},
		{"A101;A101;A101", 2, "A101|A101"},
		{"", 2, "|"},
		{"明德楼,A101", 1, "明德楼,A101"},
		{"A101;A102", 1, "no"},
		{"A101;A102;A103", 2, "no"},
		{"何静、高岚", 2, "何静|高岚"},
	} {
		got := "no"
		if list, ok := List(tc.text, tc.count); ok {
			got = strings.Join(list, "|")
		}
		if got != tc.want {
			t.Errorf("%q for %d: %s", tc.text, tc.count, got)
		}
	}
}

func TestReadAcademic(t *testing.T) {
	for text, want := range map[string]string{
		"2026-2027-1": "2026 1", "2026-2027学年第1学期": "2026 1", "2026–2027 学年第一学期": "2026 1", "2026-2027学年第二学期": "2026 2",
		"2026-2027": "2026 0", "2026-2027学年": "2026 0", "2026/2027": "2026 0", "2026-27": "2026 0", "1": "0 1",
		"第一学期": "0 1", "第2学期": "0 2", "12": "0 2", "２０２６－２０２７－２": "2026 2", "(2026-2027-1)": "2026 1", "20262027-1": "2026 1",
		"2026-20272": "2026 2", "2026秋": "2026 1", "2027年春季学期": "2026 2", "2026-2027学年春季": "2026 2", "秋季": "0 1",
		"2026-autumn": "2026 1", "2027-spring": "2026 2", "上学期": "0 1", "下": "0 2", "2026-2027上": "2026 1", "2026": "2026 0",
		"2026-2028-1": "", "term": "", "": "", "2026-2027-4": "",
	} {
		got := ""
		if a, ok := ReadAcademic(text); ok {
			got = fmt.Sprint(a.Year, a.Semester)
		}
		if got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func FuzzWhen(f *testing.F) {
	for _, seed := range []string{
		"星期一第1-2节{1-16周(单)};星期三第3-4节{2-16周(双)}", "周一第1,2节{第1-16周|单周}", "一[1-2节]1-16周", "{{}}",
		"Mon", "2026-2027-1", "0102", "a;b,c",
	} {
		f.Add(seed, 2)
	}
	f.Fuzz(func(t *testing.T, text string, count int) {
		slots, err := When(text)
		if err != nil && fault.Code(err) == "" {
			t.Fatalf("an accident: %v", err)
		}
		for _, s := range slots {
			if s.Weekday < 1 || s.Weekday > 7 || s.Hours == "" {
				t.Fatalf("%q became %+v", text, s)
			}
		}
		if first, last, ok := Periods(text); ok && (first < 1 || last < 1 || last > 99) {
			t.Fatalf("%q became %d-%d", text, first, last)
		}
		if a, ok := ReadAcademic(text); ok &&
			(a.Semester < 0 || a.Semester > 3 || a.Year != 0 && (a.Year < 1999 || a.Year > 2099)) {
			t.Fatalf("%q became %+v", text, a)
		}
		if count = count & 7; count > 0 {
			if list, ok := List(text, count); ok && len(list) != count {
				t.Fatalf("%q for %d became %q", text, count, list)
			}
		}
	})
}
