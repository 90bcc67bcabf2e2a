package engine

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"lectern/internal/feature/student"
	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/locale"
	"lectern/internal/kernel/snapshot"
	"lectern/internal/workflow/roster/columns"
	"lectern/internal/workflow/roster/db"
	"lectern/internal/workflow/roster/parse"
)

// columnFields maps database columns to the fields of a sheet.
var columnFields = map[string]map[string]string{
	"teacher": {"number": "number", "name": "name", "name_en": "nameEn"},
	"course": {
		"code": "code", "name": "name", "name_en": "nameEn", "credits": "credits",
		"summary": "summary", "summary_en": "summaryEn",
	},
	"group":     {"code": "group", "name": "name", "name_en": "nameEn", "course_id": "course"},
	"programme": {"name": "name", "name_en": "nameEn", "college": "college", "college_en": "collegeEn"},
	"term":      {"name": "name", "name_en": "nameEn", "first_monday": "firstMonday", "weeks": "weeks"},
	"room":      {"name": "name", "name_en": "nameEn", "campus_id": "campus", "building": "building", "seats": "seats"},
	"campus":    {"name": "campus", "name_en": "campusEn"},
	"scheme":    {"from_date": "from", "to_date": "to"},
	"seat":      {"seat": "seat", "room_id": "room"},
}

// compare records what changed in an object's rows, in the terms of its sheet.
func (x *run) compare(ctx context.Context, r *row, thing string, rows snapshot.Object,
	before, after snapshot.Copy,
) error {
	was, err := rows.Rows(before)
	if err != nil {
		return err
	}
	is, err := rows.Rows(after)
	if err != nil || len(was[0]) != 1 || len(is[0]) != 1 {
		return err
	}
	for i, column := range was[0][0].Columns {
		field := columnFields[thing][column]
		if field == "" || i >= len(is[0][0].Columns) || is[0][0].Columns[i] != column {
			continue
		}
		old, err := x.readableValue(ctx, thing, column, was[0][0].Values[i])
		if err != nil {
			return err
		}
		now, err := x.readableValue(ctx, thing, column, is[0][0].Values[i])
		if err != nil {
			return err
		}
		x.change(r, field, old, now)
	}
	if thing == "course" {
		return x.compareTeachers(ctx, r, was[1], is[1])
	}
	return nil
}

// compareTeachers compares who teaches a course.
func (x *run) compareTeachers(ctx context.Context, r *row, was, is []snapshot.Row) error {
	names, err := x.names(ctx)
	if err != nil {
		return err
	}
	list := func(rows []snapshot.Row) string {
		var out []string
		for _, row := range rows {
			if i := slices.Index(row.Columns, "teacher_id"); i >= 0 {
				out = append(out, names.teachers[fmt.Sprint(row.Values[i])])
			}
		}
		slices.Sort(out)
		return strings.Join(out, "; ")
	}
	x.change(r, "teachers", list(was), list(is))
	return nil
}

func (x *run) readableValue(ctx context.Context, thing, column string, value any) (string, error) {
	text := ""
	if value != nil {
		text = fmt.Sprint(value)
	}
	switch {
	case column == "credits" && text != "":
		n, err := strconv.ParseInt(text, 10, 64)
		return strconv.FormatFloat(float64(n)/10, 'f', -1, 64), err
	case column == "campus_id":
		names, err := x.names(ctx)
		return names.of(names.campuses, text), err
	case column == "room_id":
		names, err := x.names(ctx)
		return names.of(names.rooms, text), err
	case column == "course_id" && thing == "group":
		names, err := x.names(ctx)
		return names.of(names.courses, text), err
	}
	return text, nil
}

// readable maps IDs to the names that people know.
type readable struct{ campuses, teachers, rooms, courses, programmes map[string]string }

func (n *readable) of(names map[string]string, id string) string {
	if name := names[id]; name != "" {
		return name
	}
	return id
}

// names loads them for the first comparison. Things created by the import itself aren't included.
func (x *run) names(ctx context.Context) (*readable, error) {
	if x.readable != nil {
		return x.readable, nil
	}
	n, rows := &readable{
		map[string]string{},
		map[string]string{},
		map[string]string{},
		map[string]string{},
		map[string]string{},
	}, db.New(x.q)
	x.readable = n
	campuses, err := rows.SelectCampuses(ctx)
	if err != nil {
		return n, fmt.Errorf("list campuses: %w", err)
	}
	for _, c := range campuses {
		n.campuses[c.ID] = c.Name
	}
	teachers, err := rows.SelectTeachers(ctx)
	if err != nil {
		return n, fmt.Errorf("list teachers: %w", err)
	}
	for _, t := range teachers {
		n.teachers[t.ID] = strings.TrimSpace(t.Number + " " + t.Name)
	}
	places, err := rows.SelectRooms(ctx)
	if err != nil {
		return n, fmt.Errorf("list rooms: %w", err)
	}
	for _, r := range places {
		n.rooms[r.ID] = r.Name
	}
	courses, err := rows.SelectCourseCodes(ctx)
	if err != nil {
		return n, fmt.Errorf("list courses: %w", err)
	}
	for _, c := range courses {
		n.courses[c.ID] = c.Code
	}
	programmes, err := rows.SelectProgrammes(ctx)
	if err != nil {
		return n, fmt.Errorf("list programmes: %w", err)
	}
	for _, p := range programmes {
		n.programmes[p.Code] = p.Name
	}
	return n, nil
}

// compareStudent records what changed in a student's record. The national ID is masked.
func (x *run) compareStudent(ctx context.Context, r *row, out student.Outcome) error {
	for _, c := range out.Changes {
		before, after := c.Before, c.After
		switch c.Field {
		case student.FieldCampus, student.FieldProgramme:
			names, err := x.names(ctx)
			if err != nil {
				return err
			}
			list := names.campuses
			if c.Field == student.FieldProgramme {
				list = names.programmes
			}
			before, after = names.of(list, before), names.of(list, after)
		case student.FieldNationalID:
			raw := before + "\x00" + after
			if before != "" {
				before = hiddenNumber
			}
			after = r.text(string(c.Field))
			x.change(r, string(c.Field), before, after)
			r.changes[len(r.changes)-1].raw = raw
			continue
		default:
		}
		x.change(r, string(c.Field), before, after)
	}
	return nil
}

// hiddenNumber replaces an encrypted national ID: decrypting one for every row of a preview isn't worth it.
const hiddenNumber = "******************"

// compareMeeting records what changed in a meeting.
func (x *run) compareMeeting(ctx context.Context, r *row, was, now timetable.Meeting) error {
	names, err := x.names(ctx)
	if err != nil {
		return err
	}
	x.change(r, "weekday", strconv.Itoa(int(was.Weekday)), strconv.Itoa(int(now.Weekday)))
	x.change(r, "hours", parse.HoursText(was.Hours), parse.HoursText(now.Hours))
	x.change(r, "weeks", was.Weeks.String(), now.Weeks.String())
	x.change(r, "campus", names.of(names.campuses, was.Campus), names.of(names.campuses, now.Campus))
	x.change(r, "room", names.of(names.rooms, was.Room), names.of(names.rooms, now.Room))
	x.change(r, "teacher", names.of(names.teachers, was.Teacher), names.of(names.teachers, now.Teacher))
	x.change(r, "kind", string(was.Kind), string(now.Kind))
	return nil
}

var weekdayTexts = []string{
	"roster.weekday.1", "roster.weekday.2", "roster.weekday.3", "roster.weekday.4", "roster.weekday.5",
	"roster.weekday.6", "roster.weekday.7",
}

// ValueText translates the value of a field, such as an enum, for people.
func ValueText(kind columns.Kind, field, value string, lang locale.Language) string {
	if value == "" {
		return ""
	}
	list := map[string]parse.Choice{
		"gender": parse.Genders, "studyMode": parse.StudyModes,
		"status": parse.Statuses,
	}[field]
	switch {
	case kind == columns.Enrolments && field == "state":
		list = parse.EnrolmentStates
	case kind == columns.Timetable && field == "kind":
		list = parse.ClassKinds
	case field == "weekday":
		if day := parse.Number(value); day >= 1 && day <= len(weekdayTexts) {
			return locale.Text(lang, weekdayTexts[day-1], nil)
		}
	case kind != columns.Students && list != nil:
		list = nil
	}
	return list.Word(value, lang)
}

// ThingTitle translates the kind of a thing that an import has written.
func ThingTitle(thing string, lang locale.Language) string {
	if thingNames[thing] == "" {
		return thing
	}
	return locale.Text(lang, thingNames[thing], nil)
}

var thingNames = map[string]string{
	"student": "roster.thing.student", "account": "roster.thing.account", "programme": "roster.thing.programme",
	"teacher": "roster.thing.teacher", "course": "roster.thing.course",
	"group": "roster.thing.group", "enrolment": "roster.thing.enrolment", "term": "roster.thing.term",
	"campus": "roster.thing.campus", "room": "roster.thing.room", "scheme": "roster.thing.scheme",
	"meetings": "roster.thing.meetings", "change": "roster.thing.change", "mapping": "roster.thing.mapping",
	"holiday": "roster.thing.holiday", "seat": "roster.thing.seat",
}
