package fold_test

import (
	"testing"

	"lectern/internal/kernel/fold"
)

func TestNumber(t *testing.T) {
	for text, want := range map[string]string{
		"202501001": "202501001", "Ｋ１－１１００": "k11100 k1-1100",
		"k11-100": "k11100 k11-100", "K 11100": "k11100",
	} {
		if got := fold.Number(text); got != want {
			t.Errorf("Number(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestWidth(t *testing.T) {
	for _, tc := range []struct{ name, text, want string }{
		{"nothing", "", ""},
		{"plain", "138 0000-0001", "138 0000-0001"},
		{"digits", "１３８００００００１２", "13800000012"},
		{"letters", "ＭＫＴｘ", "MKTx"},
		{"signs", "＋８６（１３８）－，；：～！", "+86(138)-,;:~!"},
		{"a wide blank", "林\u3000晓", "林 晓"},
		{"Chinese stays", "第２、４周。《甲》", "第2、4周。《甲》"},
		{"other blanks stay", "a\u00a0b\tc", "a\u00a0b\tc"},
		{"zero-width characters", "1\u200b3\u200c8\u200d0\u20600", "13800"},
		{"directions of writing", "\u200e138\u200f\u202a0\u202b0\u202c\u202d\u202e", "13800"},
		{"a byte order mark", "\ufeff学号", "学号"},
		{"emoji stay", "😀", "😀"},
		{"bytes that are no text", "１\xff２", "1\ufffd2"},
	} {
		if got := fold.Width(tc.text); got != tc.want {
			t.Errorf("%s: Width(%q) = %q, want %q", tc.name, tc.text, got, tc.want)
		}
	}
}
