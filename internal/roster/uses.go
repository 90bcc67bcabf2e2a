package roster

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"lectern/internal/course"
	"lectern/internal/fault"
	"lectern/internal/roster/db"
	"lectern/internal/timetable"
)

// A use is how many of something hang on an object; its word ends the code of the refusal.
type use struct {
	word  string
	count int64
}

// uses says what hangs on an object that is about to go, a refusal for each sort of thing.
func (u *undoing) uses(ctx context.Context, thing, key string) ([]*fault.Error, error) {
	found, err := countUses(ctx, db.New(u.q), thing, key)
	if err != nil {
		return nil, err
	}
	var out []*fault.Error
	for _, f := range found {
		if f.count > 0 {
			out = append(out, fault.New(fault.Conflict, "roster.used_by_"+f.word, "count", fmt.Sprint(f.count)))
		}
	}
	return out, nil
}

func countUses(ctx context.Context, rows *db.Queries, thing, key string) ([]use, error) {
	switch thing {
	case "student":
		n, err := rows.CountStudentUses(ctx, key)
		return []use{{"enrolments", n.Enrolments}, {"progress", n.Progress}}, err
	case "account":
		n, err := rows.CountAccountUses(ctx, key)
		return []use{{"sessions", n.Sessions}, {"messages", n.Messages}}, err
	case "programme":
		n, err := rows.CountProgrammeUses(ctx, key)
		return []use{{"students", n}}, err
	case string(course.TeacherRows):
		n, err := rows.CountTeacherUses(ctx, key)
		return []use{{"courses", n.Courses}, {"meetings", n.Meetings}, {"changes", n.Changes}}, err
	case string(course.CourseRows):
		n, err := rows.CountCourseUses(ctx, key)
		return []use{{"groups", n.Groups}, {"lessons", n.Lessons}, {"progress", n.Progress}}, err
	case string(course.GroupRows):
		n, err := rows.CountGroupUses(ctx, key)
		return []use{{"enrolments", n.Enrolments}, {"meetings", n.Meetings}, {"changes", n.Changes}, {"lessons", n.Lessons}}, err
	case string(timetable.TermRows):
		n, err := rows.CountTermUses(ctx, key)
		return []use{{"groups", n.Groups}, {"mappings", n.Mappings}}, err
	case string(timetable.RoomRows):
		n, err := rows.CountRoomUses(ctx, key)
		return []use{{"meetings", n.Meetings}, {"changes", n.Changes}}, err
	case string(timetable.CampusRows):
		n, err := rows.CountCampusUses(ctx, key)
		return []use{{"rooms", n.Rooms}, {"schemes", n.Schemes}, {"meetings", n.Meetings}, {"students", n.Students}}, err
	}
	return nil, nil
}

// called is what people know an object by. What is gone meanwhile, and what has a readable id, goes by its id.
func (u *undoing) called(ctx context.Context, thing, object string) (string, error) {
	rows := db.New(u.q)
	read := map[string]func(context.Context, string) (string, error){
		"student": rows.SelectNameOfStudent, "account": rows.SelectNameOfAccount,
		string(course.TeacherRows): rows.SelectNameOfTeacher, string(course.CourseRows): rows.SelectNameOfCourse,
		string(course.GroupRows): rows.SelectNameOfGroup, string(timetable.MeetingRows): rows.SelectNameOfGroup, string(timetable.RoomRows): rows.SelectNameOfRoom,
	}[thing]
	if student, group, two := strings.Cut(object, " "); two && thing == string(course.EnrolmentRows) {
		first, err := u.called(ctx, "student", student)
		second, err2 := u.called(ctx, string(course.GroupRows), group)
		return first + " " + second, errors.Join(err, err2)
	}
	if read == nil {
		return object, nil
	}
	name, err := read(ctx, object)
	if errors.Is(err, sql.ErrNoRows) {
		return object, nil
	}
	if err != nil {
		return "", fmt.Errorf("look for a name: %w", err)
	}
	return name, nil
}
