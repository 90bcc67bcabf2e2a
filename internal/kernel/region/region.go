// Package region knows which six-digit region codes exist: those of the web app's list (row 3.9), provinces, cities and districts
// of China with Taiwan, Hong Kong and Macao, then overseas. Names are the browser's; only provinces have theirs here. Start at Known.
package region

import (
	_ "embed" // for the list
	"sort"
)

// codes is sorted, one code on each line. `make gen` writes it from what the web app shows.
//
//go:embed codes.txt
var codes string

const width = 7 // six digits and the end of the line

// Known reports whether a code is on the list, which is what people choose from.
func Known(code string) bool {
	if len(code) != width-1 {
		return false
	}
	at := func(i int) string { return codes[i*width : i*width+width-1] }
	n := len(codes) / width
	i := sort.Search(n, func(i int) bool { return at(i) >= code })
	return i < n && at(i) == code
}

// Plausible is Known for the college's own records: districts are renumbered every year, and a record may name one that was.
// The province must be known all the same, and so must a country.
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
