package api

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lectern/internal/feature/message"
	"lectern/internal/http/api/messageapi"
	"lectern/internal/http/api/wire"
	"lectern/internal/testkit/dbtest"
)

func testMessage(t *testing.T, s *school) {
	t.Run("[3.8] the list as the contract has it", func(t *testing.T) {
		got := post[[]messageapi.WireMessage](s.in(t), "lin", "/api/message/list", "", "Accept-Language", "en-US")
		if len(got) < 8 {
			t.Fatalf("%d messages", len(got))
		}
		kinds := map[string]bool{}
		for i, m := range got {
			kinds[m.Type] = true
			if m.ID == "" || m.Title == "" || m.SubTitle == "" || m.Content == "" || m.Avatar == "" || m.Time == "" ||
				m.Status != 0 || m.MessageType < 0 || m.MessageType > 3 {
				t.Errorf("message %d: %+v", i, m)
			}
			if i > 0 && got[i-1].Time < m.Time {
				t.Errorf("%s stands before %s", got[i-1].Time, m.Time)
			}
		}
		if !kinds["message"] || !kinds["notice"] || !kinds["todo"] {
			t.Errorf("kinds %v", kinds)
		}
		zh := post[[]messageapi.WireMessage](s, "lin", "/api/message/list", "{}", "Accept-Language", "zh-CN")
		if zh[0].ID != got[0].ID || zh[0].Title == got[0].Title {
			t.Errorf("in Chinese it says %q, in English %q", zh[0].Title, got[0].Title)
		}
	})
	t.Run("[2.16] pages and types", func(t *testing.T) {
		s.in(t)
		all := post[[]messageapi.WireMessage](s, "lin", "/api/message/list", `{"type":"notice"}`)
		first := post[[]messageapi.WireMessage](s, "lin", "/api/message/list", `{"type":"notice","size":2}`)
		rest := post[[]messageapi.WireMessage](s, "lin", "/api/message/list",
			jsonText(t, map[string]any{"type": "notice", "before": first[1].Cursor}))
		if diff := cmp.Diff(all, append(first, rest...)); len(first) != 2 || diff != "" {
			t.Errorf("%d and %d of %d (-whole +pages):\n%s", len(first), len(rest), len(all), diff)
		}
	})
	t.Run("[4.10] read goes from 0 to 1, for the reader alone", func(t *testing.T) { testRead(t, s.in(t)) })
	t.Run("[2.16] a notice to acknowledge", func(t *testing.T) { testAcknowledge(t, s.in(t)) })
	s.try(t, []request{
		{"[3.8] nobody has messages", "", "POST", "/api/message/list", "", 401, "access.signed_out"},
		{"[3.8] no such type", "lin", "POST", "/api/message/list", `{"type":"spam"}`, 400, "request.field_value"},
		{"[3.8] a cursor from elsewhere", "lin", "POST", "/api/message/list", `{"before":"x"}`, 400, "message.bad_cursor"},
		{"[3.8] a page too long", "lin", "POST", "/api/message/list", `{"size":1000}`, 400, "request.field_value"},
		{"[3.8] staff have a list too", "dean", "POST", "/api/message/list", "", 200, ""},
		{"[4.10] ids are needed", "lin", "POST", "/api/message/read", `{}`, 400, "request.field_missing"},
		{
			"[4.10] somebody else's id changes nothing and tells nothing", "lin", "POST", "/api/message/read",
			`{"ids":["nobody's"]}`, 200, "",
		},
		{"[4.10] nobody reads", "", "POST", "/api/message/read", `{"ids":[]}`, 401, "access.signed_out"},
		{"[2.16] no such notice", "lin", "POST", "/api/message/nothing/acknowledge", "", 404, "message.not_found"},
		{"[2.16] nobody counts", "", "GET", "/api/message/unread", "", 401, "access.signed_out"},
	})
}

func testRead(t *testing.T, s *school) {
	before := get[messageapi.WireUnread](s, "lin", "/api/message/unread")
	mine := post[[]messageapi.WireMessage](s, "lin", "/api/message/list", `{"type":"message"}`)
	body := jsonText(t, map[string]any{"ids": []string{mine[0].ID, mine[1].ID}})
	for range 2 { // again changes nothing
		if !post[bool](s, "lin", "/api/message/read", body) {
			t.Error("not true")
		}
	}
	after := get[messageapi.WireUnread](s, "lin", "/api/message/unread")
	if after.Message != before.Message-2 || after.Total != before.Total-2 || after.Notice != before.Notice {
		t.Errorf("%+v became %+v", before, after)
	}
	now := post[[]messageapi.WireMessage](s, "lin", "/api/message/list", `{"type":"message"}`)
	if now[0].Status != 1 || now[1].Status != 1 || now[2].Status != 0 {
		t.Errorf("got %+v", now[:3])
	}
	if unread := post[[]messageapi.WireMessage](s, "lin", "/api/message/list",
		`{"type":"message","unread":true}`); len(unread) != len(mine)-2 {
		t.Errorf("%d unread", len(unread))
	}
	// zhao can't mark lin's messages.
	own := slices.IndexFunc(mine, func(m messageapi.WireMessage) bool {
		return strings.Contains(m.Title+m.Content, "案例报告") || strings.Contains(m.Title, "case report")
	})
	others := post[[]messageapi.WireMessage](s, "zhao", "/api/message/list", "")
	if own < 0 || slices.ContainsFunc(others, func(m messageapi.WireMessage) bool { return m.ID == mine[own].ID }) {
		t.Fatal("zhao sees what is lin's")
	}
	if n := post[int](s, "lin", "/api/message/read-all", `{"type":"todo"}`); n != before.Todo {
		t.Errorf("%d todos were unread, %d marked", before.Todo, n)
	}
	post[int](s, "lin", "/api/message/read-all", "")
	if left := get[messageapi.WireUnread](s, "lin", "/api/message/unread"); left.Total != 0 || left.Acknowledge != 1 {
		t.Errorf("left %+v", left)
	}
	if zhao := get[messageapi.WireUnread](s, "zhao", "/api/message/unread"); zhao.Notice == 0 {
		t.Errorf("zhao has %+v", zhao)
	}
}

func testAcknowledge(t *testing.T, s *school) {
	list := post[[]messageapi.WireMessage](s, "lin", "/api/message/list", `{"type":"notice"}`)
	asked := slices.IndexFunc(list, func(m messageapi.WireMessage) bool { return m.Acknowledge })
	plain := slices.IndexFunc(list, func(m messageapi.WireMessage) bool { return !m.Acknowledge })
	if asked < 0 || list[asked].Acknowledged != "" {
		t.Fatalf("got %+v", list)
	}
	path := "/api/message/" + list[asked].ID + "/acknowledge"
	first := post[messageapi.WireMessage](s, "lin", path, "")
	again := post[messageapi.WireMessage](s, "lin", path, "")
	if first.Acknowledged == "" || first.Status != 1 {
		t.Errorf("got %+v", first)
	}
	if diff := cmp.Diff(first, again); diff != "" {
		t.Errorf("acknowledged again (-first +second):\n%s", diff)
	}
	s.try(t, []request{
		{
			"[2.16] one that does not ask", "lin", "POST", "/api/message/" + list[plain].ID + "/acknowledge",
			"", 400, "message.not_asked",
		},
		{"[2.16] staff are not its readers", "dean", "POST", path, "", 404, "message.not_found"},
	})
	reach := get[messageapi.WireReach](s, "dean", "/api/admin/messages/"+list[asked].ID)
	if reach.Acknowledged != 1 || reach.Students < 200 || reach.Readers < 1 {
		t.Errorf("reach %+v", reach)
	}
	waiting := get[[]message.Missing](s, "dean", "/api/admin/messages/"+list[asked].ID+"/waiting?size=5")
	if len(waiting) != 5 || slices.ContainsFunc(waiting, func(w message.Missing) bool {
		return w.Name == s.logins["lin"].Name
	}) {
		t.Errorf("waiting %+v", waiting)
	}
	next := get[[]message.Missing](s, "dean",
		"/api/admin/messages/"+list[asked].ID+"/waiting?size=5&after="+waiting[4].Number)
	if len(next) != 5 || next[0].Number <= waiting[4].Number {
		t.Errorf("the next page is %+v", next)
	}
}

func testPublishAgain(t *testing.T, s *school) {
	const notice = `{"id":"talk-1","type":"notice","to":"programme:MKT","title":{"en":"Once"},` +
		`"expires":"2199-01-01T00:00:00Z"}`
	before := len(post[[]messageapi.WireMessage](s, "lin", "/api/message/list", `{"type":"notice"}`))
	for range 2 {
		if sent := post[wire.ID](s, "dean", "/api/admin/messages", notice); sent.ID != "talk-1" {
			t.Errorf("got %+v", sent)
		}
	}
	if after := len(post[[]messageapi.WireMessage](s, "lin", "/api/message/list",
		`{"type":"notice"}`)); after != before+1 {
		t.Errorf("lin had %d notices and has %d", before, after)
	}
	if n := dbtest.Count(t, s.db, `SELECT count(*) FROM audit WHERE action = 'message.publish'
		AND object = 'talk-1'`); n != 1 {
		t.Errorf("%d rows in the log", n)
	}
	s.try(t, []request{
		{
			"[2.16] another under the same id", "dean", "POST", "/api/admin/messages",
			strings.Replace(notice, "Once", "Twice", 1), 409, "message.id_taken",
		},
	})
	if got := s.as("dean").send("DELETE", "/api/admin/messages/talk-1", ""); got.status != 200 {
		t.Errorf("got %d %s", got.status, got.body)
	}
}

func testMessageAdmin(t *testing.T, s *school) {
	const notice = `{"type":"notice","messageType":3,"to":"programme:MKT","title":{"zh":"讲座","en":"Talk"},` +
		`"content":{"zh":"周五","en":"Friday"},"link":"/student/timetable","acknowledge":true}`
	var sent string
	t.Run("[2.16] staff publish, readers see it", func(t *testing.T) {
		s.in(t).as("lin") // at login, staff are asked for a password before the notice comes
		sent = post[wire.ID](s, "dean", "/api/admin/messages", notice).ID
		list := post[[]messageapi.WireMessage](s, "lin", "/api/message/list", "", "Accept-Language", "zh")
		if list[0].ID != sent || list[0].Title != "讲座" ||
			list[0].MessageType != int(message.DueSoon) || !list[0].Acknowledge {
			t.Errorf("got %+v", list[0])
		}
		page := get[messageapi.WireSentPage](s, "dean", "/api/admin/messages?size=1")
		if len(page.Messages) != 1 || page.Messages[0].ID != sent ||
			page.Messages[0].To != "programme:MKT" || page.Next == "" {
			t.Errorf("got %+v", page)
		}
		if next := get[messageapi.WireSentPage](s, "dean",
			"/api/admin/messages?size=1&before="+page.Next); len(next.Messages) != 1 || next.Messages[0].ID == sent {
			t.Errorf("the next page is %+v", next)
		}
	})
	t.Run("[2.16] withdrawn, nobody sees it", func(t *testing.T) {
		s.in(t)
		for range 2 {
			if got := s.as("dean").send("DELETE", "/api/admin/messages/"+sent, ""); got.status != 200 {
				t.Fatalf("got %d %s", got.status, got.body)
			}
		}
		if list := post[[]messageapi.WireMessage](s, "lin", "/api/message/list", ""); list[0].ID == sent {
			t.Error("lin still sees it")
		}
		if reach := get[messageapi.WireReach](s, "dean", "/api/admin/messages/"+sent); reach.Message.Withdrawn == "" {
			t.Errorf("got %+v", reach)
		}
	})
	t.Run("[2.16] sent again, it is the same message", func(t *testing.T) { testPublishAgain(t, s.in(t)) })
	s.try(t, []request{
		{
			"[2.16] to an account", "dean", "POST", "/api/admin/messages",
			`{"type":"message","to":"account:` + s.in(t).actor("lin").Account + `","title":{"en":"x"}}`, 200, "",
		},
		{
			"[2.16] to no account", "dean", "POST", "/api/admin/messages",
			`{"type":"message","to":"account:nobody","title":{"en":"x"}}`, 404, "message.no_audience",
		},
		{
			"[3.8] a message has no state", "dean", "POST", "/api/admin/messages",
			`{"type":"message","messageType":3,"to":"all","title":{"en":"x"}}`, 400, "message.tag_of_message",
		},
		{
			"[2.16] expired before it is sent", "dean", "POST", "/api/admin/messages",
			`{"type":"notice","to":"all","title":{"en":"x"},"expires":"2020-01-01T00:00:00Z"}`, 400, "message.expires_past",
		},
		{
			"[2.16] an id that is none", "dean", "POST", "/api/admin/messages",
			`{"id":"a/b","type":"notice","to":"all","title":{"en":"x"}}`, 400, "message.bad_id",
		},
		{
			"[2.16] no title", "dean", "POST", "/api/admin/messages",
			`{"type":"notice","to":"all","title":{}}`, 400, "message.no_title",
		},
		{
			"[2.16] to nobody", "dean", "POST", "/api/admin/messages",
			`{"type":"notice","to":"programme:NONE","title":{"en":"x"}}`, 404, "message.no_audience",
		},
		{
			"[2.16] to what is nothing", "dean", "POST", "/api/admin/messages",
			`{"type":"notice","to":"planet:mars","title":{"en":"x"}}`, 400, "message.bad_audience",
		},
		{
			"[2.16] a link that leaves", "dean", "POST", "/api/admin/messages",
			`{"type":"notice","to":"all","title":{"en":"x"},"link":"//evil.example"}`, 400, "message.bad_link",
		},
		{
			"[2.16] an unreadable date", "dean", "POST", "/api/admin/messages",
			`{"type":"notice","to":"all","title":{"en":"x"},"expires":"soon"}`, 400, "request.field_value",
		},
		{"[2.16] students publish nothing", "lin", "POST", "/api/admin/messages", notice, 403, "access.forbidden"},
		{"[2.16] students see no lists of senders", "lin", "GET", "/api/admin/messages", "", 403, "access.forbidden"},
		{"[2.16] students withdraw nothing", "lin", "DELETE", "/api/admin/messages/" + sent, "", 403, "access.forbidden"},
		{
			"[2.16] students do not see who waits", "lin", "GET",
			"/api/admin/messages/" + sent + "/waiting", "", 403, "access.forbidden",
		},
		{"[2.16] nothing to withdraw", "dean", "DELETE", "/api/admin/messages/nothing", "", 404, "message.not_found"},
	})
}
