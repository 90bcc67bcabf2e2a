package httpapi

import (
	"context"
	"net/http"
	"path"

	"lectern/internal/access"
	"lectern/internal/blob"
	"lectern/internal/fault"
	"lectern/internal/server"
	"lectern/internal/student"
)

// getPhoto serves the student's own photo. It stands behind the usual headers: a page fetches it like data.
func (a *api) getPhoto(w http.ResponseWriter, r *http.Request) {
	record, err := a.Students.Record(r.Context(), server.ActorOf(r.Context()))
	servePhoto(w, r, a.Blobs, record.Photo, err)
}

// servePhoto answers the photo of a student, or the error of whoever looked for it.
func servePhoto(w http.ResponseWriter, r *http.Request, from blob.Store, key string, err error) {
	if err == nil && !student.IsPhoto(key) {
		err = fault.New(fault.NotFound, "student.no_photo")
	}
	if err != nil {
		server.Fail(w, r, err)
		return
	}
	file, info, err := from.Open(r.Context(), key)
	if err != nil {
		server.Fail(w, r, err)
		return
	}
	defer file.Close()
	w.Header().Set("Cache-Control", "private, no-cache")
	w.Header().Set("Content-Security-Policy", server.SandboxPolicy)
	w.Header().Set("Content-Disposition", "attachment")
	http.ServeContent(w, r, path.Base(key), info.Modified, file)
}

// getStudentPhoto serves the photo in a student's record to staff.
func (a *api) getStudentPhoto(w http.ResponseWriter, r *http.Request) {
	record, err := a.Students.Get(r.Context(), server.ActorOf(r.Context()), r.PathValue("student"))
	servePhoto(w, r, a.Blobs, record.Photo, err)
}

// setStudentPhoto takes the photo as a file of a multipart form. Photos of a whole class come one after the other, so each counts little.
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
