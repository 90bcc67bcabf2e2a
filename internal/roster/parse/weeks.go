package parse

import (
	"regexp"
	"strconv"
	"strings"

	"lectern/internal/fold"
)

var weekBits = regexp.MustCompile(`^[01]{8,53}$`)

// WeekBits writes weeks that stand as one digit for each, 1 where there is class, as a list: 金智 exports 1100110011 for 1,2,5,6,9,10. Any other text stays as
// it is.
func WeekBits(text string) string {
	bits := strings.TrimSpace(fold.Width(text))
	if !weekBits.MatchString(bits) || !strings.Contains(bits, "1") {
		return text
	}
	var list []string
	for i, bit := range bits {
		if bit == '1' {
			list = append(list, strconv.Itoa(i+1))
		}
	}
	return strings.Join(list, ",")
}
