package api

import (
	"context"
	"encoding/json"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"lectern/internal/app/wiring"
	"lectern/internal/feature/account"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/blob"
	"lectern/internal/kernel/config"
	"lectern/internal/kernel/job"
	"lectern/internal/kernel/keyring"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/sample"
	"lectern/internal/testkit/blobtest"
	"lectern/internal/testkit/dbtest"
)

// school is the portal of the sample college: lin, zhao and qian are its first three students, dean is a member of
// staff.
type school struct {
	*portal
	deps     Deps
	jobs     *job.Queue
	blobs    blob.Store
	logins   map[string]sample.Login
	visitors map[string]*visitor
	later    *atomic.Int64 // how far the services' clock is ahead, as a time.Duration
}

// filledSchool is the sample college and what all of its copies share.
type filledSchool struct {
	keys   *keyring.Ring
	logins []sample.Login
}

var filled = dbtest.Filled[filledSchool]{Fill: dbtest.Opened(func(t testing.TB, db *sqldb.DB) filledSchool {
	t.Helper()
	keys, blobs := keyring.Generate(), newBlobs(t)
	c := newCollege(t, db, keys, blobs, time.Now, nil)
	logins, err := sample.Load(t.Context(), sample.Services{
		Database: db, Accounts: c.Accounts, Students: c.Students, Courses: c.Courses, Messages: c.Messages,
		Now: time.Now, Zone: schoolZone(t),
	})
	if err != nil {
		t.Fatal(err)
	}
	if stored := blobtest.Keys(t, blobs, ""); len(stored) > 0 {
		t.Fatalf("no copy would have %q", stored)
	}
	return filledSchool{keys, logins}
})}

// newSchool returns a school on SQLite.
func newSchool(t testing.TB) *school {
	t.Helper()
	return newSchoolWith(t, newBlobs(t))
}

// newSchoolWith returns a school on SQLite with the given media store.
func newSchoolWith(t testing.TB, blobs blob.Store) *school {
	t.Helper()
	url, with := filled.SQLite(t)
	return openSchool(t, url, with, blobs)
}

// eachSchool runs fn on both engines.
func eachSchool(t *testing.T, fn func(t *testing.T, s *school)) {
	t.Helper()
	filled.Each(t, func(t *testing.T, url string, with filledSchool) { fn(t, openSchool(t, url, with, newBlobs(t))) })
}

func newBlobs(t testing.TB) *blob.Local {
	t.Helper()
	blobs, err := blob.OpenLocal(t.TempDir(), time.Hour, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = blobs.Close() })
	return blobs
}

func schoolZone(t testing.TB) *time.Location {
	t.Helper()
	zone, err := time.LoadLocation("Asia/Shanghai")
	if err != nil {
		t.Fatal(err)
	}
	return zone
}

// openSchool opens the portal on a copy of the sample college.
func openSchool(t testing.TB, url string, with filledSchool, blobs blob.Store) *school {
	t.Helper()
	db, later := dbtest.Open(t, url), &atomic.Int64{}
	now := func() time.Time { return time.Now().Add(time.Duration(later.Load())) }
	c := newCollege(t, db, with.keys, blobs, now, nil)
	deps := newDeps(t, db, c, blobs)
	s := &school{
		portal: &portal{t: t, db: db, accounts: deps.Accounts, ids: map[string]string{}, api: newAPI(deps)}, deps: deps,
		jobs: c.Jobs, blobs: blobs, logins: map[string]sample.Login{
			"lin": with.logins[0], "zhao": with.logins[1],
			"qian": with.logins[2],
		}, visitors: map[string]*visitor{}, later: later,
	}
	for _, login := range with.logins {
		if login.Scope == access.Registrar {
			s.logins["dean"] = login
		}
	}
	s.server = s.api.newServer(nil)
	s.handler = s.server.Handler
	s.clock.Store(time.Now().UnixMilli())
	return s
}

// newCollege builds the services as the program does, with fast password hashing.
func newCollege(t testing.TB, db *sqldb.DB, keys *keyring.Ring, blobs blob.Store, now func() time.Time, configure func(
	*config.Config),
) *wiring.College {
	t.Helper()
	c := &config.Config{
		Data: t.TempDir(), TimeZone: schoolZone(t).String(), FirstPassword: account.KindLastSix,
		SecondFactor: account.FactorOptional, SessionIdle: time.Hour, SessionMax: time.Hour,
	}
	if configure != nil {
		configure(c)
	}
	limits := account.DefaultLimits
	limits.Unknown.Burst = 1000
	return wiring.New(wiring.Options{
		Config: c, DB: db, Keys: keys, Blobs: blobs, Now: now, CollegeZh: sample.Name, CollegeEn: sample.NameEn,
		Cost: account.Cost{Memory: 8, Time: 1, Threads: 1}, Limits: &limits,
	})
}

// newDeps returns the dependencies of the API.
func newDeps(t testing.TB, db *sqldb.DB, c *wiring.College, blobs blob.Store) Deps {
	t.Helper()
	return Deps{
		Services: Services(c.Services), DB: db, System: newSystem(t, db, c, blobs),
		Blobs: blobs, Now: time.Now, Web: testWeb, MaxCalls: 512, LiveOrigins: []string{testLiveOrigin},
		Client: Client{
			CollegeZh: sample.Name, CollegeEn: sample.NameEn, ID: testClient, Secret: "s",
			Scope: "students", SignSecret: testSecret, FirstPassword: "last-six",
		},
	}
}

// Each of these runs on its own copy of the sample college.
func TestStudent(t *testing.T)              { eachSchool(t, testStudent) }
func TestStudentAdmin(t *testing.T)         { eachSchool(t, testStudentAdmin) }
func TestView(t *testing.T)                 { eachSchool(t, testView) }
func TestAudit(t *testing.T)                { eachSchool(t, testAudit) }
func TestDesk(t *testing.T)                 { eachSchool(t, testDesk) }
func TestStudentSheet(t *testing.T)         { eachSchool(t, testStudentSheet) }
func TestTemplates(t *testing.T)            { eachSchool(t, testTemplates) }
func TestImportDrafts(t *testing.T)         { eachSchool(t, testImportDrafts) }
func TestDraftOfSeveralSheets(t *testing.T) { eachSchool(t, testDraftOfSeveralSheets) }
func TestImportMappings(t *testing.T)       { eachSchool(t, testImportMappings) }
func TestExports(t *testing.T)              { eachSchool(t, testExports) }
func TestMessage(t *testing.T)              { eachSchool(t, testMessage) }
func TestMessageAdmin(t *testing.T)         { eachSchool(t, testMessageAdmin) }
func TestNotices(t *testing.T)              { eachSchool(t, testNotices) }
func TestTimetable(t *testing.T)            { eachSchool(t, testTimetable) }
func TestRooms(t *testing.T)                { eachSchool(t, testRooms) }
func TestYear(t *testing.T)                 { eachSchool(t, testYear) }
func TestTimetableAdmin(t *testing.T)       { eachSchool(t, testTimetableAdmin) }
func TestCourse(t *testing.T)               { eachSchool(t, testCourse) }
func TestCalendar(t *testing.T)             { eachSchool(t, testCalendar) }
func TestLessonAdmin(t *testing.T)          { eachSchool(t, testLessonAdmin) }
func TestMedia(t *testing.T)                { eachSchool(t, testMedia) }
func TestRecordings(t *testing.T)           { eachSchool(t, testRecordings) }
func TestUpload(t *testing.T)               { eachSchool(t, testUpload) }
func TestLesson(t *testing.T)               { eachSchool(t, testLesson) }
func TestSearch(t *testing.T)               { eachSchool(t, testSearch) }
func TestCaptionDrafts(t *testing.T)        { eachSchool(t, testCaptionDrafts) }
func TestLive(t *testing.T)                 { eachSchool(t, testLive) }
func TestPush(t *testing.T)                 { eachSchool(t, testPush) }
func TestSystem(t *testing.T)               { eachSchool(t, testSystem) }

// in sets the test that fails.
func (s *school) in(t *testing.T) *school {
	s.t = t
	return s
}

// as returns the browser of a person, who is logged in on first use; "" is a visitor with a token.
func (s *school) as(name string) *visitor {
	s.t.Helper()
	if v := s.visitors[name]; v != nil {
		return v
	}
	v := s.browser()
	if name != "" {
		if got := v.login(s.logins[name].Phone, s.logins[name].Password); got.status != http.StatusOK {
			s.t.Fatalf("login as %s: %d %s", name, got.status, got.body)
		}
	}
	s.visitors[name] = v
	return v
}

// actor returns the actor of a person's session.
func (s *school) actor(name string) access.Actor {
	s.t.Helper()
	v := s.as(name)
	visit, err := s.accounts.Resolve(s.t.Context(),
		account.Call{Token: v.token, Identity: v.identity, Device: v.cookies["lectern-device"]})
	if err != nil {
		s.t.Fatal(err)
	}
	return visit.Actor
}

// request is one row of a test table: who sends what, and the expected status and code.
type request struct {
	name, as, method, path, body string
	status                       int
	code                         string
}

func (s *school) try(t *testing.T, rows []request) {
	t.Helper()
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			got := s.in(t).as(row.as).send(row.method, row.path, row.body)
			if got.status != row.status {
				t.Fatalf("got %d %s, want %d", got.status, got.body, row.status)
			}
			if row.code != "" && got.code(t) != row.code {
				t.Fatalf("got %s, want %s", got.body, row.code)
			}
		})
	}
	s.in(t)
}

// get returns the data of a successful answer.
func get[T any](s *school, as, path string, header ...string) T {
	s.t.Helper()
	return data[T](s.t, s.as(as).send("GET", path, "", header...))
}

func post[T any](s *school, as, path, body string, header ...string) T {
	s.t.Helper()
	return data[T](s.t, s.as(as).send("POST", path, body, header...))
}

func jsonText(t testing.TB, v any) string {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

func (s *school) write(fn func(ctx context.Context, q sqldb.Querier) error) {
	s.t.Helper()
	if err := s.db.Write(s.t.Context(), func(q sqldb.Querier) error { return fn(s.t.Context(), q) }); err != nil {
		s.t.Fatal(err)
	}
}
