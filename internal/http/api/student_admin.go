package api

import (
	"cmp"
	"context"

	"lectern/internal/feature/message"
	"lectern/internal/feature/student"
	"lectern/internal/http/api/courseapi"
	"lectern/internal/http/api/messageapi"
	"lectern/internal/http/api/timetableapi"
	"lectern/internal/http/api/wire"
	"lectern/internal/http/server"
	"lectern/internal/kernel/access"
)

// wireStudentItem is a student in the staff's list.
type wireStudentItem struct {
	ID            string        `json:"id"`
	StudentNumber string        `json:"studentNumber"`
	Name          string        `json:"name"`
	NameLatin     string        `json:"nameLatin"`
	Gender        string        `json:"gender" enum:"female,male,"`
	Phone         string        `json:"phone"`
	Campus        student.Named `json:"campus"`
	Programme     student.Named `json:"programme"`
	Class         string        `json:"class"`
	ClassEn       string        `json:"classEn" doc:"The class in English; empty if class is the same in English or the programme has no English name."`
	EntryYear     int           `json:"entryYear"`
	Status        string        `json:"enrolmentStatus" enum:"enrolled,suspended,exchange,graduated,withdrawn"`
	Account       string        `json:"account" doc:"Id of the account, or empty."`
	Enabled       bool          `json:"enabled" doc:"Whether the account may log in."`
	FirstPassword bool          `json:"firstPassword" doc:"The first password hasn't been changed."`
	LastLogin     string        `json:"lastLogin" doc:"RFC 3339; empty if never."`
}

func toWireStudentItem(i student.Item) wireStudentItem {
	return wireStudentItem{
		ID: i.ID, StudentNumber: i.Number, Name: i.Name, NameLatin: i.NameLatin, Gender: i.Gender, Phone: i.Phone,
		Campus: i.Campus, Programme: i.Programme, Class: i.Class, ClassEn: i.ClassEn(), EntryYear: i.EntryYear,
		Status: i.Status, Account: i.Account, Enabled: i.Enabled, FirstPassword: i.FirstPassword,
		LastLogin: wire.MaybeInstant(i.LoggedIn),
	}
}

type wireStudentPage struct {
	Items []wireStudentItem `json:"items"`
	Total int               `json:"total" doc:"On all pages; if more is true, there are more, which a search doesn't list."`
	More  bool              `json:"more" doc:"Counting stopped at total."`
	Next  string            `json:"next" doc:"after for the next page; empty on the last."`
}

type listStudentsIn struct {
	Search    string `query:"search" maxLength:"100" doc:"The beginning of a number, a phone number, a name in either script, the last part of these, or pinyin initials."`
	Programme string `query:"programme" maxLength:"64"`
	Year      int    `query:"year" minimum:"0" maximum:"9999" doc:"Of entry."`
	Class     string `query:"class" maxLength:"100"`
	Campus    string `query:"campus" maxLength:"64"`
	Status    string `query:"status" enum:"enrolled,suspended,exchange,graduated,withdrawn"`
	Login     string `query:"login" enum:"never,firstPassword" doc:"Only students who have an account and have never logged in, or whose first password hasn't been changed."`
	Sort      string `query:"sort" enum:"number,name" default:"number"`
	Order     string `query:"order" enum:"ascending,descending" default:"ascending"`
	After     string `query:"after" maxLength:"400" doc:"next of the previous page."`
	Size      int    `query:"size" minimum:"1" maximum:"200" default:"50"`
}

func (in *listStudentsIn) query() student.Query {
	return student.Query{
		Search: in.Search, Programme: in.Programme, Year: in.Year, Class: in.Class, Campus: in.Campus,
		Status: in.Status, NeverIn: in.Login == "never", FirstPass: in.Login == "firstPassword", Sort: in.Sort,
		Descending: in.Order == "descending", After: in.After, Size: in.Size,
	}
}

// listStudents lists students for staff. It pages in the database.
func (a *api) listStudents(ctx context.Context, who access.Actor, in *listStudentsIn) (wireStudentPage, error) {
	page, err := a.Students.List(ctx, who, in.query())
	return wireStudentPage{
		Items: wire.Each(page.Items, toWireStudentItem), Total: page.Total,
		More: page.More, Next: page.Next,
	}, err
}

// listStudentFilters returns the possible values of the list's filters.
func (a *api) listStudentFilters(ctx context.Context, who access.Actor, _ *struct{}) (student.Filters, error) {
	return a.Students.Filters(ctx, who)
}

type searchClassesIn struct {
	Search string `query:"search" maxLength:"100" doc:"A part of a name in either language; empty: the first classes."`
}

// searchStudentClasses finds home classes, for the filter and wherever a class is chosen.
func (a *api) searchStudentClasses(
	ctx context.Context, who access.Actor, in *searchClassesIn,
) ([]student.ClassName, error) {
	return a.Students.Classes(ctx, who, in.Search)
}

func (a *api) listHomeClasses(ctx context.Context, who access.Actor, _ *struct{}) ([]student.ClassName, error) {
	return a.Students.ClassNames(ctx, who)
}

// wireStaffStudent is a record as staff see and edit it.
type wireStaffStudent struct {
	WireStudent
	Account string            `json:"account"`
	Fields  map[string]string `json:"fields" doc:"Every field as a text, as in PATCH, except the national ID."`
	Version int64             `json:"version" doc:"Send it with a change, so that edits by others aren't overwritten unseen."`
}

// WireStudent is the record that the student sees. It is exported because huma only describes fields of exported
// embedded types.
type WireStudent = wireStudent

func (a *api) staffStudent(record student.Record) wireStaffStudent {
	fields := map[string]string{}
	for field, text := range record.Texts() {
		fields[wireStudentField(field)] = text
	}
	shown := toWireStudent(record)
	if shown.Photo != "" {
		shown.Photo = "/api/admin/students/" + record.ID + "/photo" // the other is the caller's own photo
	}
	return wireStaffStudent{
		WireStudent: shown, Account: record.Account, Fields: fields,
		Version: record.Updated.UnixMilli(),
	}
}

type studentIn struct {
	Student string `path:"student" maxLength:"64"`
}

func (a *api) getStudent(ctx context.Context, who access.Actor, in *studentIn) (wireStaffStudent, error) {
	record, err := a.Students.Get(ctx, who, in.Student)
	if err != nil {
		return wireStaffStudent{}, err
	}
	return a.staffStudent(record), nil
}

type createStudentIn struct {
	Body wireTexts `doc:"Fields of the record; studentNumber and name are required."`
}

func (a *api) createStudent(ctx context.Context, who access.Actor, in *createStudentIn) (wireStaffStudent, error) {
	changes, err := studentChanges(in.Body)
	if err != nil {
		return wireStaffStudent{}, err
	}
	record, err := a.Students.Create(ctx, who, changes)
	if err != nil {
		return wireStaffStudent{}, err
	}
	return a.staffStudent(record), nil
}

type updateStudentIn struct {
	Student string `path:"student" maxLength:"64"`
	Body    struct {
		Version int64     `json:"version" minimum:"1" doc:"Of the record before the change."`
		Changes wireTexts `json:"changes" doc:"Any field, as a text."`
	}
}

func (a *api) updateStudent(ctx context.Context, who access.Actor, in *updateStudentIn) (wireStaffStudent, error) {
	changes, err := studentChanges(in.Body.Changes)
	if err != nil {
		return wireStaffStudent{}, err
	}
	record, err := a.Students.Update(ctx, who, in.Student, changes, in.Body.Version)
	if err != nil {
		return wireStaffStudent{}, err
	}
	return a.staffStudent(record), nil
}

func studentChanges(body wireTexts) (student.Changes, error) {
	texts, err := textsOf(body, func(string) bool { return true })
	if err != nil {
		return nil, err
	}
	changes := make(student.Changes, len(texts))
	for name, value := range texts {
		changes[studentField(name)] = value
	}
	return changes, nil
}

// asStudent returns the student as an actor, for reading only.
func (a *api) asStudent(ctx context.Context, who access.Actor, id string) (access.Actor, error) {
	record, err := a.Students.Get(ctx, who, id)
	return access.Actor{Account: cmp.Or(record.Account, "none"), Student: record.ID, Role: access.User}, err
}

type studentTimetableIn struct {
	Student string `path:"student" maxLength:"64"`
	Term    string `query:"term" maxLength:"64" doc:"Id of a term; default: the current one."`
}

// getStudentTimetable returns the timetable exactly as the student sees it.
func (a *api) getStudentTimetable(
	ctx context.Context, who access.Actor, in *studentTimetableIn,
) (timetableapi.WireTimetable, error) {
	them, err := a.asStudent(ctx, who, in.Student)
	if err != nil {
		return timetableapi.WireTimetable{}, err
	}
	t, err := a.Timetables.Timetable(ctx, them, in.Term)
	if err != nil {
		return timetableapi.WireTimetable{}, err
	}
	return timetableapi.ToWireTimetable(&t, a.Timetables.Zone().String()), nil
}

// listStudentCourses returns a student's enrolments, the courses' recordings and the progress.
func (a *api) listStudentCourses(
	ctx context.Context, who access.Actor, in *studentIn,
) ([]courseapi.WireMyCourse, error) {
	them, err := a.asStudent(ctx, who, in.Student)
	if err != nil {
		return nil, err
	}
	return a.course.ListCourses(ctx, them, nil)
}

type studentMessagesIn struct {
	Student string `path:"student" maxLength:"64"`
	Before  string `query:"before" maxLength:"100" doc:"The last id of the previous page."`
	Size    int    `query:"size" minimum:"1" maximum:"100" default:"50"`
}

// listStudentMessages returns a student's messages, and which ones they have read and acknowledged.
func (a *api) listStudentMessages(
	ctx context.Context, who access.Actor, in *studentMessagesIn,
) ([]messageapi.WireMessage, error) {
	them, err := a.asStudent(ctx, who, in.Student)
	if err != nil {
		return nil, err
	}
	page, err := a.Messages.List(ctx, them, message.Filter{Before: in.Before, Size: in.Size})
	return wire.Each(page.Messages, func(m message.Message) messageapi.WireMessage {
		return messageapi.ToWireMessage(server.LanguageOf(ctx), m)
	}), err
}
