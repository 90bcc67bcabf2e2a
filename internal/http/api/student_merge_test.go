package api

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	diff "github.com/google/go-cmp/cmp"

	"lectern/internal/feature/student"
	"lectern/internal/kernel/access"
	"lectern/internal/testkit/dbtest"
)

// wangID is a national ID that no student of the sample has.
const wangID = "110105199912310022"

// heldOf counts the rows about students by table: those of one student, and all.
func (s *school) heldOf(p pupil) (own, all map[string]int) {
	s.t.Helper()
	own, all = map[string]int{}, map[string]int{}
	for table, column := range map[string]string{
		"student": "id", "account": "student_id", "enrolment": "student_id", "progress": "student_id",
		"watching": "student_id", "watched_day": "student_id", "note": "student_id", "exam_seat": "student_id",
		"watch_clock": "student_id", "message_recipient": "student_id", "message": "target", "watching_row": "student_id",
		"watching_reminder": "student_id", "watching_earlier": "student_id",
	} {
		own[table] = dbtest.Count(s.t, s.db, `SELECT count(*) FROM `+table+` WHERE `+column+` = '`+p.id+`'`)
		all[table] = dbtest.Count(s.t, s.db, `SELECT count(*) FROM `+table)
	}
	own["message_read"] = dbtest.Count(s.t, s.db, `SELECT count(*) FROM message_read WHERE account_id = '`+p.account+`'`)
	all["message_read"] = dbtest.Count(s.t, s.db, `SELECT count(*) FROM message_read`)
	return own, all
}

// texts returns the first column of a query.
func (s *school) texts(query string) (list []string) {
	s.t.Helper()
	rows, err := s.db.Reader().QueryContext(s.t.Context(), query)
	if err != nil {
		s.t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			s.t.Fatal(err)
		}
		list = append(list, text)
	}
	if err := rows.Err(); err != nil {
		s.t.Fatal(err)
	}
	return list
}

// fillWith gives a student a row in every table with data about students.
func (s *school) fillWith(p pupil, only string) {
	s.t.Helper()
	courses := s.texts(`SELECT id FROM course ORDER BY code`)
	groups := s.texts(`SELECT id FROM course_group ORDER BY id`)
	messages := s.texts(`SELECT id FROM message ORDER BY id`)
	mine := map[string]int{"a": 1, "b": 2}[only]
	for _, n := range []int{0, mine} { // one that both have, and one of their own
		for _, statement := range []string{
			fmt.Sprintf(`INSERT INTO enrolment (student_id, group_id, state, changed_at, from_date)
				VALUES ('%s', '%s', 'confirmed', 1, '2026-09-0%d')`, p.id, groups[n], mine),
			fmt.Sprintf(`INSERT INTO progress (student_id, course_id, percent, at, reset_at, derived)
				VALUES ('%s', '%s', 5%d, 1, 0, TRUE)`, p.id, courses[n], mine),
			fmt.Sprintf(`INSERT INTO watching (student_id, lesson_id, spans, total_ms, position_ms, percent, done, acks, at)
				VALUES ('%s', 'lesson%d', '', 1, 1, 1, FALSE, '', 1)`, p.id, n),
			fmt.Sprintf(`INSERT INTO watching_earlier (student_id, lesson_id, length_ms, spans, total_ms, position_ms, percent,
				done, at) VALUES ('%s', 'lesson%d', 1, '', 1, 1, 1, FALSE, 1)`, p.id, n),
			fmt.Sprintf(`INSERT INTO watched_day (student_id, day, ms) VALUES ('%s', '2026-09-1%d', 100)`, p.id, n),
			fmt.Sprintf(`INSERT INTO note (id, student_id, lesson_id, at_ms, text, created_at, updated_at)
				VALUES ('n%s%d', '%s', 'lesson%d', 1, 'x', 1, 1)`, only, n, p.id, n),
			fmt.Sprintf(`INSERT INTO exam_seat (class_id, student_id, group_id, seat)
				VALUES ('exam%d', '%s', '%s', '%d')`, n, p.id, groups[n], mine),
			fmt.Sprintf(`INSERT INTO watching_row (group_id, lesson_id, student_id, course_id, term_id, class, number_key,
				position, seconds, percent, done, seen_at)
				VALUES ('%s', 'lesson%d', '%s', '%s', 't', 'c', '', 1, 0, 0, FALSE, 0)`, groups[n], n, p.id, courses[n]),
			fmt.Sprintf(`INSERT INTO watching_reminder (student_id, course_id, message_id, at)
				VALUES ('%s', '%s', 'm', 1)`, p.id, courses[n]),
			fmt.Sprintf(`INSERT INTO message_recipient (message_id, student_id) VALUES ('%s', '%s')`, messages[n], p.id),
			fmt.Sprintf(`INSERT INTO message_read (account_id, message_id, read_at, acknowledged_at) VALUES ('%s', '%s', %d, 1)`,
				p.account, messages[n], mine+1),
		} {
			dbtest.Exec(s.t, s.db, statement)
		}
	}
	dbtest.Exec(s.t, s.db, fmt.Sprintf(`INSERT INTO watch_clock (student_id, clock) VALUES ('%s', '%s')`, p.id, only))
	dbtest.Exec(s.t, s.db, fmt.Sprintf(`INSERT INTO calendar_feed (owner_id, nonce, secret_hash, language, created_at)
		VALUES ('%s', '%s', '%s', 'zh-CN', 1)`, p.id, only, only))
	if got := s.as("dean").send("POST", "/api/admin/messages",
		fmt.Sprintf(`{"type":"message","to":"student:%s","title":{"en":"to %s"}}`, p.id, only)); got.status != 200 {
		s.t.Fatalf("a message: %d %s", got.status, got.body)
	}
}

// everyTableIsMerged fails if a table with data about students isn't counted here. Its package must merge it.
func (s *school) everyTableIsMerged(counted map[string]int) {
	s.t.Helper()
	tables, err := s.db.Tables(s.t.Context())
	if err != nil {
		s.t.Fatal(err)
	}
	for _, table := range tables {
		columns, err := s.columnsOf(table)
		if err != nil {
			s.t.Fatal(err)
		}
		_, known := counted[table]
		// Search indexes are rebuilt, a feed ends, and a publication's messages are sent within seconds.
		known = known || slices.Contains([]string{
			"search_document", "search_word", "calendar_feed", "planning_news_student",
		}, table)
		if slices.Contains(columns, "student_id") && !known {
			s.t.Errorf("%s holds something about students", table)
		}
	}
}

func (s *school) columnsOf(table string) (columns []string, err error) {
	rows, err := s.db.Reader().QueryContext(s.t.Context(), "SELECT * FROM "+table+" WHERE 1 = 0")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	columns, err = rows.Columns()
	return columns, errors.Join(err, rows.Err())
}

// Merging a duplicate loses nothing except rows that both records had.
func testMerge(t *testing.T, s *school) {
	kept, other := s.pupil("P3001", "甲班"), s.pupil("P3002", "乙班")
	s.fillWith(kept, "a")
	s.fillWith(other, "b")
	_, err := s.deps.Students.Update(t.Context(), access.System(), other.id, student.Changes{
		student.FieldPhone: other.phone, student.FieldNationalID: wangID, student.FieldAdviser: "孙老师",
	}, 0)
	if err != nil {
		t.Fatal(err)
	}
	v := s.browser()
	if got := v.login(other.phone, other.code); got.status != 200 {
		t.Fatalf("login: %d %s", got.status, got.body)
	}
	ownKept, all := s.heldOf(kept)
	ownOther, _ := s.heldOf(other)
	s.everyTableIsMerged(all)
	at := "/api/admin/students/" + kept.id
	body := fmt.Sprintf(`{"other":%q}`, other.id)
	preview := post[wireMerge](s, "dean", at+"/merge/preview", body)
	if got, _ := s.heldOf(other); diff.Diff(ownOther, got) != "" {
		t.Fatalf("a preview changed something:\n%s", diff.Diff(ownOther, got))
	}
	version := get[wireStaffStudent](s, "dean", at).Version
	s.try(t, []request{
		{"stale", "dean", "POST", at + "/merge", fmt.Sprintf(`{"other":%q,"version":1}`, other.id), 409, "student.stale"},
		{
			"with itself", "dean", "POST", at + "/merge",
			fmt.Sprintf(`{"other":%q,"version":%d}`, kept.id, version), 400, "student.same_record",
		},
		{
			"with nobody", "dean", "POST", at + "/merge",
			fmt.Sprintf(`{"other":"none","version":%d}`, version), 404, "student.no_record",
		},
		{"into nobody", "dean", "POST", "/api/admin/students/none/merge/preview", body, 404, "student.no_record"},
		{
			"as student", "lin", "POST", at + "/merge",
			fmt.Sprintf(`{"other":%q,"version":%d}`, other.id, version), 403, "access.forbidden",
		},
	})
	merged := post[wireMerge](s, "dean", at+"/merge", fmt.Sprintf(`{"other":%q,"version":%d}`, other.id, version))
	if d := diff.Diff(preview, merged); d != "" {
		t.Errorf("another merge than the preview's (-preview +merge):\n%s", d)
	}
	dropped := map[string]int{
		"student": 1, "account": 0, "enrolment": 1, "progress": 1, "watching": 1, "watching_earlier": 1, "watched_day": 1,
		"note": 0, "watch_clock": 1, "message_recipient": 1, "message": 0, "message_read": 1, "watching_row": 2,
		"watching_reminder": 1,
	}
	nowKept, nowAll := s.heldOf(kept)
	nowOther, _ := s.heldOf(other)
	for table, gone := range dropped {
		if nowOther[table] != 0 || nowAll[table] != all[table]-gone {
			t.Errorf("%s: %d are the duplicate's, %d of %d in all", table, nowOther[table], nowAll[table], all[table])
		}
		want := ownKept[table] + ownOther[table] - gone
		if table == "account" {
			want = 1 // the duplicate's is closed
		}
		if nowKept[table] != want {
			t.Errorf("%s: the kept record has %d, want %d", table, nowKept[table], want)
		}
	}
	for what, query := range map[string]string{
		"the kept one's progress": `SELECT count(*) FROM progress WHERE student_id = '` + kept.id + `' AND percent = 51`,
		"the kept one's dates": `SELECT count(*) FROM enrolment
			WHERE student_id = '` + kept.id + `' AND from_date = '2026-09-01'`,
		"the moved dates": `SELECT count(*) + 1 FROM enrolment
			WHERE student_id = '` + kept.id + `' AND from_date = '2026-09-02'`,
		"what it had read": `SELECT count(*) FROM message_read WHERE account_id = '` + kept.account + `' AND read_at = 2`,
	} {
		if n := dbtest.Count(t, s.db, query); n != 2 {
			t.Errorf("%s: %d", what, n)
		}
	}
	if n := dbtest.Count(t, s.db,
		`SELECT count(*) FROM watched_day WHERE student_id = '`+kept.id+`' AND ms = 200`); n != 1 {
		t.Errorf("%d days are added up", n)
	}
	if got := v.send("GET", "/api/user/info", ""); got.status != 401 {
		t.Errorf("the duplicate's session: %d", got.status)
	}
	record := get[wireStaffStudent](s, "dean", at)
	if record.Phone != other.phone || record.Adviser != "孙老师" || record.Class != "甲班" || record.Account != kept.account ||
		!slices.Contains(merged.Fields, "adviser") || record.NationalID == "" {
		t.Errorf("the record: %+v, taken %v", record, merged.Fields)
	}
	if got := s.browser().login(other.phone, s.newCode(kept)); got.status != 200 { // the phone number moved
		t.Errorf("login: %d %s", got.status, got.body)
	}
	if number, err := s.deps.Students.RevealOf(t.Context(), access.System(),
		kept.id); err != nil || number.Reveal() != wangID {
		t.Errorf("the national ID: %v", err)
	}
	if _, after := s.logged(kept.id, "student.merge"); after["other"] != other.id || after["moved"] == nil {
		t.Errorf("the log says %v", after)
	}
	if before, after := s.logged(other.id, "student.merged_into"); before["number"] != other.number ||
		before["phone"] != "***" || after["into"] != kept.id {
		t.Errorf("the log says %v → %v", before, after)
	}
	testMergeAccount(t, s)
}

// A record without an account gets the duplicate's, with its login.
func testMergeAccount(t *testing.T, s *school) {
	other := s.pupil("P3003", "甲班")
	kept := post[wireStaffStudent](s, "dean", "/api/admin/students", `{"studentNumber":"P3004","name":"同一人"}`)
	got := post[wireMerge](s, "dean", "/api/admin/students/"+kept.ID+"/merge",
		fmt.Sprintf(`{"other":%q,"version":%d}`, other.id, kept.Version))
	if !slices.Contains(got.Moved, wireMoved{What: "account", Moved: 1}) {
		t.Errorf("merged: %+v", got)
	}
	v := s.browser()
	if got := v.login(other.phone, other.code); got.status != 200 {
		t.Fatalf("login: %d %s", got.status, got.body)
	}
	if held := get[wireStudentAccount](s, "dean", "/api/admin/students/"+kept.ID+"/account").Account; held == nil ||
		held.ID != other.account || len(held.Sessions) != 1 {
		t.Errorf("the account: %+v", held)
	}
	s.try(t,
		[]request{{"the duplicate is gone", "dean", "GET", "/api/admin/students/" + other.id, "", 404, "student.no_record"}})
}

// Only a record that was never used can be deleted.
func testDelete(t *testing.T, s *school) {
	used, wrong := s.pupil("P4001", "甲班"), s.pupil("P4002", "甲班")
	past := s.texts(`SELECT g.id FROM course_group AS g JOIN term AS t ON t.id = g.term_id
		ORDER BY t.first_monday, g.id`)[0]
	now := s.myCourse("MKT201", "confirmed")
	course, message := s.texts(`SELECT id FROM course ORDER BY id`)[0], s.texts(`SELECT id FROM message ORDER BY id`)[0]
	at := "/api/admin/students/" + used.id
	for _, row := range []struct{ code, use, undo string }{
		{"student.has_logged_in", `UPDATE account SET login_at = 1 WHERE id = '` + used.account + `'`, `UPDATE account
			SET login_at = 0 WHERE id = '` + used.account + `'`},
		{"student.has_progress", `INSERT INTO progress (student_id, course_id, percent, at, reset_at)
			VALUES ('` + used.id + `', '` + course + `', 1, 1, 0)`, `DELETE FROM progress WHERE student_id = '` + used.id + `'`},
		{"student.has_notes", `INSERT INTO note (id, student_id, lesson_id, at_ms, text, created_at, updated_at)
			VALUES ('n4', '` + used.id + `', 'l', 1, 'x', 1, 1)`, `DELETE FROM note WHERE student_id = '` + used.id + `'`},
		{"student.has_acknowledged", `INSERT INTO message_read (account_id, message_id, read_at, acknowledged_at) VALUES ('` +
			used.account + `', '` + message + `', 1, 1)`, `DELETE FROM message_read WHERE account_id = '` + used.account + `'`},
		{"student.past_term", `INSERT INTO enrolment (student_id, group_id, state, changed_at) VALUES ('` + used.id + `', '` +
			past + `', 'dropped', 1)`, `DELETE FROM enrolment WHERE student_id = '` + used.id + `'`},
	} {
		dbtest.Exec(t, s.db, row.use)
		if got := s.as("dean").send("DELETE", at, ""); got.status != 409 || got.code(t) != row.code {
			t.Errorf("%s: %d %s", row.code, got.status, got.body)
		}
		dbtest.Exec(t, s.db, row.undo)
	}
	post[WireDone](s, "dean", "/api/admin/students/enrol",
		fmt.Sprintf(`{"students":%s,"group":%q}`, ids(wrong), now.Group))
	before, _ := s.heldOf(wrong)
	if before["enrolment"] != 1 || before["account"] != 1 || before["message"] != 1 {
		t.Fatalf("held: %v", before)
	}
	s.try(t, []request{
		{"as student", "lin", "DELETE", "/api/admin/students/" + wrong.id, "", 403, "access.forbidden"},
		{"nobody", "dean", "DELETE", "/api/admin/students/none", "", 404, "student.no_record"},
		{"a mistake", "dean", "DELETE", "/api/admin/students/" + wrong.id, "", 200, ""},
		{"it is gone", "dean", "GET", "/api/admin/students/" + wrong.id, "", 404, "student.no_record"},
		{"with its account", "dean", "GET", "/api/admin/accounts/" + wrong.account, "", 404, "account.not_found"},
		{"again", "dean", "DELETE", "/api/admin/students/" + wrong.id, "", 404, "student.no_record"},
	})
	after, _ := s.heldOf(wrong)
	delete(after, "message") // withdrawn, but still stored
	for table, n := range after {
		if n != 0 {
			t.Errorf("%s: %d are left", table, n)
		}
	}
	if was, is := s.logged(wrong.id, "student.delete"); was["number"] != wrong.number ||
		was["class"] != "甲班" || is != nil {
		t.Errorf("the log says %v → %v", was, is)
	}
	if was, _ := s.logged(wrong.account, "account.delete"); was["student"] != wrong.id ||
		strings.Contains(fmt.Sprint(was["phone"]), wrong.phone) {
		t.Errorf("the log says %v", was)
	}
	if was, _ := s.logged(wrong.id, "course.delete_enrolment"); was["state"] != "confirmed" {
		t.Errorf("the log says %v", was)
	}
	dbtest.Audited(t, s.db)
}
