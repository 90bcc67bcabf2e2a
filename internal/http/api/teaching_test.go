package api

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"lectern/internal/feature/account"
	"lectern/internal/feature/timetable/teaching"
	"lectern/internal/http/api/courseapi"
	"lectern/internal/http/api/timetableapi"
	"lectern/internal/http/api/wire"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/secret"
	"lectern/internal/sample"
)

// teach creates an account with the role user and links it with a teacher.
func (s *school) teach(name, phone, teacher string) {
	s.t.Helper()
	const password = "Kite+Lamp+77"
	made, err := s.deps.Accounts.Create(s.t.Context(), access.System(),
		account.Details{Name: name, Phone: phone, Role: access.User, Password: secret.New(password)})
	if err != nil {
		s.t.Fatal(err)
	}
	s.logins[name] = sample.Login{Phone: phone, Password: password}
	if got := s.as("dean").send("PUT", "/api/admin/accounts/"+made.ID+"/teacher",
		`{"teacher":"`+teacher+`"}`); got.status != http.StatusOK {
		s.t.Fatalf("link a teacher: %d %s", got.status, got.body)
	}
}

// request requests a change to the first class without a request, as its teacher.
func (s *school) request(t testing.TB, account string) string {
	t.Helper()
	for _, c := range get[timetableapi.WireTimetable](s, "lin", "/api/timetable").Classes {
		who := access.Actor{Account: account, Role: access.User, Teacher: c.Place.Teacher}
		if c.Place.Teacher == "" || c.State == "cancelled" {
			continue
		}
		id, err := s.deps.Teaching.Ask(t.Context(), who,
			teaching.Request{Class: c.ID, Action: teaching.Cancel, Reason: "only-lin-reads-this"})
		if err == nil {
			return id
		}
		if code := fault.Code(err); code != "teaching.asked_already" && code != "teaching.class_over" {
			t.Fatal(err)
		}
	}
	t.Fatal("every class has been asked about")
	return ""
}

// Teachers reach only their own groups, tested with real ids of another teacher.
func TestTeachersReachTheirOwnGroupsAlone(t *testing.T) {
	eachSchool(t, func(t *testing.T, s *school) {
		table := get[timetableapi.WireTimetable](s, "lin", "/api/timetable")
		mine := classIn(t, table, "with a teacher", func(c timetableapi.WireClass) bool {
			return c.Place.Teacher != "" && c.State == "held" && c.Place.Day > today(s)
		})
		other := classIn(t, table, "of another teacher's group", func(c timetableapi.WireClass) bool {
			return c.Place.Teacher != "" && c.Place.Teacher != mine.Place.Teacher && c.Group != mine.Group &&
				c.State == "held" && c.Place.Day > today(s)
		})
		s.teach("teacher", "13700000011", mine.Place.Teacher)
		s.teach("other teacher", "13700000012", other.Place.Teacher)

		t.Run("the profile says who teaches", func(t *testing.T) {
			if !get[wireUser](s, "teacher", "/api/user/info").Teaching || get[wireUser](s, "lin", "/api/user/info").Teaching {
				t.Error("teaching is wrong")
			}
			if user := get[wireUser](s, "teacher", "/api/user/info"); user.Role != "user" {
				t.Errorf("role %q", user.Role)
			}
		})
		t.Run("[3.6] a teacher's menu has no page about a student's record, a student's has", func(t *testing.T) {
			for name, want := range map[string]bool{"teacher": false, "lin": true} {
				if got := s.as(name).send("POST", "/api/user/menu", ""); got.status != http.StatusOK ||
					strings.Contains(got.body, "menu.student.info") != want || !strings.Contains(got.body, "menu.student.timetable") {
					t.Errorf("%s: %d %s", name, got.status, got.body)
				}
			}
		})
		t.Run("staff find the accounts of teachers, with their names", func(t *testing.T) {
			list := get[[]wireAccount](s, "dean", "/api/admin/accounts?teachers=true")
			if len(list) != 2 || list[0].Teacher == "" || list[0].TeacherName == "" || list[1].TeacherName == "" {
				t.Errorf("%+v", list)
			}
		})
		t.Run("a teacher has one account", func(t *testing.T) {
			got := s.as("dean").send("PUT", "/api/admin/accounts/"+s.actor("other teacher").Account+"/teacher",
				`{"teacher":"`+mine.Place.Teacher+`"}`)
			if got.status != http.StatusConflict || !strings.Contains(got.body, "account.teacher_taken") ||
				!strings.Contains(got.body, "is already linked to the account of ") {
				t.Errorf("%d %s", got.status, got.body)
			}
		})
		t.Run("[6.1] class lists name students and nothing private", func(t *testing.T) {
			groups := get[[]timetableapi.WireTaughtGroup](s, "teacher", "/api/teaching/groups")
			if !slices.ContainsFunc(groups, func(g timetableapi.WireTaughtGroup) bool {
				return g.ID == mine.Group && g.Students > 0
			}) {
				t.Fatalf("%+v", groups)
			}
			got := s.as("teacher").send("GET", "/api/teaching/groups/"+mine.Group+"/students", "")
			var list struct{ Data []map[string]any }
			if err := json.Unmarshal([]byte(got.body), &list); err != nil || got.status != http.StatusOK || len(list.Data) == 0 {
				t.Fatalf("%d %s %v", got.status, got.body, err)
			}
			for field := range list.Data[0] {
				if !slices.Contains([]string{"id", "number", "name", "nameLatin", "class", "photo"}, field) {
					t.Errorf("a class list says %s", field)
				}
			}
			if strings.Contains(got.body, s.logins["lin"].Phone) {
				t.Error("a class list holds a phone number")
			}
			student := list.Data[0]["id"].(string)
			for _, path := range []string{"/students", "/students/" + student + "/photo"} {
				if got := s.as("other teacher").send("GET", "/api/teaching/groups/"+mine.Group+path,
					""); got.status != http.StatusNotFound {
					t.Errorf("another teacher, %s: %d %s", path, got.status, got.body)
				}
			}
		})
		t.Run("[6.1] notices reach own groups alone", func(t *testing.T) {
			const body = `{"title":{"zh":"带计算器"},"content":{"zh":"下周测验"}}`
			if got := s.as("other teacher").send("POST", "/api/teaching/groups/"+mine.Group+"/messages",
				body); got.status != http.StatusNotFound {
				t.Errorf("another teacher: %d %s", got.status, got.body)
			}
			post[wire.ID](s, "teacher", "/api/teaching/groups/"+mine.Group+"/messages", body)
			if got := s.as("lin").send("POST", "/api/message/list", ""); !strings.Contains(got.body, "带计算器") {
				t.Error("the group did not get it")
			}
		})
		t.Run("[6.1] a request is its teacher's and the registrar's", func(t *testing.T) {
			if got := s.as("teacher").send("POST", "/api/teaching/requests",
				`{"class":"`+other.ID+`","action":"cancel","reason":"ill"}`); got.status != http.StatusNotFound {
				t.Errorf("another's class: %d %s", got.status, got.body)
			}
			for body, code := range map[string]string{
				`{"class":"` + mine.ID +
					`","action":"cancel","reason":" "}`: "teaching.reason_needed",
				`{"class":"` + mine.ID +
					`","action":"move","reason":"ill"}`: "teaching.nothing_asked",
				`{"class":"` + mine.ID + `","action":"move","reason":"ill","day":"` + mine.Place.Day +
					`"}`: "teaching.nothing_asked",
				`{"class":"` + mine.ID + `","action":"move","reason":"ill","day":"2001-01-01"}`: "teaching.day_past",
				`{"class":"` + mine.ID +
					`","action":"move","reason":"ill","day":"2099-01-01"}`: "timetable.date_out_of_term",
				`{"class":"` + mine.ID +
					`","action":"move","reason":"ill","firstPeriod":3}`: "timetable.periods_reversed",
				`{"class":"` + mine.ID +
					`","action":"move","reason":"ill","lastPeriod":3}`: "timetable.periods_reversed",
				`{"class":"` + mine.ID +
					`","action":"move","reason":"ill","firstPeriod":3,"lastPeriod":2}`: "timetable.periods_reversed",
				`{"class":"` + mine.ID +
					`","action":"move","reason":"ill","firstPeriod":39,"lastPeriod":40}`: "timetable.unknown_period",
			} {
				if got := s.as("teacher").send("POST", "/api/teaching/requests", body); got.status != http.StatusBadRequest ||
					!strings.Contains(got.body, code) {
					t.Errorf("%s: %d %s", body, got.status, got.body)
				}
			}
			made := post[wire.ID](s, "teacher", "/api/teaching/requests",
				`{"class":"`+mine.ID+`","action":"cancel","reason":"at a conference"}`)
			if got := s.as("teacher").send("POST", "/api/teaching/requests", `{"class":"`+mine.ID+
				`","action":"cancel","reason":"again"}`); !strings.Contains(got.body, "teaching.asked_already") {
				t.Errorf("asked twice: %d %s", got.status, got.body)
			}
			if got := s.as("other teacher").send("DELETE", "/api/teaching/requests/"+made.ID,
				""); got.status != http.StatusNotFound {
				t.Errorf("another teacher takes it back: %d %s", got.status, got.body)
			}
			if list := get[[]timetableapi.WireRequest](s, "other teacher", "/api/teaching/requests"); len(list) != 0 {
				t.Errorf("another teacher sees %+v", list)
			}
			waiting := get[[]timetableapi.WireRequest](s, "dean", "/api/admin/teaching/requests")
			if len(waiting) != 1 || waiting[0].ID != made.ID || waiting[0].Reason != "at a conference" ||
				waiting[0].Teacher.Name == "" || waiting[0].Course == "" || waiting[0].Term == "" || waiting[0].Place == nil ||
				waiting[0].Place.Day != mine.Place.Day {
				t.Fatalf("%+v", waiting)
			}
			answer := "/api/admin/teaching/requests/" + made.ID + "/decline"
			if got := s.as("dean").send("POST", answer,
				`{"answer":" "}`); !strings.Contains(got.body, "teaching.reason_needed") {
				t.Errorf("declined without a reason: %d %s", got.status, got.body)
			}
			post[wire.None](s, "dean", answer, `{"answer":"no room is free"}`)
			if got := s.as("dean").send("POST", answer, `{"answer":"again"}`); got.status != http.StatusConflict {
				t.Errorf("answered twice: %d %s", got.status, got.body)
			}
			if own := get[[]timetableapi.WireRequest](s, "teacher", "/api/teaching/requests"); len(own) != 1 ||
				own[0].Place != nil || own[0].State != "declined" || own[0].Answer != "no room is free" {
				t.Errorf("%+v", own)
			}
		})
		requestFollows(t, s, mine, other)
		t.Run("a teacher asks for another room and takes it back", func(t *testing.T) {
			made := post[wire.ID](s, "teacher", "/api/teaching/requests",
				`{"class":"`+mine.ID+`","action":"room","reason":"the projector is broken"}`)
			if waiting := get[[]timetableapi.WireRequest](s, "dean", "/api/admin/teaching/requests"); len(waiting) != 1 ||
				waiting[0].Action != "room" || !waiting[0].Day.IsZero() {
				t.Errorf("%+v", waiting)
			}
			if got := s.as("teacher").send("DELETE", "/api/teaching/requests/"+made.ID, ""); got.status != http.StatusOK {
				t.Errorf("%d %s", got.status, got.body)
			}
		})
		t.Run("a teacher has their own timetable, its changes and its feed", func(t *testing.T) {
			before := s.deps.Now()
			own := get[timetableapi.WireTimetable](s, "teacher", "/api/timetable")
			if len(own.Classes) == 0 {
				t.Fatal("no class")
			}
			for _, c := range own.Classes {
				if c.Place.Teacher != mine.Place.Teacher {
					t.Errorf("%s is of %s", c.ID, c.Place.Teacher)
				}
			}
			feed := post[timetableapi.WireCalendar](s, "teacher", "/api/calendar", "")
			shown := func() string { return s.browser().send("GET", feed.Path, "").body }
			if !strings.Contains(shown(), "UID:"+mine.ID) {
				t.Errorf("the feed lacks %s:\n%.400s", mine.ID, shown())
			}
			change := map[string]any{"changes": []any{map[string]string{
				"action": "move", "group": mine.Group, "class": mine.ID,
				"teacher": other.Place.Teacher,
			}}}
			body, _ := json.Marshal(change)
			post[[]timetableapi.WireNews](s, "dean", "/api/admin/timetable/changes", string(body))
			has := func(name string) bool {
				return slices.ContainsFunc(get[timetableapi.WireTimetable](s, name, "/api/timetable").Classes,
					func(c timetableapi.WireClass) bool { return c.ID == mine.ID })
			}
			if has("teacher") || !has("other teacher") {
				t.Error("a class that a substitute takes is the substitute's")
			}
			if list := get[timetableapi.WireChanges](s, "teacher", "/api/timetable/changes?since="+before.UTC().Format(
				"2006-01-02T15:04:05.000Z")).Changes; len(list) != 1 || list[0].Before == nil || list[0].After != nil {
				t.Errorf("%+v", list)
			}
			if got := s.as("dean").send("GET", "/api/calendar", ""); got.status != http.StatusForbidden {
				t.Errorf("staff have no feed: %d %s", got.status, got.body)
			}
		})
		t.Run("a cancelled class can only be asked to another day", func(t *testing.T) {
			class := classIn(t, get[timetableapi.WireTimetable](s, "teacher", "/api/timetable"), "to cancel",
				func(c timetableapi.WireClass) bool { return c.State == "held" && c.Place.Day > today(s) })
			post[[]timetableapi.WireNews](s, "dean", "/api/admin/timetable/changes",
				`{"changes":[{"action":"cancel","group":"`+class.Group+`","class":"`+class.ID+`"}]}`)
			for _, action := range []string{`"cancel"`, `"room"`, `"move","firstPeriod":1,"lastPeriod":2`} {
				if got := s.as("teacher").send("POST", "/api/teaching/requests", `{"class":"`+class.ID+`","reason":"ill","action":`+
					action+`}`); got.status != http.StatusConflict || !strings.Contains(got.body, "teaching.cancelled") {
					t.Errorf("%s: %d %s", action, got.status, got.body)
				}
			}
			if got := s.as("teacher").send("POST", "/api/teaching/requests", `{"class":"`+class.ID+
				`","reason":"ill","action":"move","day":"`+class.Place.Day+`"}`); got.status != http.StatusOK {
				t.Errorf("on its own day after all: %d %s", got.status, got.body)
			}
		})
		t.Run("[6.1] a substitute reaches the group around the class alone", func(t *testing.T) {
			substitutes(t, s, mine, other)
		})
		t.Run("a teacher sees their own timetable, others' are hidden", func(t *testing.T) {
			for teacher, want := range map[string]int{
				mine.Place.Teacher:  http.StatusOK,
				other.Place.Teacher: http.StatusForbidden,
			} {
				if got := s.as("teacher").send("GET", "/api/teachers/"+teacher+"/timetable", ""); got.status != want {
					t.Errorf("%d %.200s, want %d", got.status, got.body, want)
				}
			}
		})
		t.Run("a linked account stays out of staff's routes", func(t *testing.T) {
			if got := s.as("teacher").send("GET", "/api/admin/students", ""); got.status != http.StatusForbidden {
				t.Errorf("%d %s", got.status, got.body)
			}
		})
		t.Run("unlinked, it teaches no more", func(t *testing.T) {
			post := s.as("dean").send("PUT", "/api/admin/accounts/"+s.actor("teacher").Account+"/teacher", `{"teacher":""}`)
			if post.status != http.StatusOK {
				t.Fatalf("%d %s", post.status, post.body)
			}
			if got := s.as("teacher").send("GET", "/api/teaching/groups", ""); got.status != http.StatusUnauthorized {
				t.Errorf("%d %s", got.status, got.body)
			}
		})
	})
}

// substitutes assigns a class within the allowed days to the other teacher, and one outside them.
func substitutes(t *testing.T, s *school, mine, other timetableapi.WireClass) {
	now := s.deps.Timetables.Today()
	at := func(name string, near bool) timetableapi.WireClass {
		return classIn(t, get[timetableapi.WireTimetable](s, "lin", "/api/timetable"), name,
			func(c timetableapi.WireClass) bool {
				on, err := civil.ParseDate(c.Place.Day)
				return err == nil && c.Group == mine.Group && c.State != "cancelled" && c.Place.Teacher == mine.Place.Teacher &&
					(max(now.DaysUntil(on), on.DaysUntil(now)) <= 7) == near
			})
	}
	reach := func(want int) {
		t.Helper()
		for _, path := range []string{"/students", "/watching", "/watching/rows", "/watching/export"} {
			if got := s.as("other teacher").send("GET", "/api/teaching/groups/"+mine.Group+path, ""); got.status != want {
				t.Errorf("%s: %d %s, want %d", path, got.status, got.body, want)
			}
		}
		if got := s.as("other teacher").send("POST", "/api/teaching/groups/"+mine.Group+"/messages",
			`{"title":{"zh":"x"},"content":{"zh":"y"}}`); got.status != want {
			t.Errorf("notice: %d %s, want %d", got.status, got.body, want)
		}
		listed := slices.ContainsFunc(get[[]timetableapi.WireTaughtGroup](s, "other teacher", "/api/teaching/groups"),
			func(g timetableapi.WireTaughtGroup) bool { return g.ID == mine.Group })
		if listed != (want == http.StatusOK) {
			t.Errorf("listed: %t", listed)
		}
	}
	take := func(c timetableapi.WireClass) {
		t.Helper()
		post[[]timetableapi.WireNews](s, "dean", "/api/admin/timetable/changes", `{"changes":[{"id":"sub-`+c.ID+
			`","action":"move","group":"`+c.Group+`","class":"`+c.ID+`","teacher":"`+other.Place.Teacher+`"}]}`)
	}
	for _, c := range get[timetableapi.WireTimetable](s, "other teacher", "/api/timetable").Classes {
		// another test gave it away
		if c.Group == mine.Group {
			post[[]timetableapi.WireNews](s, "dean", "/api/admin/timetable/changes",
				`{"changes":[{"action":"move","group":"`+c.Group+`","class":"`+c.ID+`","teacher":"`+mine.Place.Teacher+`"}]}`)
		}
	}
	reach(http.StatusNotFound)
	far := at("far away", false)
	take(far)
	reach(http.StatusNotFound)
	if !slices.ContainsFunc(get[timetableapi.WireTimetable](s, "other teacher", "/api/timetable").Classes,
		func(c timetableapi.WireClass) bool { return c.ID == far.ID }) {
		t.Error("the class is not in the substitute's timetable")
	}
	take(at("near", true))
	reach(http.StatusOK)
}

func today(s *school) string { return s.deps.Timetables.Today().String() }

// requestFollows adds a request to a draft, removes it, deletes the draft, publishes it, and withdraws the
// publication.
func requestFollows(t *testing.T, s *school, mine, other timetableapi.WireClass) {
	made := post[wire.ID](s, "teacher", "/api/teaching/requests",
		`{"class":"`+mine.ID+`","action":"cancel","reason":"ill"}`)
	want := func(state string, waiting int) {
		t.Helper()
		if own := get[[]timetableapi.WireRequest](s, "teacher", "/api/teaching/requests"); own[0].ID != made.ID ||
			own[0].State != state {
			t.Errorf("the teacher reads %s, want %s", own[0].State, state)
		}
		if list := get[[]timetableapi.WireRequest](s, "dean", "/api/admin/teaching/requests"); len(list) != waiting {
			t.Errorf("%d wait while it is %s", len(list), state)
		}
	}
	lines := func(class timetableapi.WireClass, action, request string) string {
		change := map[string]any{"action": action, "group": class.Group, "class": class.ID}
		return jsonText(t, map[string]any{"lines": []any{map[string]any{"change": change, "request": request}}})
	}
	const path = "/api/admin/planning/"
	want("open", 1)
	s.try(t, []request{
		{"no request", "dean", "POST", path + "lines", lines(mine, "cancel", "none"), 404, "teaching.no_request"},
		{"of another class", "dean", "POST", path + "lines", lines(other, "cancel", made.ID), 404, "teaching.no_request"},
	})
	if list := get[[]timetableapi.WirePlanDraft](s, "dean", path+"drafts"); len(list) != 0 {
		t.Errorf("what is refused is in the draft: %+v", list)
	}
	want("open", 1)
	draft := post[timetableapi.WirePlanDraft](s, "dean", path+"lines", lines(mine, "cancel", made.ID))
	if draft.Lines[0].Request != made.ID {
		t.Errorf("%+v", draft.Lines)
	}
	want("accepted", 0)
	s.try(t, []request{
		{
			"answered already", "dean", "POST", "/api/admin/teaching/requests/" + made.ID + "/decline",
			`{"answer":"no"}`, 409, "teaching.answered",
		},
		{
			"asked already", "teacher", "POST", "/api/teaching/requests",
			`{"class":"` + mine.ID + `","action":"cancel","reason":"again"}`, 409, "teaching.asked_already",
		},
		{"taken out", "dean", "DELETE", path + "lines/" + draft.Lines[0].ID, "", 200, ""},
	})
	want("open", 1)
	draft = post[timetableapi.WirePlanDraft](s, "dean", path+"lines", lines(mine, "cancel", made.ID))
	// replaces the line and grants the same request
	draft = post[timetableapi.WirePlanDraft](s, "dean", path+"lines", lines(mine, "cancel", ""))
	want("accepted", 0)
	s.try(t, []request{{"thrown away", "dean", "DELETE", path + "drafts/" + draft.ID, "", 200, ""}})
	want("open", 1)
	draft = post[timetableapi.WirePlanDraft](s, "dean", path+"lines", lines(mine, "cancel", made.ID))
	done := post[timetableapi.WirePublished](s, "dean", path+"drafts/"+draft.ID+"/publish",
		jsonText(t, map[string]any{"version": draft.Version}))
	want("published", 0)
	s.try(t,
		[]request{{"withdrawn", "dean", "POST", path + "publications/" + done.Publication + "/withdraw", "", 200, ""}})
	want("reverted", 0)
	// can request again
	post[wire.ID](s, "teacher", "/api/teaching/requests", `{"class":"`+mine.ID+`","action":"cancel","reason":"still ill"}`)
	list := get[[]timetableapi.WireRequest](s, "dean", "/api/admin/teaching/requests")
	s.try(t, []request{{"taken back", "teacher", "DELETE", "/api/teaching/requests/" + list[0].ID, "", 200, ""}})
}

// A teacher watches the published lessons of their groups, with captions and files, and can't change them.
func TestTeachersWatchTheirOwnGroups(t *testing.T) {
	eachSchool(t, func(t *testing.T, school *school) {
		s := newMatrixSchoolOn(t, school)
		s.employ()
		lesson := s.make("POST", "/api/admin/courses/"+s.course.ID+"/lessons",
			map[string]any{"title": "Channels", "published": true, "class": s.class})
		asset := s.recorded(lesson)
		at := "/api/admin/media/" + asset + "/captions/zh-CN"
		cue := "1\n00:00:01,000 --> 00:00:02,000\nhello\n"
		if got := s.as("dean").send("PUT", at, cue, "Content-Type", "application/x-subrip"); got.status != http.StatusOK {
			t.Fatal(got.body)
		}
		s.attach(lesson, "slides.pdf", "%PDF-1.7 x")
		watch := get[courseapi.WireWatch](s.school, "teacher", "/api/lessons/"+lesson)
		if watch.Access != "granted" || watch.Media == nil || len(watch.Media.Captions) != 1 || len(watch.Files) != 1 ||
			watch.Watching != nil || len(watch.Lessons) == 0 {
			t.Fatalf("the teacher of the group: %+v", watch)
		}
		for _, path := range []string{watch.Media.Playlist, watch.Media.Captions[0].URL, watch.Files[0].URL} {
			if got := s.as("teacher").fetch(path); got.status != http.StatusOK {
				t.Errorf("%s: %d %s", path, got.status, got.body)
			}
			if got := s.as("other teacher").fetch(path); got.status != http.StatusForbidden || got.code(t) != "media.ticket" {
				t.Errorf("another teacher at %s: %d %s", path, got.status, got.body)
			}
		}
		if class := get[courseapi.WireWatch](s.school, "teacher",
			"/api/classes/"+s.class+"/watch"); class.Access != "granted" || class.Lesson == nil || class.Lesson.ID != lesson {
			t.Errorf("by the class: %+v", class)
		}
		if other := get[courseapi.WireWatch](s.school, "other teacher",
			"/api/lessons/"+lesson); other.Access != "not_enrolled" || other.Media != nil || len(other.Files) != 0 {
			t.Errorf("a teacher of other groups: %+v", other)
		}
		s.try(t, []request{
			{"captions are changed by staff alone", "teacher", "DELETE", at, "", 403, "access.forbidden"},
			{"the lesson is", "teacher", "PUT", "/api/admin/lessons/" + lesson, `{"title":"x"}`, 403, "access.forbidden"},
			{
				"it is not watched for a record", "teacher", "POST", "/api/lessons/" + lesson + "/watching",
				`{"player":"p","speed":1,"position":0,"intervals":[]}`, 403, "access.forbidden",
			},
		})
		if got := s.as("dean").send("POST", "/api/admin/recordings/show",
			`{"assets":["`+asset+`"],"how":"withdraw"}`); got.status != http.StatusOK {
			t.Fatal(got.body)
		}
		s.deps.Media.Forget()
		if got := s.as("teacher").fetch(watch.Media.Playlist); got.status != http.StatusForbidden {
			t.Errorf("withdrawn: %d %s", got.status, got.body)
		}
	})
}
