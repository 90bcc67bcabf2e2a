package message_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"lectern/internal/feature/message"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/audit"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

var (
	staff = access.Actor{Account: "staff", Role: access.Staff, Scope: access.Registrar}
	lin   = access.Actor{Account: "a-lin", Student: "lin", Role: access.User}
	wang  = access.Actor{Account: "a-wang", Student: "wang", Role: access.User}
	alum  = access.Actor{Account: "a-alum", Student: "alum", Role: access.User}
	today = time.Date(2026, 9, 7, 8, 0, 0, 0, time.UTC)
)

// newService creates a college of four: lin and wang study marketing, zhao has no account, alum has graduated. Lin is
// in g1; wang's request for g1 is pending and wang dropped g2; alum was in g1.
func newService(t *testing.T, database *sqldb.DB) *message.Service {
	t.Helper()
	dbtest.Exec(t, database, `INSERT INTO programme (code, name, name_en, college, college_en)
		VALUES ('MKT', '市场营销', 'Marketing', '', '')`)
	for i, row := range []string{
		"lin a-lin enrolled", "wang a-wang enrolled",
		"zhao - exchange", "alum a-alum graduated",
	} {
		f := strings.Fields(row)
		number := fmt.Sprint(i + 1)
		dbtest.Exec(t, database,
			`INSERT INTO student (id, account_id, number, name, name_latin, gender, photo, phone, campus_id, programme_code,
			class, entry_year, study_mode, status, graduation, adviser, credits_earned,
			credits_required, native_place, emergency_name,
			emergency_phone, email, address, number_key, name_key, latin_key, created_at, updated_at)
			VALUES ($1, $2, $3, $1, '', '', '', '', 'north', 'MKT', 'A', 2024, '', $4, '', '', 0, 0, '', '', '', '', '', $5, $5,
			$5, 0, 0)`, f[0], strings.Trim(f[1], "-"), number, f[2], []byte(number))
	}
	dbtest.Exec(t, database, `INSERT INTO campus (id, name, name_en, position) VALUES ('north', '北校区', 'North', 1)`)
	dbtest.Exec(t, database, `INSERT INTO course (id, code, name, name_en, credits, summary, summary_en)
		VALUES ('c', 'C', 'C', 'C', 20, '', '')`)
	for _, group := range []string{"g1", "g2"} {
		dbtest.Exec(t, database, `INSERT INTO course_group (id, course_id, term_id, code, name, name_en)
			VALUES ($1, 'c', 't', $1, $1, $1)`, group)
	}
	for _, row := range []string{"lin g1 confirmed", "wang g1 pending", "wang g2 dropped", "alum g1 confirmed"} {
		f := strings.Fields(row)
		dbtest.Exec(t, database, `INSERT INTO enrolment (student_id, group_id, state, changed_at)
			VALUES ($1, $2, $3, 0)`, f[0], f[1], f[2])
	}
	return message.New(database, func() time.Time { return today })
}

// send sends a note with the name as its Chinese title.
func send(t *testing.T, database *sqldb.DB, s *message.Service, name string, note message.Note) string {
	t.Helper()
	note.Title = message.Text{Zh: name, En: name + " in English"}
	var sent string
	err := database.Write(t.Context(), func(q sqldb.Querier) (err error) {
		sent, err = s.Notify(t.Context(), q, staff, note)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return sent
}

func titles(t *testing.T, s *message.Service, who access.Actor, f message.Filter) string {
	t.Helper()
	page, err := s.List(t.Context(), who, f)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, m := range page.Messages {
		out = append(out, m.Title.Zh)
	}
	return strings.Join(out, " ")
}

func unread(t *testing.T, s *message.Service, who access.Actor) string {
	t.Helper()
	counts, err := s.Unread(t.Context(), who)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprint(counts.Unread[message.Plain], counts.Unread[message.Notice],
		counts.Unread[message.Todo], counts.Acknowledge)
}

func TestAudiences(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, database *sqldb.DB) {
		s := newService(t, database)
		at := func(minute int) time.Time { return today.Add(time.Duration(minute) * time.Minute) }
		send(t, database, s, "all", message.Note{Kind: message.Notice, To: message.Everyone(), Sent: at(-9)})
		send(t, database, s, "programme",
			message.Note{Kind: message.Notice, Tag: message.DueSoon, To: message.Programme("MKT"), Sent: at(-8)})
		send(t, database, s, "group", message.Note{Kind: message.Plain, To: message.Group("g1"), Sent: at(-7)})
		send(t, database, s, "dropped", message.Note{Kind: message.Plain, To: message.Group("g2"), Sent: at(-6)})
		send(t, database, s, "student",
			message.Note{Kind: message.Todo, To: message.Student("lin"), Sent: at(-5), Link: "/user/setting"})
		send(t, database, s, "account", message.Note{Kind: message.Todo, To: message.Account(staff.Account), Sent: at(-4)})
		send(t, database, s, "expired",
			message.Note{Kind: message.Notice, To: message.Everyone(), Sent: at(-3), Expires: at(0)})
		send(t, database, s, "fresh",
			message.Note{Kind: message.Notice, To: message.Everyone(), Sent: at(-2), Expires: at(1)})
		for _, tc := range []struct {
			name        string
			who         access.Actor
			filter      message.Filter
			want, count string
		}{
			{"[2.16] a student", lin, message.Filter{}, "fresh student group programme all", "1 3 1 0"},
			{"another student", wang, message.Filter{}, "fresh programme all", "0 3 0 0"},
			{"one who has left", alum, message.Filter{}, "group", "1 0 0 0"},
			{"staff", staff, message.Filter{}, "account", "0 0 1 0"},
			{"one kind", lin, message.Filter{Kind: message.Todo}, "student", "1 3 1 0"},
		} {
			t.Run(tc.name, func(t *testing.T) {
				if got := titles(t, s, tc.who, tc.filter); got != tc.want {
					t.Errorf("List = %q; want %q", got, tc.want)
				}
				if got := unread(t, s, tc.who); got != tc.count {
					t.Errorf("Unread = %s; want %s", got, tc.count)
				}
			})
		}
		t.Run("[3.8] every field comes back", func(t *testing.T) {
			page, err := s.List(t.Context(), lin, message.Filter{Kind: message.Notice, Size: 2})
			if err != nil || len(page.Messages) != 2 || page.Next == "" {
				t.Fatalf("List = %+v, %v", page, err)
			}
			m := page.Messages[1]
			if m.ID == "" || m.Tag != message.DueSoon || m.Title.En != "programme in English" || !m.Sent.Equal(at(-8)) ||
				!m.Read.IsZero() || m.Sender != "staff" {
				t.Errorf("%+v", m)
			}
			page, err = s.List(t.Context(), lin, message.Filter{Kind: message.Notice, Size: 2, Before: page.Next})
			if err != nil || len(page.Messages) != 1 || page.Messages[0].Title.Zh != "all" || page.Next != "" {
				t.Errorf("second page = %+v, %v", page, err)
			}
		})
		t.Run("nobody", func(t *testing.T) {
			_, err := s.List(t.Context(), access.Actor{}, message.Filter{})
			_, err2 := s.Unread(t.Context(), access.Actor{})
			_, err3 := s.MarkRead(t.Context(), access.Actor{}, nil)
			_, err4 := s.MarkAllRead(t.Context(), access.Actor{}, "")
			_, err5 := s.Acknowledge(t.Context(), access.Actor{}, "x")
			_, err6 := s.Get(t.Context(), access.Actor{}, "x")
			for i, err := range []error{err, err2, err3, err4, err5, err6} {
				if fault.Code(err) != "access.signed_out" {
					t.Errorf("call %d: %v", i+1, err)
				}
			}
		})
		t.Run("a broken cursor", func(t *testing.T) {
			for _, before := range []string{"x", "1.\x00", ".", "99999999999999999999.a"} {
				if _, err := s.List(t.Context(), lin, message.Filter{Before: before}); fault.Code(err) != "message.bad_cursor" {
					t.Errorf("%q: %v", before, err)
				}
			}
		})
	})
}

func TestReading(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, database *sqldb.DB) {
		s := newService(t, database)
		mine := send(t, database, s, "mine", message.Note{Kind: message.Plain, To: message.Student("lin")})
		hers := send(t, database, s, "hers", message.Note{Kind: message.Plain, To: message.Student("wang")})
		all := send(t, database, s, "all", message.Note{Kind: message.Notice, To: message.Everyone()})
		todo := send(t, database, s, "todo", message.Note{Kind: message.Todo, To: message.Student("lin")})
		t.Run("[4.10] read once marked, and only one's own", func(t *testing.T) {
			for _, want := range []int{1, 0} { // repeating changes nothing
				if n, err := s.MarkRead(t.Context(), lin, []string{mine, hers, "nobody's", "\x00"}); err != nil || n != want {
					t.Errorf("MarkRead = %d, %v; want %d", n, err, want)
				}
			}
			if got := unread(t, s, wang); got != "1 1 0 0" {
				t.Errorf("another's messages were marked: %s", got)
			}
			if n := dbtest.Count(t, database, `SELECT count(*) FROM message_read`); n != 1 {
				t.Errorf("%d rows", n)
			}
			if m, err := s.Get(t.Context(), lin, mine); err != nil || !m.Read.Equal(today) {
				t.Errorf("Get = %+v, %v", m, err)
			}
			if _, err := s.Get(t.Context(), lin, hers); fault.Code(err) != "message.not_found" {
				t.Errorf("another's message: %v", err)
			}
		})
		t.Run("only what is unread", func(t *testing.T) {
			if got := titles(t, s, lin, message.Filter{Unread: true}); got != "todo all" {
				t.Errorf("unread: %s", got)
			}
		})
		t.Run("all of a kind, then all", func(t *testing.T) {
			for _, tc := range []struct {
				kind  message.Kind
				want  int
				count string
			}{{message.Notice, 1, "0 0 1 0"}, {"", 1, "0 0 0 0"}, {"", 0, "0 0 0 0"}} {
				if n, err := s.MarkAllRead(t.Context(), lin, tc.kind); err != nil || n != tc.want || unread(t, s, lin) != tc.count {
					t.Errorf("MarkAllRead(%s) = %d, %v, leaves %s", tc.kind, n, err, unread(t, s, lin))
				}
			}
			if got := titles(t, s, lin, message.Filter{}); got != "todo all mine" {
				t.Errorf("what is read is gone: %s", got)
			}
		})
		t.Run("too many at once", func(t *testing.T) {
			if _, err := s.MarkRead(t.Context(), lin, make([]string, message.MaxPage+1)); fault.Code(err) != "message.too_many" {
				t.Error(err)
			}
		})
		t.Run("what nobody asks for cannot be acknowledged", func(t *testing.T) {
			if _, err := s.Acknowledge(t.Context(), lin, all); fault.Code(err) != "message.not_asked" {
				t.Error(err)
			}
			if _, err := s.Acknowledge(t.Context(), lin, hers); fault.Code(err) != "message.not_found" {
				t.Error(err)
			}
		})
		t.Run("withdrawn", func(t *testing.T) {
			for range 2 {
				if err := s.Withdraw(t.Context(), staff, todo); err != nil {
					t.Error(err)
				}
			}
			if got := titles(t, s, lin, message.Filter{}); got != "all mine" {
				t.Errorf("List = %s", got)
			}
		})
	})
}

func TestAcknowledging(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, database *sqldb.DB) {
		s := newService(t, database)
		ask, err := s.Publish(t.Context(), staff, message.Note{
			Kind: message.Notice, To: message.Programme("MKT"), Acknowledge: true,
			Title: message.Text{Zh: "考试纪律", En: "Exam rules"},
		})
		if err != nil {
			t.Fatal(err)
		}
		waiting := func() string {
			list, err := s.Waiting(t.Context(), staff, ask, message.WaitingQuery{})
			if err != nil {
				t.Fatal(err)
			}
			var out []string
			for _, m := range list {
				out = append(out, fmt.Sprint(m.Student, m.Read))
			}
			return strings.Join(out, " ")
		}
		if got := waiting(); got != "linfalse wangfalse zhaofalse" {
			t.Errorf("Waiting = %s", got)
		}
		if _, err := s.MarkRead(t.Context(), wang, []string{ask}); err != nil {
			t.Fatal(err)
		}
		if got := unread(t, s, wang); got != "0 0 0 1" {
			t.Errorf("read but not acknowledged counts as %s", got)
		}
		var wg sync.WaitGroup
		for range 4 { // double taps are fine
			wg.Go(func() {
				if m, err := s.Acknowledge(t.Context(), lin, ask); err != nil || m.Acknowledged.IsZero() || m.Read.IsZero() {
					t.Errorf("Acknowledge = %+v, %v", m, err)
				}
			})
		}
		wg.Wait()
		if got := unread(t, s, lin); got != "0 0 0 0" {
			t.Errorf("acknowledged counts as %s", got)
		}
		if got := waiting(); got != "wangtrue zhaofalse" {
			t.Errorf("Waiting = %s", got)
		}
		if list, err := s.Waiting(t.Context(), staff, ask, message.WaitingQuery{After: "2", Size: 1}); err != nil ||
			len(list) != 1 || list[0].Student != "zhao" {
			t.Errorf("second page = %+v, %v", list, err)
		}
		reach, err := s.Reach(t.Context(), staff, ask)
		if err != nil || reach.Students != 3 || reach.Readers != 2 || reach.Acknowledged != 1 ||
			reach.Message.Title.Zh != "考试纪律" {
			t.Errorf("Reach = %+v, %v", reach, err)
		}
		if _, err := s.Acknowledge(t.Context(), wang, ask); err != nil {
			t.Error(err)
		}
		if got := waiting(); got != "zhaofalse" {
			t.Errorf("Waiting = %s", got)
		}
	})
}

func TestSending(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, database *sqldb.DB) {
		s := newService(t, database)
		note := message.Note{Kind: message.Todo, To: message.Student("lin"), Topic: "account.password:a-lin"}
		first := send(t, database, s, "first", note)
		if again := send(t, database, s, "again", note); again != first || titles(t, s, lin, message.Filter{}) != "first" {
			t.Errorf("a topic was sent twice: %s", titles(t, s, lin, message.Filter{}))
		}
		settle := func() {
			if err := database.Write(t.Context(), func(q sqldb.Querier) error {
				return s.Settle(t.Context(),
					q, note.Topic)
			}); err != nil {
				t.Fatal(err)
			}
		}
		settle()
		settle()
		if got := titles(t, s, lin, message.Filter{}); got != "" {
			t.Errorf("settled but there: %s", got)
		}
		if later := send(t, database, s, "later", note); later == first || titles(t, s, lin, message.Filter{}) != "later" {
			t.Error("a settled topic cannot come back")
		}
		good := message.Note{Kind: message.Notice, Title: message.Text{Zh: "x"}, To: message.Everyone()}
		for _, tc := range []struct {
			who  access.Actor
			to   message.Audience
			code string
		}{
			{access.Actor{}, message.Everyone(), "access.signed_out"},
			{lin, message.Everyone(), "access.forbidden"},
			{staff, message.Group("g9"), "message.no_audience"},
			{staff, message.Programme("LAW"), "message.no_audience"},
			{staff, message.Student("nobody"), "message.no_audience"},
			{staff, message.Audience{}, "message.bad_audience"},
			{staff, message.Group("g2"), ""},
			{staff, message.Programme("MKT"), ""},
			{staff, message.Student("zhao"), ""},
		} {
			note := good
			note.To = tc.to
			if _, err := s.Publish(t.Context(), tc.who, note); fault.Code(err) != tc.code {
				t.Errorf("Publish to %s = %v; want %q", tc.to, err, tc.code)
			}
		}
		for i, err := range []error{
			s.Withdraw(t.Context(), lin, first),
			func() error { _, err := s.Sent(t.Context(), lin, message.SentFilter{}); return err }(),
			func() error { _, err := s.Reach(t.Context(), lin, first); return err }(),
			func() error { _, err := s.Waiting(t.Context(), lin, first, message.WaitingQuery{}); return err }(),
		} {
			if fault.Code(err) != "access.forbidden" {
				t.Errorf("call %d by a student: %v", i+1, err)
			}
		}
		page, err := s.Sent(t.Context(), staff, message.SentFilter{Size: 4})
		if err != nil || len(page.Messages) != 4 || page.Next == "" {
			t.Fatalf("Sent = %+v, %v", page, err)
		}
		if page, err = s.Sent(t.Context(), staff, message.SentFilter{Before: page.Next, Size: 4}); err != nil ||
			len(page.Messages) != 1 || page.Messages[0].Withdrawn.IsZero() {
			t.Errorf("Sent = %+v, %v", page, err)
		}
		if err := s.Withdraw(t.Context(), staff, "nothing"); fault.Code(err) != "message.not_found" {
			t.Error(err)
		}
		rows, err := audit.List(t.Context(), database.Reader(), "", 10)
		if err != nil || len(rows) != 3 || rows[0].Action != "message.publish" ||
			!strings.Contains(rows[0].After, `"to":"student:zhao"`) {
			t.Errorf("the log says %+v, %v", rows, err)
		}
	})
}

// A sender who gets no response sends again; even two requests at once send one message.
func TestPublishIsIdempotent(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, database *sqldb.DB) {
		s := newService(t, database)
		note := message.Note{
			ID: "mine", Kind: message.Notice, Title: message.Text{Zh: "x"}, To: message.Everyone(),
			Expires: today.Add(time.Hour),
		}
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() {
				if id, err := s.Publish(t.Context(), staff, note); id != "mine" || err != nil {
					t.Errorf("got %q, %v", id, err)
				}
			})
		}
		all.Wait()
		if n := dbtest.Count(t, database, `SELECT count(*) FROM audit WHERE action = 'message.publish'`); n != 1 {
			t.Errorf("published %d times", n)
		}
		other := note
		other.Title.En = "y"
		if _, err := s.Publish(t.Context(), staff, other); fault.Code(err) != "message.id_taken" {
			t.Errorf("another note: %v", err)
		}
	})
}

func TestNoteFallsWithItsTransaction(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, database *sqldb.DB) {
		s := newService(t, database)
		broken := fault.New(fault.Conflict, "test.broken")
		err := database.Write(t.Context(), func(q sqldb.Querier) error {
			if _, err := s.Notify(t.Context(), q, staff,
				message.Note{Kind: message.Plain, To: message.Everyone(), Title: message.Text{Zh: "x"}}); err != nil {
				return err
			}
			return broken
		})
		if fault.Code(err) != "test.broken" || titles(t, s, lin, message.Filter{}) != "" {
			t.Errorf("%v, and %q is there", err, titles(t, s, lin, message.Filter{}))
		}
	})
}
