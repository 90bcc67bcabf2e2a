package api

import (
	"testing"

	"lectern/internal/testkit/dbtest"
)

func TestAppConfig(t *testing.T) {
	h := New(Deps{DB: dbtest.Open(t, dbtest.SQLite(t)), Web: testWeb, MaxCalls: 1, Client: Client{
		CollegeZh: "衡山商学院", CollegeEn: "Hengshan Business College", ID: "i", Secret: "s", Scope: "c", SignSecret: "g",
		TimeZone: "Asia/Shanghai", FirstPassword: "code", HelpURL: "https://help.example.edu", TemplateMenu: true,
	}}, nil).Handler
	got := do(t, h, "GET", "/app-config.json", "")
	want := `{"college":{"en-US":"Hengshan Business College","zh-CN":"衡山商学院"},` +
		`"clientId":"i","clientSecret":"s","scope":"c","signSecret":"g","timeZone":"Asia/Shanghai","firstPassword":"code",` +
		`"helpUrl":"https://help.example.edu","templateMenu":true,"features":{}}` + "\n"
	if got.status != 200 || got.body != want {
		t.Fatalf("got %d %s", got.status, got.body)
	}
}
