package message_test

import (
	"strings"
	"testing"
	"time"

	"lectern/internal/feature/message"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/locale"
)

func TestNoteIsChecked(t *testing.T) {
	good := message.Note{Kind: message.Notice, To: message.Everyone(), Title: message.Text{Zh: "停水通知"}}
	for _, tc := range []struct {
		name string
		edit func(*message.Note)
		code string
	}{
		{"kind", func(n *message.Note) { n.Kind = "mail" }, "message.bad_kind"},
		{"tag", func(n *message.Note) { n.Tag = 4 }, "message.bad_tag"},
		{"negative tag", func(n *message.Note) { n.Tag = -1 }, "message.bad_tag"},
		{"[3.8] a message with a tag", func(n *message.Note) {
			n.Kind, n.Tag = message.Plain,
				message.DueSoon
		}, "message.tag_of_message"},
		{"an id with a slash", func(n *message.Note) { n.ID = "a/b" }, "message.bad_id"},
		{"a long id", func(n *message.Note) { n.ID = strings.Repeat("a", 65) }, "message.bad_id"},
		{"a todo to acknowledge", func(n *message.Note) {
			n.Kind, n.Acknowledge = message.Todo,
				true
		}, "message.not_a_notice"},
		{"no title", func(n *message.Note) { n.Title = message.Text{} }, "message.no_title"},
		{"long title", func(n *message.Note) { n.Title.En = strings.Repeat("长", 121) }, "message.too_long"},
		{"NUL", func(n *message.Note) { n.Content.En = "a\x00" }, "message.bad_character"},
		{"not UTF-8", func(n *message.Note) { n.Content.En = "a\xff" }, "message.bad_character"},
		{"another site", func(n *message.Note) { n.Link = "https://example.com" }, "message.bad_link"},
		{"another host", func(n *message.Note) { n.Link = "//example.com" }, "message.bad_link"},
		{"a backslash", func(n *message.Note) { n.Link = `/\example.com` }, "message.bad_link"},
		{"nobody", func(n *message.Note) { n.To = message.Audience{} }, "message.bad_audience"},
		{"a deadline for nothing", func(n *message.Note) { n.Deadline = today }, "message.deadline_unasked"},
		{"too many files", func(n *message.Note) { n.Attachments = make([]string, 6) }, "message.many_attachments"},
		{"no group", func(n *message.Note) { n.To = message.Group("") }, "message.bad_audience"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			note := good
			tc.edit(&note)
			_, err := message.New(nil, time.Now).Notify(t.Context(), nil, staff, note)
			if fault.Code(err) != tc.code {
				t.Errorf("%v; want %s", err, tc.code)
			}
			for _, lang := range locale.Languages {
				if locale.Text(lang, tc.code, nil) == tc.code {
					t.Errorf("%s has no sentence for %s", lang, tc.code)
				}
			}
		})
	}
}

func TestText(t *testing.T) {
	both := message.Text{Zh: "你好", En: "Hello"}
	for _, tc := range []struct {
		text message.Text
		lang locale.Language
		want string
	}{
		{both, locale.Chinese, "你好"},
		{both, locale.English, "Hello"},
		{message.Text{Zh: "你好"}, locale.English, "你好"},
		{message.Text{En: "Hello"}, locale.Chinese, "Hello"},
		{message.Text{}, locale.English, ""},
	} {
		if got := tc.text.In(tc.lang); got != tc.want {
			t.Errorf("%v in %s = %q; want %q", tc.text, tc.lang, got, tc.want)
		}
	}
}

func TestAudienceText(t *testing.T) {
	for _, want := range []message.Audience{
		message.Everyone(), message.Campus("north"), message.Programme("MKT"), message.Year(2024), message.Class("市场 2401 班"),
		message.Course("c"), message.Group("g:1"), message.List(), message.Student("s"), message.Account("a"),
	} {
		got, err := message.ParseAudience(want.String())
		if err != nil || got != want {
			t.Errorf("%s reads as %s, %v", want, got, err)
		}
	}
	for _, bad := range []string{"", "everyone", "all:x", "group", "group:", "staff:1", "group:" + strings.Repeat("x",
		101), "group:a\x00", "group:\xff", "year:", "year:MKT", "year:02024", "year:-1", "list:x", "class:"} {
		if got, err := message.ParseAudience(bad); fault.Code(err) != "message.bad_audience" {
			t.Errorf("%q reads as %s, %v", bad, got, err)
		}
	}
}
