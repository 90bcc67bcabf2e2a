package media_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"

	"lectern/internal/access"
	"lectern/internal/dbtest"
	"lectern/internal/media"
	"lectern/internal/sqldb"
)

func TestParseCaptions(t *testing.T) {
	const srt = "1\r\n00:00:01,000 --> 00:00:02,500\r\n市场营销\r\n"
	const cue = "WEBVTT\n\n1\n00:00:01.000 --> 00:00:02.500\n市场营销\n"
	encoded := func(e encoding.Encoding) string {
		text, err := e.NewEncoder().String(srt)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	for _, tc := range []struct{ name, in, want string }{
		{"SRT", srt, cue},
		{"SRT in UTF-16", encoded(unicode.UTF16(unicode.LittleEndian, unicode.UseBOM)), cue},
		{"SRT in UTF-16, big endian", encoded(unicode.UTF16(unicode.BigEndian, unicode.UseBOM)), cue},
		{"SRT in GBK", encoded(simplifiedchinese.GBK), cue},
		{
			"spaces between cues", "1\n00:00:01,000 --> 00:00:02,500\n市场营销\n \t\n2\n00:00:03,000 --> 00:00:04,000\nb\n   \n\n3\n00:00:05,000 --> 00:00:06,000\nc",
			cue + "\n2\n00:00:03.000 --> 00:00:04.000\nb\n\n3\n00:00:05.000 --> 00:00:06.000\nc\n",
		},
		{"WebVTT", "WEBVTT\n\n00:01.000 --> 00:02.500\n市场营销\n", cue},
		{"WebVTT with commas and no spaces", "WEBVTT\n\n00:01,000-->00:02,500\n市场营销\n", cue},
		{"a byte order mark and a name", "\ufeffWEBVTT - title\n\nintro\n00:00:01.000 --> 00:00:02.500\n市场营销", cue},
		{"settings are kept, others go", "WEBVTT\n\n00:01.0 --> 00:02.5 line:80% onclick:x region:x bad\na\nb", "WEBVTT\n\n1\n00:00:01.000 --> 00:00:02.500 line:80%\na\nb\n"},
		{"styles, regions and notes go", "WEBVTT\n\nSTYLE\n::cue{background:url(http://x)}\n\nREGION\nid:x\n\nNOTE x\n\n00:01.000 --> 00:02.500\n市场营销", cue},
		{"one bad cue among good ones", "WEBVTT\n\n00:09.000 --> 00:02.000\nback\n\n00:01.000 --> 00:02.500\n市场营销\n\n00:0x.000 --> 00:09.000\nno time", cue},
		{"one bad cue in SRT", srt + "\n2\n00:0x,000 --> 00:00:09,000\nno time", cue},
		{"markup in WebVTT", "WEBVTT\n\n00:01.000 --> 00:02.500\n<v Lin>市<i>场</i><00:00:01.500>营<img src=x onerror=alert(1)>销</v>", cue},
		{"markup in SRT", "1\n00:00:01,000 --> 00:00:02,500\n<font color=\"red\">市<b>场</b></font>营<script>销</script>", cue},
		{
			"entities and arrows", "WEBVTT\n\n00:01.000 --> 00:02.500\na &amp; b &lt;b&gt; &#39;c&#39; &amp;lt; &#10;&#10;00:05.000 --&gt; 00:06.000\nx --> y",
			"WEBVTT\n\n1\n00:00:01.000 --> 00:00:02.500\na &amp; b &lt;b> 'c' &amp;lt; 00:05.000 → 00:06.000\nx → y\n",
		},
	} {
		got, cues, err := media.ParseCaptions([]byte(tc.in))
		if diff := cmp.Diff(tc.want, got); err != nil || diff != "" || cues != strings.Count(tc.want, "-->") {
			t.Errorf("%s: %d cues, %v\n%s", tc.name, cues, err, diff)
		}
	}
	for name, in := range map[string]string{"nothing": "", "a page": "<html>", "binary": "\xff\xfe\x00\x01", "only a head": "WEBVTT\n\n"} {
		_, _, err := media.ParseCaptions([]byte(in))
		wantCode(t, name, err, "media.captions_unreadable")
	}
	_, _, err := media.ParseCaptions(make([]byte, media.MaxCaptions+1))
	wantCode(t, "too much", err, "media.captions_too_large")
	_, _, err = media.ParseCaptions([]byte("WEBVTT\n\n" + strings.Repeat("00:01.000 --> 00:02.500\na\n\n", 20_001)))
	wantCode(t, "too many cues", err, "media.captions_too_large")
}

// The library's WebVTT reader takes these words at the beginning of a line for its own, even inside a cue.
var readerWords = regexp.MustCompile(`(?m)^(NOTE |STYLE|Region: |X-TIMESTAMP-MAP)`)

func FuzzParseCaptions(f *testing.F) {
	f.Add([]byte("WEBVTT\n\n00:01.000 --> 00:02.000 line:0\nhello &amp;lt; <i>x</i>\n"))
	f.Add([]byte("1\n00:00:01,000 --> 00:00:02,000\nhello\n\n2\n"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		out, cues, err := media.ParseCaptions(raw)
		if err != nil {
			return
		}
		if strings.Contains(out, "<") || strings.Count(out, "-->") != cues {
			t.Errorf("markup or arrows pass: %q", out)
		}
		again, _, err := media.ParseCaptions([]byte(out))
		if (err != nil || again != out) && !readerWords.MatchString(out) {
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
		wantCode(t, "captions", errorOf(h.PutCaptions(ctx, staff, asset, "zh-CN", "", vtt)), "")
		wantCode(t, "captions again", errorOf(h.PutCaptions(ctx, staff, asset, "zh-CN", "简体", vtt)), "")
		wantCode(t, "no language", errorOf(h.PutCaptions(ctx, staff, asset, "../x", "", vtt)), "media.language")
		wantCode(t, "no captions", errorOf(h.PutCaptions(ctx, staff, asset, "fr", "", []byte("x"))), "media.captions_unreadable")
		wantCode(t, "no asset", errorOf(h.PutCaptions(ctx, staff, "none", "fr", "", vtt)), "media.no_asset")
		wantCode(t, "a student", errorOf(h.PutCaptions(ctx, lin, asset, "fr", "", vtt)), "access.forbidden")
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
		if papers, _, err := h.Attachments(ctx, lin, "one"); err != nil || len(papers) != 1 || papers[0].Name != "第一讲 slides.PDF" || papers[0].Type != "application/pdf" {
			t.Errorf("attachments %+v, %v", papers, err)
		}
		wantCode(t, "detach", h.Detach(ctx, staff, paper.ID), "")
		wantCode(t, "detach again", h.Detach(ctx, staff, paper.ID), "")
		if papers, _, err := h.Attachments(ctx, lin, "one"); err != nil || len(papers) != 0 {
			t.Errorf("attachments %+v, %v", papers, err)
		}
		err = db.Write(ctx, func(q sqldb.Querier) error { return h.Forget(ctx, q, staff, "one") })
		if err != nil || h.plays("one").State != media.PlaysNone {
			t.Errorf("forget: %v", err)
		}
	})
}

// Papers are there before a recording is, and while it is being prepared; and for those alone who may watch the lesson.
func TestPapersOfALessonWithoutARecording(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newHouse(t, db)
		ctx := t.Context()
		paper, err := h.Attach(ctx, staff, "one", "slides.pdf", strings.NewReader("%PDF-1.7 …"))
		if err != nil {
			t.Fatal(err)
		}
		elsewhere, err := h.Attach(ctx, staff, "two", "exam.pdf", strings.NewReader("%PDF-1.7 …"))
		if err != nil {
			t.Fatal(err)
		}
		list, text, err := h.Attachments(ctx, lin, "one")
		if err != nil || len(list) != 1 || list[0].ID != paper.ID {
			t.Fatalf("%+v, %v", list, err)
		}
		ticket, err := h.CheckTicket(text)
		if err != nil || ticket.Session != "s1" {
			t.Fatalf("%+v, %v", ticket, err)
		}
		for path, code := range map[string]string{
			"attachments/" + paper.ID: "", "attachments/" + elsewhere.ID: "media.no_file", "attachments/none": "media.no_file", "master.m3u8": "media.no_file",
			"original.mp4": "media.no_file", "captions/en-US.vtt": "media.no_file", "": "media.no_file",
		} {
			_, err := h.File(ctx, ticket, path)
			wantCode(t, path, err, code)
		}
		for name, who := range map[string]access.Actor{"a student of another": zhou, "a visitor": {}} {
			_, _, err := h.Attachments(ctx, who, "one")
			wantCode(t, name, err, "course.no_lesson")
		}
		dbtest.Exec(t, db, `DELETE FROM enrolment`)
		h.pass(21 * time.Second)
		_, err = h.File(ctx, ticket, "attachments/"+paper.ID)
		wantCode(t, "the enrolment ended", err, "media.ticket")
	})
}

func errorOf[T any](_ T, err error) error { return err }
