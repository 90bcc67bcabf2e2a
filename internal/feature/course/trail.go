package course

import (
	"fmt"
	"slices"

	"lectern/internal/feature/course/db"
	"lectern/internal/kernel/snapshot"
)

// This file builds the log entries of objects. Objects with names appear as IDs; the page shows the names.

func (t *Teacher) fields() map[string]any {
	return map[string]any{"teacherNumber": t.Number, "name": t.Name, "nameEn": t.NameEn}
}

func (c *Course) fields() map[string]any {
	teachers := make([]string, 0, len(c.Teachers))
	for _, t := range c.Teachers {
		teachers = append(teachers, t.ID)
	}
	return map[string]any{
		"code": c.Code, "nameZh": c.Name, "nameEn": c.NameEn, "credits": float64(c.Credits) / 10, "summary": c.Summary,
		"summaryEn": c.SummaryEn, "teachers": teachers,
	}
}

func (g *Group) fields() map[string]any {
	return map[string]any{"course": g.Course, "term": g.Term, "code": g.Code, "nameZh": g.Name, "nameEn": g.NameEn}
}

// enrolment holds the fields of an enrolment that can change, as stored.
type enrolment struct{ state, from, until string }

// fields describes the enrolment in a student's log entry. group is only in after, so that the page shows it although
// it hasn't changed.
func (e enrolment) fields(group string) map[string]any {
	return map[string]any{"group": group, "state": e.state, "from": e.from, "until": e.until}
}

func toGroup(row db.CourseGroup) Group {
	return Group{ID: row.ID, Course: row.CourseID, Term: row.TermID, Code: row.Code, Name: row.Name, NameEn: row.NameEn}
}

// copiedFields returns the fields of a copy, or none if the copy is empty.
func copiedFields(thing Thing, copied snapshot.Copy) (map[string]any, error) {
	if len(copied) == 0 {
		return nil, nil //nolint:nilnil // no fields, and no error
	}
	tables, err := Rows(thing).Rows(copied)
	if err != nil {
		return nil, err
	}
	row := tables[0][0]
	switch thing {
	case TeacherRows:
		t := Teacher{Number: row.Text("number"), Name: row.Text("name"), NameEn: row.Text("name_en")}
		return t.fields(), nil
	case CourseRows:
		c := Course{
			Code: row.Text("code"), Name: row.Text("name"), NameEn: row.Text("name_en"),
			Credits: row.Number("credits"), Summary: row.Text("summary"), SummaryEn: row.Text("summary_en"),
		}
		slices.SortFunc(tables[1], func(a, b snapshot.Row) int { return a.Number("place") - b.Number("place") })
		for _, taught := range tables[1] {
			c.Teachers = append(c.Teachers, Teacher{ID: taught.Text("teacher_id")})
		}
		return c.fields(), nil
	case GroupRows:
		g := Group{
			Course: row.Text("course_id"), Term: row.Text("term_id"), Code: row.Text("code"),
			Name: row.Text("name"), NameEn: row.Text("name_en"),
		}
		return g.fields(), nil
	case EnrolmentRows:
		return map[string]any{"state": row.Text("state")}, nil
	}
	return nil, fmt.Errorf("the log has no words for a %s", thing)
}
