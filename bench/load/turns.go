package load

import "slices"

// rounds is how often InTurn measures each side.
const rounds = 9

// InTurn measures two sides in short turns, alternating which goes first, and returns the medians of each side and
// of their ratios. The speed of a shared machine varies, so only adjacent measurements can be compared.
func InTurn(ours, theirs func() (float64, error)) (a, b, ratio float64, err error) {
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
	return Median(mine), Median(peer), Median(ratios), nil
}

// Median sorts the list.
func Median(list []float64) float64 {
	slices.Sort(list)
	return list[len(list)/2]
}
