package roster_test

import (
	"bytes"
	"strings"
	"testing"

	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/locale"
	"lectern/internal/workflow/roster"
)

// drawn are timetables as systems print them: for a class, a teacher, a room.
var drawn = map[string]string{
	"正方":    "2026级会计1班课表\n时间段|节次|星期一|星期二|星期三|星期四|星期五|星期六|星期日\n上午|1|会计学原理◇1-16周(单)◇教学楼A301◇张伟|||||\n|2||大学英语|||||\n",
	"times": "张伟老师课表\n学期：2026-2027-1\n节次|时间|周一|周二|周三|周四|周五\n1|8:00-8:45|会计学原理\n2|8:55-9:40|会计学原理\n",
	"强智": "教学楼A301 教室课表\n|星期一|星期二|星期三|星期四|星期五|星期六|星期日\n第一大节(01,02小节)|会计学原理 张伟 1-16(周)[01-02节]|||\n" +
		"第二大节(03,04小节)||大学英语||\n",
	"days down": "会计2601班课程表\n|第1-2节|第3-4节|第5-6节|第7-8节\n星期一|会计学原理|||\n星期二||大学英语||\n星期三|||体育|\n",
	"English": "Timetable of class 2601\nPeriod|Monday|Tuesday|Wednesday|Thursday|Friday\n" +
		"1-2|Accounting|||\n3-4||English||\n",
}

// A timetable grid names no groups. The error says so and what to export instead, and nothing is imported.
func TestDrawnTimetablesAreRefused(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		d.setUp().teach()
		was := tables(t, d.database)
		for name, text := range drawn {
			content := workbookBy(t, "|", "课表", strings.ReplaceAll(text, "◇", " "))
			made := must1(d.service.CreateDrafts(t.Context(), registrar, "课表.xlsx",
				bytes.NewReader(content), roster.DraftChange{}))(t)[0]
			reason := made.KindReason.Text(locale.Chinese)
			if title, _, _ := strings.Cut(text, "\n"); made.Kind != "" || !strings.Contains(reason, "按星期排成格子的课表："+title) ||
				!strings.Contains(reason, "任务落实") {
				t.Errorf("%s is taken for %q: %s", name, made.Kind, reason)
			}
			kind := roster.Timetable
			chosen := must1(d.service.ChangeDraft(t.Context(), registrar, made.ID, roster.DraftChange{Kind: &kind}))(t)
			if got := chosen.KindReason.Text(locale.English); !strings.Contains(got,
				"in grid form") || len(chosen.Missing) == 0 {
				t.Errorf("%s: %s %v", name, got, chosen.Missing)
			}
			_, err := d.try(roster.Timetable, string(content))
			if fault.Code(err) != "roster.grid" || !strings.Contains(fault.All(err)[0].Params["where"], "of sheet '课表'") {
				t.Errorf("%s: %v", name, err)
			}
		}
		if now := tables(t, d.database); now != was {
			t.Error("something was written")
		}
	})
}
