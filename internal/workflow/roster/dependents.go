package roster

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"lectern/internal/feature/course"
	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/fault"
	"lectern/internal/workflow/roster/db"
)

// A dependent counts the things of one kind that depend on an object, with the code of the conflict.
type dependent struct {
	code  string
	count int64
}

// dependents returns a fault for each kind of thing that depends on an object about to be removed.
func (u *undoing) dependents(ctx context.Context, thing, key string) ([]*fault.Error, error) {
	found, err := countDependents(ctx, db.New(u.q), thing, key)
	if err != nil {
		return nil, err
	}
	var out []*fault.Error
	for _, f := range found {
		if f.count > 0 {
			out = append(out, fault.New(fault.Conflict, f.code, "count", strconv.FormatInt(f.count, 10)))
		}
	}
	return out, nil
}

func countDependents(ctx context.Context, rows *db.Queries, thing, key string) ([]dependent, error) {
	switch thing {
	case "student":
		n, err := rows.CountStudentDependents(ctx, key)
		return []dependent{
			{"roster.used_by_enrolments", n.Enrolments},
			{"roster.used_by_seats", n.Seats},
			{"roster.used_by_progress", n.Progress},
		}, err
	case "account":
		n, err := rows.CountAccountDependents(ctx, key)
		return []dependent{{"roster.used_by_sessions", n.Sessions}, {"roster.used_by_messages", n.Messages}}, err
	case "programme":
		n, err := rows.CountProgrammeDependents(ctx, key)
		return []dependent{{"roster.used_by_students", n}}, err
	case string(course.TeacherRows):
		n, err := rows.CountTeacherDependents(ctx, key)
		return []dependent{
			{"roster.used_by_courses", n.Courses},
			{"roster.used_by_meetings", n.Meetings},
			{"roster.used_by_changes", n.Changes},
		}, err
	case string(course.CourseRows):
		n, err := rows.CountCourseDependents(ctx, key)
		return []dependent{
			{"roster.used_by_groups", n.Groups},
			{"roster.used_by_lessons", n.Lessons},
			{"roster.used_by_progress", n.Progress},
		}, err
	case string(course.GroupRows):
		n, err := rows.CountGroupDependents(ctx, key)
		return []dependent{
			{"roster.used_by_enrolments", n.Enrolments},
			{"roster.used_by_meetings", n.Meetings},
			{"roster.used_by_changes", n.Changes},
			{"roster.used_by_lessons", n.Lessons},
		}, err
	case string(timetable.TermRows):
		n, err := rows.CountTermDependents(ctx, key)
		return []dependent{{"roster.used_by_groups", n.Groups}, {"roster.used_by_mappings", n.Mappings}}, err
	case string(timetable.RoomRows):
		n, err := rows.CountRoomDependents(ctx, key)
		return []dependent{
			{"roster.used_by_meetings", n.Meetings},
			{"roster.used_by_changes", n.Changes},
			{"roster.used_by_seats", n.Seats},
		}, err
	case string(timetable.CampusRows):
		n, err := rows.CountCampusDependents(ctx, key)
		return []dependent{
			{"roster.used_by_rooms", n.Rooms},
			{"roster.used_by_schemes", n.Schemes},
			{"roster.used_by_meetings", n.Meetings},
			{"roster.used_by_students", n.Students},
		}, err
	}
	return nil, nil
}

// displayName returns the name that people know an object by, or its ID if that is readable or the object is gone.
func (u *undoing) displayName(ctx context.Context, thing, object string) (string, error) {
	rows := db.New(u.q)
	read := map[string]func(context.Context, string) (string, error){
		"student": rows.SelectNameOfStudent, "account": rows.SelectNameOfAccount,
		string(course.TeacherRows): rows.SelectNameOfTeacher, string(course.CourseRows): rows.SelectNameOfCourse,
		string(course.GroupRows): rows.SelectNameOfGroup, string(timetable.MeetingRows): rows.SelectNameOfGroup,
		string(timetable.RoomRows): rows.SelectNameOfRoom,
	}[thing]
	if student, group, two := strings.Cut(object, " "); two && thing == string(course.EnrolmentRows) {
		first, err := u.displayName(ctx, "student", student)
		second, err2 := u.displayName(ctx, string(course.GroupRows), group)
		return first + " " + second, errors.Join(err, err2)
	}
	if class, student, two := strings.Cut(object, " "); two && thing == string(timetable.SeatRows) {
		name, err := u.displayName(ctx, "student", student)
		return cmp.Or(name, class), err
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
