// Package region knows the valid six-digit region codes, those of the web app's list (row 3.9): provinces, cities and
// districts of China with Taiwan, Hong Kong and Macao, then overseas. The browser has all names; only those of
// provinces are here. Start at Known.
package region

import (
	_ "embed" // for the list
	"sort"
)

// codes is sorted, one code per line. `make gen` writes it from the web app's list.
//
//go:embed codes.txt
var codes string

const width = 7 // six digits and the line end

// Known reports whether a code is on the list that people choose from.
func Known(code string) bool {
	if len(code) != width-1 {
		return false
	}
	at := func(i int) string { return codes[i*width : i*width+width-1] }
	n := len(codes) / width
	i := sort.Search(n, func(i int) bool { return at(i) >= code })
	return i < n && at(i) == code
}

// Plausible is Known for the college's own records: districts are renumbered every year, and a record may contain an
// old code. Its province or country must still be known.
func Plausible(code string) bool {
	if len(code) != width-1 {
		return false
	}
	for _, c := range []byte(code) {
		if c < '0' || c > '9' {
			return false
		}
	}
	return Known(code) || code[0] != '9' && Known(code[:2]+"0000")
}
