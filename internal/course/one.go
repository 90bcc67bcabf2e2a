package course

import (
	"context"
	"fmt"

	"lectern/internal/course/db"
	"lectern/internal/sqldb"
)

// CourseIn returns one course as it is inside the caller's transaction: course.no_course.
func (s *Service) CourseIn(ctx context.Context, q sqldb.Querier, id string) (Course, error) {
	row, err := db.New(q).SelectCourse(ctx, id)
	if err != nil {
		return Course{}, missing(err, "course.no_course")
	}
	course := toCourse(row)
	teachers, err := db.New(q).SelectTeachersOf(ctx, id)
	if err != nil {
		return Course{}, fmt.Errorf("list a course's teachers: %w", err)
	}
	for _, t := range teachers {
		course.Teachers = append(course.Teachers, Teacher(t))
	}
	return course, nil
}

// GroupIn returns one group as it is inside the caller's transaction: course.no_group.
func (s *Service) GroupIn(ctx context.Context, q sqldb.Querier, id string) (Group, error) {
	row, err := db.New(q).SelectGroup(ctx, id)
	if err != nil {
		return Group{}, missing(err, "course.no_group")
	}
	return Group{ID: row.ID, Course: row.CourseID, Term: row.TermID, Code: row.Code, Name: row.Name, NameEn: row.NameEn}, nil
}
