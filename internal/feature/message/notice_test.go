package message_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lectern/internal/feature/message"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/audit"
	"lectern/internal/kernel/blob"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/fold"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

// noticeOffice is the college of newService with an adjustable clock and a blob store.
type noticeOffice struct {
	*message.Service
	t     *testing.T
	db    *sqldb.DB
	blobs blob.Store
	ahead atomic.Int64 // of the real clock
}

func newNoticeOffice(t *testing.T, db *sqldb.DB) *noticeOffice {
	t.Helper()
	newService(t, db)
	blobs, err := blob.OpenLocal(t.TempDir(), time.Hour, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = blobs.Close() })
	o := &noticeOffice{t: t, db: db, blobs: blobs}
	o.Service = message.New(db, o.now).WithFiles(blobs)
	return o
}

func (o *noticeOffice) now() time.Time { return today.Add(time.Duration(o.ahead.Load())) }

func (o *noticeOffice) pass(d time.Duration) { o.ahead.Add(int64(d)) }

// notice returns a valid notice with the title.
func notice(title string, to message.Audience) message.Note {
	return message.Note{Kind: message.Notice, To: to, Title: message.Text{Zh: title}}
}

func (o *noticeOffice) publish(note message.Note) string {
	o.t.Helper()
	sent, err := o.Publish(o.t.Context(), staff, note)
	if err != nil {
		o.t.Fatal(err)
	}
	return sent
}

func (o *noticeOffice) attach(name, content string) string {
	o.t.Helper()
	return o.attachBy(staff, name, content)
}

func (o *noticeOffice) attachBy(who access.Actor, name, content string) string {
	o.t.Helper()
	file, err := o.Attach(o.t.Context(), who, name, strings.NewReader(content))
	if err != nil {
		o.t.Fatal(err)
	}
	return file.ID
}

func wantCode(t *testing.T, what string, err error, code string) {
	t.Helper()
	if fault.Code(err) != code || code == "" && err != nil {
		t.Errorf("%s: %v; want %q", what, err, code)
	}
}

func names(people []message.Person) string {
	var out []string
	for _, p := range people {
		out = append(out, p.Student)
	}
	return strings.Join(out, " ")
}

func TestEveryAudienceIsPreviewedAndReached(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newNoticeOffice(t, db)
		dbtest.Exec(t, db, `UPDATE student SET class = 'B', entry_year = 2025, campus_id = '' WHERE id = 'wang'`)
		for _, tc := range []struct {
			to      message.Audience
			numbers []string
			want    string
		}{
			{to: message.Everyone(), want: "lin wang zhao"},
			{to: message.Campus("north"), want: "lin zhao"},
			{to: message.Programme("MKT"), want: "lin wang zhao"},
			{to: message.Year(2024), want: "lin zhao"},
			{to: message.Class("B"), want: "wang"},
			{to: message.Course("c"), want: "lin alum"},
			{to: message.Group("g1"), want: "lin alum"},
			{to: message.Group("g2"), want: ""},
			{to: message.Student("wang"), want: "wang"},
			{to: message.List(), numbers: []string{"２", " 1 ", "1", ""}, want: "wang lin"},
		} {
			t.Run(tc.to.String(), func(t *testing.T) {
				got, err := o.Preview(t.Context(), staff, tc.to, tc.numbers)
				if err != nil || got.Students != len(strings.Fields(tc.want)) ||
					sorted(names(got.Some)) != sorted(tc.want) || len(got.Unknown) != 0 {
					t.Errorf("%+v, %v; want %s", got, err, tc.want)
				}
				note := notice(tc.to.String(), tc.to)
				note.Numbers = tc.numbers
				id := o.publish(note)
				for who, student := range map[string]access.Actor{"lin": lin, "wang": wang, "alum": alum} {
					_, err := o.Get(t.Context(), student, id)
					if sees := err == nil; sees != strings.Contains(tc.want, who) {
						t.Errorf("%s sees it: %t, %v", who, sees, err)
					}
				}
				reach, err := o.Reach(t.Context(), staff, id)
				if err != nil || reach.Students != len(strings.Fields(tc.want)) {
					t.Errorf("%+v, %v", reach, err)
				}
			})
		}
		if n := dbtest.Count(t, db, `SELECT count(*) FROM message`); n != 10 {
			t.Errorf("%d messages: a preview sent something, or a list was sent one by one", n)
		}
	})
}

func TestNumbersOfAListWithoutTheirSigns(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newNoticeOffice(t, db)
		for id, number := range map[string]string{"lin": "K1-1100", "wang": "K11-100", "zhao": "M2-7"} {
			dbtest.Exec(t, db, `UPDATE student SET number = $1, number_key = $2 WHERE id = $3`, number,
				[]byte(fold.Number(number)), id)
		}
		for _, tc := range []struct {
			name, want, unknown string
			numbers             []string
		}{
			{"as they are written", "lin wang", "", []string{"K1-1100", "ｋ11-100"}},
			{"one that only one student can mean", "zhao", "", []string{"m27"}},
			{"the same student twice", "zhao", "", []string{"M2-7", "M27"}},
			{"one that two can mean", "", "K11100", []string{"K11100"}},
			{"signs in another place", "", "M-27", []string{"M-27"}},
		} {
			got, err := o.Preview(t.Context(), staff, message.List(), tc.numbers)
			if err != nil || sorted(names(got.Some)) != tc.want || strings.Join(got.Unknown, " ") != tc.unknown {
				t.Errorf("%s: %+v, %v", tc.name, got, err)
			}
			if tc.unknown == "" {
				note := notice(tc.name, message.List())
				note.Numbers = tc.numbers
				o.publish(note)
			}
		}
	})
}

func sorted(text string) string {
	return strings.Join(slices.Sorted(slices.Values(strings.Fields(text))), " ")
}

func TestUnknownAudiencesAreRefused(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newNoticeOffice(t, db)
		preview, err := o.Preview(t.Context(), staff, message.List(), []string{"1", "999", "x'y"})
		if diff := cmp.Diff([]string{"999", "x'y"}, preview.Unknown); err != nil || diff != "" || preview.Students != 1 {
			t.Errorf("%+v, %v (-want +got):\n%s", preview, err, diff)
		}
		for _, tc := range []struct {
			name    string
			who     access.Actor
			to      message.Audience
			numbers []string
			preview string
			publish string
		}{
			{"a student", lin, message.Everyone(), nil, "access.forbidden", "access.forbidden"},
			{"no campus", staff, message.Campus("south"), nil, "message.no_audience", "message.no_audience"},
			{"no year", staff, message.Year(1999), nil, "message.no_audience", "message.no_audience"},
			{"no class", staff, message.Class("Z"), nil, "message.no_audience", "message.no_audience"},
			{"no course", staff, message.Course("x"), nil, "message.no_audience", "message.no_audience"},
			{"nothing", staff, message.Audience{}, nil, "message.bad_audience", "message.bad_audience"},
			{"an unknown number", staff, message.List(), []string{"1", "999"}, "", "message.unknown_numbers"},
			{"an empty list", staff, message.List(), []string{" "}, "", "message.no_numbers"},
			{"a long list", staff, message.List(), make([]string, 5001), "message.many_numbers", "message.many_numbers"},
		} {
			_, err := o.Preview(t.Context(), tc.who, tc.to, tc.numbers)
			wantCode(t, tc.name+", preview", err, tc.preview)
			note := notice("x", tc.to)
			note.Numbers = tc.numbers
			_, err = o.Publish(t.Context(), tc.who, note)
			wantCode(t, tc.name+", publish", err, tc.publish)
		}
		if n := dbtest.Count(t, db, `SELECT count(*) FROM message`); n != 0 {
			t.Errorf("%d messages", n)
		}
	})
}

// A scheduled notice is hidden before its time, and never shown if it is withdrawn before.
func TestScheduledNotices(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newNoticeOffice(t, db)
		var pushed []string
		o.OnNotify(func(_ context.Context, _ sqldb.Querier, _ string, note message.Note) error {
			pushed = append(pushed, note.Title.Zh+" "+note.Sent.Sub(today).String())
			return nil
		})
		later := notice("later", message.Everyone())
		later.Sent = today.Add(time.Hour)
		scheduled := o.publish(later)
		never := notice("never", message.Everyone())
		never.Sent = today.Add(time.Hour)
		withdrawn := o.publish(never)
		o.publish(notice("now", message.Everyone()))
		if diff := cmp.Diff([]string{"later 1h0m0s", "never 1h0m0s", "now 0s"}, pushed); diff != "" {
			t.Errorf("pushes (-want +got):\n%s", diff)
		}
		if got := titles(t, o.Service, lin, message.Filter{}); got != "now" {
			t.Errorf("before its time: %q", got)
		}
		if got := unread(t, o.Service, lin); got != "0 1 0 0" {
			t.Errorf("unread before its time: %s", got)
		}
		_, err := o.Get(t.Context(), lin, scheduled)
		wantCode(t, "open it before", err, "message.not_found")
		if n, err := o.MarkRead(t.Context(), lin, []string{scheduled}); n != 0 || err != nil {
			t.Errorf("marked %d, %v", n, err)
		}
		if n, err := o.MarkAllRead(t.Context(), lin, ""); n != 1 || err != nil {
			t.Errorf("marked %d, %v", n, err)
		}
		_, err = o.Remind(t.Context(), staff, scheduled)
		wantCode(t, "a notice that asks for nothing", err, "message.not_asked")
		states := func(f message.SentFilter) string {
			page, err := o.Sent(t.Context(), staff, f)
			if err != nil {
				t.Fatal(err)
			}
			var out []string
			for _, m := range page.Messages {
				out = append(out, m.Title.Zh)
			}
			return strings.Join(out, " ")
		}
		if got := sorted(states(message.SentFilter{State: message.Scheduled})); got != "later never" {
			t.Errorf("scheduled: %s", got)
		}
		wantCode(t, "withdraw", o.Withdraw(t.Context(), staff, withdrawn), "")
		if reach, err := o.Reach(t.Context(), staff, scheduled); err != nil ||
			reach.State != message.Scheduled || len(reach.Progress) != 0 {
			t.Errorf("%+v, %v", reach, err)
		}
		o.pass(time.Hour)
		if got := titles(t, o.Service, lin, message.Filter{Unread: true}); got != "later" {
			t.Errorf("at its time: %q", got)
		}
		for state, want := range map[message.State]string{
			message.Scheduled: "",
			message.Sent:      "later now", message.Withdrawn: "never",
		} {
			for _, origin := range []message.Origin{message.FromStaff, ""} {
				if got := states(message.SentFilter{State: state, Origin: origin}); got != want {
					t.Errorf("%s of %q: %q", state, origin, got)
				}
			}
		}
		if got := states(message.SentFilter{Origin: message.FromPortal}); got != "" {
			t.Errorf("of the portal: %q", got)
		}
	})
}

func TestTimesOfANotice(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newNoticeOffice(t, db)
		at := func(hours int) time.Time { return today.Add(time.Duration(hours) * time.Hour) }
		for _, tc := range []struct {
			name                    string
			sent, deadline, expires time.Time
			tag                     message.Tag
			code                    string
		}{
			{"all of them", at(1), at(2), at(3), message.DueSoon, ""},
			{"none of them", time.Time{}, time.Time{}, time.Time{}, message.NotStarted, ""},
			{"sent before now", at(-1), time.Time{}, time.Time{}, message.NotStarted, "message.schedule_past"},
			{"in two years", at(2 * 366 * 24), time.Time{}, time.Time{}, message.NotStarted, "message.schedule_far"},
			{"expires before it is sent", at(2), time.Time{}, at(1), message.NotStarted, "message.expires_past"},
			{"due before it is sent", at(2), at(1), time.Time{}, message.NotStarted, "message.deadline_past"},
			{"due in the past", time.Time{}, at(-1), time.Time{}, message.NotStarted, "message.deadline_past"},
			{"due after it expires", time.Time{}, at(2), at(1), message.NotStarted, "message.deadline_late"},
			{"[3.8] done before it began", time.Time{}, time.Time{}, time.Time{}, message.Done, "message.fresh_done"},
		} {
			note := notice(tc.name, message.Everyone())
			note.Acknowledge, note.Sent, note.Deadline, note.Expires, note.Tag = true, tc.sent, tc.deadline, tc.expires, tc.tag
			_, err := o.Publish(t.Context(), staff, note)
			wantCode(t, tc.name, err, tc.code)
		}
	})
}

func TestFiguresOfANotice(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newNoticeOffice(t, db)
		note := notice("考试纪律", message.Everyone())
		note.Acknowledge, note.Deadline = true, today.Add(24*time.Hour)
		id := o.publish(note)
		o.pass(90 * time.Minute)
		if _, err := o.MarkRead(t.Context(), wang, []string{id}); err != nil {
			t.Fatal(err)
		}
		o.pass(time.Hour)
		if _, err := o.Acknowledge(t.Context(), lin, id); err != nil {
			t.Fatal(err)
		}
		o.pass(30 * time.Minute)
		progress := func() string {
			reach, err := o.Reach(t.Context(), staff, id)
			if err != nil {
				t.Fatal(err)
			}
			var out []string
			for _, p := range reach.Progress {
				out = append(out, fmt.Sprint(p.At.Sub(today), p.Readers, p.Acknowledged))
			}
			return strings.Join(out, ", ") + fmt.Sprintf(": %d %d %d %d %t", reach.Students, reach.Readers,
				reach.Acknowledged, reach.Late, reach.Overdue)
		}
		if got, want := progress(), "0s 0 0, 1h0m0s 0 0, 2h0m0s 1 0, 3h0m0s 2 1: 3 2 1 0 false"; got != want {
			t.Errorf("%s; want %s", got, want)
		}
		o.pass(45 * time.Hour) // two days
		if _, err := o.Acknowledge(t.Context(), wang, id); err != nil {
			t.Fatal(err)
		}
		o.pass(time.Hour)
		if got, want := progress(), "0s 0 0, 24h0m0s 2 1, 48h0m0s 2 1, 49h0m0s 2 2: 3 2 2 1 true"; got != want {
			t.Errorf("%s; want %s", got, want)
		}
		list, err := o.Waiting(t.Context(), staff, id, message.WaitingQuery{})
		if err != nil || len(list) != 1 || list[0].Student != "zhao" || list[0].Account || list[0].Read {
			t.Errorf("%+v, %v", list, err)
		}
		o.pass(365 * 24 * time.Hour)
		if reach, err := o.Reach(t.Context(), staff, id); err != nil || len(reach.Progress) != 92 ||
			reach.Progress[91].Acknowledged != 2 {
			t.Errorf("a year later %d points, %v", len(reach.Progress), err)
		}
	})
}

func TestRemind(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newNoticeOffice(t, db)
		note := notice(strings.Repeat("长", 120), message.Programme("MKT"))
		note.Acknowledge = true
		id := o.publish(note)
		if _, err := o.Acknowledge(t.Context(), lin, id); err != nil {
			t.Fatal(err)
		}
		_, err := o.Remind(t.Context(), lin, id)
		wantCode(t, "a student", err, "access.forbidden")
		if n, err := o.Remind(t.Context(), staff, id); n != 2 || err != nil {
			t.Errorf("reminded %d, %v", n, err)
		}
		if got := titles(t, o.Service, lin, message.Filter{Kind: message.Plain}); got != "" {
			t.Errorf("lin, who has acknowledged it, is told %q", got)
		}
		got := titles(t, o.Service, wang, message.Filter{Kind: message.Plain})
		if !strings.HasPrefix(got, "请确认收到：长") || unread(t, o.Service, wang) != "1 1 0 1" {
			t.Errorf("wang is told %q, unread %s", got, unread(t, o.Service, wang))
		}
		_, err = o.Remind(t.Context(), staff, id)
		wantCode(t, "twice a day", err, "message.reminded")
		if _, err := o.Acknowledge(t.Context(), wang, id); err != nil {
			t.Fatal(err)
		}
		if got := titles(t, o.Service, wang, message.Filter{Kind: message.Plain}); got != "" ||
			unread(t, o.Service, wang) != "0 0 0 0" {
			t.Errorf("after acknowledging wang is told %q, unread %s", got, unread(t, o.Service, wang))
		}
		o.pass(20 * time.Hour)
		if n, err := o.Remind(t.Context(), staff, id); n != 1 || err != nil {
			t.Errorf("the next day reminded %d, %v", n, err)
		}
		page, err := o.Sent(t.Context(), staff, message.SentFilter{})
		if err != nil || len(page.Messages) != 1 {
			t.Errorf("reminders stand among the notices: %+v, %v", page, err)
		}
		if reach, err := o.Reach(t.Context(), staff, id); err != nil || len(reach.Reminded) != 2 ||
			!reach.Reminded[0].Equal(today) || !reach.RemindFrom.Equal(today.Add(38*time.Hour)) {
			t.Errorf("%+v, %v", reach, err)
		}
		rows, err := audit.List(t.Context(), db.Reader(), "", 1)
		if err != nil || rows[0].Action != "message.remind" || rows[0].Object != id ||
			!strings.Contains(rows[0].After, `"students":1`) {
			t.Errorf("the log says %+v, %v", rows, err)
		}
		wantCode(t, "withdraw", o.Withdraw(t.Context(), staff, id), "")
		o.pass(20 * time.Hour)
		_, err = o.Remind(t.Context(), staff, id)
		wantCode(t, "of what was withdrawn", err, "message.over")
		if n := dbtest.Count(t, db, `SELECT count(*) FROM message WHERE withdrawn_at = 0`); n != 0 {
			t.Errorf("%d reminders of a withdrawn notice stand", n)
		}
	})
}

// Two members of staff who remind at the same time send one reminder.
func TestRemindAtOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newNoticeOffice(t, db)
		note := notice("x", message.Everyone())
		note.Acknowledge = true
		id := o.publish(note)
		done := make(chan error)
		for range 4 {
			go func() {
				_, err := o.Remind(context.WithoutCancel(t.Context()), staff, id)
				done <- err
			}()
		}
		codes := map[string]int{}
		for range 4 {
			codes[fault.Code(<-done)]++
		}
		if diff := cmp.Diff(map[string]int{"": 1, "message.reminded": 3}, codes); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}

func TestWithdrawAndRestore(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newNoticeOffice(t, db)
		id := o.publish(notice("x", message.Everyone()))
		for range 2 {
			wantCode(t, "withdraw", o.Withdraw(t.Context(), staff, id), "")
		}
		if got := titles(t, o.Service, lin, message.Filter{}); got != "" {
			t.Errorf("withdrawn, but there: %s", got)
		}
		wantCode(t, "a student", o.Restore(t.Context(), lin, id), "access.forbidden")
		wantCode(t, "no message", o.Restore(t.Context(), staff, "nothing"), "message.not_found")
		for range 2 {
			wantCode(t, "restore", o.Restore(t.Context(), staff, id), "")
		}
		if got := titles(t, o.Service, lin, message.Filter{}); got != "x" {
			t.Errorf("restored, but %q", got)
		}
		rows, err := audit.List(t.Context(), db.Reader(), "", 5)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, row := range rows {
			got = append(got, row.Action+" "+row.Before+" "+row.After)
		}
		want := []string{
			`message.restore {"state":"withdrawn"} {"state":"sent"}`, `message.withdraw {"state":"sent"} {"state":"withdrawn"}`,
			`message.publish  {"acknowledge":false,"kind":"notice","students":3,"title":"x","to":"all"}`,
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("the log (-want +got):\n%s", diff)
		}
	})
}

func TestAttachmentsOfANotice(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newNoticeOffice(t, db)
		pdf, txt, other := o.attach("规定.pdf", "%PDF-1.7"), o.attach("list.txt", "a"), o.attach("other.txt", "b")
		note := notice("x", message.Group("g1"))
		note.ID, note.Attachments = "mine", []string{txt, pdf}
		id := o.publish(note)
		if again := o.publish(note); again != id {
			t.Errorf("sent again: %s", again)
		}
		note.Attachments = []string{pdf}
		_, err := o.Publish(t.Context(), staff, note)
		wantCode(t, "with other files", err, "message.id_taken")
		page, err := o.List(t.Context(), lin, message.Filter{})
		if err != nil || len(page.Messages) != 1 || len(page.Messages[0].Attachments) != 2 ||
			page.Messages[0].Attachments[0].Name != "list.txt" {
			t.Fatalf("%+v, %v", page, err)
		}
		for _, tc := range []struct {
			name, message, file string
			who                 access.Actor
			code                string
		}{
			{"the audience", id, pdf, lin, ""},
			{"staff", id, pdf, staff, ""},
			{"a student of another group", id, pdf, wang, "message.not_found"},
			{"nobody", id, pdf, access.Actor{}, "access.signed_out"},
			{"a file of no notice", id, other, lin, "message.no_attachment"},
			{"no notice", "", other, staff, "message.not_found"},
		} {
			file, err := o.Attachment(t.Context(), tc.who, tc.message, tc.file)
			wantCode(t, tc.name, err, tc.code)
			if err == nil && (file.Name != "规定.pdf" || file.Type != "application/pdf" || file.Size != 8) {
				t.Errorf("%s: %+v", tc.name, file)
			}
		}
		for name, want := range map[string]string{
			"page.html": "message.attachment_type",
			"page.pdf":  "message.attachment_type",
		} {
			_, err := o.Attach(t.Context(), staff, name, strings.NewReader("<html>"))
			wantCode(t, name, err, want)
		}
		_, err = o.Attach(t.Context(), lin, "x.txt", strings.NewReader("x"))
		wantCode(t, "a student", err, "access.forbidden")
		_, err = o.Attach(t.Context(), staff, "x.txt",
			io.MultiReader(strings.NewReader(strings.Repeat("x", 600)), bytes.NewReader(make([]byte, message.MaxAttachment))))
		wantCode(t, "too large", err, "message.attachment_too_large")
		for name, files := range map[string][]string{
			"of another notice": {pdf},
			"the same twice":    {other, other}, "none": {"nothing"},
		} {
			note := notice(name, message.Everyone())
			note.Attachments = files
			_, err := o.Publish(t.Context(), staff, note)
			wantCode(t, name, err, "message.no_attachment")
		}
		stolen := notice("stolen", message.Everyone())
		stolen.Attachments = []string{other}
		colleague := staff
		colleague.Account = "somebody else"
		_, err = o.Publish(t.Context(), colleague, stolen)
		wantCode(t, "a colleague's unsent file", err, "message.no_attachment")
		stolen.ID = "own"
		_, err = o.Publish(t.Context(), staff, stolen)
		wantCode(t, "the own file", err, "")
		wantCode(t, "withdraw", o.Withdraw(t.Context(), staff, id), "")
		_, err = o.Attachment(t.Context(), lin, id, pdf)
		wantCode(t, "a withdrawn one", err, "message.not_found")
	})
}

func TestSweepRemovesWhatWasNeverSent(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newNoticeOffice(t, db)
		sent := o.attach("sent.txt", "a")
		o.attach("left.txt", "b")
		note := notice("x", message.Everyone())
		note.Attachments = []string{sent}
		id := o.publish(note)
		blobs := func() (n int) {
			for _, err := range o.blobs.List(t.Context(), "messages/") {
				if err != nil {
					t.Fatal(err)
				}
				n++
			}
			return n
		}
		o.pass(23 * time.Hour)
		o.attach("new.txt", "c")
		if err := o.Sweep(t.Context()); err != nil || blobs() != 3 {
			t.Errorf("%d files after 23 hours, %v", blobs(), err)
		}
		o.pass(2 * time.Hour)
		if err := o.Sweep(t.Context()); err != nil || blobs() != 2 {
			t.Errorf("%d files after a day, %v", blobs(), err)
		}
		if _, err := o.Attachment(t.Context(), lin, id, sent); err != nil {
			t.Error(err)
		}
		if n := dbtest.Count(t, db, `SELECT count(*) FROM message_attachment`); n != 2 {
			t.Errorf("%d rows", n)
		}
	})
}

func TestNamesOfAudiences(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newNoticeOffice(t, db)
		want := map[string]string{
			"all": "  0", "campus:north": " 北校区 0", "programme:MKT": " 市场营销 0", "class:A": "  0", "group:g1": "g1 g1 0",
			"course:c": "C C 0", "student:lin": "1 lin 0", "list": "  2",
		}
		for text := range want {
			to, err := message.ParseAudience(text)
			if err != nil {
				t.Fatal(err)
			}
			note := notice(text, to)
			note.Numbers = []string{"1", "2"}
			o.publish(note)
		}
		page, err := o.Sent(t.Context(), staff, message.SentFilter{Origin: message.FromStaff})
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]string{}
		for _, m := range page.Messages {
			got[m.Title.Zh] = fmt.Sprintf("%s %s %d", m.AudienceName.Code, m.AudienceName.Zh, m.AudienceName.Students)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}
