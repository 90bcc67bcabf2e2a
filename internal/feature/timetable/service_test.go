package timetable_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

var (
	staff = access.System()
	lin   = access.Actor{Account: "a1", Student: "lin", Role: access.User}
	zhou  = access.Actor{Account: "a2", Student: "zhou", Role: access.User}
)

func day(t testing.TB, text string) civil.Date {
	t.Helper()
	d, err := civil.ParseDate(text)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func clock(hour, minute int) civil.Time {
	c, _ := civil.NewTime(hour, minute)
	return c
}

// fixture is a college with two terms. Lin has marketing and statistics this autumn, dropped accounting, is pending in
// law and has finance in spring; zhou only has marketing.
type fixture struct {
	*timetable.Service
	t    testing.TB
	db   *sqldb.DB
	now  time.Time
	news []timetable.News
}

func newFixture(t testing.TB, db *sqldb.DB) *fixture {
	t.Helper()
	h := &fixture{t: t, db: db, now: time.Date(2026, 9, 7, 0, 0, 0, 0, time.UTC)}
	h.Service = timetable.New(db, func() time.Time { return h.now }, time.FixedZone("CST", 8*3600), h.hear)
	ctx := context.Background()
	for _, statement := range []string{
		`INSERT INTO teacher (id, number, name, name_en) VALUES ('wang', '', '王芳', 'Wang Fang'), ('zhao', '', '赵磊', '')`,
		`INSERT INTO course (id, code, name, name_en, credits, summary, summary_en)
			VALUES ('mkt', 'MKT', '市场营销', 'Marketing', 30, '', ''),
			('sta', 'STA', '统计学', 'Statistics', 30, '', ''), ('acc', 'ACC', '会计学', '', 30, '', ''),
			('law', 'LAW', '经济法', '', 20, '', ''),
			('fin', 'FIN', '金融学', '', 20, '', ''), ('pe', 'PE', '体育', '', 10, '', '')`,
		`INSERT INTO course_group (id, course_id, term_id, code, name, name_en)
			VALUES ('mkt1', 'mkt', 'autumn', 'MKT-1', '', ''),
			('sta1', 'sta', 'autumn', 'STA-1', '', ''), ('acc1', 'acc', 'autumn', 'ACC-1', '', ''),
			('law1', 'law', 'autumn', 'LAW-1', '', ''),
			('fin1', 'fin', 'spring', 'FIN-1', '', ''), ('mkt0', 'mkt', 'spring', 'MKT-1', '', ''),
			('pe1', 'pe', 'autumn', 'PE-1', '', '')`,
		`INSERT INTO enrolment (student_id, group_id, state, changed_at) VALUES ('lin', 'mkt1', 'confirmed', 0),
			('lin', 'sta1', 'confirmed', 0),
			('lin', 'acc1', 'dropped', 0), ('lin', 'law1', 'pending', 0), ('lin', 'fin1', 'confirmed', 0),
			('lin', 'mkt0', 'confirmed', 0),
			('lin', 'pe1', 'confirmed', 0), ('zhou', 'mkt1', 'confirmed', 0)`,
	} {
		dbtest.Exec(t, db, statement)
	}
	h.write(func(q sqldb.Querier) error {
		for _, term := range []timetable.Term{
			{ID: "autumn", Name: "2026 秋", FirstMonday: day(t, "2026-09-07"), Weeks: 18},
			{ID: "spring", Name: "2027 春", FirstMonday: day(t, "2027-03-01"), Weeks: 18},
		} {
			if err := h.PutTerm(ctx, q, staff, term); err != nil {
				return err
			}
		}
		if err := h.PutCampus(ctx, q, staff, timetable.Campus{ID: "north", Name: "北校区"}, 1); err != nil {
			return err
		}
		return h.PutScheme(ctx, q, staff, scheme(t))
	})
	h.write(func(q sqldb.Querier) error {
		room, err := h.PutRoom(ctx, q, staff, timetable.Room{ID: "n101", Campus: "north", Name: "N101"})
		if err != nil {
			return err
		}
		_, err = h.ReplaceMeetings(ctx, q, staff, "mkt1", []timetable.Meeting{{
			Kind: timetable.Regular, Weekday: civil.Monday, Hours: timetable.Hours{FirstPeriod: 1, LastPeriod: 2},
			Weeks: timetable.WeekRange(1, 4), Room: room, Teacher: "wang",
		}})
		if err != nil {
			return err
		}
		_, err = h.ReplaceMeetings(ctx, q, staff, "sta1", []timetable.Meeting{{
			Kind: timetable.Regular, Weekday: civil.Monday, Hours: timetable.Hours{Starts: clock(9, 0), Ends: clock(10, 30)},
			Weeks: timetable.WeekRange(2, 2),
		}})
		return err
	})
	return h
}

func scheme(t testing.TB) timetable.PeriodScheme {
	return timetable.PeriodScheme{
		ID: "north-all", Campus: "north", From: day(t, "2026-01-01"), To: day(t, "2027-12-31"),
		Periods: []timetable.Period{
			{Number: 1, Starts: clock(8, 0), Ends: clock(8, 45)},
			{Number: 2, Starts: clock(8, 55), Ends: clock(9, 40)},
		},
	}
}

func (h *fixture) hear(_ context.Context, _ sqldb.Querier, _ access.Actor, published []timetable.News) error {
	h.news = append(h.news, published...)
	return nil
}

func (h *fixture) write(fn func(q sqldb.Querier) error) {
	h.t.Helper()
	if err := h.db.Write(context.Background(), fn); err != nil {
		h.t.Fatal(err)
	}
}

func (h *fixture) version(who access.Actor) string {
	h.t.Helper()
	return h.timetable(who, "autumn").Version
}

func (h *fixture) revision() int64 {
	h.t.Helper()
	n, err := h.Revision().Current(h.t.Context())
	if err != nil {
		h.t.Fatal(err)
	}
	return n
}

func (h *fixture) timetable(who access.Actor, term string) timetable.Timetable {
	h.t.Helper()
	got, err := h.Timetable(context.Background(), who, term)
	if err != nil {
		h.t.Fatal(err)
	}
	return got
}

func (h *fixture) publish(changes ...timetable.Change) []timetable.News {
	h.t.Helper()
	news, err := h.Publish(context.Background(), staff, changes)
	if err != nil {
		h.t.Fatal(err)
	}
	return news
}

// meeting returns the id of a group's only meeting.
func (h *fixture) meeting(group string) string {
	h.t.Helper()
	list, err := h.Meetings(context.Background(), h.db.Reader(), group)
	if err != nil || len(list) != 1 {
		h.t.Fatalf("meetings of %s: %v, %v", group, list, err)
	}
	return list[0].ID
}

func wantCode(t testing.TB, err error, code string) {
	t.Helper()
	if fault.Code(err) != code || (err == nil) != (code == "") {
		t.Errorf("error = %v, want %q", err, code)
	}
}

func summary(classes []timetable.Class) string {
	var lines []string
	for _, c := range classes {
		lines = append(lines, fmt.Sprint(c.Group, " w", c.Week, " ", c.Place.Day, " ", c.Place.Hours.Starts,
			" ", c.Place.Room, " ", c.State))
	}
	return strings.Join(lines, "\n")
}

// [2.21] The whole term of a student: classes with clock times, conflicts, names, and why a course is missing.
func TestTimetable(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db)
		dbtest.Exec(t, db, `INSERT INTO lesson (id, course_id, position, title, title_en, group_id, class_id, published,
			preview, created_at, updated_at)
			VALUES ('rec', 'mkt', 1, 't', '', 'mkt1', $1, true, false, 0, 0), ('draft', 'mkt', 2, 't', '', 'mkt1', 'x', false,
			false, 0, 0)`, timetable.ClassID(h.meeting("mkt1"), 1))
		got := h.timetable(lin, "autumn")
		want := strings.Join([]string{
			"mkt1 w1 2026-09-07 08:00 n101 held", "mkt1 w2 2026-09-14 08:00 n101 held", "sta1 w2 2026-09-14 09:00  held",
			"mkt1 w3 2026-09-21 08:00 n101 held", "mkt1 w4 2026-09-28 08:00 n101 held",
		}, "\n")
		if summary(got.Classes) != want {
			t.Errorf("classes\n%s\nwant\n%s", summary(got.Classes), want)
		}
		if len(got.Conflicts) != 1 || got.Conflicts[0].Starts != clock(9, 0) || got.Conflicts[0].Ends != clock(9, 40) {
			t.Errorf("conflicts %+v", got.Conflicts)
		}
		var missing []string
		for _, m := range got.Missing {
			missing = append(missing, m.Group.CourseCode+" "+string(m.Reason)+" "+m.Term)
		}
		// Marketing is also chosen in spring, but isn't missing: it is here.
		if strings.Join(missing,
			", ") != "ACC dropped autumn, FIN other_term spring, LAW pending autumn, PE unscheduled autumn" {
			t.Errorf("missing %q", missing)
		}
		if len(got.Groups) != 3 || len(got.Rooms) != 1 || got.Rooms[0].Name != "N101" || len(got.Teachers) != 1 ||
			got.Teachers[0].NameEn != "Wang Fang" {
			t.Errorf("groups %v, rooms %v, teachers %v", got.Groups, got.Rooms, got.Teachers)
		}
		if len(got.Schemes) != 1 || len(got.Schemes[0].Periods) != 2 || len(got.Campuses) != 1 || got.Term.Weeks != 18 {
			t.Errorf("schemes %v, campuses %v, term %v", got.Schemes, got.Campuses, got.Term)
		}
		if diff := cmp.Diff(map[string][]string{timetable.ClassID(h.meeting("mkt1"), 1): {"rec"}},
			got.Recordings); diff != "" {
			t.Errorf("recordings (-want +got):\n%s", diff)
		}
		if current := h.timetable(lin, ""); current.Term.ID != "autumn" || current.Version != got.Version ||
			h.version(lin) != got.Version {
			t.Error("the current term is another, or its version is")
		}
		// Autumn is over in spring, so its courses aren't missing.
		spring := h.timetable(lin, "spring")
		if len(spring.Missing) != 2 || spring.Missing[0].Reason != timetable.Unscheduled {
			t.Errorf("missing in spring: %+v", spring.Missing)
		}
		terms, now, err := h.Terms(t.Context())
		if err != nil || len(terms) != 2 || now != "autumn" {
			t.Errorf("terms %v, %s, %v", terms, now, err)
		}
	})
}

func TestWhoMayAsk(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db)
		for _, tc := range []struct {
			who        access.Actor
			term, code string
		}{
			{lin, "1999", "timetable.no_term"},
			{staff, "autumn", ""}, // no classes of their own, but not refused: the pages are open to any role
			{access.Actor{}, "autumn", "access.signed_out"},
			{access.Actor{Account: "x", Student: "nobody", Role: access.User}, "autumn", ""},
		} {
			_, err := h.Timetable(t.Context(), tc.who, tc.term)
			wantCode(t, err, tc.code)
			_, err = h.ChangesSince(t.Context(), tc.who, tc.term, h.now)
			wantCode(t, err, tc.code)
		}
		for name, call := range map[string]func(q sqldb.Querier) error{
			"term":    func(q sqldb.Querier) error { return h.PutTerm(t.Context(), q, lin, h.timetable(lin, "autumn").Term) },
			"scheme":  func(q sqldb.Querier) error { return h.PutScheme(t.Context(), q, lin, scheme(t)) },
			"publish": func(q sqldb.Querier) error { _, err := h.PublishIn(t.Context(), q, lin, nil); return err },
			"replace": func(q sqldb.Querier) error { _, err := h.ReplaceMeetings(t.Context(), q, lin, "mkt1", nil); return err },
			"mapping": func(q sqldb.Querier) error {
				_, err := h.PublishMappingIn(t.Context(), q, lin, "autumn", timetable.DayMapping{})
				return err
			},
			"holiday": func(q sqldb.Querier) error {
				_, err := h.PublishHolidayIn(t.Context(), q, lin, timetable.Holiday{})
				return err
			},
			"withdraw": func(q sqldb.Querier) error { _, err := h.WithdrawIn(t.Context(), q, lin, "x"); return err },
		} {
			t.Run(name, func(t *testing.T) { wantCode(t, db.Write(t.Context(), call), "access.forbidden") })
		}
	})
}
