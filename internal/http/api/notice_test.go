package api

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lectern/internal/feature/message"
	"lectern/internal/feature/student"
	"lectern/internal/http/api/messageapi"
	"lectern/internal/http/api/wire"
)

const messagesPath = "/api/admin/messages"

func (s *school) attachToNotice(name, content string) string {
	s.t.Helper()
	return data[message.Attachment](s.t, s.sendFile("dean", messagesPath+"/attachments", name, content)).ID
}

// testNotices follows a notice from its preview to the list of those who haven't acknowledged it.
func testNotices(t *testing.T, s *school) {
	t.Run("[2.16] who it would reach", func(t *testing.T) { testPreview(t, s.in(t)) })
	t.Run("[2.16] a notice to a list, with a deadline and a file", func(t *testing.T) { testNotice(t, s.in(t)) })
	t.Run("[2.16] one for later", func(t *testing.T) { testScheduled(t, s.in(t)) })
	s.in(t)
	in := func(d time.Duration) string { return time.Now().Add(d).UTC().Format(time.RFC3339) }
	notice := func(fields string) string { return `{"type":"notice","to":"all","title":{"en":"x"},` + fields + `}` }
	s.try(t, []request{
		{
			"[3.8] a new notice is never done", "dean", "POST", messagesPath,
			notice(`"messageType":1`), 400, "message.fresh_done",
		},
		{"[3.8] no such state", "dean", "POST", messagesPath, notice(`"messageType":4`), 400, "request.field_value"},
		{
			"[2.16] for yesterday", "dean", "POST", messagesPath, notice(`"sendAt":"` + in(-24*time.Hour) + `"`),
			400, "message.schedule_past",
		},
		{
			"[2.16] for another decade", "dean", "POST", messagesPath,
			notice(`"sendAt":"2199-01-01T00:00:00Z"`), 400, "message.schedule_far",
		},
		{"[2.16] a time that is none", "dean", "POST", messagesPath, notice(`"sendAt":"soon"`), 400, "request.field_value"},
		{
			"[2.16] a deadline for nothing", "dean", "POST", messagesPath, notice(`"deadline":"` + in(time.Hour) + `"`),
			400, "message.deadline_unasked",
		},
		{
			"[2.16] a deadline that is over", "dean", "POST", messagesPath,
			notice(`"acknowledge":true,"deadline":"` + in(-time.Hour) + `"`), 400, "message.deadline_past",
		},
		{"[2.16] a deadline after the end", "dean", "POST", messagesPath, notice(`"acknowledge":true,"deadline":"` +
			in(2*time.Hour) + `","expires":"` + in(time.Hour) + `"`), 400, "message.deadline_late"},
		{
			"[2.16] a file that nobody sent", "dean", "POST", messagesPath, notice(`"attachments":["nothing"]`),
			404, "message.no_attachment",
		},
		{
			"[2.16] six files", "dean", "POST", messagesPath,
			notice(`"attachments":["1","2","3","4","5","6"]`), 400, "request.field_count",
		},
		{
			"[2.16] numbers that nobody has", "dean", "POST", messagesPath,
			`{"type":"notice","to":"list","numbers":["x1","x2"],"title":{"en":"x"}}`, 400, "message.unknown_numbers",
		},
		{
			"[2.16] a list of nobody", "dean", "POST", messagesPath,
			`{"type":"notice","to":"list","title":{"en":"x"}}`, 400, "message.no_numbers",
		},
		{
			"[2.16] the list of another notice", "dean", "POST", messagesPath,
			`{"type":"notice","to":"list:x","title":{"en":"x"}}`, 400, "message.bad_audience",
		},
		{"[2.16] no campus", "dean", "POST", messagesPath + "/preview", `{"to":"campus:moon"}`, 404, "message.no_audience"},
		{
			"[2.16] an audience with a control character", "dean", "POST", messagesPath + "/preview",
			`{"to":"class:\u0001"}`, 400, "message.bad_audience",
		},
		{"[2.16] no audience", "dean", "POST", messagesPath + "/preview", `{}`, 400, "request.field_missing"},
		{
			"[2.16] students see no audiences", "lin", "POST", messagesPath + "/preview",
			`{"to":"all"}`, 403, "access.forbidden",
		},
		{"[2.16] no such list", "dean", "GET", messagesPath + "?origin=moon", "", 400, "request.field_value"},
		{"[2.16] students remind nobody", "lin", "POST", messagesPath + "/x/remind", "", 403, "access.forbidden"},
		{"[2.16] nothing to remind of", "dean", "POST", messagesPath + "/x/remind", "", 404, "message.not_found"},
		{"[2.16] nothing to restore", "dean", "POST", messagesPath + "/x/restore", "", 404, "message.not_found"},
		{"[2.16] nothing to export", "dean", "GET", messagesPath + "/x/waiting/export", "", 404, "message.not_found"},
		{"[2.16] no file of no notice", "lin", "GET", "/api/message/x/attachments/y", "", 404, "message.not_found"},
	})
	for name, want := range map[string]string{
		"page.html": "message.attachment_type",
		"fake.pdf":  "message.attachment_type",
	} {
		if got := s.sendFile("dean", messagesPath+"/attachments", name, "<html>"); got.status != 415 || got.code(t) != want {
			t.Errorf("%s: %d %s", name, got.status, got.body)
		}
	}
	if got := s.sendFile("dean", messagesPath+"/attachments", "long.txt",
		strings.Repeat("x", message.MaxAttachment+1)); got.status != 413 || got.code(t) != "message.attachment_too_large" {
		t.Errorf("a long file: %d %s", got.status, got.body)
	}
}

func testPreview(t *testing.T, s *school) {
	all := post[message.Preview](s, "dean", messagesPath+"/preview", `{"to":"all"}`)
	if all.Students < 200 || len(all.Some) != 12 || all.Some[0].Name == "" || all.Some[0].Number == "" {
		t.Errorf("all: %+v", all)
	}
	filters := get[student.Filters](s, "dean", "/api/admin/students/filters")
	classes := get[[]student.ClassName](s, "dean", "/api/admin/students/classes")
	for to, share := range map[string]int{
		"campus:" + filters.Campuses[0].Code: len(filters.Campuses), "programme:" +
			filters.Programmes[0].Code: len(filters.Programmes), "class:" + classes[0].Name: len(classes),
	} {
		got := post[message.Preview](s, "dean", messagesPath+"/preview", jsonText(t, map[string]any{"to": to}))
		if got.Students == 0 || share > 1 && got.Students >= all.Students {
			t.Errorf("%s: %+v", to, got)
		}
	}
	number := s.numberOf("lin")
	list := post[message.Preview](s, "dean", messagesPath+"/preview",
		jsonText(t, map[string]any{"to": "list", "numbers": []string{number, "X-1", number}}))
	if diff := cmp.Diff([]string{"X-1"}, list.Unknown); list.Students != 1 || list.Some[0].Number != number || diff != "" {
		t.Errorf("%+v (-want +got):\n%s", list, diff)
	}
}

func (s *school) numberOf(name string) string {
	s.t.Helper()
	return get[wireStaffStudent](s, "dean", "/api/admin/students/"+s.actor(name).Student).StudentNumber
}

func testNotice(t *testing.T, s *school) {
	file := s.attachToNotice("考试 规定.pdf", "%PDF-1.7 rules")
	deadline := time.Now().Add(24 * time.Hour).UTC().Truncate(time.Second).Format(time.RFC3339)
	body := jsonText(t, map[string]any{
		"id": "exam-rules", "type": "notice", "to": "list", "numbers": []string{s.numberOf("lin"), s.numberOf("zhao")},
		"title": map[string]string{"zh": "考试规定"}, "acknowledge": true, "deadline": deadline, "attachments": []string{file},
	})
	for range 2 { // a client without a response retries
		if sent := post[wire.ID](s, "dean", messagesPath, body); sent.ID != "exam-rules" {
			t.Fatalf("%+v", sent)
		}
	}
	mine := post[[]messageapi.WireMessage](s, "lin", "/api/message/list", `{"type":"notice"}`)[0]
	if mine.ID != "exam-rules" || mine.MessageType != 0 || mine.Status != 0 || mine.Deadline == "" ||
		len(mine.Attachments) != 1 || mine.Attachments[0].Name != "考试 规定.pdf" {
		t.Errorf("lin sees %+v", mine)
	}
	if list := post[[]messageapi.WireMessage](s, "qian", "/api/message/list",
		`{"type":"notice"}`); list[0].ID == "exam-rules" {
		t.Error("qian, who is not on the list, sees it")
	}
	testNoticeFile(t, s, file)
	post[messageapi.WireMessage](s, "lin", "/api/message/exam-rules/acknowledge", "")
	reach := get[messageapi.WireReach](s, "dean", messagesPath+"/exam-rules")
	if last := reach.Progress[len(reach.Progress)-1]; reach.Students != 2 || reach.Readers != 1 ||
		reach.Acknowledged != 1 || reach.Overdue || last.Acknowledged != 1 || reach.Progress[0].Readers != 0 {
		t.Errorf("%+v", reach)
	}
	if m := reach.Message; m.State != "sent" || m.Origin != "staff" || m.Audience.Kind != "list" ||
		m.Audience.Students != 2 || m.SenderName == "" || len(m.Attachments) != 1 {
		t.Errorf("%+v", reach.Message)
	}
	testExportWaiting(t, s)
	if n := post[wire.Reminded](s, "dean", messagesPath+"/exam-rules/remind", "").Students; n != 1 {
		t.Errorf("%d reminded", n)
	}
	told := func(name string) string {
		return post[[]messageapi.WireMessage](s, name, "/api/message/list", `{"type":"message","size":1}`,
			"Accept-Language", "en")[0].Title
	}
	if told("zhao") != "Please acknowledge: 考试规定" || told("lin") == "Please acknowledge: 考试规定" {
		t.Errorf("zhao is told %q, lin %q", told("zhao"), told("lin"))
	}
	s.try(t, []request{
		{"[2.16] reminded twice a day", "dean", "POST", messagesPath + "/exam-rules/remind", "", 409, "message.reminded"},
		{"[2.16] withdrawn", "dean", "DELETE", messagesPath + "/exam-rules", "", 200, ""},
		{
			"[2.16] its file goes with it", "lin", "GET", "/api/message/exam-rules/attachments/" + file,
			"", 404, "message.not_found",
		},
		{"[2.16] nobody is reminded of it", "dean", "POST", messagesPath + "/exam-rules/remind", "", 409, "message.over"},
		{"[2.16] restored", "dean", "POST", messagesPath + "/exam-rules/restore", "", 200, ""},
		{"[2.16] its file is back", "lin", "GET", "/api/message/exam-rules/attachments/" + file, "", 200, ""},
		{"[2.16] withdrawn for good", "dean", "DELETE", messagesPath + "/exam-rules", "", 200, ""},
	})
}

func testNoticeFile(t *testing.T, s *school, file string) {
	path := "/api/message/exam-rules/attachments/" + file
	for _, name := range []string{"lin", "zhao", "dean"} {
		got := s.as(name).send("GET", path, "")
		if got.status != 200 || got.body != "%PDF-1.7 rules" {
			t.Errorf("%s gets %d %s", name, got.status, got.body)
		}
		if got.header.Get("Content-Security-Policy") != "sandbox; default-src 'none'" ||
			!strings.HasPrefix(got.header.Get("Content-Disposition"), "attachment; filename*=utf-8''") || got.header.Get(
			"Content-Type") != "application/pdf" || !strings.Contains(got.header.Get("Cache-Control"), "no-store") {
			t.Errorf("headers %v", got.header)
		}
	}
	s.try(t, []request{
		{"[2.16] not for others", "qian", "GET", path, "", 404, "message.not_found"},
		{"[2.16] not for visitors", "", "GET", path, "", 401, "access.signed_out"},
		{"[2.16] no such file", "lin", "GET", path + "x", "", 404, "message.no_attachment"},
	})
}

func testExportWaiting(t *testing.T, s *school) {
	got := s.as("dean").send("GET", messagesPath+"/exam-rules/waiting/export", "", "Accept-Language", "zh-CN")
	if got.status != 200 || !strings.Contains(got.body, "学号,姓名,拼音姓名,行政班,已读,有账号") ||
		!strings.Contains(got.body, s.numberOf("zhao")) || strings.Contains(got.body, s.numberOf("lin")) {
		t.Errorf("%d %s", got.status, got.body)
	}
	got = s.as("dean").send("GET", messagesPath+"/exam-rules/waiting/export?format=xlsx", "", "Accept-Language", "en")
	if got.status != 200 || got.header.Get("Content-Type") != wire.XLSX || !strings.HasPrefix(got.body, "PK") {
		t.Errorf("%d, %v", got.status, got.header)
	}
	path, zhao := messagesPath+"/exam-rules/waiting", s.numberOf("zhao")
	for query, found := range map[string]bool{
		"":                                   true,
		"?search=" + zhao[:len(zhao)-1]:      true,
		"?search=" + zhao + "&read=no":       true,
		"?search=" + zhao + "&read=yes":      false,
		"?search=" + s.numberOf("lin"):       false,
		"?search=" + strings.Repeat("9", 64): false,
		"?read=none":                         false,
	} {
		if list := get[[]message.Missing](s, "dean", path+query); (len(list) == 1) != found ||
			found && list[0].Number != zhao {
			t.Errorf("%s: %+v", query, list)
		}
		if got := s.as("dean").send("GET", path+"/export"+query, ""); got.status != 200 ||
			strings.Contains(got.body, zhao) != found {
			t.Errorf("export %s: %d %s", query, got.status, got.body)
		}
	}
	s.try(t, []request{
		{"[2.16] no such state", "dean", "GET", path + "?read=x", "", 400, "request.field_value"},
		{"[2.16] no such state in the sheet", "dean", "GET", path + "/export?read=x", "", 400, "request.field_value"},
		{
			"[2.16] no such form", "dean", "GET", messagesPath + "/exam-rules/waiting/export?format=pdf",
			"", 400, "request.field_value",
		},
	})
}

func testScheduled(t *testing.T, s *school) {
	at := time.Now().Add(time.Hour).UTC().Truncate(time.Second)
	body := jsonText(t, map[string]any{
		"id": "later", "type": "notice", "to": "all",
		"title": map[string]string{"en": "Later"}, "sendAt": at.Format(time.RFC3339), "acknowledge": true,
	})
	post[wire.ID](s, "dean", messagesPath, body)
	page := get[messageapi.WireSentPage](s, "dean", messagesPath+"?origin=staff&state=scheduled")
	if len(page.Messages) != 1 || page.Messages[0].ID != "later" || page.Messages[0].State != "scheduled" {
		t.Errorf("%+v", page)
	}
	if list := post[[]messageapi.WireMessage](s, "lin", "/api/message/list", ""); list[0].ID == "later" {
		t.Error("lin sees it before its time")
	}
	s.try(t, []request{
		{
			"[2.16] nobody can acknowledge it yet", "lin", "POST", "/api/message/later/acknowledge",
			"", 404, "message.not_found",
		},
		{
			"[2.16] nobody is reminded of it yet", "dean", "POST", messagesPath + "/later/remind",
			"", 409, "message.not_sent_yet",
		},
		{"[2.16] cancelled", "dean", "DELETE", messagesPath + "/later", "", 200, ""},
	})
	if page := get[messageapi.WireSentPage](s, "dean",
		messagesPath+"?origin=staff&state=withdrawn&size=1"); len(page.Messages) != 1 || page.Messages[0].ID != "later" {
		t.Errorf("%+v", page)
	}
}
