package api

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"mime/multipart"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"
	"testing"

	"lectern/internal/feature/course"
	"lectern/internal/http/api/courseapi"
	"lectern/internal/http/api/timetableapi"
	"lectern/internal/http/api/wire"
	"lectern/internal/http/server"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

// onlyLin is text in notes, messages and changes that only lin and staff may read.
const onlyLin = "only-lin-reads-this"

// matrixSchool is a school in which lin studies a course that zhao does not.
type matrixSchool struct {
	*school
	course     courseapi.WireMyCourse
	class      string
	accounts   map[string]string
	taughtBy   string // the teacher of the class
	made       int    // number of objects so far, to give each a distinct name, day and week
	mapped     int    // number of days off so far, to make each different
	everything string // see content
}

func newMatrixSchool(t *testing.T) *matrixSchool {
	t.Helper()
	return newMatrixSchoolOn(t, newSchool(t))
}

func newMatrixSchoolOn(t *testing.T, school *school) *matrixSchool {
	t.Helper()
	s := &matrixSchool{school: school, accounts: map[string]string{}}
	s.course = s.myCourse("MKT201", "confirmed")
	for _, name := range []string{"lin", "qian"} {
		s.accounts[name] = s.actor(name).Account
	}
	zhao := s.actor("zhao").Student
	s.write(func(ctx context.Context, q sqldb.Querier) error {
		_, err := s.deps.Courses.Enrol(ctx, q, access.System(),
			[]course.Enrolment{{Student: zhao, Group: s.course.Group, State: course.Dropped}})
		return err
	})
	class := classIn(t, get[timetableapi.WireTimetable](s.school, "lin", "/api/timetable"), "of the course",
		func(c timetableapi.WireClass) bool {
			return c.Group == s.course.Group && c.State == "held" && c.Place.Starts != ""
		})
	s.class, s.taughtBy = class.ID, class.Place.Teacher
	if _, err := s.deps.Blobs.Put(t.Context(), "photos/lin.jpg", strings.NewReader("\x89PNG")); err != nil {
		t.Fatal(err)
	}
	dbtest.Exec(t, s.db, `UPDATE student SET photo = 'photos/lin.jpg' WHERE id = '`+s.actor("lin").Student+`'`)
	return s
}

// employ gives two teachers accounts: one of lin's course, and one who teaches only other groups.
func (s *matrixSchool) employ() {
	s.t.Helper()
	s.teach("teacher", "13700000021", s.taughtBy)
	for _, teacher := range get[timetableapi.WireTimetable](s.school, "lin", "/api/timetable").Teachers {
		if dbtest.Count(s.t, s.db, `SELECT count(*) FROM teacher_group WHERE teacher_id = $1 AND group_id = $2`,
			teacher.ID, s.course.Group) == 0 {
			s.teach("other teacher", "13700000022", teacher.ID)
			return
		}
	}
	s.t.Fatal("every teacher teaches the group")
}

// coming returns one of the teacher's classes without a request; without a teacher account, any class.
func (s *matrixSchool) coming() string {
	s.t.Helper()
	if s.logins["teacher"].Phone == "" {
		return s.class
	}
	asked := get[[]timetableapi.WireRequest](s.school, "teacher", "/api/teaching/requests")
	for _, c := range get[timetableapi.WireTimetable](s.school, "teacher", "/api/timetable").Classes {
		if c.State == "held" && c.Place.Day > today(s.school) && c.ID != s.class &&
			!slices.ContainsFunc(asked, func(r timetableapi.WireRequest) bool { return r.Class == c.ID }) {
			return c.ID
		}
	}
	s.t.Fatal("every class has been asked about")
	return ""
}

// asked returns an open request of the teacher, if there is one.
func (s *matrixSchool) asked() string {
	s.t.Helper()
	if s.logins["teacher"].Phone == "" {
		return s.request(s.t, s.accounts["qian"])
	}
	return post[wire.ID](s.school, "teacher", "/api/teaching/requests",
		`{"class":"`+s.coming()+`","action":"cancel","reason":"`+onlyLin+`"}`).ID
}

// in sets the test that fails, and renews the sessions of staff and lin, because an earlier row may have ended
// them.
func (s *matrixSchool) in(t *testing.T) {
	s.school.in(t)
	clear(s.visitors)
}

// fresh returns a browser that has just logged in.
func (s *matrixSchool) fresh(name string) *visitor {
	s.t.Helper()
	v := s.browser()
	if name != "" {
		if got := v.login(s.logins[name].Phone, s.logins[name].Password); got.status != http.StatusOK {
			s.t.Fatalf("login as %s: %d %s", name, got.status, got.body)
		}
	}
	return v
}

// objects creates a real object for every {name} of a path. Sessions, notes, pictures, tickets, calendars and
// messages are lin's; courses, lessons and classes belong to a course that lin studies and zhao doesn't.
func (s *matrixSchool) objects() map[string]func() string {
	return map[string]func() string{
		"account": func() string { return s.accounts["qian"] },
		"job":     func() string { return s.deadJob("push.send") },
		"kind":    func() string { return "students" },
		"draft":   func() string { return s.uploadSheet("dean", "学号,姓名\nD"+fmt.Sprint(s.made)+",甲\n").ID },
		"import":  s.imported,
		"student": func() string { return s.actorOf(s.fresh("lin")).Student },
		"fellow":  s.fellow,
		"session": func() string { return s.actorOf(s.fresh("lin")).Session },
		"file":    s.avatar,
		"message": func() string {
			return s.make("POST", "/api/admin/messages", map[string]any{
				"type": "notice", "to": "account:" + s.accounts["lin"],
				"title": map[string]string{"en": onlyLin}, "acknowledge": true,
			})
		},
		"change": func() string {
			id := fmt.Sprintf("matrix-%d", s.made)
			change := map[string]string{"id": id, "action": "cancel", "group": s.course.Group, "class": s.class, "note": onlyLin}
			s.make("POST", "/api/admin/timetable/changes", map[string]any{"changes": []any{change}})
			return id
		},
		"acceptance": func() string {
			id := fmt.Sprintf("matrix-%d", s.made)
			dbtest.Exec(s.t, s.db, `INSERT INTO clash_accepted (id, term_id, kind, object, first_group, second_group, reason,
				account, at) VALUES ($1, 'x', 'room', $1, 'a', 'b', 'joint class', '', 1)`, id)
			return id
		},
		"line": func() string { return s.planned().Lines[0].ID },
		"publication": func() string {
			draft := s.planned()
			return post[timetableapi.WirePublished](s.school, "dean", "/api/admin/planning/drafts/"+draft.ID+"/publish",
				fmt.Sprintf(`{"version":%d}`, draft.Version)).Publication
		},
		"mapping": func() string {
			table := get[timetableapi.WireTimetable](s.school, "lin", "/api/timetable")
			s.mapped++
			return s.make("POST", "/api/admin/timetable/mappings",
				map[string]any{"term": table.Term.ID, "date": table.Weeks[8+s.mapped].From, "off": true})
		},
		"holiday": func() string {
			return s.make("POST", "/api/admin/timetable/holidays",
				map[string]string{"name": "x", "from": "2031-05-04", "to": "2031-05-04"})
		},
		"campus": func() string {
			return get[timetableapi.WireTimetable](s.school, "lin", "/api/timetable").Campuses[0].ID
		},
		"term":    func() string { return "matrix-term" },
		"scheme":  func() string { return "matrix-scheme" },
		"room":    func() string { return get[timetableapi.WireTimetable](s.school, "lin", "/api/timetable").Rooms[0].ID },
		"teacher": func() string { return s.taughtBy },
		"course":  func() string { return s.course.ID },
		"class":   func() string { return s.class },
		"group":   func() string { return s.course.Group },
		"request": s.asked,
		"coming":  s.coming,
		"lesson": func() string {
			lesson := s.lessonOfLin()
			s.recorded(lesson)
			s.note(lesson)
			return lesson
		},
		"asset": func() string {
			asset := s.recorded(s.lessonOfLin())
			got := s.as("dean").send("PUT", "/api/admin/media/"+asset+"/captions/zh-CN",
				"1\n00:00:01,000 --> 00:00:02,000\n"+onlyLin+"\n", "Content-Type", "application/x-subrip")
			if got.status != http.StatusOK {
				s.t.Fatalf("captions: %d %s", got.status, got.body)
			}
			return asset
		},
		"attachment": func() string { return s.attach(s.lessonOfLin(), "slides.pdf", "%PDF-1.7 x") },
		"language":   func() string { return "zh-CN" },
		"upload":     s.upload,
		"secret": func() string {
			return forge(path.Base(post[timetableapi.WireCalendar](s.school, "lin", "/api/calendar", "").Path))
		},
		"ticket": func() string {
			lesson := s.lessonOfLin()
			s.recorded(lesson)
			return strings.Split(s.playback("lin", lesson).Playlist, "/")[2]
		},
		"path...": func() string { return "master.m3u8" },
	}
}

// fill replaces every {name} in an address and a body with a new object, the same for the same name.
func (s *matrixSchool) fill(address, body string) (string, string) {
	s.t.Helper()
	if place := "{lesson}/notes/{note}"; strings.Contains(address, place) { // a note is only found through its lesson
		lesson := s.lessonOfLin()
		address = strings.ReplaceAll(address, place, lesson+"/notes/"+s.note(lesson))
	}
	if place := "{message}/attachments/{attachment}"; strings.Contains(address, place) {
		// A file is only found through its notice.
		file := s.attachToNotice("rules.pdf", "%PDF-1.7 "+onlyLin)
		notice := s.make("POST", "/api/admin/messages", map[string]any{
			"type": "notice", "to": "account:" + s.accounts["lin"], "title": map[string]string{"en": onlyLin},
			"attachments": []string{file},
		})
		address = strings.ReplaceAll(address, place, notice+"/attachments/"+file)
	}
	if place := "planning/drafts/{draft}"; strings.Contains(address, place) { // imports have drafts too
		address = strings.ReplaceAll(address, place, "planning/drafts/"+s.planned().ID)
	}
	if place := "import-mappings/{mapping}"; strings.Contains(address, place) { // make-up days have the same name
		address = strings.ReplaceAll(address, place, "import-mappings/"+s.taughtHeader())
	}
	if place := "admin/students/{student}/photo"; strings.Contains(address, place) { // lin has none
		address = strings.ReplaceAll(address, place, "admin/students/"+s.pictured()+"/photo")
	}
	for name, object := range s.objects() {
		place := "{" + name + "}"
		if strings.Contains(address+body, place) {
			s.made++
			id := object()
			address, body = strings.ReplaceAll(address, place, id), strings.ReplaceAll(body, place, id)
		}
	}
	return address, body
}

// planned returns the dean's draft, with one line.
func (s *matrixSchool) planned() timetableapi.WirePlanDraft {
	s.t.Helper()
	change := map[string]string{"action": "cancel", "group": s.course.Group, "class": s.class, "note": onlyLin}
	return post[timetableapi.WirePlanDraft](s.school, "dean", "/api/admin/planning/lines",
		jsonText(s.t, map[string]any{"lines": []any{map[string]any{"change": change}}}))
}

// make sends a request as staff and returns the id of the new object.
func (s *matrixSchool) make(method, address string, body any) string {
	s.t.Helper()
	got := s.as("dean").send(method, address, jsonText(s.t, body))
	if got.status != http.StatusOK {
		s.t.Fatalf("%s %s: %d %s", method, address, got.status, got.body)
	}
	var answer server.Envelope[struct {
		ID string `json:"id"`
	}]
	_ = json.Unmarshal([]byte(got.body), &answer) // a list has no id
	return answer.Data.ID
}

// fellow returns a student with an account that nothing else in the matrix uses.
func (s *matrixSchool) fellow() string {
	number := fmt.Sprintf("F%d", s.made)
	student := s.make("POST", "/api/admin/students", map[string]string{"studentNumber": number, "name": "x"})
	s.make("POST", "/api/admin/accounts",
		map[string]string{"phone": fmt.Sprintf("136%08d", s.made), "name": "x", "role": "user", "student": student})
	return student
}

// pictured returns a student of lin's class with a photo.
func (s *matrixSchool) pictured() string {
	s.t.Helper()
	s.made++
	class := get[wireStudent](s.school, "lin", infoPath).Class
	student := s.make("POST", "/api/admin/students",
		map[string]string{"studentNumber": fmt.Sprintf("P%d", s.made), "name": "x", "class": class})
	if got := s.putPhoto("dean", student, aPhoto(s.t)); got.status != http.StatusOK {
		s.t.Fatalf("photo: %d %s", got.status, got.body)
	}
	return student
}

func (s *matrixSchool) lessonOfLin() string {
	return s.make("POST", "/api/admin/courses/"+s.course.ID+"/lessons",
		map[string]any{"title": "Channels", "published": true})
}

func (s *matrixSchool) note(lesson string) string {
	return post[courseapi.WireNote](s.school, "lin", "/api/lessons/"+lesson+"/notes", `{"at":1,"text":"`+onlyLin+`"}`).ID
}

// avatar returns the name of lin's picture, without its ticket.
func (s *matrixSchool) avatar() string {
	s.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", "me.png")
	if err != nil {
		s.t.Fatal(err)
	}
	if err := png.Encode(part, image.NewGray(image.Rect(0, 0, 40, 40))); err != nil {
		s.t.Fatal(err)
	}
	if err := form.Close(); err != nil {
		s.t.Fatal(err)
	}
	got := s.as("lin").send("POST", "/api/user/avatar", body.String(), "Content-Type", form.FormDataContentType())
	address, err := url.Parse(data[wireAvatar](s.t, got).Avatar)
	if err != nil {
		s.t.Fatal(err)
	}
	return path.Base(address.Path)
}

// upload returns an upload that staff have started.
func (s *matrixSchool) upload() string {
	s.t.Helper()
	got := s.as("dean").send("POST", "/api/admin/uploads", "", "Tus-Resumable", "1.0.0", "Upload-Length", "1000",
		"Upload-Metadata", pairs(map[string]string{"lesson": s.lessonOfLin(), "filename": "x.mp4"}))
	if got.status != http.StatusCreated {
		s.t.Fatalf("begin an upload: %d %s", got.status, got.body)
	}
	return path.Base(got.header.Get("Location"))
}

// forge changes one letter of a secret.
func forge(secret string) string {
	letter := byte('A')
	if secret[3] == letter {
		letter = 'B'
	}
	return secret[:3] + string(letter) + secret[4:]
}
