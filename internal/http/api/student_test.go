package api

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lectern/internal/feature/student"
	"lectern/internal/feature/timetable"
	"lectern/internal/http/api/timetableapi"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/audit"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/sample"
	"lectern/internal/testkit/dbtest"
)

const infoPath = "/api/Students/Students/GetStudentInfoOutput"

func testStudent(t *testing.T, s *school) {
	t.Run("[7.3] [2.20] a student sees their whole record", func(t *testing.T) {
		got := get[wireStudent](s.in(t), "lin", infoPath)
		if got.StudentNumber == "" || got.Name != s.logins["lin"].Name || got.Phone != s.logins["lin"].Phone ||
			got.Gender == "" || got.NameLatin == "" || got.College.Name == "" || got.College.NameEn == "" ||
			got.Campus.Name != "北校区" || got.Programme.NameEn != "Marketing" || got.Class == "" || got.EntryYear == 0 ||
			got.StudyMode != "full-time" || got.EnrolmentStatus != "enrolled" || got.ExpectedGraduation == "" ||
			got.Adviser == "" || got.CreditsEarned <= 0 || got.CreditsRequired != 160 || got.Email == "" {
			t.Errorf("got %+v", got)
		}
		password := s.logins["lin"].Password // the last six digits
		if strings.Contains(got.NationalID, password) ||
			!strings.HasSuffix(got.NationalID, "******") || len(got.NationalID) != 18 {
			t.Errorf("the mask is %q", got.NationalID)
		}
		if diff := cmp.Diff([]string{"address", "email", "emergencyName", "emergencyPhone", "nativePlace"},
			got.Editable); diff != "" {
			t.Errorf("editable (-want +got):\n%s", diff)
		}
		if other := get[wireStudent](s, "zhao", infoPath); other.ID == got.ID || other.Name != s.logins["zhao"].Name {
			t.Errorf("another student got %+v", other)
		}
	})
	t.Run("[1.3] what the record names in Chinese has an English form", func(t *testing.T) {
		record, user := get[wireStudent](s.in(t), "lin", infoPath), get[wireUser](s, "lin", "/api/user/info")
		digits := strings.TrimLeftFunc(record.Class, func(r rune) bool { return r > 0x2000 })
		want := []string{"Marketing " + digits, "Zhou Mingyuan", "Lin Xiaoyu", sample.NameEn}
		if diff := cmp.Diff(want, []string{record.ClassEn, record.AdviserEn, user.NameLatin, user.Organization}); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
	s.try(t, []request{
		{"[7.3] nobody is asked to log in", "", "GET", infoPath, "", 401, "access.signed_out"},
		{"[7.3] staff have no record", "dean", "GET", infoPath, "", 404, "student.no_record"},
		{"[2.20] a free field", "lin", "PATCH", "/api/student", `{"email":"lin@example.com","address":"湖南省衡阳市"}`, 200, ""},
		{"[2.20] a wrong value", "lin", "PATCH", "/api/student", `{"email":"nonsense"}`, 400, "student.bad_email"},
		{"[3.9] nowhere", "lin", "PATCH", "/api/student", `{"nativePlace":"999999"}`, 400, "student.bad_region"},
		{
			"[3.9] a district that there is no more is not to choose", "lin", "PATCH", "/api/student",
			`{"nativePlace":"330103"}`, 400, "student.bad_region",
		},
		{"[2.20] fill once", "lin", "PATCH", "/api/student", `{"nativePlace":"430400"}`, 200, ""},
		{"[2.20] the same once more", "lin", "PATCH", "/api/student", `{"nativePlace":"430400"}`, 200, ""},
		{"[2.20] and no other", "lin", "PATCH", "/api/student", `{"nativePlace":"110000"}`, 409, "student.field_filled"},
		{"[2.20] an official field", "lin", "PATCH", "/api/student", `{"studentNumber":"1"}`, 403, "student.field_official"},
		{
			"[2.20] the status is official", "lin", "PATCH", "/api/student", `{"enrolmentStatus":"graduated"}`,
			403, "student.field_official",
		},
		{"[2.20] no such field", "lin", "PATCH", "/api/student", `{"shoeSize":"42"}`, 400, "student.field_unknown"},
		{
			"[2.20] no such field, and no text", "lin", "PATCH", "/api/student", `{"shoeSize":42}`,
			400, "student.field_unknown",
		},
		{"[2.20] a number where text belongs", "lin", "PATCH", "/api/student", `{"email":7}`, 400, "request.field_type"},
		{
			"[2.20] staff edit no record of their own", "dean", "PATCH", "/api/student",
			`{"email":"a@example.com"}`, 404, "student.no_record",
		},
		{"[2.20] nobody edits", "", "PATCH", "/api/student", `{}`, 401, "access.signed_out"},
		{"[2.20] no photo yet", "lin", "GET", "/api/student/photo", "", 404, "student.no_photo"},
		{
			"[2.20] the wrong password reveals nothing", "lin", "POST", "/api/student/reveal", `{"password":"000000"}`,
			400, "account.password_wrong",
		},
		{"[2.20] none at all", "lin", "POST", "/api/student/reveal", `{"password":""}`, 400, "account.password_required"},
		{
			"[2.20] far too much", "lin", "POST", "/api/student/reveal", `{"password":"` + strings.Repeat("x", 200) + `"}`,
			400, "account.password_too_long",
		},
		{
			"[2.20] staff have nothing to reveal", "dean", "POST", "/api/student/reveal",
			`{"password":"x"}`, 404, "student.no_record",
		},
	})
	t.Run("[2.20] native place has its province's name", func(t *testing.T) {
		got := get[wireStudent](s.in(t), "lin", infoPath)
		if got.NativePlace != (student.Named{Code: "430400", Name: "湖南省", NameEn: "Hunan"}) ||
			slices.Contains(got.Editable, "nativePlace") {
			t.Errorf("got %+v, editable %v", got.NativePlace, got.Editable)
		}
	})
	t.Run("[2.20] the password reveals the number, and that is written down", func(t *testing.T) {
		s.in(t)
		got := post[wireReveal](s, "lin", "/api/student/reveal",
			jsonText(t, map[string]string{"password": s.logins["lin"].Password}))
		if len(got.NationalID) != 18 || !strings.HasSuffix(got.NationalID, s.logins["lin"].Password) {
			t.Errorf("got %q", got.NationalID)
		}
		if !s.audited(s.actor("lin").Student, "student.reveal_national_id") {
			t.Error("nothing is written down")
		}
	})
	t.Run("[2.20] the photo", func(t *testing.T) {
		s.in(t)
		const picture = "\xff\xd8\xff\xe0 not much of a picture"
		if _, err := s.blobs.Put(t.Context(), "photos/lin.jpg", strings.NewReader(picture)); err != nil {
			t.Fatal(err)
		}
		dbtest.Exec(t, s.db, `UPDATE student SET photo = 'photos/lin.jpg' WHERE id = '`+s.actor("lin").Student+`'`)
		where := get[wireStudent](s, "lin", infoPath).Photo
		if got := s.as("lin").send("GET", where, ""); got.status != 200 || got.body != picture ||
			got.header.Get("Content-Type") != "image/jpeg" {
			t.Errorf("got %d %v %q", got.status, got.header, got.body)
		}
		if got := s.as("zhao").send("GET", where, ""); got.status != 404 {
			t.Errorf("another student got %d", got.status)
		}
	})
	t.Run("[1.5] [3.2] the certification is the status of the record, also after it changed", func(t *testing.T) {
		s.in(t)
		for _, status := range []string{"graduated", "exchange", "enrolled"} {
			_, err := s.deps.Students.Update(t.Context(), access.System(), s.actor("zhao").Student,
				student.Changes{student.FieldStatus: status}, 0)
			if err != nil {
				t.Fatal(err)
			}
			if got := get[wireUser](s, "zhao", "/api/user/info").Certification; got != status {
				t.Errorf("certified %q, the record says %q", got, status)
			}
		}
		if got := get[wireUser](s, "dean", "/api/user/info").Certification; got != "" {
			t.Errorf("staff are certified %q", got)
		}
	})
	t.Run("[2.20] all data held about me", func(t *testing.T) { testExport(t, s.in(t)) })
}

// seatLin gives lin a seat in their first exam, and returns the class.
func (s *school) seatLin(seat string) string {
	s.t.Helper()
	classes := get[timetableapi.WireTimetable](s, "lin", "/api/timetable").Classes
	i := slices.IndexFunc(classes, func(c timetableapi.WireClass) bool {
		return c.Kind == "exam" && c.State != "cancelled"
	})
	if i < 0 {
		s.t.Fatal("the sample has no exam")
	}
	err := s.db.Write(s.t.Context(), func(q sqldb.Querier) error {
		return s.deps.Timetables.Seating(q, access.System()).Put(s.t.Context(), timetable.SeatOf{
			Class: classes[i].ID, Student: s.actor("lin").Student, Seat: timetable.Seat{Seat: seat},
		})
	})
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { dbtest.Exec(s.t, s.db, `DELETE FROM exam_seat`) }) // other tests rely on the original term
	return classes[i].ID
}

func testExport(t *testing.T, s *school) {
	exam := s.seatLin("B-07")
	got := s.as("lin").send("GET", "/api/student/export", "")
	var out wireExport
	if err := decode(got.body, &out); err != nil || got.status != 200 {
		t.Fatalf("%d %v %s", got.status, err, got.body)
	}
	if !strings.HasPrefix(got.header.Get("Content-Disposition"), "attachment") ||
		got.header.Get("Cache-Control") != "no-store" {
		t.Errorf("headers %v", got.header)
	}
	if out.Student.Name != s.logins["lin"].Name || out.Account.Phone != s.logins["lin"].Phone || len(out.Sessions) == 0 ||
		len(out.Courses) == 0 || len(out.Messages) == 0 || !slices.Contains(out.Official, "number") {
		t.Errorf("got %+v", out)
	}
	if len(out.Seats) != 1 || out.Seats[0].Class != exam || out.Seats[0].Seat != "B-07" || out.Seats[0].Group == "" {
		t.Errorf("seats %+v", out.Seats)
	}
	if strings.Contains(got.body, s.logins["lin"].Password) {
		t.Error("the end of the national ID is in the file")
	}
	if !s.audited(s.actor("lin").Student, "student.export") {
		t.Error("nothing is written down")
	}
	s.try(t, []request{
		{"nobody", "", "GET", "/api/student/export", "", 401, "access.signed_out"},
		{"staff", "dean", "GET", "/api/student/export", "", 404, "student.no_record"},
	})
}

// audited reports whether the log has an action on an object.
func (s *school) audited(object, action string) bool {
	s.t.Helper()
	rows, err := audit.List(s.t.Context(), s.db.Reader(), object, 50)
	if err != nil {
		s.t.Fatal(err)
	}
	return slices.ContainsFunc(rows, func(r audit.Row) bool { return r.Action == action })
}
