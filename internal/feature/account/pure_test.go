package account_test

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"
	"time"

	"lectern/internal/feature/account"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/keyring"
	"lectern/internal/kernel/secret"
)

func TestWords(t *testing.T) {
	for text, want := range map[string]int{
		"":                           0,
		"  \n\t　":                    0,
		"hello world":                2,
		"don't re-count":             2,
		"你好，世界":                      4,
		"我在 MIT 读书":                  5,
		"我爱Go语言":                     5,
		"--- … !!!":                  0,
		"第1课":                        3,
		"ひらがな カタカナ 한국어":              11,
		"naïve café":                 2,
		"a\u0085b":                   2, // NEL is white space
		"a\ufeffb":                   1, // BOM is not
		strings.Repeat("字", 200):     200,
		strings.Repeat("word ", 201): 201,
	} {
		if got := account.Words(text); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}

func TestCheckPassword(t *testing.T) {
	for _, tc := range []struct{ name, text, code string }{
		{"[5.3] good", "Tide42", ""},
		{"[5.3] full-width characters", "Ｔｉｄｅ４２", ""},
		{"common", "Abc123", "account.password_common"},
		{"common and full-width", "Ａｂｃ１２３", "account.password_common"},
		{"common in another case", "aBcD1234", "account.password_common"},
		{"common with signs for letters", "P@ssw0rd", "account.password_common"},
		{"common in China", "Woaini1314", "account.password_common"},
		{"a common word and a year", "Summer2026", "account.password_common"},
		{"a common word between signs", "12!Dragon!", "account.password_common"},
		{"two letters and digits", "Zw880214", "account.password_common"},
		{"[5.3] good with signs", "aB3!_é", ""},
		{"[5.3] five characters", "Abc12", "account.password_weak"},
		{"[5.3] no digit", "Abcdefg", "account.password_weak"},
		{"[5.3] no upper case", "abc123", "account.password_weak"},
		{"[5.3] no lower case", "ABC123", "account.password_weak"},
		{"[5.3] a space", "Abc 123", "account.password_weak"},
		{"[5.3] an ideographic space", "Abc\u3000123", "account.password_weak"},
		{"last six", "31002X", "account.password_weak"},
		{"128 bytes", "Ab1" + strings.Repeat("x", 125), ""},
		{"129 bytes", "Ab1" + strings.Repeat("x", 126), "account.password_too_long"},
		{"a megabyte", strings.Repeat("Ab1", 1<<18), "account.password_too_long"},
		{"empty", "", "account.password_weak"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if err := account.CheckPassword(secret.New(tc.text)); fault.Code(err) != tc.code {
				t.Fatalf("got %v", err)
			}
		})
	}
}

var noon = time.Date(2026, 9, 7, 12, 0, 0, 0, time.UTC)

func TestTimestampHeader(t *testing.T) {
	b64 := func(text string) string { return base64.StdEncoding.EncodeToString([]byte(text)) }
	for _, tc := range []struct {
		name, header string
		want         int64
	}{
		{"[7.6] padded", b64("1788782400000"), 1788782400000},
		{"[7.6] not padded", strings.TrimRight(b64("1788782400000"), "="), 1788782400000},
		{"empty", "", 0},
		{"not base64", "*&^%", 0},
		{"not a number", b64("hello"), 0},
		{"negative", b64("-1"), 0},
		{"leading zero", b64("0178878240000"), 0},
		{"float", b64("1.5"), 0},
		{"space", b64(" 1788782400000"), 0},
		{"plain number", "1788782400000", 0},
		{"too much padding", "MQ===", 0},
		{"only padding", "====", 0},
		{"line break inside", "MTc4\nODc4MjQwMDAwMA==", 0},
		{"stray bits", "MR==", 0},
		{"too large", b64("99999999999999999999"), 0},
		{"a megabyte", strings.Repeat("MTEx", 1<<18), 0},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, err := account.ParseTimestamp(tc.header)
			if got.Millis != tc.want || (err != nil) != (tc.want == 0) {
				t.Fatalf("got %+v, %v", got, err)
			}
		})
	}
}

func TestClock(t *testing.T) {
	for _, tc := range []struct {
		off  time.Duration
		code string
	}{
		{0, ""},
		{5 * time.Minute, ""},
		{-5 * time.Minute, ""},
		{5*time.Minute + time.Millisecond, "request.clock"},
		{-5*time.Minute - time.Millisecond, "request.clock"},
		{8 * time.Hour, "request.clock"},
		{-200 * 365 * 24 * time.Hour, "request.clock"},
	} {
		at := account.Timestamp{Millis: noon.UnixMilli() + tc.off.Milliseconds()}
		if err := at.Near(noon); fault.Code(err) != tc.code {
			t.Errorf("%v off: %v", tc.off, err)
		}
	}
}

// The digests are from md5sum.
func TestSignatureHeader(t *testing.T) {
	at := account.Timestamp{Millis: 1788782400000, Digits: "1788782400000"}
	const right = "F4E4C41DF6AE89105D3654555A3AD645"
	for _, tc := range []struct{ name, header, code string }{
		{"[7.6] upper case", right, ""},
		{"[7.6] lower case is accepted", strings.ToLower(right), ""},
		{"one digit off", strings.Replace(right, "F4", "A4", 1), "request.signature"},
		{"short", right[:30], "request.signature"},
		{"long", right + "00", "request.signature"},
		{"not hex", strings.Replace(right, "F4", "ZZ", 1), "request.signature"},
		{"empty", "", "request.signature_missing"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if err := account.CheckSignature(tc.header, at, "s3cret"); fault.Code(err) != tc.code {
				t.Fatalf("got %v", err)
			}
		})
	}
}

func TestTokenIsOfThisInstallation(t *testing.T) {
	keys := keyring.Generate()
	token := account.IssueToken(keys, noon)
	until, err := account.ParseToken(keys, token)
	if err != nil || !until.Equal(noon.Add(account.TokenLife)) {
		t.Fatalf("got %v, %v", until, err)
	}
	if _, err := account.ParseToken(keys.Rotate(), token); err != nil {
		t.Errorf("after a rotation: %v", err)
	}
	if strings.ContainsAny(token, "+/=") {
		t.Errorf("%q is not base64url", token)
	}
	if account.IssueToken(keys, noon) == token {
		t.Error("two tokens are the same")
	}
	for name, text := range map[string]string{
		"empty": "", "short": token[:len(token)-1],
		"long": token + "A", "padded": token + "=", "megabyte": strings.Repeat("A", 1<<20),
		"version": "B" + token[1:],
	} {
		if _, err := account.ParseToken(keys, text); fault.Code(err) != "account.token_unknown" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestTokenOfAnotherInstallation(t *testing.T) {
	keys := keyring.Generate()
	for name, text := range map[string]string{
		"other installation": account.IssueToken(keyring.Generate(), noon),
		"modified":           flip(account.IssueToken(keys, noon)),
	} {
		if _, err := account.ParseToken(keys, text); fault.Code(err) != "account.token_foreign" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// flip changes one character in the middle.
func flip(text string) string {
	raw := []byte(text)
	if raw[20] == 'A' {
		raw[20] = 'B'
	} else {
		raw[20] = 'A'
	}
	return string(raw)
}

func TestMenu(t *testing.T) {
	paths := func(items []account.MenuItem) (out []string) {
		for _, item := range items {
			for _, child := range item.Children {
				out = append(out, item.Path+"/"+child.Path)
			}
		}
		return out
	}
	student := fmt.Sprint(paths(account.Menu(access.Actor{Account: "x", Role: access.User}, false)))
	staff := fmt.Sprint(paths(account.Menu(access.System(), false)))
	for _, tc := range []struct {
		path           string
		student, staff bool
	}{
		{"/student/timetable", true, true},
		{"/student/userinfo", true, true},
		{"/student/watch", true, true},
		{"/user/info", true, true},
		{"/user/setting", true, true},
		{"/exception/404", true, true},
		{"/exception/500", true, true},
		{"/exception/403", false, true},
		{"/result/success", false, true},
		{"/result/error", false, true},
		{"/admin/recordings", false, true},
		{"/dashboard/workplace", true, true},
	} {
		t.Run("[7.4] "+tc.path, func(t *testing.T) {
			if strings.Contains(student, tc.path) != tc.student || strings.Contains(staff, tc.path) != tc.staff {
				t.Errorf("student %v, staff %v", student, staff)
			}
		})
	}
}

// The vectors of RFC 6238, appendix B (SHA-1, eight digits).
func TestTOTPVectors(t *testing.T) {
	key := []byte("12345678901234567890")
	for at, want := range map[int64]string{
		59: "94287082", 1111111109: "07081804", 1111111111: "14050471", 1234567890: "89005924",
		2000000000: "69279037", 20000000000: "65353130",
	} {
		if got := account.TOTPAt(key, at/30, 8); got != want {
			t.Errorf("at %d: %s, want %s", at, got, want)
		}
	}
}

func TestTOTPWindow(t *testing.T) {
	key := []byte("12345678901234567890")
	current := noon.Unix() / 30
	for off, want := range map[int64]bool{-2: false, -1: true, 0: true, 1: true, 2: false} {
		code := account.TOTPAt(key, current+off, 6)
		if step, ok := account.TOTPMatch(key, code, noon, 0); ok != want || ok && step != current+off {
			t.Errorf("%d steps off: %d, %v", off, step, ok)
		}
		if _, ok := account.TOTPMatch(key, code, noon, current+off); ok {
			t.Errorf("%d steps off was used twice", off)
		}
	}
	for _, code := range []string{"", "1", "abcdef", "1234567"} {
		if _, ok := account.TOTPMatch(key, code, noon, 0); ok {
			t.Errorf("%q went through", code)
		}
	}
}
