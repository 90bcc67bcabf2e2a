package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"time"

	"lectern/internal/account"
	"lectern/internal/keyring"
	"lectern/internal/sqldb"
)

const (
	askers    = 1000 // students who are logged in, spread evenly over the college
	perClass  = 40   // students with the same groups
	perGroup  = 12   // groups of a class of students, each meeting once a week
	change    = 5000 // students of the lecture that changes
	lecture   = "bench-lecture"
	sessionID = "bench-session-%06d"
)

// A college is a running portal with so many students, and those of them who are logged in.
type college struct {
	students int
	data     string
	env      []string
	askers   []asker
	admin    login
}

// An asker is a student with a session and a calendar.
type asker struct{ token, account string }

// A login is a line of `lectern demo --json`.
type login struct {
	Role     string `json:"role"`
	Phone    string `json:"phone"`
	Password string `json:"password"`
}

// newCollege fills a data folder: the sample college, and beside it a crowd that is made by SQL, because a quarter of a
// million students through the services would take an hour.
func newCollege(ctx context.Context, binary, data string, students int) (*college, error) {
	c := &college{students: students, data: data, env: []string{
		"LECTERN_LISTEN=127.0.0.1:0", "LECTERN_DATA=" + data, "LECTERN_LOG_LEVEL=warn", "LECTERN_MAX_REQUESTS=2048",
	}}
	demo := exec.CommandContext(ctx, binary, "demo", "--json")
	demo.Env = c.env
	out, err := demo.Output()
	if err != nil {
		return nil, fmt.Errorf("load the sample college: %w", err)
	}
	var logins []login
	if err := json.Unmarshal(out, &logins); err != nil {
		return nil, err
	}
	for _, l := range logins {
		if l.Role == "admin" {
			c.admin = l
		}
	}
	return c, c.fill(ctx)
}

func (c *college) fill(ctx context.Context) error {
	db, err := sqldb.Open(ctx, sqldb.Options{URL: filepath.Join(c.data, "lectern.db")})
	if err != nil {
		return err
	}
	defer db.Close()
	keys, err := keyring.Load(filepath.Join(c.data, "keys"), "")
	if err != nil {
		return err
	}
	accounts := account.New(account.Options{DB: db, Keys: keys, Now: time.Now})
	return db.Write(ctx, func(q sqldb.Querier) error {
		for _, statement := range c.crowd() {
			if _, err := q.ExecContext(ctx, statement); err != nil {
				return fmt.Errorf("%.60s: %w", statement, err)
			}
		}
		c.askers = nil
		now := time.Now()
		for i := range askers {
			token, who := accounts.IssueToken(), fmt.Sprintf("bench-account-%d", i*c.students/askers)
			hash := account.HashToken(token)
			_, err := q.ExecContext(ctx, `INSERT INTO session (id, token_hash, account_id, device_hash, address, agent, created_at, seen_at, expires_at,
				token_until, ended_at, end_reason, changed_at) VALUES ($1, $2, $3, $4, '', '', $5, $5, $6, $6, 0, '', 0)`,
				fmt.Sprintf(sessionID, i), hash[:], who, []byte{}, now.UnixMilli(), now.Add(12*time.Hour).UnixMilli())
			if err != nil {
				return err
			}
			c.askers = append(c.askers, asker{token, who})
		}
		return nil
	})
}

// crowd are the statements that make the students. A class of students has groups of its own; the lecture has the first
// ones of all classes.
func (c *college) crowd() []string {
	numbers := func(n int) string {
		return fmt.Sprintf("WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < %d) ", n-1)
	}
	const term = `(SELECT id FROM term ORDER BY first_monday DESC LIMIT 1)`
	groups := c.students / perClass * perGroup
	return []string{
		numbers(c.students) + `INSERT INTO student (id, account_id, number, name, name_latin, gender, photo, phone, campus_id, programme_code, class, entry_year,
			study_mode, status, graduation, adviser, credits_earned, credits_required, native_place, emergency_name, emergency_phone, email, address,
			number_key, name_key, latin_key, created_at, updated_at)
			SELECT 'bench-student-' || i, 'bench-account-' || i, 'B' || i, '学生', '', '', '', '', '', '', '', 2026, '', 'enrolled', '', '', 0, 0, '', '', '', '', '',
			CAST('b' || i AS BLOB), CAST('学生' AS BLOB), CAST('' AS BLOB), 0, 0 FROM n`,
		numbers(c.students) + `INSERT INTO account (id, phone, name, role, student_id, enabled, nickname, email, country, area, location_name, introduction, website, job,
			job_name, organization, organization_name, certification, avatar, registered_at, login_at)
			SELECT 'bench-account-' || i, 'bench-' || i, '学生', 'user', 'bench-student-' || i, TRUE, '', '', '', '', '', '', '', '', '', '', '', '', '', 0, 0 FROM n`,
		numbers(c.students) + `INSERT INTO credential (account_id, kind, secret, changed_at, code_until, code_session, totp, totp_pending, totp_step)
			SELECT 'bench-account-' || i, 'own', 'none', 0, 0, '', CAST('' AS BLOB), CAST('' AS BLOB), 0 FROM n`,
		numbers(groups) + `INSERT INTO course_group (id, course_id, term_id, code, name, name_en)
			SELECT 'bench-group-' || i, c.id, ` + term + `, 'B' || i, '', ''
			FROM n JOIN (SELECT id, row_number() OVER (ORDER BY code) - 1 AS r FROM course) AS c ON c.r = i % 12`,
		numbers(groups) + `INSERT INTO meeting (id, group_id, kind, weekday, first_period, last_period, starts, ends, weeks, campus_id, room_id, teacher_id)
			SELECT 'bench-meeting-' || i, 'bench-group-' || i, 'class', 1 + i % 5, 1 + i % 3 * 2, 2 + i % 3 * 2, '00:00', '00:00', '1-18', 'north', 'north-B204',
			t.id FROM n JOIN (SELECT id, row_number() OVER (ORDER BY number) - 1 AS r FROM teacher) AS t ON t.r = i % 10`,
		numbers(c.students*perGroup) + fmt.Sprintf(`INSERT INTO enrolment (student_id, group_id, state, changed_at)
			SELECT 'bench-student-' || (i / %[1]d), 'bench-group-' || (i / %[1]d / %[2]d * %[1]d + i %% %[1]d), 'confirmed', 0 FROM n`, perGroup, perClass),
		`INSERT INTO course_group (id, course_id, term_id, code, name, name_en) SELECT '` + lecture + `', id, ` + term + `, 'LECTURE', '', '' FROM course ORDER BY code LIMIT 1`,
		`INSERT INTO meeting (id, group_id, kind, weekday, first_period, last_period, starts, ends, weeks, campus_id, room_id, teacher_id)
			SELECT '` + lecture + `', '` + lecture + `', 'class', 5, 7, 8, '00:00', '00:00', '1-18', 'north', 'north-B204', ''`,
		numbers(min(change, c.students)) + fmt.Sprintf(`INSERT INTO enrolment (student_id, group_id, state, changed_at)
			SELECT 'bench-student-' || (i * %d), '%s', 'confirmed', 0 FROM n`, max(c.students/change, 1), lecture),
		`ANALYZE`,
	}
}
