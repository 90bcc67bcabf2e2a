package job_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/job"
	"lectern/internal/kernel/locale"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

func TestAddBelongsToTheTransaction(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		b := newFixture(t, db)
		changedMind := errors.New("changed my mind")
		err := db.Write(t.Context(), func(q sqldb.Querier) error {
			if _, err := b.Add(t.Context(), q, job.Spec{Kind: "mail"}); err != nil {
				return err
			}
			return changedMind
		})
		if !errors.Is(err, changedMind) || b.claim("mail") != nil {
			t.Errorf("rolled back, and yet it is there: %v", err)
		}
		id := b.add(job.Spec{Kind: "mail", Payload: map[string]string{"to": "林"}})
		run := b.mustClaim("mail")
		var payload struct{ To string }
		if err := run.Decode(&payload); err != nil || payload.To != "林" || run.ID != id || run.Attempts != 1 {
			t.Errorf("claimed %+v with %+v, %v", run.Job, payload, err)
		}
		if b.claim("mail") != nil {
			t.Error("claimed twice")
		}
	})
}

func TestKeyIsHeldWhileActive(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		b := newFixture(t, db)
		spec := job.Spec{Kind: "transcode", Key: "asset 1"}
		first := b.add(spec)
		if again := b.add(spec); again != first {
			t.Errorf("waiting: %s beside %s", again, first)
		}
		run := b.mustClaim("transcode")
		if again := b.add(spec); again != first {
			t.Errorf("running: %s beside %s", again, first)
		}
		for _, other := range []job.Spec{
			{Kind: "transcode", Key: "asset 2"},
			{Kind: "probe", Key: "asset 1"},
			{Kind: "transcode"},
			{Kind: "transcode"},
		} {
			if b.add(other) == first {
				t.Errorf("%+v was taken for the first", other)
			}
		}
		if err := b.complete(run); err != nil {
			t.Fatal(err)
		}
		if again := b.add(spec); again == first {
			t.Error("done, and yet the key is held")
		}
	})
}

func TestOnlyWhatIsDueIsClaimed(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		b := newFixture(t, db)
		late := b.add(job.Spec{Kind: "a", RunAt: b.clock.Now().Add(time.Hour)})
		early := b.add(job.Spec{Kind: "a", RunAt: b.clock.Now().Add(-time.Hour)})
		now := b.add(job.Spec{Kind: "b"})
		if b.claim("c") != nil {
			t.Error("claimed a kind it has no handler for")
		}
		if run := b.mustClaim("a", "b"); run.ID != early {
			t.Errorf("claimed %s before the one due longest", run.Kind)
		}
		if run := b.mustClaim("a", "b"); run.ID != now {
			t.Errorf("claimed %s", run.Kind)
		}
		b.clock.Advance(time.Hour - time.Millisecond)
		if run := b.claim("c"); run != nil {
			t.Errorf("claimed %+v", run.Job)
		}
		b.clock.Advance(time.Millisecond)
		ids := []string{b.mustClaim("a").ID, b.mustClaim("a").ID} // the lease of the early one has ended as well
		if !slices.Contains(ids, late) || !slices.Contains(ids, early) || b.claim("a") != nil {
			t.Errorf("claimed %v", ids)
		}
	})
}

func TestZombieIsRefusedByTheFence(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		b := newFixture(t, db)
		id := b.add(job.Spec{Kind: "a"})
		zombie := b.mustClaim("a")
		b.clock.Advance(lease - time.Millisecond)
		if b.claim("a") != nil {
			t.Fatal("taken before the lease ran out")
		}
		b.clock.Advance(time.Millisecond)
		second := b.mustClaim("a")
		if second.ID != id || second.Attempts != 1 || second.Losses != 1 {
			t.Errorf("took over %+v", second.Job)
		}
		// The stale worker's work and its completion are one transaction, so neither happens.
		err := db.Write(t.Context(), func(q sqldb.Querier) error {
			if _, err := q.ExecContext(t.Context(),
				`INSERT INTO setting (name, value) VALUES ('zombie', 'was here')`); err != nil {
				return err
			}
			return zombie.Complete(t.Context(), q)
		})
		if !errors.Is(err, job.ErrLost) || dbtest.Count(t, db, `SELECT count(*) FROM setting WHERE name = 'zombie'`) != 0 {
			t.Errorf("the zombie's finish: %v", err)
		}
		if err := zombie.Progress(t.Context(), 99); !errors.Is(err, job.ErrLost) {
			t.Errorf("the zombie's progress: %v", err)
		}
		b.want(id, job.Running, 1)
		if err := b.complete(second); err != nil {
			t.Fatal(err)
		}
		if j := b.get(id); j.State != job.Done || j.Progress != 100 || !j.Finished.Equal(b.clock.Now()) {
			t.Errorf("completed: %+v", j)
		}
		if err := b.complete(second); !errors.Is(err, job.ErrLost) {
			t.Errorf("completed twice: %v", err)
		}
	})
}

func TestCancelAndRetry(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		b := newFixture(t, db)
		do := func(what func(q sqldb.Querier) error) string {
			t.Helper()
			err := db.Write(t.Context(), what)
			if err != nil && fault.Code(err) == "" {
				t.Fatal(err)
			}
			return fault.Code(err)
		}
		cancel := func(id string) string {
			return do(func(q sqldb.Querier) error { return b.Cancel(t.Context(), q, id) })
		}
		retry := func(id string) string {
			return do(func(q sqldb.Querier) error { return b.Retry(t.Context(), q, id) })
		}
		id := b.add(job.Spec{Kind: "a", Key: "k"})
		if code := cancel(id); code != "" || b.claim("a") != nil {
			t.Errorf("cancel a waiting job: %s", code)
		}
		b.want(id, job.Cancelled, 0)
		for _, tc := range []struct{ what, got, want string }{
			{"cancel again", cancel(id), "job.finished"},
			{"cancel nothing", cancel("nothing"), "job.not_found"},
			{"retry nothing", retry("nothing"), "job.not_found"},
			{"retry", retry(id), ""},
			{"retry again", retry(id), "job.not_retryable"},
			{"cancel after retry", cancel(id), ""},
		} {
			if tc.got != tc.want {
				t.Errorf("%s: %q, want %q", tc.what, tc.got, tc.want)
			}
		}
		second := b.add(job.Spec{Kind: "a", Key: "k"})
		if code := retry(id); code != "job.not_retryable" {
			t.Errorf("retry while another has the key: %q", code)
		}
		if run := b.mustClaim("a"); run.ID != second {
			t.Errorf("claimed %+v", run.Job)
		}
		if code := cancel(second); code != "" || !b.get(second).Cancelling {
			t.Errorf("cancel a running job: %q, %+v", code, b.get(second))
		}
		b.clock.Advance(lease) // its worker died before it could stop
		if b.claim("a") != nil {
			t.Error("a cancelled job was claimed")
		}
		b.want(second, job.Cancelled, 0)
	})
}

func TestListCountPrune(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		b := newFixture(t, db)
		var ids []string
		for i := range 5 {
			ids = append(ids, b.add(job.Spec{Kind: fmt.Sprint("kind", i%2), MaxAttempts: 1}))
		}
		run := b.mustClaim("kind0") // the first
		if err := run.Progress(t.Context(), 40); err != nil {
			t.Fatal(err)
		}
		if got := b.get(ids[0]).Progress; got != 40 {
			t.Errorf("progress is %d", got)
		}
		if err := b.complete(run); err != nil {
			t.Fatal(err)
		}
		b.mustClaim("kind1") // the second; its attempts run out
		b.clock.Advance(lease)
		slices.Reverse(ids)
		for name, tc := range map[string]struct {
			filter job.Filter
			want   []string
		}{
			"all":       {job.Filter{}, ids},
			"done":      {job.Filter{State: job.Done}, ids[4:]},
			"running":   {job.Filter{State: job.Running}, ids[3:4]},
			"kind":      {job.Filter{Kind: "kind1"}, []string{ids[1], ids[3]}},
			"both":      {job.Filter{Kind: "kind1", State: job.Waiting}, ids[1:2]},
			"page":      {job.Filter{Limit: 2}, ids[:2]},
			"next page": {job.Filter{Limit: 2, After: ids[1]}, ids[2:4]},
		} {
			jobs, err := b.List(t.Context(), db.Reader(), tc.filter)
			var got []string
			for _, j := range jobs {
				got = append(got, j.ID)
			}
			if diff := cmp.Diff(tc.want, got, cmpopts.EquateEmpty()); err != nil || diff != "" {
				t.Errorf("%s: %v (-want +got):\n%s", name, err, diff)
			}
		}
		counts, err := b.Counts(t.Context(), db.Reader())
		if err != nil || counts[job.Waiting] != 3 || counts[job.Running] != 1 || counts[job.Done] != 1 {
			t.Errorf("counts %v, %v", counts, err)
		}
		for _, tc := range []struct {
			before time.Duration
			pruned int64
		}{{-lease, 0}, {time.Second, 1}} {
			if n, err := b.Prune(t.Context(), b.clock.Now().Add(tc.before)); n != tc.pruned || err != nil {
				t.Errorf("pruned %d, %v", n, err)
			}
		}
		if _, err := b.Get(t.Context(), db.Reader(), ids[4]); fault.Code(err) != "job.not_found" {
			t.Errorf("pruned, and yet there: %v", err)
		}
	})
}

func TestAddRefusesMistakes(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		b := newFixture(t, db)
		for name, spec := range map[string]job.Spec{
			"no kind":       {},
			"odd kind":      {Kind: "Has Spaces"},
			"huge payload":  {Kind: "a", Payload: strings.Repeat("x", 64<<10)},
			"odd payload":   {Kind: "a", Payload: func() {}},
			"NUL in key":    {Kind: "a", Key: "\x00"},
			"not text":      {Kind: "a", Key: "\xff"},
			"less than one": {Kind: "a", MaxAttempts: -1},
		} {
			if _, err := b.Add(t.Context(), db.Reader(), spec); err == nil {
				t.Errorf("%s: added", name)
			}
		}
	})
}

func TestBackoff(t *testing.T) {
	for attempt, most := range map[int]time.Duration{
		1: 5 * time.Second, 2: 10 * time.Second, 5: 80 * time.Second,
		11: time.Hour, 1000: time.Hour,
	} {
		seen := map[time.Duration]bool{}
		for range 200 {
			pause := job.Backoff(attempt)
			if pause > most || pause < most/2 {
				t.Errorf("attempt %d: %v", attempt, pause)
			}
			seen[pause] = true
		}
		if len(seen) < 2 {
			t.Errorf("attempt %d: no jitter", attempt)
		}
	}
}

func TestFaultsHaveSentences(t *testing.T) {
	for _, code := range []string{"not_found", "finished", "not_retryable"} {
		for _, lang := range locale.Languages {
			if key := "job." + code; locale.Text(lang, key, nil) == key {
				t.Errorf("%s has no sentence for %s", lang, key)
			}
		}
	}
}
