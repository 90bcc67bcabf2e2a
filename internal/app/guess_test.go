package app_test

import (
	"strings"
	"testing"

	"lectern/internal/testkit/apitest"
	"lectern/internal/testkit/dbtest"
)

// The server administrator sees failed logins in the metrics and in doctor, and learns of the risk of first
// passwords before anyone exploits it.
func TestCommandOperatorSeesGuessing(t *testing.T) {
	dbtest.EachURL(t, func(t *testing.T, database string) {
		environ := []string{"LECTERN_DATA=" + t.TempDir(), "LECTERN_DATABASE=" + database}
		if out, err := lectern(t, environ, "doctor"); !strings.Contains(out, "LECTERN_FIRST_PASSWORD=code") {
			t.Errorf("before the first start: %v\n%s", err, out)
		}
		url, out, stop := serve(t, environ, "--demo")
		if log := out.log.String(); !strings.Contains(log, "LECTERN_FIRST_PASSWORD=code") {
			t.Errorf("the log of the first start: %s", log)
		}
		for range 3 {
			c, err := apitest.Dial(t.Context(), url)
			if err != nil {
				t.Fatal(err)
			}
			if answer, err := c.Login(t.Context(), "13800000001", "wrong"); err != nil ||
				answer.Code() != "account.bad_credentials" {
				t.Fatalf("got %+v, %v", answer, err)
			}
		}
		if _, config := get(t, url+"/app-config.json"); !strings.Contains(config, `"firstPassword":"last-six"`) {
			t.Errorf("got %s", config)
		}
		if _, text := get(t, url+"/metrics"); !strings.Contains(text, `lectern_login_failures_total{reason="wrong"} 3`) {
			t.Error("the failures are not among the metrics")
		}
		if err := stop(); err != nil {
			t.Fatal(err)
		}
		doctor, err := lectern(t, environ, "doctor")
		if err != nil || !strings.Contains(doctor, "3 since yesterday, most from 127.0.0.0/24 (3)") ||
			!strings.Contains(doctor, "accounts still use the last six") {
			t.Errorf("%v\n%s", err, doctor)
		}
		url, out, _ = serve(t, append(environ, "LECTERN_FIRST_PASSWORD=code"))
		if log := out.log.String(); strings.Contains(log, "LECTERN_FIRST_PASSWORD") {
			t.Errorf("the log of a start with codes: %s", log)
		}
		if _, config := get(t, url+"/app-config.json"); !strings.Contains(config, `"firstPassword":"code"`) {
			t.Errorf("got %s", config)
		}
	})
}
