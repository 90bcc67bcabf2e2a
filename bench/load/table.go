package load

import (
	"cmp"
	"fmt"
	"slices"
	"time"
)

// Row prints one line of the table of figures; a ratio of 0 stands for none.
func Row(what string, value float64, unit, goal, peer string, ratio float64) error {
	r := ""
	if ratio > 0 {
		r = fmt.Sprintf("%.2f ×", ratio)
	}
	_, err := fmt.Printf("| %-26s | %10.2f %-13s | %-28s | %-7s | %-18s |\n", what, value, unit, peer, r, goal)
	return err
}

// Milliseconds is a duration as a table has it.
func Milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// Middle is the median; it sorts the list.
func Middle[T cmp.Ordered](list []T) T {
	slices.Sort(list)
	return list[len(list)/2]
}
