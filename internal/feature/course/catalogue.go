package course

import (
	"context"
	"fmt"
	"strings"

	"lectern/internal/feature/course/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fold"
	"lectern/internal/kernel/sqldb"
)

// A CatalogueQuery filters courses. Empty fields do not filter.
type CatalogueQuery struct {
	Search string // part of the code or a name of the course or of one of its teachers
	Term   string // that has a group of the course; counts are of this term then
	After  string // Next of the previous page
	Size   int
}

// A CatalogueItem is a course in the list, with its teachers.
type CatalogueItem struct {
	Course
	Groups   int
	Students int // in confirmed enrolments
	Lessons  int
}

// A CataloguePage is a page of courses, ordered by code.
type CataloguePage struct {
	Items []CatalogueItem
	Total int
	Next  string // After of the next page; empty on the last
}

// FindCourses returns one page of courses. Staff only.
func (s *Service) FindCourses(
	ctx context.Context, who access.Actor, query CatalogueQuery,
) (page CataloguePage, err error) {
	if err := access.Admin.Check(who); err != nil {
		return page, err
	}
	pattern := sqldb.Contains(strings.ToLower(strings.TrimSpace(fold.Width(query.Search))))
	err = s.database.Read(ctx, func(q sqldb.Querier) error {
		total, err := db.New(q).CountCourses(ctx, db.CountCoursesParams{Pattern: pattern, Term: query.Term})
		if err != nil {
			return fmt.Errorf("count courses: %w", err)
		}
		rows, err := db.New(q).SelectCoursePage(ctx,
			db.SelectCoursePageParams{Pattern: pattern, Term: query.Term, After: query.After, Size: int32(query.Size + 1)})
		if err != nil {
			return fmt.Errorf("list courses: %w", err)
		}
		page = CataloguePage{Total: int(total)}
		if len(rows) > query.Size {
			rows = rows[:query.Size]
			page.Next = rows[query.Size-1].Code
		}
		for _, row := range rows {
			page.Items = append(page.Items, CatalogueItem{
				Course: Course{ID: row.ID, Code: row.Code, Name: row.Name, NameEn: row.NameEn, Credits: int(row.Credits)},
				Groups: int(row.Groups), Students: int(row.Students), Lessons: int(row.Lessons),
			})
		}
		return addTeachers(ctx, q, page.Items)
	})
	return page, err
}

// addTeachers fills in the teachers of a page of courses.
func addTeachers(ctx context.Context, q sqldb.Querier, items []CatalogueItem) error {
	if len(items) == 0 {
		return nil
	}
	rows, err := db.New(q).SelectTeachersBetween(ctx,
		db.SelectTeachersBetweenParams{First: items[0].Code, Last: items[len(items)-1].Code})
	if err != nil {
		return fmt.Errorf("list the teachers of courses: %w", err)
	}
	by := map[string][]Teacher{}
	for _, t := range rows {
		by[t.CourseID] = append(by[t.CourseID], Teacher{ID: t.ID, Number: t.Number, Name: t.Name, NameEn: t.NameEn})
	}
	for i := range items {
		items[i].Teachers = by[items[i].ID]
	}
	return nil
}

// A TaughtGroup is a group of a course, with its teachers.
type TaughtGroup struct {
	Group
	Teachers []Teacher `json:"teachers" doc:"Those of its timetable, else those of the course."`
	Students int       `json:"students" doc:"With a confirmed enrolment."`
}

// GroupsOf lists the groups of a course, latest term first: course.no_course. Staff only.
func (s *Service) GroupsOf(ctx context.Context, who access.Actor, course string) (list []TaughtGroup, err error) {
	if err := access.Admin.Check(who); err != nil {
		return nil, err
	}
	err = s.database.Read(ctx, func(q sqldb.Querier) error {
		list = nil
		if _, err := db.New(q).SelectCourse(ctx, course); err != nil {
			return sqldb.Missing(err, "course.no_course")
		}
		rows, err := db.New(q).SelectGroupsWithSize(ctx, course)
		if err != nil {
			return fmt.Errorf("list a course's groups: %w", err)
		}
		for _, row := range rows {
			teachers, err := teachersOf(ctx, q, row.ID, course)
			if err != nil {
				return err
			}
			list = append(list, TaughtGroup{
				Group:    Group{ID: row.ID, Course: course, Term: row.TermID, Code: row.Code, Name: row.Name, NameEn: row.NameEn},
				Teachers: teachers, Students: int(row.Students),
			})
		}
		return nil
	})
	return list, err
}

// A Member is a student of a group.
type Member struct {
	ID        string `json:"id"`
	Number    string `json:"studentNumber"`
	Name      string `json:"name"`
	NameLatin string `json:"nameLatin"`
	Class     string `json:"class"`
	State     State  `json:"state" enum:"confirmed,pending,dropped,left"`
}

// ClassList lists the students of a group by number, including those who dropped it; next is After of the next page and
// empty on the last: course.no_group. Staff only.
func (s *Service) ClassList(
	ctx context.Context, who access.Actor, group, after string, size int,
) (list []Member, next string, err error) {
	if err := access.Admin.Check(who); err != nil {
		return nil, "", err
	}
	err = s.database.Read(ctx, func(q sqldb.Querier) error {
		list, next = nil, ""
		if _, err := db.New(q).SelectGroup(ctx, group); err != nil {
			return sqldb.Missing(err, "course.no_group")
		}
		rows, err := db.New(q).SelectMemberPage(ctx,
			db.SelectMemberPageParams{GroupID: group, After: after, Size: int32(size + 1)})
		if err != nil {
			return fmt.Errorf("list a group's students: %w", err)
		}
		for i, row := range rows {
			if i == size {
				next = list[size-1].Number
				break
			}
			list = append(list, Member{
				ID: row.ID, Number: row.Number, Name: row.Name, NameLatin: row.NameLatin,
				Class: row.Class, State: State(row.State),
			})
		}
		return nil
	})
	return list, next, err
}
