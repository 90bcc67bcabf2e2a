package api

import (
	"context"

	"lectern/internal/feature/course"
	"lectern/internal/feature/student"
	"lectern/internal/http/api/wire"
	"lectern/internal/kernel/access"
)

type enrolStudentsIn struct {
	Body struct {
		WireStudents
		Group string `json:"group" minLength:"1" maxLength:"64"`
		From  string `json:"from,omitempty" format:"date" doc:"The first day in the group; default: today."`
	}
}

// enrolStudents adds students to a group. Their timetables change at once and they get a message.
func (a *api) enrolStudents(ctx context.Context, who access.Actor, in *enrolStudentsIn) (WireDone, error) {
	from, err := wire.ParseMaybeDate("from", in.Body.From)
	if err != nil {
		return WireDone{}, err
	}
	result, err := a.Courses.EnrolStudents(ctx, who, in.Body.Group, in.Body.Students, from)
	return toWireDone(result), err
}

type dropStudentsIn struct {
	Body struct {
		WireStudents
		Group string `json:"group" minLength:"1" maxLength:"64"`
		Until string `json:"until,omitempty" format:"date" doc:"The last day in the group, not in the future; default: today."`
	}
}

func (a *api) dropStudents(ctx context.Context, who access.Actor, in *dropStudentsIn) (WireDone, error) {
	until, err := wire.ParseMaybeDate("until", in.Body.Until)
	if err != nil {
		return WireDone{}, err
	}
	result, err := a.Courses.DropStudents(ctx, who, in.Body.Group, in.Body.Students, until)
	return toWireDone(result), err
}

type wireGroupChoice struct {
	ID       string           `json:"id"`
	Code     string           `json:"code"`
	Name     string           `json:"name" doc:"Of the group; may be empty."`
	NameEn   string           `json:"nameEn"`
	Course   student.Named    `json:"course"`
	Teachers []course.Teacher `json:"teachers"`
	Size     int              `json:"size" doc:"Number of students."`
}

type wireGroupPage struct {
	Items []wireGroupChoice `json:"items" doc:"By code."`
	Next  string            `json:"next" doc:"cursor for the next page; empty on the last."`
}

type listGroupsIn struct {
	Search string `query:"search" maxLength:"100" doc:"A part of the code or the name of a group, its course or its teacher."`
	Cursor string `query:"cursor" maxLength:"200" doc:"next of the previous page."`
}

// listGroups lists the current term's groups for a picker.
func (a *api) listGroups(ctx context.Context, who access.Actor, in *listGroupsIn) (wireGroupPage, error) {
	_, term, err := a.Timetables.Terms(ctx)
	if err != nil {
		return wireGroupPage{}, err
	}
	list, next, err := a.Courses.Choices(ctx, who, term, in.Search, in.Cursor)
	return wireGroupPage{Items: wire.Each(list, toWireGroupChoice), Next: next}, err
}

func toWireGroupChoice(c course.Choice) wireGroupChoice {
	return wireGroupChoice{
		ID: c.ID, Code: c.Code, Name: c.Name, NameEn: c.NameEn, Course: student.Named{
			Code: c.CourseCode, Name: c.CourseName,
			NameEn: c.CourseNameEn,
		}, Size: c.Size, Teachers: c.Teachers,
	}
}
