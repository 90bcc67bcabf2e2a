package roster

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"strings"

	"lectern/internal/feature/student"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/audit"
	"lectern/internal/kernel/locale"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/workflow/roster/columns"
	"lectern/internal/workflow/roster/db"
	"lectern/internal/workflow/roster/parse"
	"lectern/internal/workflow/roster/sheet"
)

// ExportOptions say how a sheet is exported.
type ExportOptions struct {
	Kind     Kind
	Language locale.Language // of headers and words
	// NationalIDs includes students' national IDs. It is for the server administrator's backups; staff see the IDs one
	// at a time, after entering their password.
	NationalIDs bool
}

// Export writes the college's data of one kind as a sheet that can be imported again, and logs who exported it. All
// kinds together contain everything but accounts, messages, recordings and withdrawn changes. Staff only.
func (s *Service) Export(ctx context.Context, who access.Actor, how ExportOptions, out sheet.Writer) error {
	if err := access.Admin.Check(who); err != nil {
		return err
	}
	if _, err := columns.ParseKind(string(how.Kind)); err != nil {
		return err
	}
	if err := s.noteExport(ctx, who, string(how.Kind)); err != nil {
		return err
	}
	e := &export{Service: s, q: s.Database.SlowReader(), who: who, how: how, out: out}
	e.fields = columns.TemplateFields(how.Kind)
	if how.Kind == Students && !how.NationalIDs {
		e.fields = without(e.fields, string(student.FieldNationalID))
	}
	if how.Kind == Changes {
		e.fields = append(e.fields, columns.ChangeKind())
	}
	headers := make([]string, len(e.fields))
	for i := range e.fields {
		headers[i] = e.fields[i].Title(how.Language)
	}
	if err := out.Write(headers...); err != nil {
		return err
	}
	if err := e.rows(ctx); err != nil {
		return err
	}
	return out.Close()
}

// noteExport logs an export before the data is sent.
func (s *Service) noteExport(ctx context.Context, who access.Actor, what string) error {
	return s.Database.Write(ctx, func(q sqldb.Querier) error {
		return audit.Append(ctx, q, who, audit.Entry{At: s.Now(), Action: "roster.export", Object: what})
	})
}

// An export is a sheet being written.
type export struct {
	*Service
	q      sqldb.Querier
	who    access.Actor
	how    ExportOptions
	out    sheet.Writer
	fields []columns.Field
}

func without(fields []columns.Field, name string) []columns.Field {
	var out []columns.Field
	for _, f := range fields {
		if f.Name != name {
			out = append(out, f)
		}
	}
	return out
}

// write writes one row, given by field.
func (e *export) write(values map[string]string) error {
	cells := make([]string, len(e.fields))
	for i := range e.fields {
		cells[i] = values[e.fields[i].Name]
	}
	return e.out.Write(cells...)
}

// listed writes a row for each result of a query.
func listed[R any](ctx context.Context, e *export, list func(
	context.Context) ([]R, error), cells func(R) map[string]string,
) error {
	rows, err := list(ctx)
	if err != nil {
		return fmt.Errorf("list %s: %w", e.how.Kind, err)
	}
	for _, row := range rows {
		if err := e.write(cells(row)); err != nil {
			return err
		}
	}
	return nil
}

func (e *export) rows(ctx context.Context) error {
	rows := db.New(e.q)
	switch e.how.Kind {
	case Terms:
		return e.terms(ctx)
	case Periods:
		return listed(ctx, e, rows.ExportPeriods, func(r db.ExportPeriodsRow) map[string]string {
			return map[string]string{
				"campusId": r.CampusID, "campus": r.Name, "campusEn": r.NameEn, "from": r.FromDate, "to": r.ToDate,
				"number": strconv.FormatInt(r.Number, 10), "starts": r.Starts, "ends": r.Ends,
			}
		})
	case Rooms:
		return listed(ctx, e, rows.ExportRooms, func(r db.ExportRoomsRow) map[string]string {
			return map[string]string{
				"campus": r.Campus, "name": r.Name, "nameEn": r.NameEn,
				"building": r.Building, "seats": known(r.Seats),
			}
		})
	case Programmes:
		return listed(ctx, e, rows.ExportProgrammes, func(r db.Programme) map[string]string {
			return map[string]string{
				"code": r.Code, "name": r.Name, "nameEn": r.NameEn,
				"college": r.College, "collegeEn": r.CollegeEn,
			}
		})
	case Teachers:
		return listed(ctx, e, rows.ExportTeachers, func(r db.Teacher) map[string]string {
			return map[string]string{"number": r.Number, "name": r.Name, "nameEn": r.NameEn}
		})
	case Students:
		return e.students(ctx)
	case Courses:
		return e.courses(ctx)
	case Groups:
		return listed(ctx, e, rows.ExportGroups, func(r db.ExportGroupsRow) map[string]string {
			return map[string]string{"term": r.TermID, "group": r.Code, "course": r.Course, "name": r.Name, "nameEn": r.NameEn}
		})
	case Enrolments:
		return e.enrolments(ctx)
	case Timetable:
		return listed(ctx, e, rows.ExportMeetings, e.meeting)
	case Changes:
		return e.changes(ctx)
	case Exams:
		return e.exams(ctx)
	}
	return fmt.Errorf("kind %s has no export", e.how.Kind)
}

func (e *export) terms(ctx context.Context) error {
	terms, err := e.Timetable.TermsIn(ctx, e.q)
	if err != nil {
		return err
	}
	for _, t := range terms {
		err := e.write(map[string]string{
			"id": t.ID, "name": t.Name, "nameEn": t.NameEn,
			"firstMonday": t.FirstMonday.String(), "weeks": strconv.Itoa(t.Weeks),
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (e *export) students(ctx context.Context) error {
	rows := db.New(e.q)
	campuses, err := rows.SelectCampuses(ctx)
	if err != nil {
		return fmt.Errorf("list campuses: %w", err)
	}
	campus := map[string]string{}
	for _, c := range campuses {
		campus[c.ID] = c.Name
	}
	words := map[student.Field]parse.Choice{
		student.FieldGender: parse.Genders, student.FieldStudyMode: parse.StudyModes,
		student.FieldStatus: parse.Statuses,
	}
	return e.Students.EachText(ctx, e.q, e.who, e.how.NationalIDs, func(texts student.Changes) error {
		values := map[string]string{}
		for field, text := range texts {
			values[string(field)] = text
			if c, ok := words[field]; ok {
				values[string(field)] = c.Word(text, e.how.Language)
			}
		}
		values["campus"] = cmp.Or(campus[values["campus"]], values["campus"])
		return e.write(values)
	})
}

func (e *export) courses(ctx context.Context) error {
	people, err := db.New(e.q).ExportCourseTeachers(ctx)
	if err != nil {
		return fmt.Errorf("list teachers of courses: %w", err)
	}
	teachers := map[string][]string{}
	for _, p := range people {
		teachers[p.CourseID] = append(teachers[p.CourseID], strings.TrimSpace(p.Number+" "+p.Name))
	}
	return listed(ctx, e, db.New(e.q).ExportCourses, func(r db.Course) map[string]string {
		return map[string]string{
			"code": r.Code, "name": r.Name, "nameEn": r.NameEn, "credits": student.Credits(r.Credits).String(),
			"teachers": strings.Join(teachers[r.ID], "; "), "summary": r.Summary, "summaryEn": r.SummaryEn,
		}
	})
}

func (e *export) enrolments(ctx context.Context) error {
	groups, err := db.New(e.q).ExportGroups(ctx)
	if err != nil {
		return fmt.Errorf("list groups: %w", err)
	}
	for _, g := range groups {
		err := listed(ctx, e, func(ctx context.Context) ([]db.ExportEnrolmentsRow, error) {
			return db.New(e.q).ExportEnrolments(ctx, g.ID)
		},
			func(r db.ExportEnrolmentsRow) map[string]string {
				return map[string]string{
					"term": g.TermID, "group": g.Code, "student": r.Number, "name": r.Name,
					"state": parse.EnrolmentStates.Word(r.State, e.how.Language), "from": r.FromDate, "until": r.UntilDate,
				}
			})
		if err != nil {
			return err
		}
	}
	return nil
}

func (e *export) meeting(r db.ExportMeetingsRow) map[string]string {
	day := weekdayWord(int(r.Weekday), e.how.Language)
	return map[string]string{
		"term": r.TermID, "group": r.Code, "weekday": day, "hours": hoursText(int(r.FirstPeriod), int(r.LastPeriod),
			r.Starts, r.Ends), "weeks": r.Weeks, "campus": r.Campus, "room": r.Room, "teacher": strings.TrimSpace(
			r.TeacherNumber + " " + r.Teacher), "kind": parse.ClassKinds.Word(r.Kind, e.how.Language),
	}
}

func weekdayWord(day int, lang locale.Language) string {
	zh := []string{"", "周一", "周二", "周三", "周四", "周五", "周六", "周日"}
	en := []string{"", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"}
	switch {
	case day < 1 || day > 7:
		return ""
	case lang == locale.Chinese:
		return zh[day]
	}
	return en[day]
}

// hoursText formats periods or clock times as an import reads them.
func hoursText(first, last int, starts, ends string) string {
	switch {
	case first == 0 && starts == ends:
		return ""
	case first == 0:
		return starts + "-" + ends
	case first == last:
		return strconv.Itoa(first)
	}
	return strconv.Itoa(first) + "-" + strconv.Itoa(last)
}

// known returns an empty cell for 0, which means unknown.
func known(n int64) string {
	if n == 0 {
		return ""
	}
	return strconv.FormatInt(n, 10)
}
