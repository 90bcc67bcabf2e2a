package api

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lectern/internal/feature/media"
	"lectern/internal/http/api/courseapi"
	"lectern/internal/http/api/mediaapi"
	"lectern/internal/http/api/timetableapi"
	"lectern/internal/http/api/wire"
	"lectern/internal/kernel/access"
	"lectern/internal/workflow/recordings"
)

// left returns what a bulk call skipped, by code.
func left(r mediaapi.WireShown) []string {
	return wire.Each(r.Left, func(l mediaapi.WireLeftAsset) string { return l.Code })
}

// testRecordings makes bulk changes, as staff do after importing a folder.
func testRecordings(t *testing.T, s *school) {
	one, two := s.lesson("Bulk one", false, false), s.lesson("Bulk two", false, false)
	first := s.recorded(one)
	show := func(how string, assets ...string) mediaapi.WireShown {
		t.Helper()
		return post[mediaapi.WireShown](s, "dean", "/api/admin/recordings/show",
			fmt.Sprintf(`{"how":%q,"assets":%s}`, how, quoted(assets)))
	}
	if got := show("publish", first, "none"); got.Done != 1 ||
		cmp.Diff([]string{"media.no_asset"}, left(got)) != "" || got.Left[0].Text == "" {
		t.Errorf("publish: %+v", got)
	}
	if s.playback("lin", one) == nil {
		t.Error("lin cannot watch what was published")
	}
	if got := show("publish", first); cmp.Diff([]string{"recordings.already"}, left(got)) != "" {
		t.Errorf("publish again: %+v", got)
	}
	if got := show("open", first); got.Done != 1 || s.playback("", one) == nil {
		t.Errorf("open: %+v", got)
	}
	move := func(id, lesson string) mediaapi.WireShown {
		t.Helper()
		return post[mediaapi.WireShown](s, "dean", "/api/admin/recordings/move",
			fmt.Sprintf(`{"moves":[{"id":%q,"lesson":%q,"publish":true}]}`, id, lesson))
	}
	if got := move(first, two); got.Done != 1 || s.playback("lin", two) == nil {
		t.Errorf("move: %+v", got)
	}
	if got := move(first, "none"); cmp.Diff([]string{"course.no_lesson"}, left(got)) != "" {
		t.Errorf("move nowhere: %+v", got)
	}
	both := fmt.Sprintf(`{"moves":[{"id":%q,"lesson":%q},{"id":%q,"lesson":%q}]}`, first, two,
		s.recorded(s.lesson("Same", true, false)), two)
	if got := post[mediaapi.WireShown](s, "dean", "/api/admin/recordings/move", both); got.Done != 0 ||
		cmp.Diff([]string{"recordings.same_place", "recordings.same_place"}, left(got)) != "" {
		t.Errorf("two onto one lesson: %+v", got)
	}
	ids := fmt.Sprintf(`{"assets":[%q]}`, first)
	if got := post[mediaapi.WireShown](s, "dean", "/api/admin/recordings/delete", ids); got.Done != 1 {
		t.Errorf("delete: %+v", got)
	}
	if got := show("publish", first); cmp.Diff([]string{"media.no_asset"}, left(got)) != "" {
		t.Errorf("publish what is deleted: %+v", got)
	}
	for _, a := range get[[]mediaapi.WireAsset](s, "dean", "/api/admin/media?size=200") {
		if a.ID == first {
			t.Error("a deleted recording is listed")
		}
	}
	if got := post[mediaapi.WireShown](s, "dean", "/api/admin/recordings/restore", ids); got.Done != 1 ||
		s.playback("lin", two) == nil {
		t.Errorf("restore: %+v", got)
	}
	if got := show("withdraw", first); got.Done != 1 {
		t.Errorf("withdraw: %+v", got)
	}
	many := `{"path":"a.mp4","size":1}` + strings.Repeat(`,{"path":"a.mp4","size":1}`, recordings.MaxFiles)
	if got := s.as("dean").send("POST", "/api/admin/recordings/match",
		`{"files":[`+many+`]}`); got.status != http.StatusBadRequest || got.code(t) != "recordings.too_many" ||
		!strings.Contains(got.body, "3000") {
		t.Errorf("a folder that is too large: %d %s", got.status, got.body)
	}
	testBin(t, s)
	testBeside(t, s)
	testLaterUpload(t, s)
	testManyPieces(t, s)
	testJoin(t, s)
	found := post[[]mediaapi.WireMatch](s, "dean", "/api/admin/recordings/match",
		`{"files":[{"path":"w/x.mp4","size":1},{"path":"w/x.srt","size":1}]}`)
	if len(found) != 2 || found[0].State != "none" || found[0].Reason.Text == "" || found[1].Of != 0 {
		t.Errorf("match: %+v", found)
	}
	if got := s.as("dean").send("POST", "/api/admin/recordings/match",
		`{"files":[{"path":"x","size":1,"fingerprint":"zz"}]}`); got.status != http.StatusBadRequest {
		t.Errorf("a fingerprint that is none: %d %s", got.status, got.body)
	}
}

// testBin replaces a recording and puts it back, and deletes and restores its lesson.
func testBin(t *testing.T, s *school) {
	t.Helper()
	lesson := s.lesson("Bin", true, false)
	old, fresh := s.recorded(lesson), s.recorded(s.lesson("Bin fresh", false, false))
	move := func(replace string) mediaapi.WireShown {
		return post[mediaapi.WireShown](s, "dean", "/api/admin/recordings/move",
			fmt.Sprintf(`{"moves":[{"id":%q,"lesson":%q,"replace":%q}]}`, fresh, lesson, replace))
	}
	if got := move(""); cmp.Diff([]string{"recordings.has_recording"}, left(got)) != "" {
		t.Errorf("without a word: %+v", got)
	}
	place := get[mediaapi.WireRecordingPlace](s, "dean", "/api/admin/recordings/place?lesson="+lesson)
	if got := move(place.Asset); place.Asset != old || got.Done != 1 {
		t.Errorf("replaced: %+v %+v", place, got)
	}
	first := func() string {
		t.Helper()
		bin := get[mediaapi.WireBin](s, "dean", "/api/admin/recordings/bin?size=1")
		if len(bin.Removed) != 1 || bin.Removed[0].By == "" || bin.Removed[0].Until <= bin.Removed[0].At {
			t.Fatalf("bin: %+v", bin)
		}
		return bin.Removed[0].Kind + " " + bin.Removed[0].ID
	}
	if got := first(); got != "replaced "+old {
		t.Errorf("replaced: %s", got)
	}
	for asset, until := range map[string]string{fresh: `"until":""`, old: `"until":"20`} {
		if got := s.as("dean").send("GET", "/api/admin/media?id="+asset, ""); !strings.Contains(got.body, until) {
			t.Errorf("%s is not in %s", until, got.body)
		}
	}
	if got := s.as("dean").send("DELETE", "/api/admin/lessons/"+lesson, ""); got.status != http.StatusOK ||
		s.as("lin").send("GET", "/api/lessons/"+lesson, "").status != http.StatusNotFound {
		t.Errorf("delete the lesson: %s", got.body)
	}
	if got := first(); got != "lesson "+lesson {
		t.Errorf("deleted: %s", got)
	}
	if got := s.as("dean").send("POST", "/api/admin/lessons/"+lesson+"/restore", ""); got.status != http.StatusOK ||
		s.playback("lin", lesson) == nil {
		t.Errorf("restore the lesson: %s", got.body)
	}
	ids := fmt.Sprintf(`{"assets":[%q]}`, old)
	if got := post[mediaapi.WireShown](s, "dean", "/api/admin/recordings/restore", ids); got.Done != 1 ||
		get[mediaapi.WireRecordingPlace](s, "dean", "/api/admin/recordings/place?lesson="+lesson).Asset != old {
		t.Errorf("put back: %+v", got)
	}
}

// testLaterUpload starts an upload without a class and assigns it during the upload.
func testLaterUpload(t *testing.T, s *school) {
	begun := s.as("dean").send("POST", "/api/admin/uploads", "", "Tus-Resumable", "1.0.0", "Upload-Length",
		fmt.Sprint(len(recording())), "Upload-Metadata", "filename eC5tcDQ=,later dHJ1ZQ==")
	if begun.status != http.StatusCreated {
		t.Fatalf("begin: %d %s", begun.status, begun.body)
	}
	address := begun.header.Get("Location")
	id := address[len("/api/admin/uploads/"):]
	lesson := s.lesson("Later", false, false)
	if got := post[mediaapi.WireShown](s, "dean", "/api/admin/recordings/move",
		fmt.Sprintf(`{"moves":[{"id":%q,"lesson":%q,"publish":true}]}`, id, lesson)); got.Done != 1 {
		t.Errorf("match an upload: %+v", got)
	}
	sent := s.as("dean").send("PATCH", address, string(recording()), "Tus-Resumable", "1.0.0", "Upload-Offset", "0",
		"Content-Type", mediaapi.TusType)
	if sent.status != http.StatusNoContent {
		t.Fatalf("send: %d %s", sent.status, sent.body)
	}
	s.prepare()
	if s.playback("lin", lesson) == nil {
		t.Error("it is not published where it was matched")
	}
}

// testManyPieces uploads a file in more parts than a session may make changes at once; a recording has hundreds.
func testManyPieces(t *testing.T, s *school) {
	dean := s.as("dean")
	begun := dean.send("POST", "/api/admin/uploads", "", "Tus-Resumable", "1.0.0", "Upload-Length", "1000",
		"Upload-Metadata", "filename eC5tcDQ=,later dHJ1ZQ==")
	for i := range 250 {
		got := dean.send("PATCH", begun.header.Get("Location"), "x", "Tus-Resumable", "1.0.0", "Upload-Offset", fmt.Sprint(i),
			"Content-Type", mediaapi.TusType)
		if got.status != http.StatusNoContent {
			t.Fatalf("piece %d: %d %s", i, got.status, got.body)
		}
	}
}

// testJoin joins a running upload with a recording.
func testJoin(t *testing.T, s *school) {
	first := s.recorded(s.lesson("Join one", true, false))
	begun := s.as("dean").send("POST", "/api/admin/uploads", "", "Tus-Resumable", "1.0.0", "Upload-Length",
		fmt.Sprint(len(recording())), "Upload-Metadata", "filename cGFydDIubXA0,later dHJ1ZQ==")
	if begun.status != http.StatusCreated {
		t.Fatalf("begin: %d %s", begun.status, begun.body)
	}
	address := begun.header.Get("Location")
	second := address[len("/api/admin/uploads/"):]
	lesson := s.lesson("Joined", false, false)
	for _, tc := range []struct {
		body   string
		status int
		code   string
	}{
		{fmt.Sprintf(`{"parts":[%q],"lesson":%q}`, first, lesson), http.StatusBadRequest, ""},
		{fmt.Sprintf(`{"parts":[%q,%q],"lesson":%q}`, first, first, lesson), http.StatusBadRequest, "media.part_twice"},
		{fmt.Sprintf(`{"parts":[%q,"none"],"lesson":%q}`, first, lesson), http.StatusNotFound, "media.no_asset"},
		{fmt.Sprintf(`{"parts":[%q,%q],"lesson":"none"}`, first, second), http.StatusNotFound, "course.no_lesson"},
		{fmt.Sprintf(`{"parts":[%q,%q]}`, first, second), http.StatusBadRequest, "media.no_target"},
		{
			fmt.Sprintf(`{"parts":[%q,%q],"course":"c","title":"x","class":"none"}`, first, second),
			http.StatusNotFound, "timetable.no_class",
		},
	} {
		if got := s.as("dean").send("POST", "/api/admin/recordings/join", tc.body); got.status != tc.status ||
			!strings.Contains(got.body, tc.code) {
			t.Errorf("%s: %d %s", tc.body, got.status, got.body)
		}
	}
	joined := post[mediaapi.WireJoined](s, "dean", "/api/admin/recordings/join",
		fmt.Sprintf(`{"parts":[%q,%q],"lesson":%q,"publish":true}`, first, second, lesson))
	find := func() (found mediaapi.WireAsset) {
		t.Helper()
		for _, a := range get[[]mediaapi.WireAsset](s, "dean", "/api/admin/media?size=200") {
			if a.ID == joined.Asset {
				found = a
			}
		}
		return found
	}
	if a := find(); a.State != "waiting" || !strings.Contains(a.Reason, "part2.mp4") {
		t.Errorf("while a part is on its way: %+v", a)
	}
	sent := s.as("dean").send("PATCH", address, string(recording()), "Tus-Resumable", "1.0.0", "Upload-Offset", "0",
		"Content-Type", mediaapi.TusType)
	if sent.status != http.StatusNoContent {
		t.Fatalf("send: %d %s", sent.status, sent.body)
	}
	s.prepare()
	if a := find(); a.State != "ready" || len(a.Files) != 2 || a.Files[1] != "part2.mp4" ||
		s.playback("lin", lesson) == nil {
		t.Errorf("joined: %+v", a)
	}
}

// testBeside keeps a second recording of a class: both belong to the class and its group, and the next file for the
// class replaces only the first.
func testBeside(t *testing.T, s *school) {
	t.Helper()
	class := classIn(t, get[timetableapi.WireTimetable](s, "lin", "/api/timetable"), "held",
		func(c timetableapi.WireClass) bool {
			return c.Kind == "class" && c.State == "held" && c.Recording == ""
		})
	course := s.courseOf(class.Group)
	loose := func() string {
		t.Helper()
		asset, err := s.deps.Media.Add(t.Context(), access.System(), "x.mp4",
			bytes.NewReader(recording()), media.Target{Later: true})
		if err != nil {
			t.Fatal(err)
		}
		s.prepare()
		return asset
	}
	move := func(id string, beside bool) mediaapi.WireAsset {
		t.Helper()
		now := get[mediaapi.WireRecordingPlace](s, "dean", "/api/admin/recordings/place?class="+class.ID)
		body := fmt.Sprintf(`{"moves":[{"id":%q,"course":%q,"title":"Held","class":%q,"beside":%v,"publish":true,
			"replace":%q}]}`, id, course, class.ID, beside, now.Asset)
		if got := post[mediaapi.WireShown](s, "dean", "/api/admin/recordings/move", body); got.Done != 1 {
			t.Fatalf("move: %+v", got)
		}
		return get[[]mediaapi.WireAsset](s, "dean", "/api/admin/media?id="+id)[0]
	}
	another := move(loose(), true)
	own := move(loose(), false)
	if own.Lesson == another.Lesson || !another.Current || another.Class != class.ID ||
		another.Group != class.Group || !another.Published {
		t.Fatalf("beside: %+v, its own: %+v", another, own)
	}
	if replaced := move(loose(), false); replaced.Lesson != own.Lesson {
		t.Errorf("the next recording of the class went to %+v", replaced)
	}
	seen := classIn(t, get[timetableapi.WireTimetable](s, "lin", "/api/timetable"), "recorded",
		func(c timetableapi.WireClass) bool { return c.ID == class.ID })
	if seen.Recording != own.Lesson || cmp.Diff([]string{another.Lesson}, seen.Further) != "" {
		t.Errorf("at the class: %+v", seen)
	}
	for _, lesson := range []string{own.Lesson, another.Lesson} {
		if w := get[courseapi.WireWatch](s, "lin", "/api/lessons/"+lesson); w.Access != "granted" || w.Media == nil {
			t.Errorf("watched by a student of the group: %+v", w)
		}
	}
	edited := s.as("dean").send("PUT", "/api/admin/lessons/"+another.Lesson,
		fmt.Sprintf(`{"title":"Other","class":%q,"group":%q,"published":true}`, class.ID, class.Group))
	if edited.status != http.StatusOK {
		t.Fatal(edited.body)
	}
	if last := move(loose(), false); last.Lesson != own.Lesson {
		t.Errorf("after the lesson beside was edited, a recording went to %+v", last)
	}
}

// courseOf returns the course of one of lin's groups.
func (s *school) courseOf(group string) string {
	s.t.Helper()
	for _, c := range get[[]courseapi.WireMyCourse](s, "lin", "/api/courses") {
		if c.Group == group {
			return c.ID
		}
	}
	s.t.Fatal("no such group")
	return ""
}

func quoted(ids []string) string {
	out := "["
	for i, id := range ids {
		if i > 0 {
			out += ","
		}
		out += fmt.Sprintf("%q", id)
	}
	return out + "]"
}
