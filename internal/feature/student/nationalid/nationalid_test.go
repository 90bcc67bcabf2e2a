package nationalid_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"lectern/internal/feature/student/nationalid"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/locale"
)

// The first is the standard's own example; the others were computed by hand from its weights.
func TestParse(t *testing.T) {
	for _, tc := range []struct {
		name, text, full, code string
	}{
		{"the standard's example", "11010519491231002X", "11010519491231002X", ""},
		{"lower-case x", "11010519491231002x", "11010519491231002X", ""},
		{"blanks and hyphens inside", "110105 1949-1231 002X", "11010519491231002X", ""},
		{"full width and blanks", " １１０１０５１９４９１２３１００２Ｘ\n", "11010519491231002X", ""},
		{"a digit at the end", "440524188001010014", "", "nationalid.birth"}, // valid but for a man born in 1880
		{"Hong Kong", "810000199408230021", "810000199408230021", ""},
		{"wrong check", "110105194912310021", "", "nationalid.check"},
		{"two digits swapped", "11010519491213002X", "", "nationalid.check"},
		{"fifteen digits", "110105491231002", "", "nationalid.length"},
		{"a whole page", strings.Repeat("1", 1_000_000), "", "nationalid.length"},
		{"empty", "", "", "nationalid.length"},
		{"letter inside", "11010519491231O02X", "", "nationalid.character"},
		{"X in the middle", "1101051949123100X2", "", "nationalid.character"},
		{"a character of three bytes", "11010519491231中2", "", "nationalid.character"},
		{"30 February", "110105194902300026", "", "nationalid.birth"},
		{"29 February of a common year", "110105190002290026", "", "nationalid.birth"},
		{"no such province", "990105194912310026", "", "nationalid.region"},
		{"a province without a county", "110000194912310026", "", "nationalid.region"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			n, err := nationalid.Parse(tc.text)
			if fault.Code(err) != tc.code || n.Reveal() != tc.full {
				t.Fatalf("Parse = %q, %v; want %q, %q", n.Reveal(), err, tc.full, tc.code)
			}
			if err != nil && len(tc.text) > 6 && strings.Contains(err.Error(), tc.text[len(tc.text)-6:]) {
				t.Errorf("the refusal repeats the number: %v", err)
			}
		})
	}
}

func TestParts(t *testing.T) {
	n, err := nationalid.Parse("11010519491231002x")
	if err != nil {
		t.Fatal(err)
	}
	if got := n.Masked(); got != "110***************" {
		t.Errorf("[2.20] Masked = %q", got)
	}
	if got := n.LastSix(); got != "31002X" {
		t.Errorf("[1.1] LastSix = %q", got)
	}
	if n.Male() || n.Region() != "110105" || n.Sex() != nationalid.Woman ||
		n.Birth().Format(time.DateOnly) != "1949-12-31" {
		t.Errorf("Region, Sex, Birth = %s, %s, %s", n.Region(), n.Sex(), n.Birth())
	}
	var none nationalid.ID
	if none.Masked()+none.LastSix()+none.Region()+string(none.Sex())+none.String() != "" || !none.Birth().IsZero() {
		t.Error("no number has parts")
	}
	if n.Equal(none) || !n.Equal(n) {
		t.Error("Equal is wrong")
	}
}

func TestMake(t *testing.T) {
	born := time.Date(2004, 2, 29, 0, 0, 0, 0, time.UTC)
	seen := map[string]bool{}
	for sequence := range 1000 {
		n, err := nationalid.Invent("310115", born, sequence)
		if err != nil {
			t.Fatalf("sequence %d: %v", sequence, err)
		}
		again, err := nationalid.Parse(n.Reveal())
		if err != nil || !again.Equal(n) || !n.Birth().Equal(born) {
			t.Fatalf("sequence %d does not survive: %v", sequence, err)
		}
		if want := []nationalid.Sex{nationalid.Woman, nationalid.Man}[sequence%2]; n.Sex() != want {
			t.Fatalf("sequence %d is %s", sequence, n.Sex())
		}
		seen[n.Reveal()] = true
	}
	if len(seen) != 1000 {
		t.Errorf("%d different numbers", len(seen))
	}
	for _, bad := range []struct {
		region   string
		sequence int
	}{{"310115", -1}, {"310115", 1000}, {"31011", 1}, {"000000", 1}, {"3101x5", 1}} {
		if n, err := nationalid.Invent(bad.region, born, bad.sequence); err == nil {
			t.Errorf("Invent(%v) made %s", bad, n.Reveal())
		}
	}
}

func TestNothingPrintsIt(t *testing.T) {
	n, err := nationalid.Parse("11010519491231002X")
	if err != nil {
		t.Fatal(err)
	}
	holder := struct{ inner nationalid.ID }{n}
	var log strings.Builder
	slog.New(slog.NewTextHandler(&log, nil)).Info("seen", "number", n, "holder", holder)
	encoded, err := json.Marshal(map[string]any{"number": n})
	if err != nil {
		t.Fatal(err)
	}
	all := fmt.Sprintf("%v %s %q %x %+v %#v %v %+v %#v", n, n, n, n, n, n, holder, holder,
		&holder) + log.String() + string(encoded)
	for _, part := range []string{"110105", "1949", "31002X", "3131303130353139"} {
		if strings.Contains(all, part) {
			t.Errorf("%q shows in %s", part, all)
		}
	}
	if !strings.Contains(string(encoded), "***") {
		t.Errorf("JSON is %s", encoded)
	}
}

func TestRefusalsHaveSentences(t *testing.T) {
	for _, reason := range []string{"length", "character", "region", "birth", "check"} {
		for _, lang := range locale.Languages {
			if text := locale.Text(lang, "nationalid."+reason, nil); strings.HasPrefix(text, "nationalid.") {
				t.Errorf("%s has no sentence for %s", lang, reason)
			}
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"11010519491231002X", "11010519491231002x", "810000199408230021", "",
		"1101051949123100x2", "１１０１０５１９４９１２３１００２Ｘ",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		n, err := nationalid.Parse(text)
		if err != nil {
			if !n.IsZero() || fault.Code(err) == "" {
				t.Fatalf("Parse(%q) = %q, %v", text, n.Reveal(), err)
			}
			return
		}
		again, err := nationalid.Parse(n.Reveal())
		if err != nil || !again.Equal(n) || len(n.Reveal()) != 18 {
			t.Fatalf("%q does not survive: %v", n.Reveal(), err)
		}
		if strings.Count(n.Masked(), "*") < 6 || !strings.HasSuffix(n.Masked(), "******") {
			t.Fatalf("the mask %q shows some of the last six", n.Masked())
		}
		if !strings.HasSuffix(n.Reveal(), n.LastSix()) || len(n.LastSix()) != 6 {
			t.Fatalf("last six of %q are %q", n.Reveal(), n.LastSix())
		}
	})
}
