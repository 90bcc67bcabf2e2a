package app_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lectern/internal/testkit/apitest"
)

// Staff see where each setting's value comes from: flags override the environment, which overrides the file.
func TestSettingsTellWhereTheyComeFrom(t *testing.T) {
	data := t.TempDir()
	file, password := filepath.Join(data, "lectern.env"), filepath.Join(data, "password")
	for path, text := range map[string]string{
		file: "LECTERN_MAX_REQUESTS=77\nLECTERN_SESSION_MAX=100h\nLECTERN_LOG_LEVEL=warn\n", password: "Lectern2026\n",
	} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	environ := []string{
		"LECTERN_DATA=" + data, "LECTERN_CONFIG=" + file,
		"LECTERN_SESSION_MAX=200h", "LECTERN_LOG_LEVEL=error",
	}
	create(t, environ)
	if _, err := lectern(t, environ, "admin", "create", "13800138000", "王主任", "--password-file="+password); err != nil {
		t.Fatal(err)
	}
	url, _, _ := serve(t, environ, "--log-level", "info")
	c, err := apitest.Dial(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	if answer, err := c.Login(t.Context(), "13800138000", "Lectern2026"); err != nil || !answer.Succeeded {
		t.Fatalf("%+v, %v", answer, err)
	}
	type setting struct{ Name, Value, From string }
	got := map[string]setting{}
	for _, one := range readData[struct{ Settings []setting }](t, c, "GET", "/api/admin/system", nil).Settings {
		got[one.Name] = one
	}
	for _, want := range []setting{
		{"LECTERN_LOG_LEVEL", "info", "flag"},
		{"LECTERN_SESSION_MAX", "200h0m0s", "environment"},
		{"LECTERN_MAX_REQUESTS", "77", "file"},
		{"LECTERN_SESSION_IDLE", "168h0m0s", "default"},
	} {
		if diff := cmp.Diff(want, got[want.Name]); diff != "" {
			t.Errorf("%s (-want +got):\n%s", want.Name, diff)
		}
	}
}
