package api

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"lectern/internal/feature/media"
	"lectern/internal/http/api/mediaapi"
	"lectern/internal/http/api/wire"
)

// testCaptionDrafts sends what the caption editor wouldn't, and expects a code and an unchanged draft.
func testCaptionDrafts(t *testing.T, s *school) {
	course := s.myCourse("MKT201", "confirmed")
	lesson := post[wire.ID](s, "dean", "/api/admin/courses/"+course.ID+"/lessons",
		`{"title":"字幕","titleEn":"Captions","published":true}`).ID
	at := "/api/admin/media/" + s.recorded(lesson) + "/captions/"
	zh := at + "zh-CN/draft"
	cue := func(start, end float64, text string) string {
		return jsonText(t, mediaapi.WireCue{Start: start, End: end, Text: text})
	}
	draft := func(version int, cues ...string) string {
		return fmt.Sprintf(`{"version":%d,"cues":[%s]}`, version, strings.Join(cues, ","))
	}
	fine := cue(1, 2, "一")
	if got := s.as("dean").send("PUT", zh, draft(0, fine)); got.status != 200 {
		t.Fatalf("a draft: %d %s", got.status, got.body)
	}
	unknown := "/api/admin/media/none/captions/zh-CN/draft"
	s.try(t, []request{
		{"signed out, read", "", "GET", zh, "", 401, "access.signed_out"},
		{"signed out, save", "", "PUT", zh, draft(1, fine), 401, "access.signed_out"},
		{"a student, read", "lin", "GET", zh, "", 403, "access.forbidden"},
		{"a student, save", "lin", "PUT", zh, draft(1, fine), 403, "access.forbidden"},
		{"a student, publish", "lin", "POST", zh + "/publish", `{"version":1}`, 403, "access.forbidden"},
		{"a student, drop", "lin", "DELETE", zh + "?version=1", "", 403, "access.forbidden"},
		{"a second first version", "dean", "PUT", zh, draft(0, fine), 409, "media.captions_stale"},
		{"a version that is not there yet", "dean", "PUT", zh, draft(7, fine), 409, "media.captions_stale"},
		{"publish another version", "dean", "POST", zh + "/publish", `{"version":7}`, 409, "media.captions_stale"},
		{"drop another version", "dean", "DELETE", zh + "?version=7", "", 409, "media.captions_stale"},
		{"drop without a version", "dean", "DELETE", zh, "", 400, "request.field_missing"},
		{"a version below zero", "dean", "PUT", zh, draft(-1, fine), 400, "request.field_value"},
		{"unknown recording, read", "dean", "GET", unknown, "", 404, "media.no_asset"},
		{"unknown recording, save", "dean", "PUT", unknown, draft(0, fine), 404, "media.no_asset"},
		{"unknown recording, publish", "dean", "POST", unknown + "/publish", `{"version":1}`, 404, "media.no_asset"},
		{"no language, read", "dean", "GET", at + "x_y/draft", "", 400, "media.language"},
		{"no language, save", "dean", "PUT", at + "x_y/draft", draft(0, fine), 400, "media.language"},
		{"no language, publish", "dean", "POST", at + "x_y/draft/publish", `{"version":1}`, 400, "media.language"},
		{"no language, drop", "dean", "DELETE", at + "x_y/draft?version=1", "", 400, "media.language"},
		{
			"publish a language without a draft", "dean", "POST", at + "en-US/draft/publish",
			`{"version":1}`, 404, "media.no_captions",
		},
		{"ends as it begins", "dean", "PUT", zh, draft(1, fine, cue(3, 3, "x")), 400, "media.cue_time"},
		{"runs backwards", "dean", "PUT", zh, draft(1, cue(5, 4, "x")), 400, "media.cue_time"},
		{"begins before the recording", "dean", "PUT", zh, draft(1, cue(-1, 4, "x")), 400, "request.field_value"},
		{"ends after days", "dean", "PUT", zh, draft(1, cue(1, 1e9, "x")), 400, "media.cue_time"},
		{"a long line", "dean", "PUT", zh, draft(1, cue(1, 2, strings.Repeat("长", 1001))), 400, "media.cue_text"},
		{
			"a line that is longer than a field", "dean", "PUT", zh, draft(1, cue(1, 2, strings.Repeat("长", 4001))),
			400, "request.field_too_long",
		},
		{
			"too many lines", "dean", "PUT", zh,
			draft(1, slicesOf(20_001, `{"start":1,"end":2,"text":"x"}`)...), 400, "request.field_count",
		},
		{
			"more than may be stored", "dean", "PUT", zh, draft(1, slicesOf(2_200, cue(1, 2, strings.Repeat("x", 1000)))...),
			413, "media.captions_too_large",
		},
		{
			"more than a request may have", "dean", "PUT", zh,
			draft(1, cue(1, 2, strings.Repeat("x", 2*media.MaxCaptions))), 413, "request.too_large",
		},
		{
			"text that is no UTF-8", "dean", "PUT", zh,
			`{"version":1,"cues":[{"start":1,"end":2,"text":"` + "\xff" + `"}]}`, 400, "request.encoding",
		},
		{
			"text that is no text", "dean", "PUT", zh,
			`{"version":1,"cues":[{"start":1,"end":2,"text":7}]}`, 400, "request.field_type",
		},
		{
			"a time that is no number", "dean", "PUT", zh,
			`{"version":1,"cues":[{"start":"1","end":2,"text":"x"}]}`, 400, "request.field_type",
		},
		{"a cut request", "dean", "PUT", zh, `{"version":1,"cues":[`, 400, "request.json"},
	})
	s.in(t)
	if got := get[media.Captions](s, "dean", zh); got.Version != 1 || len(got.Cues) != 1 ||
		got.Cues[0].Text != "一" || got.Published {
		t.Errorf("a refusal changed something: %+v", got)
	}
	// Two people may speak at once: overlapping lines are kept, in order of their start.
	if got := s.as("dean").send("PUT", zh, draft(1, cue(2, 5, "later"), cue(1, 4, "earlier"))); got.status != 200 {
		t.Fatalf("overlapping: %d %s", got.status, got.body)
	}
	if got := get[media.Captions](s, "dean", zh).Cues; len(got) != 2 || got[0].Text != "earlier" ||
		got[0].End != 4*time.Second || got[1].Start != 2*time.Second {
		t.Errorf("overlapping: %+v", got)
	}
	if got := s.as("dean").send("PUT", at+"en-US/draft", draft(0)); got.status != 200 {
		t.Fatalf("an empty draft: %d %s", got.status, got.body)
	}
	s.try(t, []request{{
		"publish nothing", "dean", "POST", at + "en-US/draft/publish", `{"version":1}`, 400,
		"media.captions_unreadable",
	}})
}

func slicesOf(n int, text string) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = text
	}
	return list
}
