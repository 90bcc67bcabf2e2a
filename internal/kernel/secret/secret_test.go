package secret_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"lectern/internal/kernel/secret"
)

const canary = "canary-11010519491231002X"

type holder struct {
	Open   secret.Text
	closed secret.Text
	List   []secret.Text
	ByName map[string]secret.Text
}

func TestNothingPrintsIt(t *testing.T) {
	text := secret.New(canary)
	in := holder{Open: text, closed: text, List: []secret.Text{text}, ByName: map[string]secret.Text{"id": text}}
	if in.closed.Reveal() != canary {
		t.Fatalf("Reveal() = %q", in.closed.Reveal())
	}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d", "%t", "%T", "%10.3s", "%c", "%U"} {
		for _, value := range []any{text, &text, in, &in, []any{text}, fmt.Errorf("wrapped: %w", fmt.Errorf("%v", text))} {
			shown := fmt.Sprintf(verb, value)
			if strings.Contains(shown, canary) || strings.Contains(strings.ToLower(shown), fmt.Sprintf("%x", canary)) {
				t.Errorf("%s of %T shows the secret: %s", verb, value, shown)
			}
		}
	}
	if got := fmt.Sprintf("%s %q", text, text); got != "*** ***" {
		t.Errorf("the mask is %s", got)
	}
}

func TestEncodersWriteTheMask(t *testing.T) {
	text := secret.New(canary)
	in := holder{Open: text, List: []secret.Text{text}, ByName: map[string]secret.Text{"id": text}}
	var out bytes.Buffer
	for _, handler := range []slog.Handler{slog.NewTextHandler(&out, nil), slog.NewJSONHandler(&out, nil)} {
		slog.New(handler).Info("seen", "text", text, "pointer", &text, "struct", in, slog.Group("group", "text", text))
	}
	if err := json.NewEncoder(&out).Encode(in); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(out.String(), canary) || !strings.Contains(out.String(), secret.Mask) {
		t.Errorf("encoded: %s", out.String())
	}
}

func TestReadsAndCompares(t *testing.T) {
	var in holder
	if err := json.Unmarshal([]byte(`{"Open":"`+canary+`"}`), &in); err != nil {
		t.Fatal(err)
	}
	if !in.Open.Equal(secret.New(canary)) || in.Open.Equal(secret.New("other")) || in.Open.Empty() {
		t.Errorf("read %q", in.Open.Reveal())
	}
	var none secret.Text
	if !none.Empty() || !none.IsZero() || none.String() != "" || none.Reveal() != "" || !none.Equal(secret.New("")) {
		t.Error("the zero Text is not empty")
	}
}
