package roster

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"unicode"

	"lectern/internal/feature/course"
	"lectern/internal/feature/student"
	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/workflow/roster/db"
	"lectern/internal/workflow/roster/engine"
	"lectern/internal/workflow/roster/oneroster"
	"lectern/internal/workflow/roster/sheet"
)

// A PartialSheet is one kind in a file that contains several.
type PartialSheet struct {
	Kind Kind
	Name string     // of the file, for the history
	Rows [][]string // starting with the headers
}

// Write writes the sheet as CSV that can be imported.
func (p PartialSheet) Write(out io.Writer) error {
	w := sheet.NewCSV(out)
	for _, row := range p.Rows {
		if err := w.Write(row...); err != nil {
			return err
		}
	}
	return w.Close()
}

// IsOneRoster reports whether a file is a ZIP file with a OneRoster manifest.
func IsOneRoster(file sheet.File) bool {
	archive, err := sheet.Archive(file)
	return err == nil && oneroster.Is(archive)
}

// OpenOneRoster converts a ZIP file of OneRoster 1.2 or 1.1 to sheets of our kinds, in import order. Kinds without data
// are left out. It fails like oneroster.Read or sheet.Archive.
func OpenOneRoster(file sheet.File) ([]PartialSheet, error) {
	archive, err := sheet.Archive(file)
	if err != nil {
		return nil, err
	}
	set, err := oneroster.Read(archive)
	if err != nil {
		return nil, err
	}
	var out []PartialSheet
	for _, part := range set.Sheets() {
		out = append(out, PartialSheet{Kind(part.Kind), part.Kind + ".csv", part.Rows})
	}
	return out, nil
}

// ExportOneRoster writes the college as a ZIP file of OneRoster 1.2, and logs who exported it. It contains terms,
// programmes, people, courses, groups and enrolments; the format has no room for timetables and most of a student's
// record. Staff only.
func (s *Service) ExportOneRoster(ctx context.Context, who access.Actor, out io.Writer) error {
	if err := access.Admin.Check(who); err != nil {
		return err
	}
	if err := s.noteExport(ctx, who, "oneroster"); err != nil {
		return err
	}
	w, err := oneroster.NewWriter(out)
	if err != nil {
		return err
	}
	e := &oneRosterExport{Service: s, who: who, q: s.Database.SlowReader(), out: w}
	for _, part := range []struct {
		table string
		write func(context.Context) error
	}{
		{oneroster.Orgs, e.orgs},
		{oneroster.AcademicSessions, e.sessions},
		{oneroster.Users, e.users},
		{oneroster.Roles, e.roles},
		{oneroster.Courses, e.courses},
		{oneroster.Classes, e.classes},
		{oneroster.Enrollments, e.enrollments},
	} {
		if err := w.Begin(part.table); err != nil {
			return err
		}
		if err := part.write(ctx); err != nil {
			return err
		}
	}
	return w.Close()
}

type oneRosterExport struct {
	*Service
	who access.Actor
	q   sqldb.Querier
	out *oneroster.Writer
}

// theCollege is the ID of the root organisation.
const theCollege = "college"

var plainID = regexp.MustCompile(`^[A-Za-z0-9._@-]{1,200}$`)

// sourcedID returns a code, or its hash if it contains characters not allowed in IDs.
func sourcedID(thing, code string) string {
	if plainID.MatchString(code) {
		return thing + "-" + code
	}
	sum := sha256.Sum256([]byte(code))
	return thing + "-" + hex.EncodeToString(sum[:8])
}

func (e *oneRosterExport) orgs(ctx context.Context) error {
	programmes, err := db.New(e.q).ExportProgrammes(ctx)
	if err != nil {
		return fmt.Errorf("list programmes: %w", err)
	}
	if err := e.out.Write(oneroster.Row{"sourcedId": theCollege, "name": e.College, "type": "school"}); err != nil {
		return err
	}
	written := map[string]bool{}
	for _, p := range programmes {
		parent := theCollege
		if p.College != "" {
			parent = sourcedID("faculty", p.College)
			if !written[parent] {
				written[parent] = true
				if err := e.out.Write(oneroster.Row{
					"sourcedId": parent, "name": p.College, "type": "department",
					"parentSourcedId": theCollege,
				}); err != nil {
					return err
				}
			}
		}
		row := oneroster.Row{
			"sourcedId": sourcedID("programme", p.Code), "name": p.Name, "type": "department",
			"identifier": p.Code, "parentSourcedId": parent,
		}
		if err := e.out.Write(row); err != nil {
			return err
		}
	}
	return nil
}

// sessions writes terms below their school years. End dates are exclusive in OneRoster.
func (e *oneRosterExport) sessions(ctx context.Context) error {
	terms, err := e.Timetable.TermsIn(ctx, e.q)
	if err != nil {
		return err
	}
	years := map[int][]timetable.Term{}
	for _, t := range terms {
		a, _ := engine.AcademicByDate(t)
		years[a.Year] = append(years[a.Year], t)
	}
	for _, t := range terms {
		a, _ := engine.AcademicByDate(t)
		id, list := "year-"+strconv.Itoa(a.Year), years[a.Year]
		if len(list) > 0 {
			starts, ends := list[0].FirstMonday, list[0].LastDay()
			for _, other := range list[1:] {
				if other.FirstMonday.Before(starts) {
					starts = other.FirstMonday
				}
				if other.LastDay().After(ends) {
					ends = other.LastDay()
				}
			}
			delete(years, a.Year)
			year := oneroster.Row{
				"sourcedId": id, "title": strconv.Itoa(a.Year) + "-" + strconv.Itoa(a.Year+1), "type": "schoolYear",
				"startDate": starts.String(), "endDate": ends.AddDays(1).String(), "schoolYear": strconv.Itoa(a.Year + 1),
			}
			if err := e.out.Write(year); err != nil {
				return err
			}
		}
		err := e.out.Write(oneroster.Row{
			"sourcedId": sourcedID("term", t.ID), "title": t.Name, "type": "semester", "startDate": t.FirstMonday.String(),
			"endDate": t.LastDay().AddDays(1).String(), "parentSourcedId": id, "schoolYear": strconv.Itoa(a.Year + 1),
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// people passes teachers and students to use: their IDs, roles and rows.
func (e *oneRosterExport) people(ctx context.Context, use func(id, role string, row oneroster.Row) error) error {
	teachers, err := db.New(e.q).ExportTeachers(ctx)
	if err != nil {
		return fmt.Errorf("list teachers: %w", err)
	}
	for _, t := range teachers {
		family, given := splitName(t.Name)
		row := oneroster.Row{
			"sourcedId": t.ID, "enabledUser": "true", "username": cmp.Or(t.Number, t.ID), "givenName": given,
			"familyName": family, "identifier": t.Number, "primaryOrgSourcedId": theCollege,
		}
		if err := use(t.ID, "teacher", row); err != nil {
			return err
		}
	}
	ids, err := e.studentIDs(ctx)
	if err != nil {
		return err
	}
	return e.Students.EachText(ctx, e.q, e.who, false, func(texts student.Changes) error {
		id := ids[texts[student.FieldNumber]]
		if id == "" { // added during the export
			return nil
		}
		family, given := splitName(texts[student.FieldName])
		row := oneroster.Row{
			"sourcedId": id, "enabledUser": fmt.Sprint(texts[student.FieldStatus] != "withdrawn" &&
				texts[student.FieldStatus] != "graduated"), "username": texts[student.FieldNumber], "givenName": given,
			"familyName": family, "identifier": texts[student.FieldNumber], "email": texts[student.FieldEmail],
			"sms": texts[student.FieldPhone], "primaryOrgSourcedId": theCollege,
		}
		if code := texts[student.FieldProgramme]; code != "" {
			row["primaryOrgSourcedId"] = sourcedID("programme", code)
		}
		return use(id, "student", row)
	})
}

func (e *oneRosterExport) studentIDs(ctx context.Context) (map[string]string, error) {
	rows, err := db.New(e.q).SelectStudentNumbers(ctx)
	if err != nil {
		return nil, fmt.Errorf("list students: %w", err)
	}
	out := make(map[string]string, len(rows))
	for _, row := range rows {
		out[row.Number] = row.ID
	}
	return out, nil
}

func (e *oneRosterExport) users(ctx context.Context) error {
	return e.people(ctx, func(_, _ string, row oneroster.Row) error { return e.out.Write(row) })
}

func (e *oneRosterExport) roles(ctx context.Context) error {
	return e.people(ctx, func(id, role string, _ oneroster.Row) error {
		return e.out.Write(oneroster.Row{
			"sourcedId": "role-" + id, "userSourcedId": id, "roleType": "primary",
			"role": role, "orgSourcedId": theCollege,
		})
	})
}

func (e *oneRosterExport) courses(ctx context.Context) error {
	courses, err := db.New(e.q).ExportCourses(ctx)
	if err != nil {
		return fmt.Errorf("list courses: %w", err)
	}
	for _, c := range courses {
		if err := e.out.Write(oneroster.Row{
			"sourcedId": c.ID, "title": c.Name, "courseCode": c.Code,
			"orgSourcedId": theCollege,
		}); err != nil {
			return err
		}
	}
	return nil
}

func (e *oneRosterExport) classes(ctx context.Context) error {
	groups, err := db.New(e.q).ExportGroups(ctx)
	if err != nil {
		return fmt.Errorf("list groups: %w", err)
	}
	for _, g := range groups {
		err := e.out.Write(oneroster.Row{
			"sourcedId": g.ID, "title": cmp.Or(g.Name, g.Code), "courseSourcedId": g.CourseID, "classCode": g.Code,
			"classType": "scheduled", "schoolSourcedId": theCollege, "termSourcedIds": sourcedID("term", g.TermID),
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// enrollments writes the teachers of each group's course, and its students except those who dropped it.
func (e *oneRosterExport) enrollments(ctx context.Context) error {
	rows := db.New(e.q)
	groups, err := rows.ExportGroups(ctx)
	if err != nil {
		return fmt.Errorf("list groups: %w", err)
	}
	people, err := rows.ExportCourseTeachers(ctx)
	if err != nil {
		return fmt.Errorf("list teachers of courses: %w", err)
	}
	teachers := map[string][]string{}
	for _, p := range people {
		teachers[p.CourseID] = append(teachers[p.CourseID], p.TeacherID)
	}
	write := func(group, user, role, primary string) error {
		return e.out.Write(oneroster.Row{
			"sourcedId": group + "." + user, "classSourcedId": group, "schoolSourcedId": theCollege, "userSourcedId": user,
			"role": role, "primary": primary,
		})
	}
	for _, g := range groups {
		for i, teacher := range teachers[g.CourseID] {
			if err := write(g.ID, teacher, "teacher", fmt.Sprint(i == 0)); err != nil {
				return err
			}
		}
		enrolled, err := rows.ExportEnrolments(ctx, g.ID)
		if err != nil {
			return fmt.Errorf("list enrolments: %w", err)
		}
		for _, row := range enrolled {
			if row.State == string(course.Dropped) {
				continue
			}
			if err := write(g.ID, row.StudentID, "student", ""); err != nil {
				return err
			}
		}
	}
	return nil
}

// twoCharacters are common two-character family names.
const twoCharacters = "欧阳 司马 上官 诸葛 司徒 东方 独孤 南宫 夏侯 皇甫 尉迟 公孙 慕容 令狐 长孙 宇文 轩辕 端木 百里 呼延"

// splitName splits a name into the two parts that OneRoster requires.
func splitName(name string) (family, given string) {
	runes := []rune(name)
	if len(runes) > 1 && unicode.Is(unicode.Han, runes[0]) {
		n := 1
		if len(runes) > 2 && regexp.MustCompile(`(?:^| )`+string(runes[:2])+`(?: |$)`).MatchString(twoCharacters) {
			n = 2
		}
		return string(runes[:n]), string(runes[n:])
	}
	for i := len(runes) - 1; i > 0; i-- {
		if unicode.IsSpace(runes[i]) {
			return string(runes[i+1:]), string(runes[:i])
		}
	}
	return name, name // a single part, and neither may be empty
}
