package api

import (
	"bytes"
	"context"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/internal/app/wiring"
	"lectern/internal/feature/media"
	"lectern/internal/http/api/courseapi"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/blob"
	"lectern/internal/kernel/config"
	"lectern/internal/kernel/job"
	"lectern/internal/kernel/locale"
	"lectern/internal/kernel/secret"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/workflow/system"
)

func newSystem(t testing.TB, db *sqldb.DB, college *wiring.College, blobs blob.Store) *system.Service {
	t.Helper()
	c := &config.Config{
		Data: t.TempDir(), CollegeEn: "x", TimeZone: "Asia/Shanghai", FirstPassword: "code",
		SignSecret: secret.New("canary"),
	}
	source, err := config.NewSource(nil, "")
	if err != nil {
		t.Fatal(err)
	}
	return system.New(system.Options{
		Installation: system.Installation{
			Config: c, DB: db, Accounts: college.Accounts, Blobs: blobs, Now: time.Now,
			MaxOffset: time.Minute,
		}, Jobs: college.Jobs, Version: "9.9.9", Node: "node-a", Settings: c.Settings(source,
			nil), MediaPlace: "a folder", Role: system.RoleAll, Kinds: []string{"media"}, Slots: 1, Owners: college.JobOwners(),
	})
}

// addJob adds a job in a state.
func (s *school) addJob(kind string, state job.State) string {
	s.t.Helper()
	var id string
	s.write(func(ctx context.Context, q sqldb.Querier) (err error) {
		id, err = job.New(s.db, time.Now).Add(ctx, q,
			job.Spec{Kind: kind, Payload: map[string]string{"message": "canary"}, RunAt: time.Now().Add(time.Hour)})
		if err != nil {
			return err
		}
		_, err = q.ExecContext(ctx, `UPDATE job SET state = $2, error = CASE WHEN $3 THEN 'it broke' ELSE '' END
			WHERE id = $1`, id, string(state), state == job.Dead)
		return err
	})
	return id
}

func (s *school) deadJob(kind string) string { return s.addJob(kind, job.Dead) }

func (s *school) jobState(id string) job.State {
	s.t.Helper()
	j, err := job.New(s.db, time.Now).Get(s.t.Context(), s.db.Reader(), id)
	if err != nil {
		s.t.Fatal(err)
	}
	return j.State
}

// Staff see the state of the installation, and none of its secrets.
func testSystem(t *testing.T, s *school) {
	if err := s.deps.System.Beat(t.Context()); err != nil {
		t.Fatal(err)
	}
	dead, running, waiting := s.deadJob("push.send"), s.addJob("push.send", job.Running),
		s.addJob("push.send", job.Waiting)
	got := s.as("dean").send("GET", "/api/admin/system", "", "Accept-Language", "zh-CN")
	if got.status != http.StatusOK || strings.Contains(got.body, "canary") {
		t.Fatalf("%d %s", got.status, got.body)
	}
	state := data[wireSystem](t, got)
	if len(state.Nodes) != 1 || state.Nodes[0].State != "here" || state.Nodes[0].Name != "node-a" ||
		state.Nodes[0].Logins.Places == 0 || state.Nodes[0].Disk.Size == 0 {
		t.Errorf("nodes: %+v", state.Nodes)
	}
	if state.Version != "9.9.9" || state.Database.Engine != s.db.Engine() || state.Database.Version == "" ||
		state.Database.Size == 0 || state.Database.Schema == 0 || state.Backup != "" {
		t.Errorf("got %+v", state)
	}
	if state.Push.Failed != 1 || state.Push.Error != "it broke" || state.Counts.Dead != 1 || state.Counts.Running != 1 ||
		len(state.Jobs) < 3 || state.Jobs[0].ID != dead {
		t.Errorf("jobs: %+v %+v %+v", state.Push, state.Counts, state.Jobs)
	}
	for i, f := range state.Findings {
		if f.Kind == "backup" && (f.State != "note" || !strings.Contains(f.Text, "从未备份")) {
			t.Errorf("backup: %+v", f)
		}
		if i > 0 && f.State == "note" && state.Findings[i-1].State == "ok" {
			t.Errorf("%s stands after what is well", f.Kind)
		}
	}
	testJobActions(s, dead, running, waiting)
	testWork(s)
}

// The media responsibility shows who prepares recordings and what waits, and nothing else of the installation.
func testWork(s *school) {
	lesson := s.lesson("Work", true, false)
	asset, err := s.deps.Media.Add(s.t.Context(), access.System(), "work.mp4",
		bytes.NewReader(recording()), media.Target{Lesson: lesson})
	if err != nil {
		s.t.Fatal(err)
	}
	s.write(func(ctx context.Context, q sqldb.Querier) error {
		_, err := q.ExecContext(ctx,
			`UPDATE job SET state = 'running', progress = 50, begun_at = $2, worker = 'node-b', lost_by = 'node-z'
			WHERE id = (SELECT job_id FROM asset WHERE id = $1)`, asset, time.Now().Add(-time.Minute).UnixMilli())
		if err != nil {
			return err
		}
		_, err = q.ExecContext(ctx, `INSERT INTO node (id, name, version, started_at, seen_at, hashing, waiting, places,
			disk_free, disk_size, role, kinds, slots, cores)
			VALUES ('z', 'node-z', '9.9.9', $1, $2, 0, 0, 0, 1, 1, 'jobs', 'media', 2, 8)`,
			time.Now().Add(-time.Hour).UnixMilli(), time.Now().Add(-5*time.Minute).UnixMilli())
		return err
	})
	work := get[wireWork](s, "dean", "/api/admin/system/work")
	if len(work.Nodes) != 2 || len(work.Jobs) == 0 {
		s.t.Fatalf("%+v", work)
	}
	if disk := work.Storage; disk.Size <= 0 || disk.Free <= 0 || disk.Free > disk.Size {
		s.t.Errorf("storage: %+v", disk)
	}
	silent := work.Nodes[0]
	if silent.Name != "node-z" || silent.State != "silent" || silent.Role != "jobs" ||
		silent.Slots != 2 || silent.Cores != 8 || len(silent.Lost) != 1 || silent.Lost[0].Worker != "node-b" ||
		silent.Lost[0].About.Title != "Work" {
		s.t.Errorf("%+v", silent)
	}
	for _, j := range work.Jobs {
		if j.State == "running" &&
			(j.About.File != "work.mp4" || j.About.Asset != asset || j.Left < 50 || j.Left > 70 || j.LostBy != "node-z") {
			s.t.Errorf("%+v", j)
		}
		if !strings.HasPrefix(j.Kind, "media.") {
			s.t.Errorf("a job of others: %+v", j)
		}
	}
}

func testJobActions(s *school, dead, running, waiting string) {
	for _, tc := range []struct {
		name, method, path string
		status             int
		code               string
		job                string
		state              job.State
	}{
		{"run a failed one again", "POST", dead + "/retry", 200, "", dead, job.Waiting},
		{"it waits already", "POST", dead + "/retry", 409, "job.not_retryable", dead, job.Waiting},
		{"one that runs", "DELETE", running, 409, "job.running", running, job.Running},
		{"run a running one again", "POST", running + "/retry", 409, "job.not_retryable", running, job.Running},
		{"forget one that waits", "DELETE", waiting, 200, "", waiting, job.Cancelled},
		{"it is over", "DELETE", waiting, 409, "job.finished", waiting, job.Cancelled},
		{"undo", "POST", waiting + "/retry", 200, "", waiting, job.Waiting},
		{"none such", "DELETE", "nothing", 404, "job.not_found", "", ""},
	} {
		got := s.as("dean").send(tc.method, "/api/admin/jobs/"+tc.path, "")
		if got.status != tc.status || got.code(s.t) != tc.code {
			s.t.Errorf("%s: %d %s", tc.name, got.status, got.body)
		}
		if tc.job != "" && s.jobState(tc.job) != tc.state {
			s.t.Errorf("%s: the job is %s", tc.name, s.jobState(tc.job))
		}
	}
	rows := get[[]wireAudit](s, "dean", "/api/admin/audit?action=system.&object="+dead)
	if len(rows) != 1 || rows[0].Action != "system.retry_job" || rows[0].Before["kind"] != "push.send" {
		s.t.Errorf("audit: %+v", rows)
	}
	s.testMediaJob()
}

// testMediaJob retries a recording's job: the recording returns to the queue with a new job.
func (s *school) testMediaJob() {
	course := s.myCourse("MKT201", "confirmed")
	lesson := post[courseapi.WireStaffLesson](s, "dean", "/api/admin/courses/"+course.ID+"/lessons", `{"title":"Jobs"}`).ID
	asset, old := s.recorded(lesson), s.deadJob(media.PrepareKind)
	s.write(func(ctx context.Context, q sqldb.Querier) error {
		_, err := q.ExecContext(ctx, `UPDATE asset SET state = 'failed', job_id = $2, source = 'x',
			reason = 'media.unreadable' WHERE id = $1`, asset, old)
		return err
	})
	want := locale.Text(locale.English, "media.unreadable", nil)
	jobs := get[wireWork](s, "dean", "/api/admin/system/work").Jobs
	if at := slices.IndexFunc(jobs, func(j wireJob) bool { return j.ID == old }); at < 0 || jobs[at].About.Reason != want {
		s.t.Errorf("why it failed: %+v, want %q", jobs, want)
	}
	if got := s.as("dean").send("POST", "/api/admin/jobs/"+old+"/retry", ""); got.status != http.StatusOK {
		s.t.Fatalf("%d %s", got.status, got.body)
	}
	var state, next string
	s.write(func(ctx context.Context, q sqldb.Querier) error {
		return q.QueryRowContext(ctx, `SELECT state, job_id FROM asset WHERE id = $1`, asset).Scan(&state, &next)
	})
	if state != "waiting" || next == old || s.jobState(old) != job.Cancelled {
		s.t.Errorf("the recording is %s, its job %s, the old job %s", state, next, s.jobState(old))
	}
	if got := s.as("dean").send("POST", "/api/admin/jobs/"+old+"/retry", ""); got.status != http.StatusConflict ||
		got.code(s.t) != "job.not_retryable" {
		s.t.Errorf("again: %d %s", got.status, got.body)
	}
	if got := s.as("dean").send("DELETE", "/api/admin/jobs/"+next, ""); got.status != http.StatusOK ||
		s.jobState(next) != job.Cancelled {
		s.t.Errorf("forget: %d %s", got.status, got.body)
	}
}
