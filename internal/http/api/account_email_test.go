package api

import (
	"testing"

	"lectern/internal/feature/student"
	"lectern/internal/kernel/access"
)

// A student has one email address, whichever route reads or writes it.
func TestOneEmail(t *testing.T) {
	eachPortal(t, func(t *testing.T, p *portal) {
		v, dean := p.as("lin"), p.as("dean")
		want := func(where, email string) {
			t.Helper()
			user, record := data[wireUser](t, v.send("GET", "/api/user/info", "")),
				data[wireStudent](t, v.send("GET", infoPath, ""))
			listed := data[wireAccount](t, dean.send("GET", "/api/admin/accounts/"+p.ids["lin"], ""))
			if user.Email != email || record.Email != email || listed.Email != email {
				t.Errorf("[2.20] [3.2] %s: profile %q, record %q, account %q", where, user.Email, record.Email, listed.Email)
			}
		}
		edit := func(path, body string) {
			t.Helper()
			if got := v.send("PATCH", path, body); got.status != 200 {
				t.Fatalf("got %d %s", got.status, got.body)
			}
		}
		want("at first", "")
		edit("/api/user/info", `{"email":"one@example.org"}`)
		want("written in the profile", "one@example.org")
		edit("/api/student", `{"email":"two@example.org"}`)
		want("written in the record", "two@example.org")
		who := data[wireStudent](t, v.send("GET", infoPath, "")).ID
		if _, err := p.api.Students.Update(t.Context(), access.System(), who,
			student.Changes{student.FieldEmail: "three@example.org"}, 0); err != nil {
			t.Fatal(err)
		}
		v = p.as("lin")
		want("written by the college, as an import does", "three@example.org")

		if got := dean.send("PATCH", "/api/user/info", `{"email":"dean@example.org"}`); data[wireUser](t,
			got).Email != "dean@example.org" {
			t.Errorf("[3.2] staff keep their own: %s", got.body)
		}
	})
}

func TestCreateAccountOfStudent(t *testing.T) {
	eachPortal(t, func(t *testing.T, p *portal) {
		dean := p.as("dean")
		if got := dean.send("POST",
			"/api/admin/accounts", `{"phone":"13800000777","name":"Sun","role":"user","student":"nobody"}`); got.status != 404 ||
			got.code(t) != "student.no_record" {
			t.Errorf("no such student: %d %s", got.status, got.body)
		}
		if listed := data[[]wireAccount](t,
			dean.send("GET", "/api/admin/accounts?search=13800000777", "")); len(listed) != 0 {
			t.Errorf("an account was left behind: %+v", listed)
		}
		record, err := p.api.Students.Create(t.Context(), access.System(),
			student.Changes{student.FieldNumber: "777", student.FieldName: "Sun"})
		if err != nil {
			t.Fatal(err)
		}
		made := data[wireCode](t, dean.send("POST", "/api/admin/accounts",
			`{"phone":"13800000777","name":"Sun","role":"user","student":"`+record.ID+`","email":"sun@example.org"}`))
		record, err = p.api.Students.Get(t.Context(), access.System(), record.ID)
		if err != nil || record.Account != made.ID || record.Email != "sun@example.org" {
			t.Errorf("the record knows %q and %q, %v", record.Account, record.Email, err)
		}
	})
}
