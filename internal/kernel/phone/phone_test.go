package phone_test

import (
	"strings"
	"testing"

	"lectern/internal/kernel/phone"
)

func TestParse(t *testing.T) {
	for _, tc := range []struct{ name, text, mobile, any string }{ // empty: refused
		{"plain", "13800000001", "13800000001", "13800000001"},
		{"[9.3] spaces and dashes", " 138-0000 0001 ", "13800000001", "13800000001"},
		{"a line break", "138 0000\n0001", "13800000001", "13800000001"},
		{"typographic dashes", "138–0000—0001", "13800000001", "13800000001"},
		{"full-width digits", "１３８０００００００１", "13800000001", "13800000001"},
		{"full-width plus", "＋８６　１３８０００００００１", "13800000001", "+8613800000001"},
		{"+86", "+86 138 0000 0001", "13800000001", "+8613800000001"},
		{"0086", "0086-138-0000-0001", "13800000001", "+8613800000001"},
		{"abroad", "+1 (415) 555-0100", "+14155550100", "+14155550100"},
		{"abroad with 00", "0081 90 1234 5678", "+819012345678", "+819012345678"},
		{"land line", "021-6666 6666", "", "02166666666"},
		{"land line with +86", "+86 21 6666 6666", "", "+862166666666"},
		{"a college's own line", "55501", "", "55501"},
		{"starts with 12", "12800000001", "", "12800000001"},
		{"starts with 2", "23800000001", "", "23800000001"},
		{"ten digits", "1380000000", "", "1380000000"},
		{"twelve digits", "138000000012", "", "138000000012"},
		{"country code 0", "+0123456789", "", "+0123456789"},
		{"longer than E.164", "+1234567890123456", "", "+1234567890123456"},
		{"21 digits", strings.Repeat("1", 21), "", ""},
		{"four digits", "1234", "", ""},
		{"letters", "1380000000a", "", ""},
		{"plus in the middle", "138+00000001", "", ""},
		{"two pluses", "++14155550100", "", ""},
		{"empty", "", "", ""},
		{"a megabyte", strings.Repeat("1", 1<<20), "", ""},
		{"blanks without end", "13800000001" + strings.Repeat(" ", 100), "", ""},
		{"NUL", "1380000000\x00", "", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got, ok := phone.Parse(tc.text); ok != (tc.mobile != "") || ok && got != tc.mobile {
				t.Errorf("Parse: %q, %v, want %q", got, ok, tc.mobile)
			}
			if got, ok := phone.ParseAny(tc.text); ok != (tc.any != "") || ok && got != tc.any {
				t.Errorf("ParseAny: %q, %v, want %q", got, ok, tc.any)
			}
		})
	}
}

func TestFromCell(t *testing.T) {
	for _, tc := range []struct{ cell, mobile, any string }{
		{"13800000001", "13800000001", "13800000001"},
		{"8613800000001", "+8613800000001", "+8613800000001"},
		{"013800000001", "13800000001", "13800000001"},
		{"2155550000", "2155550000", "02155550000"},
		{"75512345678", "75512345678", "075512345678"},
		{"", "", ""},
	} {
		if got := phone.FromCell(tc.cell); got != tc.mobile {
			t.Errorf("FromCell(%q): %q, want %q", tc.cell, got, tc.mobile)
		}
		if got := phone.AnyFromCell(tc.cell); got != tc.any {
			t.Errorf("AnyFromCell(%q): %q, want %q", tc.cell, got, tc.any)
		}
	}
}

func TestMask(t *testing.T) {
	for number, want := range map[string]string{
		"13800000001": "138****0001", "+14155550100": "+14*****0100", "1": "*", "": "",
	} {
		if got := phone.Mask(number); got != want {
			t.Errorf("%s: %s, want %s", number, got, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"13800000001", "+86 138-0000-0001", "００８６１３８０００００００１", "+1 (415) 555-0100", "", "\xff", "+",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		number, ok := phone.Parse(text)
		if !ok {
			return
		}
		if again, ok := phone.Parse(number); !ok || again != number {
			t.Fatalf("%q becomes %q and then %q, %v", text, number, again, ok)
		}
		if strings.Trim(strings.TrimPrefix(number, "+"), "0123456789") != "" || len(number) > 16 {
			t.Fatalf("%q is not canonical", number)
		}
	})
}
