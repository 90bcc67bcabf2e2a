package api

import (
	"context"

	"lectern/internal/feature/student"
	"lectern/internal/http/api/wire"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/bulk"
)

// deleteStudent deletes a record created by mistake; a record in use can't be deleted.
func (a *api) deleteStudent(ctx context.Context, who access.Actor, in *studentIn) (wire.None, error) {
	return nil, a.Students.Delete(ctx, who, in.Student)
}

type wireMerge struct {
	Moved  []wireMoved `json:"moved"`
	Fields []string    `json:"fields" doc:"Fields that the kept record lacks and gets from the duplicate."`
}

type wireMoved struct {
	What    string `json:"what" enum:"messages,read,enrolments,progress,watching,studyDays,notes,watchClock,calendar,seats,account" doc:"read: messages that were read or acknowledged; studyDays: days with time watched, added up; calendar: the duplicate's address, which ends; seats: in exams."`
	Moved   int    `json:"moved"`
	Dropped int    `json:"dropped" doc:"The kept record already has the same. For account: the duplicate's is closed and its phone number is free."`
}

func toWireMerge(m student.Merge) wireMerge {
	return wireMerge{
		Moved:  wire.Each(m.Moved, func(one bulk.Moved) wireMoved { return wireMoved(one) }),
		Fields: wire.Each(m.Fields, wireStudentField),
	}
}

type previewMergeIn struct {
	Student string `path:"student" maxLength:"64"`
	Body    struct {
		Other string `json:"other" minLength:"1" maxLength:"64" doc:"Id of the duplicate."`
	}
}

func (a *api) previewMerge(ctx context.Context, who access.Actor, in *previewMergeIn) (wireMerge, error) {
	merge, err := a.Students.PreviewMerge(ctx, who, in.Student, in.Body.Other)
	return toWireMerge(merge), err
}

type mergeStudentsIn struct {
	Student string `path:"student" maxLength:"64"`
	Body    struct {
		Other   string `json:"other" minLength:"1" maxLength:"64" doc:"Id of the duplicate, which is deleted."`
		Version int64  `json:"version" minimum:"1" doc:"Of the kept record."`
	}
}

func (a *api) mergeStudents(ctx context.Context, who access.Actor, in *mergeStudentsIn) (wireMerge, error) {
	merge, err := a.Students.Merge(ctx, who, in.Student, in.Body.Other, in.Body.Version)
	return toWireMerge(merge), err
}
