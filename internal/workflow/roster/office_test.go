package roster_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/workflow/roster"
)

// The sheets of a registrar's office, exported by systems or typed by people, set up a college in one go: all kinds and
// columns are recognised, and no row is rejected.
func TestOffice(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		for _, s := range slices.Concat(officeSetUp(t), officePeople(t), officeTeaching(t),
			officeTimetable(t), officeChanges(t)) {
			d.bringIn(s)
		}
		wantLines(t, "counts", d.query(`SELECT (SELECT count(*) FROM student), (SELECT count(*) FROM account
			WHERE student_id IS NOT NULL), (SELECT count(*) FROM course_group),
			(SELECT count(*) FROM enrolment), (SELECT count(*) FROM meeting), (SELECT count(*) FROM class_change),
			(SELECT count(*) FROM exam_seat)`, 7), "24 24 8 96 16 9 24")
		wantLines(t, "terms", d.query(`SELECT id, name, first_monday, weeks FROM term ORDER BY id`, 4),
			"2026-2027-1 2026-2027学年第1学期 2026-09-07 20", "2026-2027-2 2026-2027学年第2学期 2027-03-01 19")
		wantLines(t, "periods", d.query(`SELECT p.number, p.starts, p.ends FROM period p
			JOIN period_scheme s ON s.id = p.scheme_id
			WHERE s.campus_id = '东湖校区' AND s.from_date = '2026-09-07' AND s.to_date = '2027-07-11' ORDER BY p.number`, 3),
			"1 08:00 08:45", "2 08:55 09:40", "3 10:00 10:45", "4 10:55 11:40", "5 14:00 14:45", "6 14:55 15:40")
		wantLines(t, "students", d.query(`SELECT s.number, s.name, a.phone, s.programme_code, s.class, s.entry_year, s.status
			FROM student s JOIN account a ON a.student_id = s.id
			WHERE s.number IN ('20260101', '20260406') ORDER BY s.number`, 7),
			"20260101 赵伟 13700000000 510201 计应2601班 2026 enrolled", "20260406 卫芳 13700000023 530302 会计2602班 2026 enrolled")
		wantLines(t, "teachers of the courses", d.query(`SELECT c.code, t.number FROM course c
			JOIN course_teacher x ON x.course_id = c.id JOIN teacher t ON t.id = x.teacher_id
			WHERE c.code = 'GG1002' ORDER BY t.number`, 2), "GG1002 20002", "GG1002 20006")
		wantLines(t, "a room", d.query(`SELECT name, building, seats FROM room WHERE name = '教1-101'`, 3), "教1-101 第一教学楼 70")
		wantLines(t, "who left", d.query(`SELECT count(*) FROM enrolment WHERE state = 'dropped'`, 1), "1")
		wantLines(t, "classes of a group of 正方", d.classes(officeGroup(0, 0), "2026-11-23", "2026-12-13"),
			"2026-11-23 1-2 cancelled", "2026-11-27 1-2 cancelled", "2026-12-05 3-4 报告厅 孙涛兰", "2026-12-07 1-2 机房1 孙涛兰",
			"2026-12-11 1-2 教1-101 孙涛兰", "2026-12-13 1-2 教1-101 孙涛兰")
		wantLines(t, "classes of another", d.classes(officeGroup(0, 1), "2026-11-23", "2026-12-16"),
			"2026-11-24 1-2 教1-101 金魏", "2026-11-27 2-3 cancelled", "2026-12-01 1-2 教1-101 王伟", "2026-12-09 5-6 教1-102 王伟",
			"2026-12-11 2-3 教1-101 王伟", "2026-12-15 1-2 cancelled")
		wantLines(t, "classes of a group of 强智", d.classes(officeGroup(1, 2), "2026-11-23", "2026-12-06"),
			"2026-11-25 1-2 教1-102 王伟", "2026-12-02 3-4 教1-102 王伟")
		wantLines(t, "the make-up day", d.query(`SELECT date, week, weekday FROM day_mapping`, 3), "2027-01-09 17 5")
		wantLines(t, "holidays", d.query(`SELECT name, from_date, to_date FROM holiday ORDER BY from_date`, 3),
			"校运动会 2026-11-26 2026-11-27", "元旦 2027-01-01 2027-01-03")
		wantLines(t, "seats", d.query(`SELECT s.number, e.seat FROM exam_seat e JOIN student s ON s.id = e.student_id
			WHERE s.number = '20260201' ORDER BY e.seat`, 2), "20260201 01", "20260201 7")
	})
}

// bringIn imports a file as a registrar would, without changes.
func (d *desk) bringIn(s officeSheet) {
	d.t.Helper()
	made, err := d.service.CreateDrafts(d.t.Context(), registrar, s.name, bytes.NewReader(s.content), roster.DraftChange{})
	if err != nil {
		d.t.Fatalf("%s: %v", s.name, err)
	}
	if made[0].Kind != s.kind || len(made[0].Missing) > 0 {
		d.t.Fatalf("%s is taken for %q, without %v: %+v", s.name, made[0].Kind, made[0].Missing, made[0].KindReason)
	}
	must1(d.service.PreviewDraft(d.t.Context(), registrar, made[0].ID))(d.t)
	draft := d.after(made[0].ID)
	p := draft.Preview
	if p == nil {
		d.t.Fatalf("%s: %+v", s.name, draft.Problem)
	}
	told := 0
	for _, one := range p.Affected {
		if one.What == "drops" {
			told += one.Count
		}
	}
	if diff := cmp.Diff([]int{s.created, s.changed, s.leftOut, 0, s.students},
		[]int{p.Created, p.Changed, p.Skipped, p.Refused, told}); diff != "" {
		d.t.Fatalf("%s, created, changed, left out, refused, told: %s%v", s.name, diff, p.Reasons)
	}
	after, err := d.apply(draft, roster.Apply{Reason: "as in the sheet"})
	if err != nil || after.State != roster.DraftApplied {
		d.t.Fatalf("%s: %v, %s, %+v", s.name, err, after.State, after.Problem)
	}
}

// query returns rows as lines.
func (c *college) query(text string, columns int) []string {
	c.t.Helper()
	rows, err := c.database.Reader().QueryContext(c.t.Context(), text)
	if err != nil {
		c.t.Fatal(err)
	}
	defer rows.Close()
	var out []string
	for rows.Next() {
		cells := make([]any, columns)
		for i := range cells {
			cells[i] = new(any)
		}
		if err := rows.Scan(cells...); err != nil {
			c.t.Fatal(err)
		}
		line := make([]string, columns)
		for i := range cells {
			line[i] = fmt.Sprint(*cells[i].(*any))
		}
		out = append(out, strings.Join(line, " "))
	}
	if err := rows.Err(); err != nil {
		c.t.Fatal(err)
	}
	return out
}

// classes lists a group's classes between two days as its students see them.
func (d *desk) classes(group, from, to string) []string {
	d.t.Helper()
	names := map[string]string{}
	for _, line := range d.query(`SELECT id, name FROM room UNION ALL SELECT id, name FROM teacher`, 2) {
		id, name, _ := strings.Cut(line, " ")
		names[id] = name
	}
	var out []string
	err := d.database.Read(d.t.Context(), func(q sqldb.Querier) error {
		id := d.query(`SELECT id FROM course_group WHERE code = '`+group+`'`, 1)[0]
		plan, err := d.services.Timetable.GroupPlan(d.t.Context(), q, id)
		if err != nil {
			return err
		}
		for _, c := range timetable.Expand(plan) {
			if on := c.Place.Day.String(); on < from || on > to {
				continue
			}
			where := names[c.Place.Room] + " " + names[c.Place.Teacher]
			if c.State == timetable.Cancelled {
				where = "cancelled"
			}
			out = append(out, fmt.Sprintf("%s %d-%d %s", c.Place.Day, c.Place.Hours.FirstPeriod,
				c.Place.Hours.LastPeriod, where))
		}
		return nil
	})
	if err != nil {
		d.t.Fatal(err)
	}
	slices.Sort(out)
	return out
}

func wantLines(t *testing.T, what string, got []string, want ...string) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s:\n%s", what, diff)
	}
}
