package planning

import (
	"context"
	"fmt"
	"testing"
	"time"

	"lectern/internal/feature/message"
	"lectern/internal/feature/timetable"
	"lectern/internal/feature/timetable/clash"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/job"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

// monday is the Monday of week 2 of a term that begins on 2026-11-09; the clock is in week 1.
const monday = "2026-11-16"

var (
	dean    = access.Actor{Account: "dean", Role: access.Staff, Scope: access.Registrar}
	vice    = access.Actor{Account: "vice", Role: access.Staff, Scope: access.Registrar}
	student = access.Actor{Account: "lin", Student: "lin", Role: access.User}
)

// world is a small college: two campuses with their own period times, three rooms in the north and one in the
// south.
type world struct {
	*Service
	t    *testing.T
	db   *sqldb.DB
	jobs *job.Queue
	at   time.Time
}

func newWorld(t *testing.T, db *sqldb.DB) *world {
	t.Helper()
	w := newNode(t, db)
	w.fill()
	return w
}

// newNode returns a server on a database.
func newNode(t *testing.T, db *sqldb.DB) *world {
	w := &world{t: t, db: db, at: time.Date(2026, 11, 10, 7, 0, 0, 0, time.UTC)}
	now := func() time.Time { return w.at }
	messages := message.New(db, now)
	tables := timetable.New(db, now, time.UTC, nil)
	w.jobs = job.New(db, now)
	w.Service = New(Options{
		DB: db, Timetables: tables, Clashes: clash.New(db, tables), Jobs: w.jobs, Now: now,
		Request: func(context.Context, sqldb.Querier, access.Actor, string, string, RequestState) error { return nil },
		Send: func(ctx context.Context, q sqldb.Querier, who access.Actor, note message.Note) error {
			_, err := messages.Notify(ctx, q, who, note)
			return err
		},
	})
	return w
}

func (w *world) fill() {
	w.t.Helper()
	t, db := w.t, w.db
	for _, statement := range []string{
		`INSERT INTO term (id, name, name_en, first_monday, first_day, weeks)
			VALUES ('autumn', '秋', 'Autumn', '2026-11-09', 739929, 6)`,
		`INSERT INTO campus (id, name, name_en, position) VALUES ('north', '北', 'North', 1), ('south', '南', 'South', 2)`,
		`INSERT INTO campus_way (campus_id, other_id, minutes) VALUES ('north', 'south', 25)`,
		`INSERT INTO period_scheme (id, campus_id, from_date, to_date) VALUES ('n', 'north', '2026-01-01', '2027-12-31'),
			('s', 'south', '2026-01-01', '2027-12-31')`,
		`INSERT INTO room (id, campus_id, name, name_en, building, seats) VALUES ('A1', 'north', 'A1', 'A1', 'A', 3),
			('A2', 'north', 'A2', 'A2', 'A', 4),
			('B1', 'north', 'B1', 'B1', 'B', 2), ('S1', 'south', 'S1', 'S1', 'S', 9)`,
		`INSERT INTO teacher (id, number, name, name_en)
			VALUES ('gao', '1', '高', 'Gao'), ('he', '2', '何', 'He'), ('wu', '3', '吴', 'Wu')`,
		`INSERT INTO course (id, code, name, name_en, credits, summary, summary_en)
			VALUES ('mkt', 'MKT', '营销', 'Marketing', 0, '', ''), ('fin', 'FIN', '金融', 'Finance', 0, '', '')`,
		`INSERT INTO course_teacher (course_id, teacher_id, place) VALUES ('mkt', 'gao', 1), ('mkt', 'he', 2)`,
	} {
		dbtest.Exec(t, db, statement)
	}
	// North: 1–2 08:00–09:40, 3–4 10:00–11:40, 5–6 13:30–15:10. South begins twenty minutes later.
	for i, minute := range []int{480, 530, 600, 650, 810, 860} {
		for scheme, late := range map[string]int{"n": 0, "s": 20} {
			starts, ends := civil.Time(minute+late), civil.Time(minute+late+50)
			dbtest.Exec(t, db, `INSERT INTO period (scheme_id, number, starts, ends) VALUES ($1, $2, $3, $4)`, scheme, i+1,
				starts.String(), ends.String())
		}
	}
}

// group adds a group and enrols students; a new student's home class is the first letter of the id.
func (w *world) group(id, course string, students ...string) {
	w.t.Helper()
	dbtest.Exec(w.t, w.db, `INSERT INTO course_group (id, course_id, term_id, code, name, name_en)
		VALUES ($1, $2, 'autumn', $1, '', '')`, id, course)
	for _, s := range students {
		if dbtest.Count(w.t, w.db, `SELECT COUNT(*) FROM student WHERE id = $1`, s) == 0 {
			dbtest.Exec(w.t, w.db, `INSERT INTO student (id, account_id, number, name, name_latin, gender, photo, phone,
				campus_id, programme_code, class, entry_year, study_mode, status,
				graduation, adviser, credits_earned, credits_required, native_place, emergency_name, emergency_phone, email,
				address, number_key, name_key, latin_key, created_at, updated_at)
				VALUES ($1, '', $1, $1, '', '', '', '', 'north', '', $2, 2026, '', 'active', '', '', 0, 0, '', '', '', '', '', $3,
				$3, $3, 0, 0)`, s, s[:1], []byte(s))
		}
		dbtest.Exec(w.t, w.db, `INSERT INTO enrolment (student_id, group_id, state, changed_at)
			VALUES ($1, $2, 'confirmed', 0)`, s, id)
	}
}

// meets adds a weekly meeting of two periods; its class in week 2 is <id>.2.
func (w *world) meets(id, group string, weekday, first int, campus, room, teacher string) {
	w.t.Helper()
	dbtest.Exec(w.t, w.db, `INSERT INTO meeting (id, group_id, kind, weekday, first_period, last_period, starts, ends,
		weeks, campus_id, room_id, teacher_id, changed_at, revision)
		VALUES ($1, $2, 'class', $3, $4, $5, '00:00', '00:00', '1-6', $6, $7, $8, 0, 0)`, id, group, weekday, first,
		first+1, campus, room, teacher)
}

func move(group, class, day string, first int, room, teacher string) timetable.Change {
	c := timetable.Change{Action: timetable.Move, Group: group, Class: class, Room: room, Teacher: teacher}
	if day != "" {
		c.Day, _ = civil.ParseDate(day)
	}
	if first > 0 {
		c.Hours = timetable.Hours{FirstPeriod: first, LastPeriod: first + 1}
	}
	return c
}

func (w *world) add(who access.Actor, reason string, changes ...timetable.Change) Draft {
	w.t.Helper()
	var lines []NewLine
	for _, c := range changes {
		lines = append(lines, NewLine{Change: c, Reason: reason})
	}
	draft, err := w.AddLines(w.t.Context(), who, "", 0, lines)
	if err != nil {
		w.t.Fatal(err)
	}
	return draft
}

func (w *world) check(changes ...timetable.Change) Checked {
	w.t.Helper()
	out, err := w.Check(w.t.Context(), dean, "", changes, "")
	if err != nil {
		w.t.Fatal(err)
	}
	return out
}

// work runs the queued jobs.
func (w *world) work() {
	w.t.Helper()
	for {
		run, err := w.jobs.Claim(w.t.Context(), "test", time.Minute, NotifyKind)
		if err != nil {
			w.t.Fatal(err)
		}
		if run == nil {
			return
		}
		if err := w.Handlers()[run.Kind](w.t.Context(), run); err != nil {
			w.t.Fatal(err)
		}
	}
}

// messages counts a student's messages, and returns the English title and content of the last.
func (w *world) messages(student string) (n int, title, content string) {
	w.t.Helper()
	rows, err := w.db.Reader().QueryContext(w.t.Context(), `SELECT m.title_en, m.content_en FROM message AS m
		JOIN message_audience AS a ON a.audience = m.audience AND a.target = m.target
		WHERE a.student_id = $1 ORDER BY m.sent_at, m.id`, student)
	if err != nil {
		w.t.Fatal(err)
	}
	defer rows.Close()
	for ; rows.Next(); n++ {
		if err := rows.Scan(&title, &content); err != nil {
			w.t.Fatal(err)
		}
	}
	if err := rows.Err(); err != nil {
		w.t.Fatal(err)
	}
	return n, title, content
}

func kinds(list []Clash) string {
	text := ""
	for _, c := range list {
		text += fmt.Sprintf("%s(%s,%s,%d,%d,%t) ", c.Kind, c.Object.ID, c.Other.ID, c.Students, c.Minutes, c.New)
	}
	return text
}

func day(text string) civil.Date {
	d, _ := civil.ParseDate(text)
	return d
}
