package roster_test

import (
	"fmt"
	"strings"
	"testing"

	"lectern/internal/feature/timetable"
	"lectern/internal/feature/timetable/clash"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/workflow/roster"
)

// takingPlace formats the classes of a group that take place.
func (c *college) takingPlace(group string) map[string]string {
	c.t.Helper()
	out := map[string]string{}
	for _, class := range timetable.Expand(c.plan(group)) {
		if class.State != timetable.Cancelled {
			p := class.Place
			out[class.ID] = fmt.Sprint(p.Day, p.Hours, p.Room, p.Teacher)
		}
	}
	return out
}

// A new timetable changes classes from now on, or from a week: what the preview calls removed is what is missing
// afterwards, and held classes stay with their ids, which their recordings refer to.
func TestTimetableFromNowOn(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		d.setUp().teach()
		const head = "教学班,星期,节次,周次,教室,教师\n"
		d.good(roster.Timetable, head+"MKT201-1,周一,1-2,1-16,明德楼A101,何静\nMKT201-1,周三,3-4,1-16,A102,T001\n")
		for _, tc := range []struct {
			name          string
			week          int
			text          string
			removed, lost int
			stay          int // the first week that changes
		}{
			{"a missing meeting", 0, "MKT201-1,周一,1-2,1-16,明德楼A101,何静\n", 1, 11, 6},
			{"a missing meeting, from week 12 on", 12, "MKT201-1,周一,1-2,1-16,明德楼A101,何静\n", 1, 5, 12},
			{"another day and room", 0, "MKT201-1,周二,1-2,1-16,A102,何静\nMKT201-1,周三,3-4,1-16,A102,T001\n", 0, 0, 7},
			{"fewer weeks", 0, "MKT201-1,周一,1-2,1-10,明德楼A101,何静\nMKT201-1,周三,3-4,1-16,A102,T001\n", 0, 6, 11},
		} {
			t.Run(tc.name, func(t *testing.T) {
				before := d.takingPlace("MKT201-1")
				draft := d.upload(head + tc.text)
				must1(d.service.ChangeDraft(t.Context(), registrar, draft.ID, roster.DraftChange{FromWeek: &tc.week}))(t)
				must1(d.service.PreviewDraft(t.Context(), registrar, draft.ID))(t)
				draft = d.after(draft.ID)
				p, affected := draft.Preview, map[string]int{}
				for _, one := range p.Affected {
					affected[one.What] = one.Count
				}
				rows := d.rows(draft.ID, roster.RowFilter{Effect: "removed"})
				if p.Removed != tc.removed || len(rows) != tc.removed || p.Missing != 0 || affected["lost"] != tc.lost ||
					(affected["losing"] == 2) != (tc.lost > 0) {
					t.Fatalf("%+v %s", p, lines(rows))
				}
				done := must1(d.apply(draft, roster.Apply{}))(t)
				if done.State != roster.DraftApplied {
					t.Fatalf("%+v", done.Problem)
				}
				after, lost := d.takingPlace("MKT201-1"), 0
				for id, was := range before {
					is, there := after[id]
					if !there {
						lost++
					}
					week := 0
					if _, err := fmt.Sscanf(id[strings.LastIndex(id, ".")+1:], "%d", &week); err != nil {
						t.Fatal(id, err)
					}
					if week < tc.stay && is != was {
						t.Errorf("class %s was %s and is %q", id, was, is)
					}
				}
				if lost != tc.lost {
					t.Errorf("%d classes were to be removed, %d were", tc.lost, lost)
				}
				again := d.ready(head + tc.text).Preview
				if tc.week == 0 && again.Created+again.Changed+again.Removed > 0 {
					t.Errorf("the same file again: %+v", again)
				}
				if _, err := d.undo(done.Import); err != nil {
					t.Fatal(err)
				}
				if now := d.takingPlace("MKT201-1"); fmt.Sprint(now) != fmt.Sprint(before) {
					t.Errorf("undone: %v", now)
				}
			})
		}
	})
}

// A timetable that puts two classes in one room or a teacher in two places needs a reason, as single changes do.
func TestImportedClashesNeedAReason(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		d.setUp().teach()
		const head = "教学班,星期,节次,周次,教室,教师\n"
		d.good(roster.Groups, "学期,教学班编号,课程代码,教学班名称\n2026-autumn,MKT201-2,MKT201,市场营销学 02 班\n")
		d.good(roster.Timetable, head+"MKT201-1,周一,1-2,1-16,明德楼A101,何静\n")
		report := func() clash.Report {
			return must1(clash.New(d.database, d.services.Timetable).Report(t.Context(), registrar, "2026-autumn"))(t)
		}
		calm := d.ready(head + "MKT201-2,周二,1-2,1-16,明德楼A101,何静\n")
		if calm.Preview.ClashCount != 0 {
			t.Fatalf("%+v", calm.Preview.Clashes)
		}
		draft := d.ready(head + "MKT201-2,周一,1-2,1-16,明德楼A101,何静\n")
		shown := fmt.Sprint(draft.Preview.Clashes)
		if draft.Preview.ClashCount != 2 || !strings.Contains(shown, "room 明德楼 A101 [MKT201-1 MKT201-2] 2026-10-12 11") ||
			!strings.Contains(shown, "teacher T002 何静") {
			t.Fatal(shown)
		}
		for _, short := range []string{"", " abc "} {
			_, err := d.apply(draft, roster.Apply{Reason: short})
			wantCode(t, err, "clash.reason_needed")
		}
		if n := len(report().Clashes); n != 0 {
			t.Fatalf("%d clashes before", n)
		}
		done := must1(d.apply(draft, roster.Apply{Reason: "both groups share the hall"}))(t)
		if done.State != roster.DraftApplied {
			t.Fatalf("%+v", done.Problem)
		}
		now := report()
		for _, c := range now.Clashes {
			if c.Kind.Hard() {
				t.Errorf("open: %+v", c)
			}
		}
		if len(now.Accepted) != 2 || now.Accepted[0].Reason != "both groups share the hall" {
			t.Errorf("accepted: %+v", now.Accepted)
		}
		if again := d.ready(head + "MKT201-2,周一,1-2,1-15,明德楼A101,何静\n"); again.Preview.ClashCount != 0 {
			t.Errorf("asked again: %+v", again.Preview.Clashes)
		}
	})
}

// The command line asks for the reason, too.
func TestImportedClashesOnTheCommandLine(t *testing.T) {
	each(t, func(t *testing.T, c *college) {
		c.setUp().teach()
		const head = "教学班,星期,节次,周次,教室,教师\n"
		c.good(roster.Groups, "学期,教学班编号,课程代码,教学班名称\n2026-autumn,MKT201-2,MKT201,市场营销学 02 班\n")
		c.good(roster.Timetable, head+"MKT201-1,周一,1-2,1-16,明德楼A101,何静\n")
		write := func(reason string) roster.Report {
			t.Helper()
			sheet := file(t, "timetable.csv", []byte(head+"MKT201-2,周一,1-2,1-16,明德楼A101,T001\n"))
			return must1(c.service.ImportFile(t.Context(), access.System(), sheet,
				roster.Job{Kind: roster.Timetable, Language: "en-US", Reason: reason}))(t)
		}
		r := write("")
		if r.Applied || !r.Braked || r.Confirmation() != "--accept REASON" || len(r.ClashLines("en-US")) != 2 {
			t.Errorf("%s%q", reportText(r), r.ClashLines("en-US"))
		}
		if r := write("one hall for both"); !r.Applied {
			t.Error(reportText(r))
		}
	})
}

// The preview counts the students whose login a new status ends or restores.
func TestStatusClosesTheLogin(t *testing.T) {
	each(t, func(t *testing.T, c *college) {
		c.setUp().teach()
		affected := func(status string) string {
			t.Helper()
			r := c.good(roster.Students, "学号,姓名,学籍状态\n202501001,林晓雨,"+status+"\n")
			return fmt.Sprint(r.Preview.Affected)
		}
		group := idOf(t, c, "MKT201-1")
		for _, tc := range []struct{ status, want string }{
			{"退学", "[{closed 1}]"}, {"休学", "[]"}, {"在读", "[{opened 1}]"}, {"毕业", "[]"}, {"退学", "[{closed 1}]"},
		} {
			if got := affected(tc.status); got != tc.want {
				t.Errorf("%s: %s, want %s", tc.status, got, tc.want)
			}
			members := 2
			if tc.status == "退学" {
				members = 1
			}
			err := c.database.Read(t.Context(), func(q sqldb.Querier) error {
				list, err := c.services.Courses.Members(t.Context(), q, group)
				if len(list) != members {
					t.Errorf("%s: %d members", tc.status, len(list))
				}
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			x := must1(clash.New(c.database, c.services.Timetable).Index(t.Context(), "2026-autumn"))(t)
			if n := len(x.Group(group).Students); n != members {
				t.Errorf("%s: %d students clash", tc.status, n)
			}
			list, _, err := c.services.Courses.ClassList(t.Context(), access.System(), group, "", 10)
			if err != nil || len(list) != 2 || (list[0].State == "left") != (members == 1) {
				t.Errorf("%s: %+v, %v", tc.status, list, err)
			}
		}
	})
}

func idOf(t *testing.T, c *college, group string) string {
	t.Helper()
	plan := ""
	err := c.database.Read(t.Context(), func(q sqldb.Querier) (err error) {
		plan, err = c.services.Courses.GroupID(t.Context(), q, "2026-autumn", group)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return plan
}
