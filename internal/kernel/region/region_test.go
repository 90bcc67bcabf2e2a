package region_test

import (
	"testing"

	"lectern/internal/kernel/region"
)

func TestCodes(t *testing.T) {
	for _, tc := range []struct {
		name, code       string
		known, plausible bool
	}{
		{"[3.9] a province", "110000", true, true},
		{"[3.9] a city", "320100", true, true},
		{"[3.9] a district", "320102", true, true},
		{"[3.9] Taiwan", "710101", true, true},
		{"[3.9] Hong Kong", "810100", true, true},
		{"[3.9] Macao", "820100", true, true},
		{"[3.9] overseas", "900000", true, true},
		{"[3.9] Japan", "939200", true, true},
		{"[3.9] a district that was merged", "330103", false, true},
		{"[3.9] nowhere", "999999", false, false},
		{"[3.9] no such province", "990000", false, false},
		{"[3.9] no such country", "999900", false, false},
		{"zeros", "000000", false, false},
		{"too short", "11000", false, false},
		{"too long", "1100000", false, false},
		{"letters", "11abcd", false, false},
		{"empty", "", false, false},
		{"a line's end", "10000\n", false, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if region.Known(tc.code) != tc.known || region.Plausible(tc.code) != tc.plausible {
				t.Errorf("known %v, plausible %v", region.Known(tc.code), region.Plausible(tc.code))
			}
		})
	}
}
