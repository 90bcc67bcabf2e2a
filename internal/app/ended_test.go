package app_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"lectern/internal/testkit/apitest"
	"lectern/internal/testkit/attacktest"
	"lectern/internal/testkit/dbtest"
)

// endedLimit is how soon what one node has ended is over on every other one.
const endedLimit = time.Second

// TestAttackEndedOnEveryNode ends a student's access on one node and keeps trying it on another.
func TestAttackEndedOnEveryNode(t *testing.T) {
	t.Parallel() // mostly waits for other processes
	attacktest.Try(t, "access ended on another node", 1, 20, attackEnded)
}

func attackEnded(t *testing.T, trials int) {
	database, with := demoed.Postgres(t)
	p := newPortal(t, database, with)
	_, near := start(t, append(p.environ, "LECTERN_NODE=near"))
	_, far := start(t, append(p.environ, "LECTERN_NODE=far"))
	staff := login(t, near)
	db := dbtest.Open(t, database)
	const phone = "13800000001"
	var account, student, password string
	err := db.Reader().QueryRowContext(t.Context(), `SELECT id, student_id FROM account WHERE phone = $1`, phone).
		Scan(&account, &student)
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range p.logins {
		if one.Phone == phone {
			password = one.Password
		}
	}
	enter := func(url string) *apitest.Client {
		t.Helper()
		c, err := apitest.Dial(t.Context(), url)
		if err != nil {
			t.Fatal(err)
		}
		if answer, err := c.Login(t.Context(), phone, password); err != nil || !answer.Succeeded {
			t.Fatalf("login: %+v, %v", answer, err)
		}
		return c
	}
	do := func(method, path string, body any) {
		t.Helper()
		if answer, err := staff.Do(t.Context(), method, path, body); err != nil || !answer.Succeeded {
			t.Fatalf("%s %s: %+v, %v", method, path, answer, err)
		}
	}
	var longest time.Duration
	until := func(what string, over func() bool) {
		t.Helper()
		begun := time.Now()
		for !over() {
			if time.Since(begun) > 20*time.Second {
				t.Fatalf("%s: still possible on the other node", what)
			}
			time.Sleep(5 * time.Millisecond) // requests are limited
		}
		took := time.Since(begun)
		longest = max(longest, took)
		if attacktest.Long() && took > endedLimit { // the short form may share a busy machine
			t.Errorf("%s: possible for %v on the other node", what, took)
		}
	}
	loggedOut := func(c *apitest.Client) func() bool {
		return func() bool {
			answer, err := c.Do(t.Context(), "GET", "/api/user/sessions", nil)
			return err == nil && answer.Status == http.StatusUnauthorized
		}
	}
	status := func(to string) {
		t.Helper()
		do("POST", "/api/admin/students/status",
			map[string]any{"students": []string{student}, "status": to, "reason": "trial"})
	}
	for trial := range trials {
		c := enter(far)
		do("POST", "/api/admin/students/end-sessions", map[string]any{"students": []string{student}})
		until("a session ended by staff", loggedOut(c))

		c = enter(far)
		status("withdrawn")
		until("a withdrawn student's session", loggedOut(c))
		status("enrolled")
		if !loggedOut(c)() {
			t.Error("the session of a withdrawn student works again")
		}

		c = enter(far)
		for range 20 {
			enter(near)
		}
		until("the oldest of 21 sessions", loggedOut(c))

		c = enter(far)
		feed := readData[struct{ Path string }](t, c, "POST", "/api/calendar", nil).Path
		read := func() int {
			request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, far+feed, nil)
			if err != nil {
				t.Fatal(err)
			}
			answer, err := http.DefaultClient.Do(request)
			if err != nil {
				t.Fatal(err)
			}
			defer answer.Body.Close()
			return answer.StatusCode
		}
		if got := read(); got != http.StatusOK {
			t.Fatalf("the calendar feed: %d", got)
		}
		code := readData[struct{ Code string }](t, staff, "POST", "/api/admin/accounts/"+account+"/password-reset", nil).Code
		until("the session of someone whose password staff have reset", loggedOut(c))
		until("their calendar address", func() bool { return read() == http.StatusNotFound })
		password = code
		chosen := fmt.Sprintf("Corridor%d", 2026+trial)
		readData[any](t, enter(far), "PUT", "/api/user/password",
			map[string]string{"oldPassword": code, "newPassword": chosen})
		password = chosen
	}
	t.Logf("%d trials: over on the other node after %v at most", trials, longest)
}
