package media_test

import (
	"strings"
	"testing"
	"time"

	"lectern/internal/feature/media"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

func TestCaptionsChaptersAndAttachments(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db)
		ctx := t.Context()
		asset := h.add("one")
		if err := h.work(&fake{}); err != nil {
			t.Fatal(err)
		}
		vtt := []byte("WEBVTT\n\n00:01.000 --> 00:02.000\n你好\n")
		wantCode(t, "captions", errorOf(h.PutCaptions(ctx, staff, asset, "zh-CN", "", vtt)), "")
		wantCode(t, "captions again", errorOf(h.PutCaptions(ctx, staff, asset, "zh-CN", "简体", vtt)), "")
		wantCode(t, "no language", errorOf(h.PutCaptions(ctx, staff, asset, "../x", "", vtt)), "media.language")
		wantCode(t, "no captions",
			errorOf(h.PutCaptions(ctx, staff, asset, "fr", "", []byte("x"))), "media.captions_unreadable")
		wantCode(t, "no asset", errorOf(h.PutCaptions(ctx, staff, "none", "fr", "", vtt)), "media.no_asset")
		wantCode(t, "a student", errorOf(h.PutCaptions(ctx, lin, asset, "fr", "", vtt)), "access.forbidden")
		wantCode(t, "remove", h.RemoveCaptions(ctx, staff, asset, "en-US"), "")

		wantCode(t, "chapters", h.PutChapters(ctx, staff, asset, []media.Chapter{
			{Start: 40 * time.Second, Title: "Two", TitleEn: "Two"}, {Start: 0, Title: " One "},
		}), "")
		wantCode(t, "no title", h.PutChapters(ctx, staff, asset, []media.Chapter{{Title: " "}}), "media.chapters")
		wantCode(t, "backwards", h.PutChapters(ctx, staff, asset,
			[]media.Chapter{{Title: "x", Start: 5 * time.Second, End: time.Second}}), "media.chapters")
		wantCode(t, "a student", h.PutChapters(ctx, lin, asset, nil), "access.forbidden")

		attachment, err := h.Attach(ctx, staff, "one", "/tmp/第一讲 slides.PDF", strings.NewReader("%PDF-1.7 …"))
		wantCode(t, "attach", err, "")
		for name, body := range map[string]string{
			"x.html": "<html>", "x.pdf": "<html>", "x.txt": "a\x00b", "x": "y",
			"x.exe": "MZ", "empty.txt": "",
		} {
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
		if len(p.Chapters) != 2 || p.Chapters[0].Title != "One" || p.Chapters[0].End != 40*time.Second ||
			p.Chapters[1].End != 90*time.Second {
			t.Errorf("chapters %+v", p.Chapters)
		}
		if attachments, _, err := h.Attachments(ctx, lin, "one"); err != nil || len(attachments) != 1 ||
			attachments[0].Name != "第一讲 slides.PDF" || attachments[0].Type != "application/pdf" {
			t.Errorf("attachments %+v, %v", attachments, err)
		}
		wantCode(t, "detach", h.Detach(ctx, staff, attachment.ID), "")
		wantCode(t, "detach again", h.Detach(ctx, staff, attachment.ID), "")
		if attachments, _, err := h.Attachments(ctx, lin, "one"); err != nil || len(attachments) != 0 {
			t.Errorf("attachments %+v, %v", attachments, err)
		}
		err = db.Write(ctx, func(q sqldb.Querier) error { return h.DeleteAllIn(ctx, q, staff, "one") })
		if err != nil || h.plays("one").State != media.PlaysNone {
			t.Errorf("forget: %v", err)
		}
	})
}

// Attachments can be fetched before there is a recording and while it is prepared, but only by those who may watch the
// lesson.
func TestAttachmentsOfALessonWithoutARecording(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db)
		ctx := t.Context()
		attachment, err := h.Attach(ctx, staff, "one", "slides.pdf", strings.NewReader("%PDF-1.7 …"))
		if err != nil {
			t.Fatal(err)
		}
		elsewhere, err := h.Attach(ctx, staff, "two", "exam.pdf", strings.NewReader("%PDF-1.7 …"))
		if err != nil {
			t.Fatal(err)
		}
		list, text, err := h.Attachments(ctx, lin, "one")
		if err != nil || len(list) != 1 || list[0].ID != attachment.ID {
			t.Fatalf("%+v, %v", list, err)
		}
		ticket, err := h.CheckTicket(text)
		if err != nil || ticket.Session != "s1" {
			t.Fatalf("%+v, %v", ticket, err)
		}
		for path, code := range map[string]string{
			"attachments/" + attachment.ID: "", "attachments/" + elsewhere.ID: "media.no_file",
			"attachments/none": "media.no_file", "master.m3u8": "media.no_file", "original.mp4": "media.no_file",
			"captions/en-US.vtt": "media.no_file", "": "media.no_file",
		} {
			_, err := h.File(ctx, ticket, lin, path)
			wantCode(t, path, err, code)
		}
		for name, who := range map[string]access.Actor{"a student of another": zhou, "a visitor": {}} {
			_, _, err := h.Attachments(ctx, who, "one")
			wantCode(t, name, err, "course.no_lesson")
		}
		dbtest.Exec(t, db, `DELETE FROM enrolment`)
		h.pass(time.Second)
		_, err = h.File(ctx, ticket, lin, "attachments/"+attachment.ID)
		wantCode(t, "the enrolment ended", err, "media.ticket")
	})
}

func errorOf[T any](_ T, err error) error { return err }
