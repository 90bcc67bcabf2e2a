package api

import (
	"net/url"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lectern/internal/http/api/courseapi"
	"lectern/internal/http/api/wire"
)

// found searches lectures and returns lesson, kind and seconds of the results.
func (s *school) found(as, text string) (list []wireLecture) {
	s.t.Helper()
	return get[wireLectures](s, as, "/api/search?text="+url.QueryEscape(text)).Items
}

func testSearch(t *testing.T, s *school) {
	own, foreign := s.myCourse("MKT201", "confirmed"), s.myCourse("BDA301", "pending")
	vtt := "1\n00:01:02,500 --> 00:01:05,000\n消费者剩余就是愿意付的减去实际付的\n"
	lesson := func(c, title string, published, preview bool) string {
		made := post[wire.ID](s, "dean", "/api/admin/courses/"+c+"/lessons", jsonText(t,
			map[string]any{"title": title, "titleEn": title + " (en)", "published": published, "preview": preview})).ID
		asset := s.recorded(made)
		if got := s.as("dean").send("PUT", "/api/admin/media/"+asset+"/captions/zh-CN", vtt, "Content-Type",
			"application/x-subrip"); got.status != 200 {
			t.Fatalf("captions: %d %s", got.status, got.body)
		}
		return made
	}
	mine, draft := lesson(own.ID, "剩余一", true, false), lesson(own.ID, "剩余二", false, false)
	closed, open := lesson(foreign.ID, "剩余三", true, false), lesson(foreign.ID, "剩余四", true, true)
	s.attach(mine, "消费者剩余 slides.pdf", "%PDF-1.7 x")
	post[courseapi.WireNote](s, "lin", "/api/lessons/"+mine+"/notes", `{"at":61.5,"text":"消费者剩余要考"}`)
	for _, tc := range []struct {
		as   string
		want map[string][]string // kinds by lesson
	}{
		{"", map[string][]string{open: {"caption"}}},
		{"lin", map[string][]string{mine: {"file", "note", "caption"}, open: {"caption"}}},
		{"dean", map[string][]string{mine: {"file", "caption"}, draft: {"caption"}, closed: {"caption"}, open: {"caption"}}},
	} {
		t.Run("[6.1] what "+tc.as+" may see", func(t *testing.T) {
			got := map[string][]string{}
			for _, item := range s.in(t).found(tc.as, "消费者剩余") {
				got[item.Lesson] = append(got[item.Lesson], item.Kind)
				if item.Kind == "caption" && (item.Hits[0].At != 62.5 || item.Course.Code == "" || item.TitleEn == "" ||
					item.Language != "zh-CN" || item.Count != 1) {
					t.Errorf("got %+v", item)
				}
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
	s.in(t)
	zhao := s.actor("zhao")
	for _, item := range s.found("zhao", "消费者剩余要考") {
		t.Errorf("%s finds %+v", zhao.Student, item)
	}
	staff := get[[]wireFound](s, "dean", "/api/admin/search?text="+url.QueryEscape("消费者剩余"))
	if len(staff) == 0 || staff[len(staff)-1].Kind != "lecture" || staff[len(staff)-1].At != 62.5 ||
		staff[len(staff)-1].Detail == "" {
		t.Errorf("the search of staff: %+v", staff)
	}
	s.try(t, []request{
		{"nothing typed", "lin", "GET", "/api/search?text=", "", 400, "request.field_missing"},
		{"a cursor of nobody", "lin", "GET", "/api/search?text=a&after=x", "", 400, "search.cursor"},
		{"nothing but punctuation", "lin", "GET", "/api/search?text=" + url.QueryEscape("，。"), "", 200, ""},
	})
	s.in(t)
	// Deleting the recording and the lesson removes them from the index.
	for _, one := range []string{mine, draft, closed, open} {
		if got := s.as("dean").send("DELETE", "/api/admin/lessons/"+one, ""); got.status != 200 {
			t.Fatalf("delete: %d %s", got.status, got.body)
		}
	}
	if left := s.found("dean", "消费者剩余"); len(left) != 0 {
		t.Errorf("left: %+v", left)
	}
}
