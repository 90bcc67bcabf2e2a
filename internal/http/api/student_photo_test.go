package api

import (
	"bytes"
	"image"
	"image/jpeg"
	"image/png"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lectern/internal/feature/account"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/picture"
	"lectern/internal/testkit/dbtest"
)

// aPhoto returns a picture like a camera's, wider than high.
func aPhoto(t testing.TB) string {
	t.Helper()
	var out bytes.Buffer
	if err := png.Encode(&out, image.NewGray(image.Rect(0, 0, 80, 40))); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// putPhoto uploads a photo for a student's record.
func (s *school) putPhoto(as, student, content string) answered {
	s.t.Helper()
	return s.sendFileBy(http.MethodPut, as, "/api/admin/students/"+student+"/photo", "photo.png", content)
}

// versionOf returns the version of a record, which an edit sends.
func (s *school) versionOf(at string) string {
	s.t.Helper()
	return strconv.FormatInt(get[wireStaffStudent](s, "dean", at).Version, 10)
}

// photoKey returns the photo's key in a record.
func (s *school) photoKey(p pupil) string {
	s.t.Helper()
	return s.texts(`SELECT photo FROM student WHERE id = '` + p.id + `'`)[0]
}

// photoStored reports whether the store still has a photo.
func (s *school) photoStored(key string) bool {
	s.t.Helper()
	file, _, err := s.blobs.Open(s.t.Context(), key)
	if err == nil {
		_ = file.Close()
	}
	return err == nil
}

// Staff add, replace and remove the photo of a record.
func testStudentPhoto(t *testing.T, s *school) {
	one, far := s.pupil("P5101", "己班"), s.pupil("P5102", "己班")
	s.staff(map[string]account.Details{"adviser of 己": {
		Phone: "13710000061", Scope: access.Adviser,
		Classes: []string{"己班"},
	}})
	at := func(p pupil) string { return "/api/admin/students/" + p.id }

	t.Run("put, replaced and removed, each written down without its key", func(t *testing.T) {
		s.in(t)
		before := get[wireStaffStudent](s, "dean", at(one)).Version
		made := data[wireStaffStudent](t, s.putPhoto("dean", one.id, aPhoto(t)))
		first := s.photoKey(one)
		if made.Photo != at(one)+"/photo" || made.Version < before || !strings.HasPrefix(first, "photos/") {
			t.Errorf("got %q, %d after %d, key %q", made.Photo, made.Version, before, first)
		}
		got := s.as("adviser of 己").send("GET", made.Photo, "")
		img, err := jpeg.Decode(strings.NewReader(got.body))
		if err != nil || img.Bounds() != image.Rect(0, 0, 288, 384) || got.header.Get("Content-Disposition") != "attachment" {
			t.Errorf("%d %v, %v", got.status, got.header, err)
		}
		if old, now := s.logged(one.id, "student.set_photo"); !cmp.Equal(old, map[string]any{"photo": ""}) ||
			!cmp.Equal(now, map[string]any{"photo": "***"}) {
			t.Errorf("the log says %v, %v", old, now)
		}
		if got := s.putPhoto("dean", one.id, aPhoto(t)); got.status != http.StatusOK {
			t.Fatal(got.body)
		}
		second := s.photoKey(one)
		if second == first || s.photoStored(first) || !s.photoStored(second) {
			t.Errorf("%q stays, or %q is not there", first, second)
		}
		if got := data[wireStaffStudent](t, s.as("dean").send("DELETE", at(one)+"/photo", "")); got.Photo != "" ||
			s.photoStored(second) {
			t.Errorf("%q stays: %+v", second, got)
		}
		if old, now := s.logged(one.id, "student.remove_photo"); !cmp.Equal(old, map[string]any{"photo": "***"}) ||
			!cmp.Equal(now, map[string]any{"photo": ""}) {
			t.Errorf("the log says %v, %v", old, now)
		}
	})
	t.Run("refused, and nothing changes", func(t *testing.T) {
		s.in(t)
		good := aPhoto(t)
		for _, tc := range []struct {
			name, as, student, content string
			status                     int
			code                       string
		}{
			{"no picture", "dean", one.id, "<html>", 415, "account.avatar_type"},
			{"a damaged one", "dean", one.id, good[:40], 400, "account.avatar_unreadable"},
			{"too large", "dean", one.id, good + strings.Repeat("\x00", picture.MaxBytes), 413, "account.avatar_too_large"},
			{"far too large", "dean", one.id, strings.Repeat("\x00", 4<<20), 413, "request.too_large"},
			{"nobody", "dean", "none", good, 404, "student.no_record"},
			{"an adviser", "adviser of 己", one.id, good, 403, "access.forbidden"},
			{"a student", "lin", one.id, good, 403, "access.forbidden"},
		} {
			if got := s.putPhoto(tc.as, tc.student, tc.content); got.status != tc.status || got.code(t) != tc.code {
				t.Errorf("%s: %d %.200s", tc.name, got.status, got.body)
			}
		}
		s.try(t, []request{
			{"no form", "dean", "PUT", at(one) + "/photo", "x", 415, "request.content_type"},
			{"none to remove", "dean", "DELETE", at(one) + "/photo", "", 404, "student.no_photo"},
			{"of nobody", "dean", "DELETE", "/api/admin/students/none/photo", "", 404, "student.no_record"},
			{"an adviser removes", "adviser of 己", "DELETE", at(one) + "/photo", "", 403, "access.forbidden"},
			{
				"a key instead of a photo", "dean", "PATCH", at(one),
				`{"version":` + s.versionOf(at(one)) + `,"changes":{"photo":"media/secret.mp4"}}`, 400, "student.field_photo",
			},
			{
				"in a new record", "dean", "POST", "/api/admin/students",
				`{"studentNumber":"P5109","name":"x","photo":"media/secret.mp4"}`, 400, "student.field_photo",
			},
		})
		if key := s.photoKey(one); key != "" {
			t.Errorf("there is %q", key)
		}
	})
	t.Run("no other file of the store is served as a photo", func(t *testing.T) {
		s.in(t)
		if _, err := s.blobs.Put(t.Context(), "media/secret.mp4", strings.NewReader("x")); err != nil {
			t.Fatal(err)
		}
		dbtest.Exec(t, s.db, `UPDATE student SET photo = 'media/secret.mp4' WHERE id = '`+far.id+`'`)
		s.try(t, []request{{"it", "dean", "GET", at(far) + "/photo", "", 404, "student.no_photo"}})
		if got := s.putPhoto("dean", far.id, aPhoto(t)); got.status != http.StatusOK || !s.photoStored("media/secret.mp4") {
			t.Errorf("a photo in its place removes it: %d %s", got.status, got.body)
		}
	})
	t.Run("a photo goes with its record", func(t *testing.T) {
		s.in(t)
		merged := s.pupil("P5103", "己班")
		if got := s.putPhoto("dean", merged.id, aPhoto(t)); got.status != http.StatusOK {
			t.Fatal(got.body)
		}
		other, kept := s.photoKey(merged), s.photoKey(far)
		if got := s.as("dean").send("POST", at(far)+"/merge",
			`{"other":"`+merged.id+`","version":`+s.versionOf(at(far))+`}`); got.status != http.StatusOK {
			t.Fatal(got.body)
		}
		if s.photoStored(other) || !s.photoStored(kept) || s.photoKey(far) != kept {
			t.Error("the photo of the duplicate stays, or the kept one went")
		}
		gone := s.pupil("P5104", "己班")
		if got := s.putPhoto("dean", gone.id, aPhoto(t)); got.status != http.StatusOK {
			t.Fatal(got.body)
		}
		key := s.photoKey(gone)
		if got := s.as("dean").send("DELETE", at(gone), ""); got.status != http.StatusOK || s.photoStored(key) {
			t.Errorf("%d %s, or %q stays", got.status, got.body, key)
		}
	})
}
