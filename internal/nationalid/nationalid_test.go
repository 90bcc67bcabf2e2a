package nationalid_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"lectern/internal/fault"
	"lectern/internal/nationalid"
)

// The first number is the example printed in GB 11643-1999 itself.
func TestParse(t *testing.T) {
	for _, tc := range []struct{ name, text, want, code string }{
		{"the standard's example", "11010519491231002X", "11010519491231002X", ""},
		{"[1.1] small x", "11010519491231002x", "11010519491231002X", ""},
		{"the standard's second example", "440524188001010014", "440524188001010014", ""},
		{"full-width", "１１０１０５１９４９１２３１００２Ｘ", "11010519491231002X", ""},
		{"spaces", " 110105 19491231 002X ", "11010519491231002X", ""},
		{"one digit wrong", "11010519491231003X", "", "nationalid.check"},
		{"two digits swapped", "11010519491213002X", "", "nationalid.check"},
		{"no such province", "99010519491231002X", "", "nationalid.region"},
		{"no such day", "110105194902300021", "", "nationalid.birth"},
		{"month 13", "110105194913310021", "", "nationalid.birth"},
		{"fifteen digits", "110105491231002", "", "nationalid.malformed"},
		{"X in the middle", "1101051949123100X2", "", "nationalid.malformed"},
		{"nineteen", "11010519491231002X1", "", "nationalid.malformed"},
		{"empty", "", "", "nationalid.malformed"},
		{"long", strings.Repeat("1", 1<<20), "", "nationalid.malformed"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, err := nationalid.Parse(tc.text)
			if got.Reveal() != tc.want || fault.Code(err) != tc.code {
				t.Fatalf("got %q, %v", got.Reveal(), err)
			}
		})
	}
}

func TestMaskShowsNoneOfTheLastSix(t *testing.T) {
	id, err := nationalid.Parse("11010519491231002X")
	if err != nil {
		t.Fatal(err)
	}
	if got := id.Masked(); got != "1101**************" {
		t.Errorf("masked %q", got)
	}
	if id.LastSix() != "31002X" || id.Birth().Format(time.DateOnly) != "1949-12-31" || id.Male() {
		t.Errorf("%q %v %v", id.LastSix(), id.Birth(), id.Male())
	}
}

func TestNothingPrintsTheNumber(t *testing.T) {
	id, err := nationalid.Parse("11010519491231002X")
	if err != nil {
		t.Fatal(err)
	}
	around := struct{ hidden nationalid.ID }{id}
	text := fmt.Sprintf("%v %s %q %+v %#v %x %v %+v %#v", id, id, id, id, id, id, around, around, around)
	encoded, err := json.Marshal(map[string]any{"id": id})
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	slog.New(slog.NewTextHandler(&log, nil)).Info("seen", "id", id)
	for _, out := range []string{text, string(encoded), log.String()} {
		if strings.Contains(out, "1949") || strings.Contains(out, "31002") {
			t.Errorf("printed: %s", out)
		}
	}
}

func TestInventedNumbersAreValid(t *testing.T) {
	seen := map[string]bool{}
	for i := range 300 {
		birth := time.Date(2005, time.Month(1+i%12), 1+i%28, 0, 0, 0, 0, time.UTC)
		id, err := nationalid.Invent("330106", birth, i)
		if err != nil || seen[id.Reveal()] || !id.Birth().Equal(birth) || id.Male() != (i%2 == 1) {
			t.Fatalf("%d: %q %v", i, id.Reveal(), err)
		}
		seen[id.Reveal()] = true
	}
	if _, err := nationalid.Invent("33010", time.Now(), 1); err == nil {
		t.Error("a region of five digits went through")
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"11010519491231002X", "11010519491231002x", "１１０１０５１９４９１２３１００２ｘ", "440524188001010014", "1 1-0", "\xff"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		id, err := nationalid.Parse(text)
		if err != nil {
			if !id.IsZero() || strings.Contains(err.Error(), "\x00") {
				t.Fatalf("%v with %v", id, err)
			}
			return
		}
		again, err := nationalid.Parse(id.Reveal())
		if err != nil || again.Reveal() != id.Reveal() || len(id.Reveal()) != nationalid.Length {
			t.Fatalf("%q does not read again: %v", id.Reveal(), err)
		}
		if strings.Trim(id.Masked()[4:], "*") != "" {
			t.Fatalf("the mask shows too much: %q", id.Masked())
		}
	})
}
