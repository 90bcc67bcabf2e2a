package keyring_test

import (
	"bytes"
	"encoding/base64"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/keyring"
	"lectern/internal/kernel/locale"
)

func TestLoadMakesTheFileOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "odd [1] name", "keys")
	if err := os.Mkdir(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	rings := make([]*keyring.Ring, 16) // the calls share nothing, so goroutines test the same as processes
	var all sync.WaitGroup
	for i := range rings {
		all.Go(func() {
			ring, err := keyring.Load(path, "")
			if err != nil {
				t.Error(err)
			}
			rings[i] = ring
		})
	}
	all.Wait()
	if t.Failed() {
		return
	}
	for _, ring := range rings {
		if !bytes.Equal(ring.Encode(), rings[0].Encode()) {
			t.Fatal("two sets of keys")
		}
	}
	if info, err := os.Stat(path); err != nil || info.Mode() != 0o600 {
		t.Errorf("file is %v, %v", info, err)
	}
	wantOnlyKeys(t, path)
}

func wantOnlyKeys(t *testing.T, path string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(entries) != 1 || entries[0].Name() != filepath.Base(path) {
		t.Errorf("folder holds %v, %v", entries, err)
	}
}

// Each case is the state that a crash leaves after one of the steps write, sync, link, remove.
func TestLoadAfterACrash(t *testing.T) {
	whole := keyring.Generate().Encode()
	for name, tc := range map[string]struct {
		temporary []byte
		linked    bool
	}{
		"before writing":  {temporary: []byte{}},
		"half written":    {temporary: whole[:len(whole)/2]},
		"before linking":  {temporary: whole},
		"before removing": {temporary: whole, linked: true},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "keys")
			temporary := filepath.Join(filepath.Dir(path), ".keys-123.tmp")
			if err := os.WriteFile(temporary, tc.temporary, 0o600); err != nil {
				t.Fatal(err)
			}
			if tc.linked {
				if err := os.Link(temporary, path); err != nil {
					t.Fatal(err)
				}
			}
			first, err := keyring.Load(path, "")
			if err != nil {
				t.Fatal(err)
			}
			if tc.linked != bytes.Equal(first.Encode(), whole) {
				t.Error("keys in place were not kept, or keys never in place were used")
			}
			second, err := keyring.Load(path, "")
			if err != nil || !bytes.Equal(first.Encode(), second.Encode()) {
				t.Errorf("second start: %v", err)
			}
			wantOnlyKeys(t, path)
		})
	}
}

func TestSaveReplaces(t *testing.T) {
	path := filepath.Join(t.TempDir(), "keys")
	first, err := keyring.Load(path, "")
	if err != nil {
		t.Fatal(err)
	}
	rotated := first.Rotate()
	if err := rotated.Save(path); err != nil {
		t.Fatal(err)
	}
	got, err := keyring.Load(path, "")
	if err != nil || !bytes.Equal(got.Encode(), rotated.Encode()) {
		t.Errorf("after Save: %v", err)
	}
	wantOnlyKeys(t, path)
	if err := rotated.Save(filepath.Join(path, "under a file")); err == nil {
		t.Error("saved under a file")
	}
}

func TestLoadRefusesOpenFile(t *testing.T) {
	for _, mode := range []os.FileMode{0o640, 0o604, 0o660, 0o644, 0o601} {
		path := filepath.Join(t.TempDir(), "keys")
		if _, err := keyring.Load(path, ""); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
		_, err := keyring.Load(path, "")
		var refusal *fault.Error
		if !errors.As(err, &refusal) || refusal.Code != "keyring.exposed" {
			t.Fatalf("%o: %v", mode, err)
		}
		text := locale.Text(locale.English, refusal.Code, refusal.Params)
		if !strings.Contains(text, "chmod 600 "+path) || strings.ContainsAny(text, "\n{}") {
			t.Errorf("it says %q", text)
		}
	}
}

func TestSupplied(t *testing.T) {
	ring := keyring.Generate().Rotate()
	oneLine := strings.ReplaceAll(string(ring.Encode()), "\n", ";")
	path := filepath.Join(t.TempDir(), "keys")
	for _, text := range []string{
		string(ring.Encode()), strings.ReplaceAll(string(ring.Encode()), "\n", "\r\n"),
		oneLine[strings.Index(oneLine, "lectern-keys"):],
	} {
		got, err := keyring.Load(path, text)
		if err != nil || !bytes.Equal(got.Encode(), ring.Encode()) {
			t.Errorf("supplied %q: %v", text, err)
		}
	}
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file was made all the same: %v", err)
	}
}

func TestParseRefuses(t *testing.T) {
	ring := keyring.Generate().Rotate()
	lines := strings.Split(strings.TrimSpace(string(ring.Encode())), "\n")
	head, base, masters := lines[2], lines[3], lines[4:]
	good := strings.Fields(base)[2]
	swapped := strings.Replace(base, good, strings.Fields(masters[0])[2], 1)
	b64 := func(raw string) string { return base64.StdEncoding.EncodeToString([]byte(raw)) }
	join := func(lines ...string) string { return strings.Join(lines, "\n") }
	for name, tc := range map[string]struct{ text, code string }{
		"nothing":           {"", "keyring.incomplete"},
		"only comments":     {"# hello\n\n", "keyring.incomplete"},
		"no keys":           {head, "keyring.incomplete"},
		"no base":           {join(head, masters[0]), "keyring.incomplete"},
		"no master":         {join(head, base), "keyring.incomplete"},
		"no head":           {join(base, masters[0]), "keyring.malformed"},
		"later version":     {join("lectern-keys 2", base, masters[0]), "keyring.version"},
		"head twice":        {join(head, head, base, masters[0]), "keyring.malformed"},
		"two bases":         {join(head, base, base, masters[0]), "keyring.malformed"},
		"a master twice":    {join(head, base, masters[0], masters[0]), "keyring.malformed"},
		"unknown word":      {join(head, base, strings.Replace(masters[0], "master", "mistress", 1)), "keyring.malformed"},
		"a word too many":   {join(head, base, masters[0]+" x"), "keyring.malformed"},
		"cut in a key":      {join(head, base, masters[0][:40]), "keyring.short_key"},
		"id of another key": {join(head, swapped, masters[0]), "keyring.damaged_key"},
		"bare and more":     {join(good, base), "keyring.malformed"},
		"not base64":        {"!!!!" + good[4:], "keyring.malformed"},
		"too long":          {b64(strings.Repeat("\x01\xfe", 24) + "zz"), "keyring.malformed"},
		"short":             {b64("\x8f\x11sixteen bytes \xff"), "keyring.short_key"},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := keyring.Parse("the test", tc.text)
			if fault.Code(err) != tc.code || got != nil {
				t.Errorf("%v, want %s", err, tc.code)
			}
			if err != nil && tc.text != "" && strings.Contains(err.Error(), good[:12]) {
				t.Errorf("the refusal tells the key: %v", err)
			}
		})
	}
	bare, err := keyring.Parse("the test", good+"\n")
	if err != nil || bare.Fingerprint() != ring.Fingerprint() {
		t.Errorf("one bare key: %v", err)
	}
}

func TestFaultsHaveSentences(t *testing.T) {
	for _, code := range []string{"exposed", "incomplete", "malformed", "version", "short_key", "damaged_key"} {
		for _, lang := range locale.Languages {
			if key := "keyring." + code; locale.Text(lang, key, nil) == key {
				t.Errorf("%s has no sentence for %s", lang, key)
			}
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(string(keyring.Generate().Rotate().Encode()))
	f.Add("lectern-keys 1;base x y")
	f.Fuzz(func(t *testing.T, text string) {
		ring, err := keyring.Parse("fuzz", text)
		if err != nil {
			return
		}
		again, err := keyring.Parse("fuzz", string(ring.Encode()))
		if err != nil || !bytes.Equal(again.Encode(), ring.Encode()) {
			t.Fatalf("does not read what it writes: %v", err)
		}
	})
}
