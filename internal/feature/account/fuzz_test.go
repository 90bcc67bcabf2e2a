package account_test

import (
	"encoding/base64"
	"strconv"
	"strings"
	"testing"

	"lectern/internal/feature/account"
	"lectern/internal/kernel/keyring"
)

func FuzzParseTimestamp(f *testing.F) {
	for _, seed := range []string{"MTc4ODc4MjQwMDAwMA==", "MTc4ODc4MjQwMDAwMA", "MQ", "====", "LTE=", "MDE=", "\n"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, header string) {
		at, err := account.ParseTimestamp(header)
		if err != nil {
			return
		}
		digits := strconv.FormatInt(at.Millis, 10)
		encoded := base64.RawStdEncoding.EncodeToString([]byte(digits))
		if digits != at.Digits || at.Millis <= 0 || strings.TrimRight(header, "=") != encoded {
			t.Fatalf("%q was read as %+v", header, at)
		}
	})
}

func FuzzCheckSignature(f *testing.F) {
	f.Add("F4E4C41DF6AE89105D3654555A3AD645", "1788782400000", "s3cret")
	f.Add("", "", "")
	f.Add("zz", "1", "x")
	f.Fuzz(func(t *testing.T, header, digits, secret string) {
		at := account.Timestamp{Digits: digits}
		err := account.CheckSignature(header, at, secret)
		if err == nil && account.CheckSignature(header, at, secret+"x") == nil {
			t.Fatal("two secrets have one signature")
		}
	})
}

func FuzzParseToken(f *testing.F) {
	keys, err := keyring.Parse("the test", "qkM2n3J8ZlP0vXr5tYw7sQe1uHbG9dCfKaLiOxNmRzE=")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(account.IssueToken(keys, noon))
	f.Add("")
	f.Add(strings.Repeat("A", 76))
	f.Fuzz(func(t *testing.T, text string) {
		until, err := account.ParseToken(keys, text)
		if err != nil {
			return
		}
		// Only issued tokens parse, so their expiry can be printed and compared.
		if until.IsZero() || strings.ContainsAny(text, "=\r\n ") {
			t.Fatalf("%q is good until %v", text, until)
		}
		if _, err := account.ParseToken(keys, flip(text)); err == nil {
			t.Fatal("a changed token is good too")
		}
	})
}

func FuzzWords(f *testing.F) {
	for _, seed := range []string{"我在 MIT 读书", "hello world", "a\u0085b", "\xff\xfe"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		n := account.Words(text)
		if n < 0 || n > len(text) || account.Words(" "+text+"\n") != n || account.Words(text+" "+text) != 2*n {
			t.Fatalf("%q has %d words", text, n)
		}
	})
}
