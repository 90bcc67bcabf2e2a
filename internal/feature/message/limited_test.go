package message_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lectern/internal/feature/message"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

var adviser = access.Actor{Account: "adviser", Role: access.Staff, Scope: access.Adviser, Classes: "B\nC"}

// wang is in class B, the adviser's; all others are in A.
func newAdviserOffice(t *testing.T, db *sqldb.DB) *noticeOffice {
	t.Helper()
	o := newNoticeOffice(t, db)
	dbtest.Exec(t, db, `UPDATE student SET class = 'B' WHERE id = 'wang'`)
	return o
}

func TestAnAdviserWritesToOwnClassesAlone(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newAdviserOffice(t, db)
		for _, tc := range []struct {
			name    string
			to      message.Audience
			numbers []string
			preview string // code
			publish string
		}{
			{"an own class", message.Class("B"), nil, "", ""},
			{"an own class without students", message.Class("C"), nil, "message.no_audience", "message.no_audience"},
			{"own students", message.List(), []string{"2"}, "", ""},
			{"a student of another class in the list", message.List(), []string{"2", "1"}, "", "message.numbers_elsewhere"},
			{"a number that nobody has", message.List(), []string{"99"}, "", "message.numbers_elsewhere"},
			{"another class", message.Class("A"), nil, "message.not_your_class", "message.not_your_class"},
			{"everyone", message.Everyone(), nil, "message.not_your_class", "message.not_your_class"},
			{"a campus", message.Campus("north"), nil, "message.not_your_class", "message.not_your_class"},
			{"a programme", message.Programme("MKT"), nil, "message.not_your_class", "message.not_your_class"},
			{"a year", message.Year(2024), nil, "message.not_your_class", "message.not_your_class"},
			{"a course", message.Course("c"), nil, "message.not_your_class", "message.not_your_class"},
			{"a group", message.Group("g1"), nil, "message.not_your_class", "message.not_your_class"},
			{"a student", message.Student("wang"), nil, "message.not_your_class", "message.not_your_class"},
			{"an account", message.Account("a-wang"), nil, "message.not_your_class", "message.not_your_class"},
		} {
			_, err := o.Preview(t.Context(), adviser, tc.to, tc.numbers)
			wantCode(t, "preview "+tc.name, err, tc.preview)
			note := notice(tc.name, tc.to)
			note.Numbers = tc.numbers
			_, err = o.Publish(t.Context(), adviser, note)
			wantCode(t, "publish "+tc.name, err, tc.publish)
		}
		got, err := o.Preview(t.Context(), adviser, message.List(), []string{"2", "1", "99"})
		if diff := cmp.Diff([]string{"1", "99"}, got.Unknown); err != nil || names(got.Some) != "wang" || diff != "" {
			t.Errorf("%+v, %v (-want +got):\n%s", got, err, diff)
		}
		if _, err := o.Publish(t.Context(), access.Actor{Account: "media", Role: access.Staff, Scope: access.Recordist},
			notice("x", message.Everyone())); err == nil {
			t.Error("who looks after recordings publishes a notice")
		}
	})
}

func TestAnAdviserManagesOwnNoticesAlone(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newAdviserOffice(t, db)
		asking := func(who access.Actor, title string) string {
			note := notice(title, message.Class("B"))
			note.Acknowledge = true
			note.Attachments = []string{o.attachBy(who, "a.txt", "text")}
			id, err := o.Publish(t.Context(), who, note)
			if err != nil {
				t.Fatal(err)
			}
			return id
		}
		own, other := asking(adviser, "own"), asking(staff, "of the registrar")
		elsewhere := adviser
		elsewhere.Classes = "C" // the class has another adviser now
		for _, tc := range []struct {
			name, id, code string
			who            access.Actor
		}{
			{"own", own, "", adviser},
			{"of the registrar, to their own class", other, "message.not_found", adviser},
			{"own, to a class of before", own, "message.not_found", elsewhere},
		} {
			_, err := o.Reach(t.Context(), tc.who, tc.id)
			wantCode(t, "reach "+tc.name, err, tc.code)
			_, err = o.Waiting(t.Context(), tc.who, tc.id, message.WaitingQuery{})
			wantCode(t, "waiting "+tc.name, err, tc.code)
			_, err = o.Remind(t.Context(), tc.who, tc.id)
			wantCode(t, "remind "+tc.name, err, tc.code)
			reach, err := o.Reach(t.Context(), staff, tc.id)
			if err != nil {
				t.Fatal(err)
			}
			_, err = o.Attachment(t.Context(), tc.who, tc.id, reach.Message.Attachments[0].ID)
			wantCode(t, "file "+tc.name, err, tc.code)
			wantCode(t, "withdraw "+tc.name, o.Withdraw(t.Context(), tc.who, tc.id), tc.code)
			wantCode(t, "restore "+tc.name, o.Restore(t.Context(), tc.who, tc.id), tc.code)
		}
		for _, origin := range []message.Origin{"", message.FromStaff} {
			page, err := o.Sent(t.Context(), adviser, message.SentFilter{Origin: origin})
			if err != nil || len(page.Messages) != 1 || page.Messages[0].ID != own {
				t.Errorf("sent: %+v, %v", page, err)
			}
		}
		if page, err := o.Sent(t.Context(), elsewhere, message.SentFilter{}); err != nil || len(page.Messages) != 0 {
			t.Errorf("sent to a class of before: %+v, %v", page, err)
		}
		counts, err := o.Counts(t.Context(), adviser, []string{other, own, "nothing"})
		if diff := cmp.Diff([]message.Count{{ID: own, Students: 1}}, counts); err != nil || diff != "" {
			t.Errorf("%v (-want +got):\n%s", err, diff)
		}
	})
}

// A teacher writes to groups they teach and to nobody else, as staff do; students read the course and who wrote it.
func TestATeacherWritesToOwnGroupsAlone(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newNoticeOffice(t, db)
		dbtest.Exec(t, db, `INSERT INTO teacher (id, number, name, name_en)
			VALUES ('zhao', '1', '赵磊', 'Zhao Lei'), ('gao', '2', '高', '')`)
		dbtest.Exec(t, db, `INSERT INTO meeting (id, group_id, kind, weekday, weeks, first_period, last_period, starts, ends,
			campus_id, room_id, teacher_id) VALUES ('m1', 'g1', 'class', 1, 1, 1, 2, '', '', 'north', '', 'zhao')`)
		zhao := access.Actor{Account: "t-zhao", Role: access.User, Teacher: "zhao"}
		gao := access.Actor{Account: "t-gao", Role: access.User, Teacher: "gao"}
		for _, tc := range []struct {
			name string
			who  access.Actor
			to   message.Audience
			code string
		}{
			{"an own group", zhao, message.Group("g1"), ""},
			{"another teacher's group", gao, message.Group("g1"), "course.no_group"},
			{"everyone", zhao, message.Everyone(), "message.not_your_group"},
			{"a course", zhao, message.Course("c"), "message.not_your_group"},
			{"a list", zhao, message.List(), "message.not_your_group"},
			{"a student", zhao, message.Student("wang"), "message.not_your_group"},
			{"a student as nobody", access.Actor{Account: "a", Role: access.User}, message.Group("g1"), "access.forbidden"},
		} {
			_, err := o.Preview(t.Context(), tc.who, tc.to, nil)
			wantCode(t, "preview "+tc.name, err, tc.code)
			_, err = o.Publish(t.Context(), tc.who, notice(tc.name, tc.to))
			wantCode(t, "publish "+tc.name, err, tc.code)
		}
		preview, err := o.Preview(t.Context(), zhao, message.Group("g1"), nil)
		if err != nil {
			t.Fatal(err)
		}
		page, err := o.Sent(t.Context(), zhao, message.SentFilter{Origin: message.FromStaff})
		if err != nil || len(page.Messages) != 1 {
			t.Fatalf("%+v, %v", page, err)
		}
		sent := page.Messages[0]
		if want := (message.Text{Zh: "C · 赵磊", En: "C · Zhao Lei"}); preview.SubTitle != want ||
			sent.Subtitle != want {
			t.Errorf("announced %+v, sent %+v, want %+v", preview.SubTitle, sent.Subtitle, want)
		}
		reach, err := o.Reach(t.Context(), zhao, sent.ID)
		if err != nil || reach.Students != preview.Students || preview.Students == 0 {
			t.Errorf("%d students get it, announced %d, %v", reach.Students, preview.Students, err)
		}
		_, err = o.Reach(t.Context(), gao, sent.ID)
		wantCode(t, "another teacher reads who has read it", err, "message.not_found")
		wantCode(t, "another teacher withdraws it", o.Withdraw(t.Context(), gao, sent.ID), "message.not_found")
		wantCode(t, "withdraw", o.Withdraw(t.Context(), zhao, sent.ID), "")
		dbtest.Exec(t, db, `UPDATE meeting SET teacher_id = 'gao'`)
		_, err = o.Reach(t.Context(), zhao, sent.ID)
		wantCode(t, "the group has another teacher now", err, "message.not_found")
	})
}

func TestCountsAgreeWithReach(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newNoticeOffice(t, db)
		note := notice("考试纪律 100%", message.Everyone())
		note.Acknowledge = true
		first, second := o.publish(note), o.publish(notice("other_thing", message.Group("g2")))
		if _, err := o.MarkRead(t.Context(), wang, []string{first}); err != nil {
			t.Fatal(err)
		}
		o.pass(time.Minute)
		if _, err := o.Acknowledge(t.Context(), lin, first); err != nil {
			t.Fatal(err)
		}
		counts, err := o.Counts(t.Context(), staff, []string{first, second})
		if diff := cmp.Diff([]message.Count{{first, 3, 2, 1}, {second, 0, 0, 0}}, counts); err != nil || diff != "" {
			t.Errorf("%v (-want +got):\n%s", err, diff)
		}
		_, err = o.Counts(t.Context(), staff, make([]string, message.MaxCounts+1))
		wantCode(t, "too many", err, "message.too_many")
		_, err = o.Counts(t.Context(), lin, []string{first})
		wantCode(t, "students count nothing", err, "access.forbidden")
		for search, want := range map[string]string{"纪律": first, " 0% ": first, "OTHER_": second, "r%h": "", "e!": ""} {
			for _, origin := range []message.Origin{"", message.FromStaff} {
				page, err := o.Sent(t.Context(), staff, message.SentFilter{Search: search, Origin: origin})
				var ids []string
				for _, m := range page.Messages {
					ids = append(ids, m.ID)
				}
				if err != nil || strings.Join(ids, " ") != want {
					t.Errorf("%q: %v, %v", search, ids, err)
				}
			}
		}
	})
}
