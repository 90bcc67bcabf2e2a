package keyring_test

import (
	"bytes"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"log/slog"
	"regexp"
	"strings"
	"sync"
	"testing"

	"lectern/internal/kernel/keyring"
)

func TestMAC(t *testing.T) {
	ring := keyring.Generate()
	mac := ring.MAC("token", []byte("ab"), []byte("c"))
	if !ring.Verify("token", mac, []byte("ab"), []byte("c")) {
		t.Fatal("its own MAC is refused")
	}
	flipped := bytes.Clone(mac)
	flipped[31] ^= 1
	for name, ok := range map[string]bool{
		"shifted fields": ring.Verify("token", mac, []byte("a"), []byte("bc")),
		"joined fields":  ring.Verify("token", mac, []byte("abc")),
		"a field more":   ring.Verify("token", mac, []byte("ab"), []byte("c"), nil),
		"other purpose":  ring.Verify("media", mac, []byte("ab"), []byte("c")),
		"flipped bit":    ring.Verify("token", flipped, []byte("ab"), []byte("c")),
		"cut short":      ring.Verify("token", mac[:16], []byte("ab"), []byte("c")),
		"nothing":        ring.Verify("token", nil, []byte("ab"), []byte("c")),
		"other ring":     keyring.Generate().Verify("token", mac, []byte("ab"), []byte("c")),
	} {
		if ok {
			t.Errorf("%s: accepted", name)
		}
	}
	if got := ring.AppendMAC([]byte("x"), "token", []byte("ab"), []byte("c")); !bytes.Equal(got,
		append([]byte("x"), mac...)) {
		t.Error("AppendMAC and MAC disagree")
	}
}

// MACs in databases and URLs must verify in every later version, so this test computes them without the package.
func TestMACIsStandard(t *testing.T) {
	raw := sha256.Sum256([]byte("a key for this test only"))
	ring, err := keyring.Parse("test", base64.StdEncoding.EncodeToString(raw[:]))
	if err != nil {
		t.Fatal(err)
	}
	for use, got := range map[string][]byte{"mac": ring.MAC("p", []byte("value")), "index": ring.Index("p", "value")} {
		sub, err := hkdf.Key(sha256.New, raw[:], nil, "lectern/"+use+"/p", 32)
		if err != nil {
			t.Fatal(err)
		}
		want := hmac.New(sha256.New, sub)
		want.Write(append(binary.BigEndian.AppendUint64(nil, 5), "value"...))
		if !bytes.Equal(got, want.Sum(nil)) {
			t.Errorf("%s differs", use)
		}
	}
}

func TestSeal(t *testing.T) {
	ring := keyring.Generate()
	plain, row := []byte("11010519491231002X"), []byte("student 7")
	sealed := ring.Seal("national id", plain, row)
	if again := ring.Seal("national id", plain, row); bytes.Equal(sealed, again) {
		t.Error("sealing twice gives the same bytes")
	}
	if bytes.Contains(sealed, plain) || len(sealed) != len(plain)+33 {
		t.Errorf("sealed is % x", sealed)
	}
	got, err := ring.Open("national id", sealed, row)
	if err != nil || !bytes.Equal(got, plain) {
		t.Fatalf("Open = %q, %v", got, err)
	}
	refuse := func(name string, r *keyring.Ring, purpose string, sealed, additional []byte) {
		t.Helper()
		if got, err := r.Open(purpose, sealed, additional); !errors.Is(err, keyring.ErrNotOurs) || got != nil {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	refuse("another row", ring, "national id", sealed, []byte("student 8"))
	refuse("no row", ring, "national id", sealed, nil)
	refuse("another purpose", ring, "phone", sealed, row)
	refuse("other keys", keyring.Generate(), "national id", sealed, row)
	for i := range sealed {
		tampered := bytes.Clone(sealed)
		tampered[i] ^= 0x40
		refuse(fmt.Sprintf("byte %d changed", i), ring, "national id", tampered, row)
		refuse(fmt.Sprintf("cut at %d", i), ring, "national id", sealed[:i], row)
	}
}

func TestRotation(t *testing.T) {
	old := keyring.Generate()
	mac, sealed := old.MAC("p", []byte("x")), old.Seal("p", []byte("x"), nil)
	index, derived := old.Index("p", "x"), old.Derive("client secret", 40)

	ring := old
	for range 3 {
		ring = ring.Rotate()
	}
	parsed, err := keyring.Parse("test", string(ring.Encode()))
	if err != nil {
		t.Fatal(err)
	}
	for name, r := range map[string]*keyring.Ring{"rotated": ring, "read again": parsed} {
		if got, err := r.Open("p", sealed, nil); err != nil || string(got) != "x" {
			t.Errorf("%s: cannot open the old: %v", name, err)
		}
		if !r.Verify("p", mac, []byte("x")) || bytes.Equal(r.MAC("p", []byte("x")), mac) {
			t.Errorf("%s: old MAC refused or still made", name)
		}
		if !bytes.Equal(r.Index("p", "x"), index) || r.Derive("client secret", 40) != derived ||
			r.Fingerprint() != old.Fingerprint() {
			t.Errorf("%s: what must not change did", name)
		}
		if !r.Stale(sealed) || r.Stale(r.Seal("p", nil, nil)) || old.Stale(sealed) {
			t.Errorf("%s: stale is wrong", name)
		}
		if _, err := old.Open("p", r.Seal("p", []byte("x"), nil), nil); !errors.Is(err, keyring.ErrNotOurs) {
			t.Errorf("%s: the old ring opens the new: %v", name, err)
		}
	}
}

func TestDerive(t *testing.T) {
	ring := keyring.Generate()
	for _, n := range []int{1, 3, 32, 43, 100} {
		got := ring.Derive("sign secret", n)
		if len(got) != n || !regexp.MustCompile(`^[\w-]+$`).MatchString(got) || got != ring.Derive("sign secret", n) {
			t.Errorf("Derive(%d) = %q", n, got)
		}
	}
	if ring.Derive("a", 32) == ring.Derive("b", 32) || ring.Derive("a", 32) == keyring.Generate().Derive("a", 32) {
		t.Error("purposes or rings share a secret")
	}
	if bytes.Equal(ring.Index("a", "x"), ring.Index("b", "x")) || bytes.Equal(ring.Index("a", "x"), ring.Index("a", "y")) {
		t.Error("indexes collide")
	}
}

func TestRingPrintsNoKey(t *testing.T) {
	ring := keyring.Generate()
	holder := struct {
		Ring *keyring.Ring
		ring *keyring.Ring
	}{ring, ring}
	_ = holder.ring
	var out bytes.Buffer
	slog.New(slog.NewJSONHandler(&out, nil)).Info("start", "ring", ring)
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x"} {
		fmt.Fprintf(&out, verb+verb+"\n", ring, holder)
	}
	for line := range strings.Lines(string(ring.Encode())) {
		words := strings.Fields(line)
		if words[0] == "#" || words[0] == "lectern-keys" {
			continue
		}
		raw, err := base64.StdEncoding.DecodeString(words[2])
		if err != nil {
			t.Fatal(err)
		}
		for _, form := range []string{words[2], string(raw), fmt.Sprintf("%x", raw), fmt.Sprint(raw)} {
			if strings.Contains(out.String(), form) {
				t.Errorf("a key is printed: %s", out.String())
			}
		}
	}
}

func TestConcurrentUse(t *testing.T) {
	ring := keyring.Generate().Rotate()
	var all sync.WaitGroup
	for worker := range 8 {
		all.Go(func() {
			for i := range 200 {
				purpose, data := fmt.Sprint("purpose ", i%7), fmt.Appendf(nil, "%d/%d", worker, i)
				if !ring.Verify(purpose, ring.MAC(purpose, data), data) {
					t.Error("own MAC refused")
				}
				if got, err := ring.Open(purpose, ring.Seal(purpose, data, data), data); err != nil || !bytes.Equal(got, data) {
					t.Errorf("own seal refused: %v", err)
				}
			}
		})
	}
	all.Wait()
}

func TestHotPathAllocations(t *testing.T) {
	ring := keyring.Generate().Rotate()
	one, two, room := []byte("019a7c1e-5d4f-7000-8000-000000000001"), []byte("1790000000000"), make([]byte, 0, 32)
	mac := ring.MAC("token", one, two)
	if n := testing.AllocsPerRun(500, func() { ring.Verify("token", mac, one, two) }); n >= 1 && !raceEnabled {
		t.Errorf("Verify allocates %v times", n)
	}
	if n := testing.AllocsPerRun(500, func() { ring.AppendMAC(room, "token", one, two) }); n >= 1 && !raceEnabled {
		t.Errorf("AppendMAC allocates %v times", n)
	}
}

func BenchmarkRing(b *testing.B) {
	ring := keyring.Generate().Rotate()
	one, two := []byte("019a7c1e-5d4f-7000-8000-000000000001"), []byte("1790000000000")
	mac, sealed := ring.MAC("token", one, two), ring.Seal("token", one, two)
	room := make([]byte, 0, 32)
	for name, do := range map[string]func(){
		"AppendMAC": func() { ring.AppendMAC(room, "token", one, two) },
		"MAC":       func() { ring.MAC("token", one, two) },
		"Verify":    func() { ring.Verify("token", mac, one, two) },
		"Seal":      func() { ring.Seal("token", one, two) },
		"Open": func() {
			if _, err := ring.Open("token", sealed, two); err != nil {
				b.Fatal(err)
			}
		},
		"Index": func() { ring.Index("token", "11010519491231002X") },
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				do()
			}
		})
	}
}
