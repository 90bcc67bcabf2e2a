package parse

import (
	"regexp"
	"strings"

	"lectern/internal/kernel/fold"
)

var (
	endsInDigit   = regexp.MustCompile(`\d$`)
	beginsInDigit = regexp.MustCompile(`^\d`)
	roomRemark    = regexp.MustCompile(`^(.+?)\s*[(\[【][^()\[\]【】]*[)\]】]$`)
	besideDigits  = regexp.MustCompile(`([一二三四五六七八九十]+)\s*(?:号|栋|座|幢)?\s*(?:教学楼|教学大楼|楼)?\s*[-_#.]?\s*(\d)`)
	buildingWord  = regexp.MustCompile(`(\d)\s*(?:号|栋|座|幢)?\s*(?:教学楼|教学大楼|楼)\s*(\d)`)
	betweenDigits = regexp.MustCompile(`(\d)[\s_#.-]+(\d)`)
	otherSigns    = regexp.MustCompile(`(\D)[\s_#.-]+|[\s_#.-]+(\D)`)
)

// InBuilding joins a building and a room number: 明德楼 and 101 are 明德楼101, but 教1 and 101 are 教1-101, because 教1101 may
// be room 01 in 教11.
func InBuilding(building, number string) string {
	if endsInDigit.MatchString(building) && beginsInDigit.MatchString(number) {
		return building + "-" + number
	}
	return building + number
}

// RoomKey normalises a room's name for comparison: 教一305, 教1 305 and 教1楼305 are 教1-305. Two adjacent numbers stay
// separate.
func RoomKey(name string) string {
	name = strings.ToLower(fold.Width(Dashes.Replace(name)))
	name = besideDigits.ReplaceAllStringFunc(name, func(text string) string {
		m := besideDigits.FindStringSubmatch(text)
		return strings.ReplaceAll(spokenNumbers(m[1]), ",", "") + "-" + m[2]
	})
	name = buildingWord.ReplaceAllString(name, "$1-$2")
	name = betweenDigits.ReplaceAllString(name, "$1\x00$2")
	name = otherSigns.ReplaceAllString(name, "$1$2")
	return strings.TrimSuffix(strings.ReplaceAll(name, "\x00", "-"), "室")
}

// WithoutRemark removes a remark after the name of a room or teacher: 教1-305(多媒体), 何静[讲师].
func WithoutRemark(text string) string {
	if m := roomRemark.FindStringSubmatch(strings.TrimSpace(fold.Width(text))); m != nil {
		return m[1]
	}
	return text
}

// placeIn returns the place in the rest of a cell of class times, without brackets around it but with those after its
// name: 教一305(多媒体).
func placeIn(rest string) string {
	place := strings.Trim(rest, " \t,:()[]/|-")
	for _, pair := range []string{"()", "[]"} {
		if strings.Count(place, pair[:1]) > strings.Count(place, pair[1:]) {
			place += pair[1:]
		}
	}
	return place
}
