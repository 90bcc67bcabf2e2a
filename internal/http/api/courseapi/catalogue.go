package courseapi

import (
	"context"

	"lectern/internal/feature/course"
	"lectern/internal/http/api/wire"
	"lectern/internal/kernel/access"
)

type wireCatalogueItem struct {
	ID       string         `json:"id"`
	Code     string         `json:"code"`
	Name     string         `json:"name"`
	NameEn   string         `json:"nameEn"`
	Credits  float64        `json:"credits"`
	Teachers []wire.Teacher `json:"teachers"`
	Groups   int            `json:"groups" doc:"In the term that was asked for, else in all."`
	Students int            `json:"students" doc:"With a confirmed enrolment in one of these groups."`
	Lessons  int            `json:"lessons"`
}

type wireCataloguePage struct {
	Items []wireCatalogueItem `json:"items" doc:"By code."`
	Total int                 `json:"total" doc:"On all pages."`
	Next  string              `json:"next" doc:"After of the next page; empty on the last."`
}

type findCoursesIn struct {
	Search string `query:"search" maxLength:"100" doc:"Part of the code or the name of a course, or of the name of one of its teachers."`
	Term   string `query:"term" maxLength:"64" doc:"Id of a term: courses with a group in it."`
	After  string `query:"after" maxLength:"200" doc:"Next of the page before."`
	Size   int    `query:"size" minimum:"1" maximum:"200" default:"50"`
}

// FindCourses lists courses for staff, a page at a time.
func (a *API) FindCourses(ctx context.Context, who access.Actor, in *findCoursesIn) (wireCataloguePage, error) {
	page, err := a.Courses.FindCourses(ctx, who, course.CatalogueQuery{Search: in.Search, Term: in.Term, After: in.After, Size: in.Size})
	return wireCataloguePage{Total: page.Total, Next: page.Next, Items: wire.Each(page.Items, func(c course.CatalogueItem) wireCatalogueItem {
		return wireCatalogueItem{
			ID: c.ID, Code: c.Code, Name: c.Name, NameEn: c.NameEn, Credits: credits(c.Credits), Teachers: wire.Each(c.Teachers, toWireTeacher),
			Groups: c.Groups, Students: c.Students, Lessons: c.Lessons,
		}
	})}, err
}

type wireGroupOfCourse struct {
	ID       string         `json:"id"`
	Code     string         `json:"code"`
	Name     string         `json:"name"`
	NameEn   string         `json:"nameEn"`
	Term     string         `json:"term" doc:"Its id."`
	Teachers []wire.Teacher `json:"teachers" doc:"Those of its timetable, else those of the course."`
	Students int            `json:"students" doc:"With a confirmed enrolment."`
}

// ListGroupsOfCourse shows staff the groups of a course.
func (a *API) ListGroupsOfCourse(ctx context.Context, who access.Actor, in *courseIn) ([]wireGroupOfCourse, error) {
	list, err := a.Courses.GroupsOf(ctx, who, in.Course)
	return wire.Each(list, func(g course.TaughtGroup) wireGroupOfCourse {
		return wireGroupOfCourse{ID: g.ID, Code: g.Code, Name: g.Name, NameEn: g.NameEn, Term: g.Term, Teachers: wire.Each(g.Teachers, toWireTeacher), Students: g.Students}
	}), err
}

type wireMember struct {
	ID            string `json:"id"`
	StudentNumber string `json:"studentNumber"`
	Name          string `json:"name"`
	NameLatin     string `json:"nameLatin"`
	Class         string `json:"class"`
	State         string `json:"state" enum:"confirmed,pending,dropped"`
}

type wireMemberPage struct {
	Items []wireMember `json:"items" doc:"By number."`
	Next  string       `json:"next" doc:"After of the next page; empty on the last."`
}

type listMembersIn struct {
	Group string `path:"group" maxLength:"64"`
	After string `query:"after" maxLength:"100" doc:"Next of the page before."`
	Size  int    `query:"size" minimum:"1" maximum:"500" default:"200"`
}

// ListMembers shows staff the students of a group, those who dropped it too.
func (a *API) ListMembers(ctx context.Context, who access.Actor, in *listMembersIn) (wireMemberPage, error) {
	list, next, err := a.Courses.ClassList(ctx, who, in.Group, in.After, in.Size)
	return wireMemberPage{Next: next, Items: wire.Each(list, func(m course.Member) wireMember {
		return wireMember{ID: m.ID, StudentNumber: m.Number, Name: m.Name, NameLatin: m.NameLatin, Class: m.Class, State: string(m.State)}
	})}, err
}
