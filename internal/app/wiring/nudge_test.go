package wiring_test

import (
	"context"
	"testing"
	"time"

	"lectern/internal/feature/account"
	"lectern/internal/feature/message"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/keyring"
	"lectern/internal/kernel/secret"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

// An account with a first password has one todo until the password is changed, and again after a reset.
func TestFirstPasswordIsATodo(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		c, told := newCollege(t, db, keyring.Generate(), time.Now), 0
		accounts, messages := c.Accounts, c.Messages
		messages.OnNotify(func(context.Context, sqldb.Querier, string, message.Note) error { told++; return nil })
		made, err := accounts.Create(t.Context(), access.System(),
			account.Details{Phone: "13800000001", Name: "Lin", Role: access.User, LastSix: secret.New("31002X")})
		if err != nil {
			t.Fatal(err)
		}
		login := func(password string) access.Actor {
			t.Helper()
			in, err := accounts.Login(t.Context(),
				account.Login{Token: accounts.IssueToken(), Phone: "13800000001", Password: secret.New(password)})
			if err != nil {
				t.Fatal(err)
			}
			return in.Actor
		}
		want := func(when string, n int) {
			t.Helper()
			page, err := messages.List(t.Context(), access.Actor{Account: made.ID, Role: access.User},
				message.Filter{Kind: message.Todo})
			if err != nil || len(page.Messages) != n {
				t.Fatalf("%s: %+v, %v", when, page.Messages, err)
			}
			for _, m := range page.Messages {
				if m.Title.Zh == "" || m.Title.En == "" || m.Title.Zh == m.Title.En || m.Link != "/user/setting?tab=security" {
					t.Errorf("%s: %+v", when, m)
				}
			}
		}
		login("31002X")
		lin := login("31002X")
		want("after two logins", 1)
		if _, err := messages.MarkAllRead(t.Context(), lin, ""); err != nil {
			t.Fatal(err)
		}
		want("read, it stays", 1)
		if err := accounts.ChangePassword(t.Context(), lin, secret.New("31002X"), secret.New("Better1own")); err != nil {
			t.Fatal(err)
		}
		want("chosen", 0)
		login("Better1own")
		want("logged in with it", 0)

		code, err := accounts.ResetPassword(t.Context(), access.System(), made.ID)
		if err != nil {
			t.Fatal(err)
		}
		lin = login(code.Reveal())
		want("reset", 1)
		if err := accounts.ChangePassword(t.Context(), lin, code, secret.New("Better2own")); err != nil {
			t.Fatal(err)
		}
		want("chosen again", 0)
		if told != 0 {
			t.Errorf("%d devices would have been told", told)
		}
		if page, err := messages.Sent(t.Context(), access.System(),
			message.SentFilter{}); err != nil || len(page.Messages) != 0 {
			t.Errorf("staff see %+v among what was sent, %v", page.Messages, err)
		}
	})
}

// After ten guesses the owner gets one message, in both languages and on their devices, with what to do.
func TestOwnerIsToldOfGuessing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		c, told := newCollege(t, db, keyring.Generate(), time.Now), 0
		accounts, messages := c.Accounts, c.Messages
		messages.OnNotify(func(context.Context, sqldb.Querier, string, message.Note) error { told++; return nil })
		var ids []string
		for _, d := range []account.Details{
			{Phone: "13800000001", Name: "Lin", Role: access.User, LastSix: secret.New("31002X")},
			{Phone: "13800000002", Name: "Chen", Role: access.User, Password: secret.New("Better1own")},
		} {
			made, err := accounts.Create(t.Context(), access.System(), d)
			if err != nil {
				t.Fatal(err)
			}
			ids = append(ids, made.ID)
			for range 12 {
				_, err := accounts.Login(t.Context(),
					account.Login{Token: accounts.IssueToken(), Phone: d.Phone, Password: secret.New("wrong")})
				if fault.Code(err) != "account.bad_credentials" {
					t.Fatal(err)
				}
			}
		}
		for range 2 {
			if err := accounts.Report(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		texts := map[string]bool{}
		for _, id := range ids {
			page, err := messages.List(t.Context(), access.Actor{Account: id, Role: access.User}, message.Filter{})
			if err != nil || len(page.Messages) != 1 {
				t.Fatalf("got %+v, %v", page.Messages, err)
			}
			m := page.Messages[0]
			if m.Kind != message.Plain || m.Link != "/user/setting?tab=security" || m.Title.Zh == "" ||
				m.Title.En == "" || m.Expires.IsZero() {
				t.Errorf("got %+v", m)
			}
			texts[m.Content.Zh], texts[m.Content.En] = true, true
		}
		if len(texts) != 4 || told != 2 {
			t.Errorf("%d texts, %d devices told", len(texts), told)
		}
	})
}
