package parse

import (
	"regexp"
	"strings"
)

// A Part is one of those parts of a day of which some sheets count the periods by themselves.
type Part string

// The parts.
const (
	Noon    Part = "noon"
	Evening Part = "evening"
)

// PartPeriods are periods as they are counted within a part of the day, from 1. Which periods of the day they are depends on the campus and the date.
type PartPeriods struct {
	Part        Part
	First, Last int
}

const partNumber = `(?:\d{1,2}|[一二三四五六七八九十]+)`

var (
	eveningWord  = regexp.MustCompile(`晚(?:上|间)?`)
	eveningPart  = regexp.MustCompile(`晚(?:上|间)?第?` + partNumber + `(?:[,-](?:晚(?:上|间)?)?第?` + partNumber + `)*(?:小?节课?)?`)
	noonPart     = regexp.MustCompile(`(?:中午|午间)(?:第?[1一]节)?`)
	eveningWhole = regexp.MustCompile(`^` + eveningPart.String() + `$`)
	noonWhole    = regexp.MustCompile(`^` + noonPart.String() + `$`)
)

// InPart reads 晚一, 晚1-2, 晚上第1节, 晚一、晚二 and 中午.
func InPart(text string) (PartPeriods, bool) {
	text = strings.Join(strings.Fields(folded(text)), "")
	switch {
	case noonWhole.MatchString(text):
		return PartPeriods{Noon, 1, 1}, true
	case eveningWhole.MatchString(text):
		first, last, ok := Periods(eveningWord.ReplaceAllString(text, ""))
		return PartPeriods{Evening, first, last}, ok
	}
	return PartPeriods{}, false
}
