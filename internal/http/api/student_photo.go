package api

import (
	"context"
	"net/http"

	"lectern/internal/http/api/wire"
	"lectern/internal/http/server"
	"lectern/internal/kernel/access"
)

// getPhoto serves the student's own photo. It requires the usual headers: a page fetches it like data.
func (a *api) getPhoto(w http.ResponseWriter, r *http.Request) {
	record, err := a.Students.Record(r.Context(), server.ActorOf(r.Context()))
	wire.ServePhoto(w, r, a.Blobs, record.Photo, err)
}

// getStudentPhoto serves a student's photo to staff.
func (a *api) getStudentPhoto(w http.ResponseWriter, r *http.Request) {
	record, err := a.Students.Get(r.Context(), server.ActorOf(r.Context()), r.PathValue("student"))
	wire.ServePhoto(w, r, a.Blobs, record.Photo, err)
}

// setStudentPhoto stores the file of a multipart form. Each costs little, because staff upload a whole class at
// once.
func (a *api) setStudentPhoto(w http.ResponseWriter, r *http.Request) {
	part, err := pictureIn(r)
	if err != nil {
		server.Fail(w, r, err)
		return
	}
	record, err := a.Students.SetPhoto(r.Context(), server.ActorOf(r.Context()), r.PathValue("student"), part)
	if err != nil {
		server.Fail(w, r, err)
		return
	}
	server.WriteData(w, r, a.staffStudent(record))
}

func (a *api) removeStudentPhoto(ctx context.Context, who access.Actor, in *studentIn) (wireStaffStudent, error) {
	record, err := a.Students.RemovePhoto(ctx, who, in.Student)
	if err != nil {
		return wireStaffStudent{}, err
	}
	return a.staffStudent(record), nil
}
