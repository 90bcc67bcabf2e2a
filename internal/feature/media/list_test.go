package media_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lectern/internal/feature/media"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

func (h *fixture) list(t *testing.T, f media.Filter) []string {
	t.Helper()
	list, err := h.Assets(t.Context(), staff, f)
	if err != nil {
		t.Fatal(err)
	}
	got := make([]string, 0, len(list))
	for _, one := range list {
		got = append(got, one.ID)
	}
	return got
}

func TestOnlyWhatBelongsToNoLesson(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db)
		dbtest.Asset(t, db, "matched", "one", "ready", 1, true)
		dbtest.Asset(t, db, "unmatched", "", "ready", 1, false)
		for unmatched, want := range map[bool][]string{false: {"unmatched", "matched"}, true: {"unmatched"}} {
			if diff := cmp.Diff(want, h.list(t, media.Filter{Unmatched: unmatched})); diff != "" {
				t.Errorf("unmatched %t (-want +got):\n%s", unmatched, diff)
			}
		}
	})
}

func TestOnlyWhatWaitsToBePublished(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db)
		dbtest.Asset(t, db, "earlier", "one", "ready", 1, false)
		dbtest.Asset(t, db, "playing", "one", "ready", 1, true)
		dbtest.Asset(t, db, "alone", "", "ready", 1, true)
		for _, published := range []bool{true, false} {
			dbtest.Exec(t, db, `UPDATE lesson SET published = $1 WHERE id = 'one'`, published)
			want := []string{"playing"}
			if published {
				want = []string{}
			}
			if diff := cmp.Diff(want, h.list(t, media.Filter{Hidden: true})); diff != "" {
				t.Errorf("published %t (-want +got):\n%s", published, diff)
			}
			got, err := h.Count(t.Context(), staff, media.Filter{})
			if err != nil || got != (media.Counts{All: 3, Ready: 3, Hidden: len(want), Unmatched: 1}) {
				t.Errorf("published %t: counts %+v, %v", published, got, err)
			}
		}
	})
}

// A list longer than a page can be read to its end, by the last ID and by number.
func TestRecordingsAreListedInPages(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db)
		const all = 7
		for i := range all {
			dbtest.Asset(t, db, fmt.Sprintf("a%d", i), "", "ready", 1, false)
		}
		var byID, byNumber []string
		for range all {
			f := media.Filter{Limit: 3}
			if len(byID) > 0 {
				f.After = byID[len(byID)-1]
			}
			byID = append(byID, h.list(t, f)...)
			byNumber = append(byNumber, h.list(t, media.Filter{Limit: 3, Skip: len(byNumber)})...)
		}
		want := []string{"a6", "a5", "a4", "a3", "a2", "a1", "a0"}
		if diff := cmp.Diff(want, byID); diff != "" {
			t.Errorf("by the last id (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff(want, byNumber); diff != "" {
			t.Errorf("by number (-want +got):\n%s", diff)
		}
	})
}

func TestRecordingsAreFound(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db)
		dbtest.Exec(t, db, `UPDATE course SET name = '市场营销', name_en = 'Marketing'`)
		dbtest.Exec(t, db, `UPDATE course_group SET code = 'C1-07'`)
		dbtest.Exec(t, db, `INSERT INTO campus (id, name, name_en, position) VALUES ('k', 'k', 'k', 1)`)
		for _, room := range []string{"A305", "B204", "C101"} {
			dbtest.Exec(t, db, `INSERT INTO room (id, campus_id, name, name_en) VALUES ($1, 'k', $1, $2)`, room, "Room "+room)
		}
		dbtest.Exec(t, db, `INSERT INTO meeting (id, group_id, kind, weekday, first_period, last_period, starts, ends, weeks,
			campus_id, room_id, teacher_id)
			VALUES ('m', 'g', 'class', 1, 1, 2, '00:00', '00:00', '1-16', 'k', 'A305', '')`)
		dbtest.Exec(t, db, `INSERT INTO class_change (id, group_id, class_id, action, kind, day_number, first_period,
			last_period, starts, ends, campus_id, room_id, online, teacher_id, note, published_at, withdrawn_at)
			VALUES ('moved', 'g', 'm.3', 'move', '', 0, 0, 0, '00:00', '00:00', '', 'B204', FALSE, '', '', 1, 0),
			('taken back', 'g', 'm.3', 'move', '', 0, 0, 0, '00:00', '00:00', '', 'C101', FALSE, '', '', 1, 2)`)
		dbtest.Exec(t, db, `UPDATE lesson SET group_id = 'g', class_id = 'm.2', title = 'Channels 100%' WHERE id = 'one'`)
		dbtest.Exec(t, db, `UPDATE lesson SET group_id = 'g', class_id = 'm.3', title = 'Prices' WHERE id = 'two'`)
		dbtest.Asset(t, db, "a1", "one", "ready", 1, true)
		dbtest.Asset(t, db, "a2", "two", "preparing", 1, false)
		dbtest.Asset(t, db, "a3", "", "failed", 1, false)
		dbtest.Asset(t, db, "a4", "three", "waiting", 1, false)
		dbtest.Asset(t, db, "a5", "three", "cancelled", 1, false)
		dbtest.Asset(t, db, "gone", "", "ready", 1, false)
		dbtest.Exec(t, db, `UPDATE asset SET deleted_at = 1 WHERE id = 'gone'`)
		dbtest.Exec(t, db, `UPDATE asset SET file = 'Hall_20261103.MP4' WHERE id = 'a3'`)
		dbtest.Exec(t, db, `INSERT INTO asset_part (asset_id, position, id, source, file, format, size, fingerprint,
			modified_at, account_id, created_at, duration_ms)
			VALUES ('a4', 2, 'p2', 's', 'second half.mov', 'mp4', 1, '', 0, '', 0, 0)`)
		for search, want := range map[string][]string{
			"":                 {"a5", "a4", "a3", "a2", "a1"},
			"channels":         {"a1"},
			"100%":             {"a1"},
			"0_1":              {},
			"hall_2026":        {"a3"},
			"second HALF":      {"a4"},
			"市场":               {"a5", "a4", "a2", "a1"},
			"marketing prices": {"a2"},
			"c1-07":            {"a2", "a1"},
			"a305":             {"a2", "a1"},
			"B204":             {"a2"},
			"room c101":        {},
			"Ａ３０":              {"a2", "a1"},
			"prices nothing":   {},
		} {
			if diff := cmp.Diff(want, h.list(t, media.Filter{Search: search})); diff != "" {
				t.Errorf("%q (-want +got):\n%s", search, diff)
			}
		}
		for state, want := range map[media.State][]string{
			media.UnderWay: {"a4", "a2"},
			media.Failed:   {"a3"}, media.Cancelled: {"a5"},
		} {
			if diff := cmp.Diff(want, h.list(t, media.Filter{State: state})); diff != "" {
				t.Errorf("%s (-want +got):\n%s", state, diff)
			}
		}
		if diff := cmp.Diff([]string{"a2"}, h.list(t, media.Filter{ID: "a2"})); diff != "" {
			t.Errorf("by id (-want +got):\n%s", diff)
		}
		for search, want := range map[string]media.Counts{
			"":     {All: 5, UnderWay: 2, Ready: 1, Failed: 1, Cancelled: 1, Unmatched: 1},
			"A305": {All: 2, UnderWay: 1, Ready: 1},
		} {
			got, err := h.Count(t.Context(), staff, media.Filter{Search: search, State: media.Failed})
			if err != nil || got != want {
				t.Errorf("count %q: %+v, %v, want %+v", search, got, err, want)
			}
		}
		list, err := h.Assets(t.Context(), staff, media.Filter{ID: "a1"})
		if err != nil || len(list) != 1 || list[0].Group != "g" || list[0].GroupCode != "C1-07" || list[0].Class != "m.2" ||
			!list[0].Published || list[0].Preview {
			t.Errorf("its lesson: %+v, %v", list, err)
		}
		_, err = h.Count(t.Context(), lin, media.Filter{})
		wantCode(t, "a student counts", err, "access.forbidden")
	})
}
