package desk_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
	"lectern/internal/workflow/desk"
)

var noon = time.Date(2026, 11, 16, 12, 0, 0, 0, time.UTC)

func newDesk(db *sqldb.DB) *desk.Service {
	return desk.New(db, func() time.Time { return noon })
}

func TestAnEmptyCollegeLacksEverything(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		got, err := newDesk(db).Desk(t.Context(), access.System())
		if err != nil || len(got.Waiting) != 0 || !got.Backup.IsZero() {
			t.Fatalf("%+v, %v", got, err)
		}
		if len(got.Steps) == 0 || got.Steps[0].Kind != "terms" {
			t.Errorf("steps: %+v", got.Steps)
		}
		for _, step := range got.Steps {
			if step.Count != 0 {
				t.Errorf("%+v", step)
			}
		}
	})
}

func TestWhatWaits(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		dbtest.Asset(t, db, "failed", "", "failed", 0, false)
		dbtest.Exec(t, db, `INSERT INTO import (id, kind, file, hash, account, at, created, changed,
			unchanged, refused, undone_at)
			VALUES ('i1', 'students', 'x.csv', '', '', $1, 0, 0, 0, 3, 0), ('old', 'students', 'x.csv', '', '', 1, 0, 0, 0, 3,
			0), ('undone', 'students', 'x.csv', '', '', $1, 0, 0, 0, 3, 9)`, noon.Add(-time.Hour).UnixMilli())
		dbtest.Exec(t, db, `INSERT INTO import_refused (import_id, line, row_key, done_by)
			VALUES ('i1', 2, '', ''), ('old', 2, '', ''), ('undone', 2, '', '')`)
		dbtest.Exec(t, db, `INSERT INTO import (id, kind, file, hash, account, at, created, changed, unchanged,
			refused, undone_at, resolved_at)
			VALUES ('corrected', 'students', 'x.csv', '', '', $1, 0, 0, 0, 3, 0, 0), ('resolved', 'students', 'x.csv', '', '',
			$1, 0, 0, 0, 3, 0, 9)`, noon.Add(-time.Hour).UnixMilli())
		dbtest.Exec(t, db, `INSERT INTO import_refused (import_id, line, row_key, done_by)
			VALUES ('corrected', 2, 'k', 'i1'), ('resolved', 2, '', '')`)
		dbtest.Exec(t, db, `INSERT INTO guess (account_id, tries, own_tries, first_at, last_at, reported)
			VALUES ('guessed', 9, 1, $1, $1, 0), ('mistyped', 9, 0, $1, $1, 0), ('long ago', 99, 0, 1, 1, 0)`,
			noon.Add(-time.Hour).UnixMilli())
		dbtest.Exec(t, db, `INSERT INTO change_request (id, teacher_id, account_id, group_id, class_id, action, first_period,
			last_period, reason, state, answer, answered_by, answered_at, created_at)
			VALUES ('asked', 't', 'a', 'g', 'c', 'cancel', 0, 0, 'ill', 'open', '', '', 0, $1),
			('answered', 't', 'a', 'g', 'c', 'cancel', 0, 0, 'ill', 'declined', 'no', 'dean', 1, $1)`, noon.UnixMilli())
		s := newDesk(db)
		if err := s.NoteBackup(t.Context()); err != nil {
			t.Fatal(err)
		}
		got, err := s.Desk(t.Context(), access.System())
		if err != nil {
			t.Fatal(err)
		}
		counts := map[string]int{}
		for _, w := range got.Waiting {
			counts[w.Kind] = w.Count
			if w.Kind == "imports.refused" && !w.Since.Equal(noon.Add(-time.Hour)) {
				t.Errorf("since %s", w.Since)
			}
		}
		if diff := cmp.Diff(map[string]int{
			"logins.guessed": 1, "timetable.requests": 1, "recordings.failed": 1,
			"recordings.unmatched": 1, "imports.refused": 1,
		}, counts); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		if !got.Backup.Equal(noon) {
			t.Errorf("backup %s", got.Backup)
		}
	})
}

// One of two notices is unacknowledged until the student acknowledges it.
func TestNoticesThatSomebodyHasNotAcknowledged(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		dbtest.Exec(t, db, `INSERT INTO student (id, account_id, number, name, name_latin, gender, photo, phone, campus_id,
			programme_code, class, entry_year, study_mode,
			status, graduation, adviser, credits_earned, credits_required, native_place, emergency_name, emergency_phone, email,
			address, number_key, name_key, latin_key, created_at, updated_at)
			VALUES ('s1', 'a1', '1', '林', '', '', '', '', '', '', '甲班1', 2026, '', 'enrolled', '', '', 0, 0, '', '', '', '', '',
			$1, $1, $1, 0, 0)`, []byte("1"))
		for id, target := range map[string]string{"mine": "甲班1", "others": "甲班2"} {
			dbtest.Exec(t, db, `INSERT INTO message (id, kind, tag, title, title_en, subtitle, subtitle_en, content, content_en,
				avatar, link, audience, target, acknowledge, topic,
				sender, sent_at, expires_at, withdrawn_at) VALUES ($1, 'notice', 0, '', '', '', '', '', '', '', '', 'class', $2,
				TRUE, '', $4, $3, 0, 0)`, id, target, noon.Add(-time.Hour).UnixMilli(), "its author")
		}
		got, err := newDesk(db).Desk(t.Context(), access.System())
		want := []desk.Waiting{{
			Kind: "notices.unanswered", Count: 1,
			Since: time.UnixMilli(noon.Add(-time.Hour).UnixMilli()),
		}}
		if diff := cmp.Diff(want, got.Waiting); diff != "" || err != nil {
			t.Errorf("%v (-want +got):\n%s", err, diff)
		}
		for account, count := range map[string]int{"its author": 1, "a colleague": 0} {
			adviser := access.Actor{Account: account, Role: access.Staff, Scope: access.Adviser}
			if got, err := newDesk(db).Desk(t.Context(), adviser); len(got.Waiting) != count || err != nil {
				t.Errorf("an adviser, %s: %+v, %v", account, got.Waiting, err)
			}
		}
		dbtest.Exec(t, db, `INSERT INTO message_read (account_id, message_id, read_at,
			acknowledged_at) VALUES ('a1', 'mine', 1, 1)`)
		if got, err = newDesk(db).Desk(t.Context(), access.System()); len(got.Waiting) > 0 || err != nil {
			t.Errorf("%+v, %v", got.Waiting, err)
		}
	})
}

func TestStaffOnly(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		for _, tc := range []struct {
			who  access.Actor
			code string
		}{{access.Actor{}, "access.signed_out"}, {access.Actor{Account: "a", Role: access.User}, "access.forbidden"}} {
			_, err := newDesk(db).Desk(t.Context(), tc.who)
			_, err2 := newDesk(db).Search(t.Context(), tc.who, "x")
			if fault.Code(err) != tc.code || fault.Code(err2) != tc.code {
				t.Errorf("%v, %v", err, err2)
			}
		}
	})
}
