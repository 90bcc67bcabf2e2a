package recordings_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lectern/internal/feature/media"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
	"lectern/internal/workflow/recordings"
)

// ready adds prepared recordings; those without a lesson are unmatched.
func (h *fixture) ready(lesson string, current bool, ids ...string) {
	h.t.Helper()
	for _, id := range ids {
		dbtest.Asset(h.t, h.db, id, lesson, "ready", 1000, current)
	}
}

func (h *fixture) move(moves ...recordings.Move) (done int, codes []string) {
	h.t.Helper()
	result, err := h.Move(h.t.Context(), staff, moves)
	if err != nil {
		h.t.Fatal(err)
	}
	for _, one := range result.Skipped {
		codes = append(codes, strings.TrimPrefix(one.Code, "recordings."))
	}
	return result.Done, codes
}

func (h *fixture) plays(lesson string) string {
	h.t.Helper()
	place, err := h.Place(h.t.Context(), staff, lesson, "")
	if err != nil {
		h.t.Fatal(err)
	}
	return place.Asset
}

func to(lesson string) media.Target { return media.Target{Lesson: lesson} }

// A lesson's recording is replaced only by someone who names it, one at a time.
func TestReplacingIsSaid(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db)
		h.ready("two", true, "old")
		h.ready("", false, "a", "b", "c")
		for _, tc := range []struct {
			name  string
			moves []recordings.Move
			done  int
			codes []string
			plays string
		}{
			{"without a word", []recordings.Move{{ID: "a", To: to("two")}}, 0, []string{"has_recording"}, "old"},
			{"by its class", []recordings.Move{
				{ID: "a", To: media.Target{Course: "mkt", Title: "x", Class: "mm1.2"}},
			}, 0, []string{"has_recording"}, "old"},
			{
				"another than was shown",
				[]recordings.Move{{ID: "a", To: to("two"), Replace: "older"}},
				0,
				[]string{"has_recording"},
				"old",
			},
			{
				"several to one lesson",
				[]recordings.Move{{ID: "a", To: to("one")}, {ID: "b", To: to("one")}},
				0,
				[]string{"same_place", "same_place"},
				"old",
			},
			{
				"with another move",
				[]recordings.Move{{ID: "a", To: to("two"), Replace: "old"}, {ID: "b", To: to("one")}},
				1,
				[]string{"one_at_a_time"},
				"old",
			},
			{"replaced", []recordings.Move{{ID: "a", To: to("two"), Replace: "old"}}, 1, nil, "a"},
			{"where it is", []recordings.Move{{ID: "a", To: to("two")}}, 1, nil, "a"},
			{
				"kept both",
				[]recordings.Move{{ID: "c", To: media.Target{Course: "mkt", Title: "x", Class: "mm1.2", Beside: true}}},
				1, nil, "a",
			},
		} {
			done, codes := h.move(tc.moves...)
			if d := cmp.Diff(tc.codes, codes); done != tc.done || d != "" || h.plays("two") != tc.plays {
				t.Errorf("%s: done %d, plays %s %s", tc.name, done, h.plays("two"), d)
			}
		}
		if _, err := h.Join(t.Context(), staff, []string{"b", "c"}, to("two"), ""); fault.Code(err) !=
			"recordings.has_recording" {
			t.Errorf("joined over it: %v", err)
		}
	})
}

// What is said before replacing is what there is, and afterwards the bin says who did it and until when.
func TestThePlaceAndTheBinSayWhatHappens(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db)
		dbtest.Exec(t, db, `UPDATE lesson SET published = TRUE, length_ms = 1000 WHERE id = 'two'`)
		h.ready("two", true, "old")
		h.ready("", false, "new")
		dbtest.Exec(t, db, `UPDATE asset SET duration_ms = 9000, file = 'new.mp4' WHERE id = 'new'`)
		for i, watched := range []int{0, 500, 900, 1000} {
			dbtest.Exec(t, db, `INSERT INTO watching (student_id, lesson_id, spans, total_ms, position_ms, percent, done,
				acks, at) VALUES ($1, 'two', '', $2, 0, $3, FALSE, '', 0)`, fmt.Sprint("s", i), watched, watched/10)
		}
		place, err := h.Place(t.Context(), staff, "", "mm1.2")
		want := recordings.Place{
			Lesson: "two", Course: "mkt", Class: "mm1.2", Title: "定价", TitleEn: "Pricing", Published: true,
			Asset: "old", File: "a.mp4", Duration: 1e9, Watched: 3,
		}
		if d := cmp.Diff(want, place); err != nil || d != "" {
			t.Errorf("place: %v %s", err, d)
		}
		if done, codes := h.move(recordings.Move{ID: "new", To: to("two"), Replace: "old"}); done != 1 {
			t.Fatal(codes)
		}
		if n := dbtest.Count(t, db, `SELECT count(*) FROM watching_earlier WHERE lesson_id = 'two'`); n != place.Watched {
			t.Errorf("%d were said to have watched it, %d records are of it", place.Watched, n)
		}
		bin, total, err := h.Bin(t.Context(), staff, 0, 10)
		if err != nil || total != 1 || bin[0].Kind != recordings.ReplacedRecording || bin[0].ID != "old" ||
			bin[0].ReplacedBy != "new.mp4" || bin[0].Plays != "new.mp4" || bin[0].Title != "定价" || bin[0].Code != "MKT201" ||
			!bin[0].At.Equal(now) || !bin[0].Until.Equal(now.Add(media.RestorableFor)) {
			t.Errorf("bin: %d %+v, %v", total, bin, err)
		}
		if result, err := h.Restore(t.Context(), staff, []string{"old"}); err != nil || result.Done != 1 {
			t.Fatalf("put back: %+v, %v", result, err)
		}
		if place, err := h.Place(t.Context(), staff, "two", ""); err != nil || place.Asset != "old" || place.Watched != 3 {
			t.Errorf("put back: %+v, %v", place, err)
		}
	})
}

// The bin lists recordings and lessons in pages, the latest first, and only what can be put back.
func TestTheBinHasPages(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db)
		h.ready("two", true, "old")
		for i := range 5 {
			id := fmt.Sprint("d", i)
			h.ready("", false, id)
			dbtest.Exec(t, db, `UPDATE asset SET deleted_at = $1, deleted_lesson = 'one', removed_by = 'dean' WHERE id = $2`,
				now.Add(-media.RestorableFor).UnixMilli()+int64(i), id)
		}
		dbtest.Exec(t, db, `INSERT INTO removed_lesson (id, course_id, position, title, title_en, group_id, class_id,
			published, preview, created_at, updated_at, beside, length_ms, removed_at, removed_by)
			SELECT id, course_id, position, title, title_en, group_id, class_id, published, preview, 0, 0, beside, 0, $1, 'dean'
			FROM lesson WHERE id = 'two'`, now.UnixMilli())
		dbtest.Exec(t, db, `DELETE FROM lesson WHERE id = 'two'`)
		var got []string
		for skip := 0; skip < 6; skip += 2 {
			page, total, err := h.Bin(t.Context(), staff, skip, 2)
			if err != nil || total != 5 {
				t.Fatalf("from %d: %d %v", skip, total, err)
			}
			for _, one := range page {
				got = append(got, fmt.Sprintf("%s %s %s", one.Kind, one.ID, one.Title))
			}
		}
		want := []string{"lesson two 定价", "deleted d4 导论", "deleted d3 导论", "deleted d2 导论", "deleted d1 导论"}
		if d := cmp.Diff(want, got); d != "" {
			t.Error(d)
		}
		for _, who := range []access.Actor{lin, {}} {
			if _, _, err := h.Bin(t.Context(), who, 0, 2); fault.Code(err) == "" {
				t.Errorf("%q sees the bin", who.Account)
			}
		}
	})
}

// Several recordings that make lessons get different titles, in both languages, and none is published.
func TestNewLessonsHaveDifferentTitles(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db)
		var moves []recordings.Move
		for i := range 5 {
			id := fmt.Sprint("m", i)
			h.ready("", false, id)
			moves = append(moves, recordings.Move{ID: id, To: media.Target{Course: "mkt", Title: "定价", TitleEn: "Price"}})
		}
		if done, codes := h.move(moves...); done != 5 {
			t.Fatal(done, codes)
		}
		titles := map[string]bool{}
		for _, m := range moves {
			asset, err := h.films.Assets(t.Context(), staff, media.Filter{ID: m.ID})
			if err != nil || len(asset) != 1 || asset[0].Published {
				t.Fatalf("%+v, %v", asset, err)
			}
			titles[asset[0].Title+"/"+asset[0].TitleEn] = true
		}
		got := make([]string, 0, len(titles))
		for title := range titles {
			got = append(got, title)
		}
		slices.Sort(got)
		want := []string{"定价 (2)/Price (2)", "定价 (3)/Price (3)", "定价 (4)/Price (4)", "定价 (5)/Price (5)", "定价 (6)/Price (6)"}
		if d := cmp.Diff(want, got); d != "" {
			t.Error(d)
		}
	})
}

// A match for a class proposes a title in both languages, and says whether students see its lesson.
func TestMatchesSayWhatStudentsSee(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db)
		dbtest.Exec(t, db, `UPDATE lesson SET published = TRUE WHERE id = 'two'`)
		made := h.match(recordings.File{Path: "LAW201-1 2026-09-14.mp4"})[0].Best()
		if made.Published || made.Title != "商法 2026-09-14" || made.TitleEn != "Commercial Law 2026-09-14" {
			t.Errorf("a new lesson: %+v", made)
		}
		seen := h.match(recordings.File{Path: "MKT201-1 2026-09-14.mp4"})[0]
		if seen.State != recordings.Sure || !seen.Best().Published {
			t.Errorf("a published lesson: %+v", seen)
		}
		for _, hide := range []bool{true, false} {
			h.ready("", false, fmt.Sprint("hide", hide))
			dbtest.Exec(t, db, `UPDATE asset SET current = FALSE, lesson_id = '' WHERE lesson_id = 'two'`)
			dbtest.Exec(t, db, `UPDATE lesson SET published = TRUE WHERE id = 'two'`)
			if done, codes := h.move(recordings.Move{ID: fmt.Sprint("hide", hide), To: to("two"), Hide: hide}); done != 1 {
				t.Fatal(codes)
			}
			if n := dbtest.Count(t, db, `SELECT count(*) FROM lesson WHERE id = 'two' AND published`); (n == 1) == hide {
				t.Errorf("hidden %v: %d published", hide, n)
			}
		}
	})
}
