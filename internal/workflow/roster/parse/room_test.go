package parse

import (
	"testing"

	"lectern/internal/feature/timetable"
)

// Room names are equal whatever separates building and number, and two numbers never merge.
func TestRoomKey(t *testing.T) {
	for _, name := range []string{
		"教1-305", "教1－305", "教 1-305", "教1 305", "教一305", "教一-305", "教1楼305", "教1号楼305",
		"教一教学楼305室", "教1#305",
	} {
		if RoomKey(name) != "教1-305" {
			t.Errorf("%s is %s", name, RoomKey(name))
		}
	}
	for _, pair := range [][2]string{
		{"教1-101", "教11-01"},
		{"教1-101", "教1101"},
		{"A-101", "A-10-1"},
		{"教1-305", "教2-305"},
	} {
		if RoomKey(pair[0]) == RoomKey(pair[1]) {
			t.Errorf("%s and %s are the same", pair[0], pair[1])
		}
	}
	for text, want := range map[string]string{
		"教1-305(多媒体)": "教1-305", "教1-305（80）": "教1-305", "何静[讲师]": "何静",
		"(东区)": "(东区)", "教1-305": "教1-305",
	} {
		if got := WithoutRemark(text); got != want {
			t.Errorf("%s: %s", text, got)
		}
	}
	if InBuilding("教1", "101") != "教1-101" || InBuilding("明德楼", "101") != "明德楼101" || InBuilding("", "101") != "101" {
		t.Error("a room in its building")
	}
}

func TestApproved(t *testing.T) {
	for text, want := range map[string]string{
		"": "yes", "通过": "yes", "审核通过": "yes", "同意": "yes", "已批准": "yes", "不通过": "no", "未通过": "no", "待审核": "no", "审核中": "no",
		"驳回": "no", "不同意": "no", "已撤销": "no", "转交": "?",
	} {
		approved, err := Approved(text)
		got := map[bool]string{true: "yes", false: "no"}[approved]
		if err != nil {
			got = "?"
		}
		if got != want {
			t.Errorf("%s: %s", text, got)
		}
	}
}

func TestWeekWords(t *testing.T) {
	for text, want := range map[string]string{
		"前八周": "1-8", "前8周": "1-8", "前十二周": "1-12", "单1-15": "1-15(单)", "双周2-16": "2-16(双)", "第一周到第八周": "第1周-第8周",
		"1-16": "1-16", "后八周": "后八周", "每周": "每周", "第二十周": "第二十周", "1-16周(单)": "1-16周(单)",
	} {
		if got := weekWords(text); got != want {
			t.Errorf("%s: %s", text, got)
		}
	}
}

func TestWeeksWithout(t *testing.T) {
	for text, want := range map[string]string{
		"1-6周(除第3周)": "1-2,4-6", "1－6周（第3周除外）": "1-2,4-6", "1-6除第2、4周外": "1,3,5-6", "1-8周(单),不含第5周": "1,3,7",
		"1-6周(除第7周)": "1-6", "1-6周(除第2周、第4周)": "1,3,5-6", "1-6周(第2、4周除外)": "1,3,5-6", "1-6周(除第1-6周)": "?", "除第3周": "?",
		"1-8周,3,5周除外": "?", "1-8第3周除外": "?", "1-6周(除外)": "?", "1-6周(除第99周)": "?",
	} {
		weeks, err := Weeks(text, timetable.Term{Weeks: 18})
		got := weeks.String()
		if err != nil {
			got = "?"
		}
		if got != want {
			t.Errorf("%s: %s", text, got)
		}
	}
}

func TestPersonName(t *testing.T) {
	for text, want := range map[string]string{
		"张  三": "张三", "张三（男）": "张三", "张 三(女)": "张三", "张三（大）": "张三（大）",
		"阿依古丽·买买提(女)": "阿依古丽·买买提", "John Smith": "John Smith",
	} {
		if got := PersonName(text); got != want {
			t.Errorf("%s: %s", text, got)
		}
	}
}

func TestCodeAndName(t *testing.T) {
	for text, want := range map[string][2]string{
		"[GG101]高等数学": {"GG101", "高等数学"}, "（A-1）体育": {"A-1", "体育"},
		"高等数学(上)": {"", "高等数学(上)"}, "[GG101]": {"", "[GG101]"},
	} {
		if code, name := CodeAndName(text); code != want[0] || name != want[1] {
			t.Errorf("%s: %s %s", text, code, name)
		}
	}
}
