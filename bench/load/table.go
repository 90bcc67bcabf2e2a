package load

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
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

// Rate is a side of InTurn: how many good answers a server gives in a second. An answer that is not 200 is an error.
func Rate(ctx context.Context, addr string, conns int, each time.Duration, next Request) func() (float64, error) {
	return func() (float64, error) {
		r, err := Run(ctx, addr, conns, each, http.StatusOK, next)
		if err == nil && r.Failed > 0 {
			err = fmt.Errorf("%s: %d of %d answers were not 200", addr, r.Failed, r.Requests)
		}
		return r.PerSecond(), err
	}
}

// InTurn measures both sides one after the other, rounds times, and returns the middle of each and of their ratios. Whoever goes
// first changes: a machine that others use too is fast now and slow then, and what lies side by side can be compared.
func InTurn(rounds int, ours, theirs func() (float64, error)) (a, b, ratio float64, err error) {
	var mine, peer, ratios []float64
	for round := range rounds {
		values := [2]float64{}
		for i := range values {
			side := (i + round) % 2
			if values[side], err = []func() (float64, error){ours, theirs}[side](); err != nil {
				return 0, 0, 0, err
			}
		}
		mine, peer, ratios = append(mine, values[0]), append(peer, values[1]), append(ratios, values[0]/values[1])
	}
	return Middle(mine), Middle(peer), Middle(ratios), nil
}
