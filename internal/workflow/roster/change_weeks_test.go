package roster_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lectern/internal/kernel/access"
	"lectern/internal/kernel/locale"
	"lectern/internal/workflow/roster"
	"lectern/internal/workflow/roster/sheet"
)

// A row for several weeks changes each of their classes: the preview lists them, students get one message, undo reverts
// all of them, and the export is equivalent.
func TestChangesOfSeveralWeeks(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		d.setUp().teach()
		d.good(roster.Timetable, "教学班编号,星期,节次,周次,教室\nMKT201-1,周一,1-2,1-16,A102\nMKT201-1,周三,1-2,1-15单,A102\n")
		was := d.classes("MKT201-1", "2026-09-07", "2027-01-31")
		const content = "类型,教学班,原周次,原星期,原节次,新周次,新星期,新节次,新教室,代课教师\n" +
			"停课,MKT201-1,第7-10周,一,1-2,,,,,\n" +
			"停课,MKT201-1,7-10周,三,,,,,,\n" + // only odd weeks have a class
			"调课,MKT201-1,\"11,13周\",一,1-2,,五,3-4,明德楼 A101,\n" +
			"调课,MKT201-1,11-13周(单),三,1-2,12-14双周,二,,,\n" +
			"代课,MKT201-1,15-16周,,,,,,,周明远\n" + // all classes
			"补课,MKT201-1,,,,14-15周,六,3-4,A102,\n"
		news := len(d.news)
		draft := d.ready(content)
		want := "2 created 停课 第7-10周 MKT201-1 when: 2026-10-19 1-2→ when: 2026-10-26 1-2→ when: 2026-11-02 " +
			"1-2→ when: 2026-11-09 1-2→\n" +
			"3 created 停课 7-10周 MKT201-1 when: 2026-10-21 1-2→ when: 2026-11-04 1-2→\n" +
			"4 created 调课 11,13周 MKT201-1 when: 2026-11-16 1-2 A102→2026-11-20 3-4 明德楼 A101 when: 2026-11-30 1-2 " +
			"A102→2026-12-04 3-4 明德楼 A101\n" +
			"5 created 调课 11-13周(单) MKT201-1 when: 2026-11-18 1-2→2026-11-24 1-2 when: 2026-12-02 1-2→2026-12-08 1-2\n" +
			"6 created 代课 15-16周 MKT201-1 when: 2026-12-14 1-2→2026-12-14 1-2 T001 周明远 when: 2026-12-16 1-2→2026-12-16 1-2 " +
			"T001 周明远 when: 2026-12-21 1-2→2026-12-21 1-2 T001 周明远\n" +
			"7 created 补课 MKT201-1 when: →2026-12-12 3-4 A102 when: →2026-12-19 3-4 A102\n"
		if diff := cmp.Diff(want, lines(d.rows(draft.ID, roster.RowFilter{}))); diff != "" {
			t.Fatal(diff)
		}
		if p := draft.Preview; p.Created != 6 || len(p.Fields) > 0 || len(p.Notes) != 1 ||
			p.Notes[0].Text(
				locale.English) != "Row 3: the group has no class at that time in week 8,10, so nothing changes there." {
			t.Errorf("%+v", p)
		}
		news = len(d.news) - news
		applied := must1(d.apply(draft, roster.Apply{}))(t)
		if len(d.news) != 2*news || news != 6 { // one per row, in the preview and in the import
			t.Errorf("%d messages, %d in the preview", len(d.news), news)
		}
		is := d.classes("MKT201-1", "2026-10-19", "2026-12-27")
		wantLines(t, "classes", is, "2026-10-19 1-2 cancelled", "2026-10-21 1-2 cancelled", "2026-10-26 1-2 cancelled",
			"2026-11-02 1-2 cancelled", "2026-11-04 1-2 cancelled", "2026-11-09 1-2 cancelled", "2026-11-20 3-4 明德楼 A101 ",
			"2026-11-23 1-2 A102 ", "2026-11-24 1-2 A102 ", "2026-12-04 3-4 明德楼 A101 ", "2026-12-07 1-2 A102 ",
			"2026-12-08 1-2 A102 ", "2026-12-12 3-4 A102 ", "2026-12-14 1-2 A102 周明远", "2026-12-16 1-2 A102 周明远",
			"2026-12-19 3-4 A102 ", "2026-12-21 1-2 A102 周明远")
		if r := d.do(roster.Changes, content); r.Unchanged != 6 {
			t.Error(reportText(r))
		}

		var out bytes.Buffer
		if err := d.service.Export(t.Context(), access.System(),
			roster.ExportOptions{Kind: roster.Changes, Language: locale.Chinese}, sheet.NewCSV(&out)); err != nil {
			t.Fatal(err)
		}
		if stands, err := d.undo(applied.Import); err != nil || len(stands) > 0 {
			t.Fatal(err, stands)
		}
		wantLines(t, "undone", d.classes("MKT201-1", "2026-09-07", "2027-01-31"), was...)
		if r := d.good(roster.Changes, out.String()); r.Created != 15 {
			t.Error(reportText(r))
		}
		wantLines(t, "exported and imported", d.classes("MKT201-1", "2026-10-19", "2026-12-27"), is...)
	})
}

// Errors are reported with line and column, and nothing of the row is published.
func TestChangesOfSeveralWeeksRefused(t *testing.T) {
	each(t, func(t *testing.T, c *college) {
		c.setUp().teach()
		c.good(roster.Timetable, "教学班编号,星期,节次,周次,教室\nMKT201-1,周一,1-2,1-16,A102\nMKT201-1,周三,1-2,1-16,A102\n")
		c.good(roster.Changes, "类型,日期,节日\n放假,2026-11-09,校庆\n")
		r := c.do(roster.Changes, "类型,教学班,原上课时间,新时间,新日期,新教室\n"+
			"调课,MKT201-1,第7-9周星期一第1-2节,第10-11周星期六第3-4节,,\n"+
			"调课,MKT201-1,第7-9周星期一第1-2节,,2026-11-21,\n"+
			"停课,MKT201-1,第7-9周星期五第1-2节,,,\n"+
			"停课,MKT201-1,第7-9周星期一第3-4节,,,\n"+
			"停课,MKT201-1,第17-18周,,,\n"+
			"停课,MKT201-1,第17-28周,,,\n"+
			"调课,MKT201-1,第7-9周,星期六第3-4节,,\n"+
			"调课,MKT201-1,第8-9周星期三第1-2节,第9-10周星期一第1-2节,,\n"+
			"换教室,MKT201-1,星期一第1-2节{7周};星期三第1-2节{7周},,,明德楼 A101;A102;101\n")
		want := "created 0, changed 0, unchanged 0, refused 9, applied false\n" +
			"2 新时间 \"第10-11周星期六第3-4节\" roster.new_times\n" +
			"3 新日期 \"2026-11-21\" roster.new_times\n" +
			"4 原上课时间 \"第7-9周星期五第1-2节\" roster.no_class\n" +
			"5 原上课时间 \"第7-9周星期一第3-4节\" roster.no_class_then\n" +
			"6 原上课时间 \"第17-18周\" roster.no_class\n" +
			"7 原上课时间 \"第17-28周\" timetable.week_out_of_range\n" +
			"8 Weekday of the class \"\" roster.required\n" +
			"9 新时间 \"第9-10周星期一第1-2节\" timetable.day_off\n" +
			"10 新教室 \"明德楼 A101;A102;101\" roster.list_length\n"
		if diff := cmp.Diff(want, reportText(r)); diff != "" {
			t.Error(diff)
		}
		if got := r.Problems[0].Text(locale.Chinese); !strings.HasPrefix(got, "这一行有 3 次课，新时间却有 2 个。") {
			t.Error(got)
		}
		// Two class times in one cell, each with its own room and weeks.
		r = c.good(roster.Changes, "类型,教学班,原上课时间,新教室\n换教室,MKT201-1,星期一第1-2节{7周};星期三第1-2节{7-8周},明德楼 A101;101\n")
		if r.Created != 1 || c.query(`SELECT count(*) FROM class_change`, 1)[0] != "3" {
			t.Error(reportText(r))
		}
	})
}
