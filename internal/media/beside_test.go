package media_test

import (
	"strings"
	"testing"
	"time"

	"golang.org/x/text/encoding/simplifiedchinese"

	"lectern/internal/dbtest"
	"lectern/internal/media"
	"lectern/internal/sqldb"
)

func TestParseCaptions(t *testing.T) {
	gbk, err := simplifiedchinese.GBK.NewEncoder().String("1\r\n00:00:01,000 --> 00:00:02,500\r\n市场营销\r\n")
	if err != nil {
		t.Fatal(err)
	}
	const cue = "WEBVTT\n\n00:00:01.000 --> 00:00:02.500\n市场营销\n"
	for _, tc := range []struct{ name, in, want string }{
		{"SRT", "1\n00:00:01,000 --> 00:00:02,500\n市场营销\n", cue},
		{"SRT in GBK with Windows lines", gbk, cue},
		{"WebVTT", "WEBVTT\n\n00:01.000 --> 00:02.500\n市场营销\n", cue},
		{"a byte order mark and a name", "\ufeffWEBVTT - title\n\nintro\n00:00:01.000 --> 00:00:02.500\n市场营销", cue},
		{"settings are kept, others go", "WEBVTT\n\n00:01.0 --> 00:02.5 line:80% onclick:x\na\nb", "WEBVTT\n\n00:00:01.000 --> 00:00:02.500 line:80%\na\nb\n"},
		{"styles and notes go", "WEBVTT\n\nSTYLE\n::cue{background:url(http://x)}\n\nNOTE x\n\n00:01.000 --> 00:02.500\n市场营销", cue},
		{"one bad cue among good ones", "WEBVTT\n\n00:09.000 --> 00:02.000\nback\n\n00:01.000 --> 00:02.500\n市场营销", cue},
	} {
		if got, err := media.ParseCaptions([]byte(tc.in)); err != nil || got != tc.want {
			t.Errorf("%s: %q, %v", tc.name, got, err)
		}
	}
	for name, in := range map[string]string{"nothing": "", "a page": "<html>", "binary": "\xff\xfe\x00\x01", "only a head": "WEBVTT\n\n"} {
		_, err := media.ParseCaptions([]byte(in))
		wantCode(t, name, err, "media.captions_unreadable")
	}
	_, err = media.ParseCaptions(make([]byte, media.MaxCaptions+1))
	wantCode(t, "too much", err, "media.captions_too_large")
}

func FuzzParseCaptions(f *testing.F) {
	f.Add([]byte("WEBVTT\n\n00:01.000 --> 00:02.000\nhello\n"))
	f.Add([]byte("1\n00:00:01,000 --> 00:00:02,000\nhello\n\n2\n"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		out, err := media.ParseCaptions(raw)
		if err != nil {
			return
		}
		again, err := media.ParseCaptions([]byte(out))
		if err != nil || again != out {
			t.Errorf("not stable: %q, then %q, %v", out, again, err)
		}
	})
}

func TestCaptionsChaptersAndPapers(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newHouse(t, db)
		ctx := t.Context()
		asset := h.add("one")
		if err := h.work(&fake{}); err != nil {
			t.Fatal(err)
		}
		vtt := []byte("WEBVTT\n\n00:01.000 --> 00:02.000\n你好\n")
		wantCode(t, "captions", h.PutCaptions(ctx, staff, asset, "zh-CN", "", vtt), "")
		wantCode(t, "captions again", h.PutCaptions(ctx, staff, asset, "zh-CN", "简体", vtt), "")
		wantCode(t, "no language", h.PutCaptions(ctx, staff, asset, "../x", "", vtt), "media.language")
		wantCode(t, "no captions", h.PutCaptions(ctx, staff, asset, "fr", "", []byte("x")), "media.captions_unreadable")
		wantCode(t, "no asset", h.PutCaptions(ctx, staff, "none", "fr", "", vtt), "media.no_asset")
		wantCode(t, "a student", h.PutCaptions(ctx, lin, asset, "fr", "", vtt), "access.forbidden")
		wantCode(t, "remove", h.RemoveCaptions(ctx, staff, asset, "en-US"), "")

		wantCode(t, "chapters", h.PutChapters(ctx, staff, asset, []media.Chapter{
			{Start: 40 * time.Second, Title: "Two", TitleEn: "Two"}, {Start: 0, Title: " One "},
		}), "")
		wantCode(t, "no title", h.PutChapters(ctx, staff, asset, []media.Chapter{{Title: " "}}), "media.chapters")
		wantCode(t, "backwards", h.PutChapters(ctx, staff, asset, []media.Chapter{{Title: "x", Start: 5 * time.Second, End: time.Second}}), "media.chapters")
		wantCode(t, "a student", h.PutChapters(ctx, lin, asset, nil), "access.forbidden")

		paper, err := h.Attach(ctx, staff, "one", "/tmp/第一讲 slides.PDF", strings.NewReader("%PDF-1.7 …"))
		wantCode(t, "attach", err, "")
		for name, body := range map[string]string{"x.html": "<html>", "x.pdf": "<html>", "x.txt": "a\x00b", "x": "y", "x.exe": "MZ", "empty.txt": ""} {
			_, err := h.Attach(ctx, staff, "one", name, strings.NewReader(body))
			wantCode(t, name, err, "media.attachment_type")
		}
		_, err = h.Attach(ctx, staff, "none", "x.pdf", strings.NewReader("%PDF-"))
		wantCode(t, "no lesson", err, "course.no_lesson")
		_, err = h.Attach(ctx, lin, "one", "x.pdf", strings.NewReader("%PDF-"))
		wantCode(t, "a student", err, "access.forbidden")

		p := h.plays("one")
		if len(p.Captions) != 1 || p.Captions[0].Label != "简体" {
			t.Errorf("captions %+v", p.Captions)
		}
		if len(p.Chapters) != 2 || p.Chapters[0].Title != "One" || p.Chapters[0].End != 40*time.Second || p.Chapters[1].End != 90*time.Second {
			t.Errorf("chapters %+v", p.Chapters)
		}
		if len(p.Attachments) != 1 || p.Attachments[0].Name != "第一讲 slides.PDF" || p.Attachments[0].Type != "application/pdf" {
			t.Errorf("attachments %+v", p.Attachments)
		}
		wantCode(t, "detach", h.Detach(ctx, staff, paper.ID), "")
		wantCode(t, "detach again", h.Detach(ctx, staff, paper.ID), "")
		if p := h.plays("one"); len(p.Attachments) != 0 {
			t.Errorf("attachments %+v", p.Attachments)
		}
		err = db.Write(ctx, func(q sqldb.Querier) error { return h.Forget(ctx, q, staff, "one") })
		if err != nil || h.plays("one").State != media.PlaysNone {
			t.Errorf("forget: %v", err)
		}
	})
}
