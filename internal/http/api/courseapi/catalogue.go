package courseapi

import (
	"context"

	"lectern/internal/feature/course"
	"lectern/internal/http/api/wire"
	"lectern/internal/kernel/access"
)

type wireCatalogueItem struct {
	ID       string           `json:"id"`
	Code     string           `json:"code"`
	Name     string           `json:"name"`
	NameEn   string           `json:"nameEn"`
	Credits  float64          `json:"credits"`
	Teachers []course.Teacher `json:"teachers"`
	Groups   int              `json:"groups" doc:"In the requested term, or in all."`
	Students int              `json:"students" doc:"With a confirmed enrolment in one of these groups."`
	Lessons  int              `json:"lessons"`
}

type wireCataloguePage struct {
	Items []wireCatalogueItem `json:"items" doc:"By code."`
	Total int                 `json:"total" doc:"On all pages."`
	Next  string              `json:"next" doc:"after for the next page; empty on the last."`
}

type findCoursesIn struct {
	Search string `query:"search" maxLength:"100" doc:"Part of the code or the name of a course, or of the name of one of its teachers."`
	Term   string `query:"term" maxLength:"64" doc:"Id of a term: courses with a group in it."`
	After  string `query:"after" maxLength:"200" doc:"next of the previous page."`
	Size   int    `query:"size" minimum:"1" maximum:"200" default:"50"`
}

// FindCourses lists courses for staff, by page.
func (a *API) FindCourses(ctx context.Context, who access.Actor, in *findCoursesIn) (wireCataloguePage, error) {
	page, err := a.Courses.FindCourses(ctx, who,
		course.CatalogueQuery{Search: in.Search, Term: in.Term, After: in.After, Size: in.Size})
	return wireCataloguePage{
		Total: page.Total, Next: page.Next,
		Items: wire.Each(page.Items, func(c course.CatalogueItem) wireCatalogueItem {
			return wireCatalogueItem{
				ID: c.ID, Code: c.Code, Name: c.Name, NameEn: c.NameEn, Credits: credits(c.Credits), Teachers: c.Teachers,
				Groups: c.Groups, Students: c.Students, Lessons: c.Lessons,
			}
		}),
	}, err
}

func (a *API) ListGroupsOfCourse(ctx context.Context, who access.Actor, in *courseIn) ([]course.TaughtGroup, error) {
	return a.Courses.GroupsOf(ctx, who, in.Course)
}

type wireMemberPage struct {
	Items []course.Member `json:"items" doc:"By number."`
	Next  string          `json:"next" doc:"after for the next page; empty on the last."`
}

type listMembersIn struct {
	Group string `path:"group" maxLength:"64"`
	After string `query:"after" maxLength:"100" doc:"next of the previous page."`
	Size  int    `query:"size" minimum:"1" maximum:"500" default:"200"`
}

// ListMembers shows staff the students of a group, including those who dropped it.
func (a *API) ListMembers(ctx context.Context, who access.Actor, in *listMembersIn) (wireMemberPage, error) {
	list, next, err := a.Courses.ClassList(ctx, who, in.Group, in.After, in.Size)
	return wireMemberPage{Items: list, Next: next}, err
}
