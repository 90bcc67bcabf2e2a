package media_test

import (
	"bytes"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lectern/internal/feature/media"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

func seconds(from, to float64, text string) media.Cue {
	return media.Cue{
		Start: time.Duration(from * float64(time.Second)),
		End:   time.Duration(to * float64(time.Second)), Text: text,
	}
}

func (h *fixture) draft(asset, language string) media.Captions {
	h.t.Helper()
	d, err := h.CaptionDraft(h.t.Context(), staff, asset, language)
	if err != nil {
		h.t.Fatal(err)
	}
	return d
}

func (h *fixture) wantCues(what string, got media.Captions, want ...media.Cue) {
	h.t.Helper()
	if diff := cmp.Diff(want, got.Cues); diff != "" {
		h.t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// Captions are edited as a draft that students don't see, and nobody overwrites changes they haven't seen.
func TestCaptionDraft(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db)
		ctx := t.Context()
		dbtest.Asset(t, db, "a", "one", "ready", 60_000, true)
		if _, err := h.PutCaptions(ctx, staff, "a", "zh-CN", "",
			[]byte("WEBVTT\n\n00:01.000 --> 00:02.500 align:start\n第一行 &lt;b&gt; &amp; 二\n第二行\n")); err != nil {
			t.Fatal(err)
		}
		first := seconds(1, 2.5, "第一行 <b> & 二\n第二行")
		first.Settings = "align:start"
		d := h.draft("a", "zh-CN")
		h.wantCues("what is published", d, first)
		if d.Draft || !d.Published || d.Version != 0 {
			t.Errorf("got %+v", d)
		}
		second := seconds(3.125, 4, "a --> b <i> & c")
		version, err := h.SaveCaptionDraft(ctx, staff, "a", "zh-CN", 0, []media.Cue{second, first, seconds(5, 6, " \n ")})
		if err != nil || version != 1 {
			t.Fatal(version, err)
		}
		second.Text = "a → b <i> & c"
		h.wantCues("in order, without empty ones", h.draft("a", "zh-CN"), first, second)
		_, err = h.SaveCaptionDraft(ctx, staff, "a", "zh-CN", 0, []media.Cue{seconds(1, 2, "mine")})
		wantCode(t, "a second draft", err, "media.captions_stale")
		if version, err = h.SaveCaptionDraft(ctx, staff, "a", "zh-CN", 1, []media.Cue{first}); err != nil || version != 2 {
			t.Fatal(version, err)
		}
		_, err = h.SaveCaptionDraft(ctx, staff, "a", "zh-CN", 1, []media.Cue{second})
		wantCode(t, "an old version", err, "media.captions_stale")
		h.wantCues("nothing was overwritten", h.draft("a", "zh-CN"), first)
		wantCode(t, "publish an old version", h.PublishCaptionDraft(ctx, staff, "a", "zh-CN", 1), "media.captions_stale")
		wantCode(t, "drop an old version", h.DropCaptionDraft(ctx, staff, "a", "zh-CN", 1), "media.captions_stale")
		list, err := h.ListCaptions(ctx, staff, "a")
		if err != nil || len(list) != 1 || !list[0].Draft || !list[0].Published || list[0].Version != 2 ||
			list[0].Origin != media.DraftEdited {
			t.Errorf("listed %+v, %v", list, err)
		}
		wantCode(t, "publish", h.PublishCaptionDraft(ctx, staff, "a", "zh-CN", 2), "")
		if d = h.draft("a", "zh-CN"); d.Draft || len(d.Cues) != 1 {
			t.Errorf("published: %+v", d)
		}
		wantCode(t, "publish nothing", h.PublishCaptionDraft(ctx, staff, "a", "zh-CN", 2), "media.no_captions")
		wantCode(t, "drop nothing", h.DropCaptionDraft(ctx, staff, "a", "en-US", 1), "")
		if _, err := h.SaveCaptionDraft(ctx, staff, "a", "en-US", 0, nil); err != nil {
			t.Fatal(err)
		}
		wantCode(t, "publish no cues", h.PublishCaptionDraft(ctx, staff, "a", "en-US", 1), "media.captions_unreadable")
		wantCode(t, "drop", h.DropCaptionDraft(ctx, staff, "a", "en-US", 1), "")

		for _, tc := range []struct {
			name, asset, language, code string
			who                         access.Actor
			cue                         media.Cue
		}{
			{"no such asset", "x", "zh-CN", "media.no_asset", staff, first},
			{"no language", "a", "../x", "media.language", staff, first},
			{"it ends before it begins", "a", "zh-CN", "media.cue_time", staff, seconds(2, 1, "x")},
			{"it begins before the recording", "a", "zh-CN", "media.cue_time", staff, seconds(-1, 1, "x")},
			{"longer than any recording", "a", "zh-CN", "media.cue_time", staff, seconds(1, 1e6, "x")},
			{"too long a text", "a", "zh-CN", "media.cue_text", staff, seconds(1, 2, string(make([]rune, 1001)))},
			{
				"a student", "a", "zh-CN", "access.forbidden",
				access.Actor{Account: "l", Student: "lin", Role: access.User},
				first,
			},
		} {
			_, err := h.SaveCaptionDraft(ctx, tc.who, tc.asset, tc.language, 0, []media.Cue{tc.cue})
			wantCode(t, tc.name, err, tc.code)
		}
		if d = h.draft("a", "zh-CN"); d.Draft {
			t.Errorf("a refused draft was stored: %+v", d)
		}
	})
}

// A recording that replaces one of the same length keeps its captions; otherwise they become drafts.
func TestCaptionsOfAReplacedRecording(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db)
		for _, tc := range []struct {
			name   string
			before int // ms longer than what the transcoder makes
			kept   bool
			later  bool // matched once it is ready
		}{
			{"the same length", 1500, true, false},
			{"another length", 10_000, false, false},
			{"moved there, the same length", 1500, true, true},
			{"moved there, another length", 10_000, false, true},
		} {
			t.Run(tc.name, func(t *testing.T) {
				ctx := t.Context()
				lesson := "lesson " + tc.name
				dbtest.Exec(t, db, insertLesson, lesson, 5, lesson, true, false)
				dbtest.Asset(t, db, "old "+tc.name, lesson, "ready", 90_000+tc.before, true)
				if _, err := h.PutCaptions(ctx, staff, "old "+tc.name, "zh-CN", "",
					[]byte("WEBVTT\n\n00:01.000 --> 00:02.500\n旧\n")); err != nil {
					t.Fatal(err)
				}
				if _, err := h.SaveCaptionDraft(ctx, staff, "old "+tc.name, "en-US", 0,
					[]media.Cue{seconds(1, 2, "draft")}); err != nil {
					t.Fatal(err)
				}
				to := media.Target{Lesson: lesson}
				made, err := h.Add(ctx, staff, "lecture.mp4", bytes.NewReader(mp4(1000)),
					map[bool]media.Target{false: to, true: {Later: true}}[tc.later])
				if err != nil {
					t.Fatal(err)
				}
				if err := h.work(&fake{}); err != nil {
					t.Fatal(err)
				}
				if tc.later {
					if _, err := h.SaveCaptionDraft(ctx, staff, made, "fr", 0, []media.Cue{seconds(1, 2, "own")}); err != nil {
						t.Fatal(err)
					}
					if err := h.move(made, to); err != nil {
						t.Fatal(err)
					}
					if own := h.draft(made, "fr"); own.Origin != media.DraftEdited {
						t.Errorf("its own draft: %+v", own)
					}
				}
				if got := h.asset(made); !got.Current {
					t.Fatalf("got %+v", got)
				}
				zh, en := h.draft(made, "zh-CN"), h.draft(made, "en-US")
				h.wantCues("what was published", zh, seconds(1, 2.5, "旧"))
				h.wantCues("the draft", en, seconds(1, 2, "draft"))
				origin := map[bool]string{true: media.DraftEdited, false: media.DraftOtherLength}[tc.kept]
				if zh.Published != tc.kept || zh.Draft == tc.kept || !en.Draft || en.Origin != origin ||
					!tc.kept && zh.Origin != media.DraftOtherLength {
					t.Errorf("got %+v and %+v", zh, en)
				}
			})
		}
	})
}
