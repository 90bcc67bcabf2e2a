// Package parse reads single cells: numbers, phones, dates, periods, combined class times, statuses, lists and academic
// years. It knows neither files nor the college's data. Start at Clean and When.
package parse

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/fold"
)

// A Slot is one weekly class time of a combined cell.
type Slot struct {
	Weekday civil.Weekday
	Hours   string // periods or clock times, as written
	Weeks   string // empty if not given
	Place   string // the rest of the text, if the cell contains places
}

// maxSlots limits the class times in one cell.
const maxSlots = 50

var (
	signs = strings.NewReplacer("–", "-", "—", "-", "~", "-", "〜", "-", "至", "-", "到", "-", "、", ",", "【", "[", "】", "]",
		"<br/>", ";", "<br>", ";", "\r", "", "週", "周")

	sections   = regexp.MustCompile(`[;\n]+`)
	dayWord    = regexp.MustCompile(`(?:星期|礼拜|周)([一二三四五六日天])|(?:星期|礼拜)([1-7])`)
	dayFirst   = regexp.MustCompile(`^([一二三四五六日])(?:\[|第|\d)`)
	dayLatin   = regexp.MustCompile(`\b(mon|tue|wed|thu|fri|sat|sun)(?:day|sday|nesday|rsday|urday|s|rs|r)?\b\.?`)
	braces     = regexp.MustCompile(`\{([^{}]*)\}`)
	perWeek    = regexp.MustCompile(`\|?\d+节/周`)
	clocks     = regexp.MustCompile(`\d{1,2}:\d{2}(?::\d{2})?\s*-\s*\d{1,2}:\d{2}(?::\d{2})?`)
	periodPart = regexp.MustCompile(`[\[(]?第?\d[\d,-]*(?:小)?节课?[\])]?|第\d+(?:节)?-第?\d+节|\[\d[\d,-]*\](?:节)?`)
	weekList   = regexp.MustCompile(`[\[(]?第?\d[\d,-]*\(?周\)?[\])]?(?:[(\[][单双]周?[)\]]|[单双]周?)?|[(\[]?[单双]周[)\]]?`)
	emptiness  = regexp.MustCompile(`[\s,:()\[\]/|-]+`)
)

func folded(text string) string { return strings.ToLower(signs.Replace(fold.Width(text))) }

// When reads combined class times as written by 正方, 强智 and others, such as 星期一第1-2节{1-16周(单)};星期三第3-4节{2-16周(双)}. It
// fails with roster.bad_when, roster.when_no_weekday or roster.when_no_hours, which say what was understood.
func When(text string) ([]Slot, error) { return when(text, false) }

// WhenWhere reads class times followed by their place, as in 周二5-6节(1-16周)博学楼102.
func WhenWhere(text string) ([]Slot, error) { return when(text, true) }

func when(text string, places bool) ([]Slot, error) {
	if slot, ok := codedSlot(text); ok {
		return []Slot{slot}, nil
	}
	var out []Slot
	for _, section := range sections.Split(spelledOut(weekdayBetween(folded(text))), -1) {
		for _, part := range atWeekdays(section) {
			if emptiness.ReplaceAllString(part, "") == "" {
				continue
			}
			slots, err := slotsOf(part, text, places)
			if err != nil {
				return nil, err
			}
			if out = append(out, slots...); len(out) > maxSlots {
				return nil, notUnderstood(text, nil, part)
			}
		}
	}
	if len(out) == 0 {
		return nil, notUnderstood(text, nil, text)
	}
	return out, nil
}

var coded = regexp.MustCompile(`^[1-7](?:[01]\d){1,6}$`)

// codedSlot reads 强智's numeric class times: 10102 is day 1, periods 01 and 02.
func codedSlot(text string) (Slot, bool) {
	text = strings.TrimSpace(folded(text))
	if !coded.MatchString(text) {
		return Slot{}, false
	}
	if _, _, ok := pairs(text[1:]); !ok && len(text) > 3 {
		return Slot{}, false
	}
	return Slot{Weekday: weekdayWords[text[:1]], Hours: text[1:]}, true
}

// IsWhen reports whether a cell contains a weekday, and so is a combined one.
func IsWhen(text string) bool {
	if _, ok := codedSlot(text); ok {
		return true
	}
	text = spelledOut(weekdayBetween(folded(text)))
	return dayWord.MatchString(text) || dayLatin.MatchString(text) || dayFirst.MatchString(text)
}

// atWeekdays splits a text before each weekday but the first.
func atWeekdays(text string) []string {
	var out []string
	begin := 0
	outside := braces.ReplaceAllStringFunc(text, func(s string) string { return strings.Repeat("\x00", len(s)) })
	for i, at := range dayWord.FindAllStringIndex(outside, -1) {
		if i > 0 {
			out = append(out, text[begin:at[0]])
			begin = at[0]
		}
	}
	return append(out, text[begin:])
}

// take removes all matches from a text and returns them.
func take(text *string, pattern *regexp.Regexp) []string {
	found := pattern.FindAllString(*text, -1)
	*text = pattern.ReplaceAllString(*text, " ")
	return found
}

func slotsOf(part, whole string, places bool) ([]Slot, error) {
	rest := part
	var understood []string
	weeks := take(&rest, braces)
	for i := range weeks {
		weeks[i] = perWeek.ReplaceAllString(strings.Trim(weeks[i], "{}"), "")
	}
	weeks = slices.DeleteFunc(weeks, func(w string) bool { return w == "" })
	day := takeWeekday(&rest, &understood)
	hours := take(&rest, clocks)
	if len(hours) == 0 { // 中午 before a clock time is no period
		hours = append(take(&rest, eveningPart), take(&rest, noonPart)...)
	}
	hours = append(hours, take(&rest, periodPart)...)
	if len(weeks) == 0 {
		weeks = take(&rest, weekList)
	}
	if bare := barePeriods(rest); bare != "" && len(hours) == 0 && day > 0 {
		// In 周一 1-2, a bare range can only be periods.
		hours, rest = []string{bare}, ""
	}
	understood = append(append(understood, hours...), weeks...)
	place := ""
	if places && len(understood) > 0 {
		place, rest = placeIn(rest), ""
	}
	if left := emptiness.ReplaceAllString(rest, ""); left != "" {
		return nil, notUnderstood(whole, understood, strings.TrimSpace(rest))
	}
	if day == 0 {
		return nil, lacking("roster.when_no_weekday", whole, understood)
	}
	if len(hours) == 0 {
		return nil, lacking("roster.when_no_hours", whole, understood)
	}
	out := make([]Slot, len(hours))
	for i, h := range hours {
		out[i] = Slot{Weekday: day, Hours: strings.Trim(h, "[]() "), Weeks: strings.Join(weeks, ","), Place: place}
	}
	return out, nil
}

func takeWeekday(rest *string, understood *[]string) civil.Weekday {
	word := ""
	if m := dayWord.FindStringSubmatch(*rest); m != nil {
		word = m[1] + m[2]
		*understood = append(*understood, take(rest, dayWord)...)
	} else if m := dayFirst.FindStringSubmatch(*rest); m != nil {
		word = m[1]
		*understood = append(*understood, word)
		*rest = strings.TrimPrefix(*rest, word)
	} else if m := dayLatin.FindStringSubmatch(*rest); m != nil {
		word = m[1]
		*understood = append(*understood, take(rest, dayLatin)...)
	}
	return weekdayWords[word]
}

var weekdayWords = map[string]civil.Weekday{
	"一": 1, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "日": 7, "天": 7, "1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7,
	"mon": 1, "tue": 2, "wed": 3, "thu": 4, "fri": 5, "sat": 6, "sun": 7, "tues": 2, "thur": 4, "thurs": 4,
	"monday": 1, "tuesday": 2, "wednesday": 3, "thursday": 4, "friday": 5, "saturday": 6, "sunday": 7,
}

func notUnderstood(whole string, understood []string, rest string) error {
	if len(understood) == 0 {
		return fault.New(fault.Invalid, "roster.bad_when_at_all", "value", clip(whole))
	}
	return fault.New(fault.Invalid, "roster.bad_when", "value", clip(whole), "understood",
		clip(strings.Join(understood, " ")), "rest", clip(rest))
}

func lacking(code, whole string, understood []string) error {
	return fault.New(fault.Invalid, code, "value", clip(whole), "understood", clip(strings.Join(understood, " ")))
}

func clip(text string) string {
	if runes := []rune(text); len(runes) > 60 {
		return string(runes[:60]) + "…"
	}
	return text
}

var periodWords = strings.NewReplacer("第", "", "小节", "", "节课", "", "节", "", "periods", "", "period", "", "[", "", "]",
	"", "(", "", ")", "", " ", "", "\t", "")

// Periods reads 1-2, 第3-4节, 第1,2节, 5, and 强智's pairs of digits: 0102, 010203.
func Periods(text string) (first, last int, ok bool) {
	text = spokenNumbers(periodWords.Replace(folded(text)))
	if strings.Trim(text, "0123456789") == "" && len(text) > 2 {
		return pairs(text)
	}
	items := strings.Split(text, ",")
	for _, item := range items {
		from, to, ranged := strings.Cut(item, "-")
		a, b := small(from), small(to)
		if !ranged {
			b = a
		}
		// 1,2,5 isn't a range. A single reversed range is one: the caller reports it.
		if a == 0 || b == 0 || b < a && len(items) > 1 || last > 0 && a != last+1 {
			return 0, 0, false
		}
		if first == 0 {
			first = a
		}
		last = b
	}
	return first, last, first > 0
}

var spokenDigits = map[rune]int{'一': 1, '二': 2, '三': 3, '四': 4, '五': 5, '六': 6, '七': 7, '八': 8, '九': 9}

// spokenNumbers converts 一, 十一 and 三四 to digits, separating adjacent numbers with a comma: 九十 means periods 9 and 10.
func spokenNumbers(text string) string {
	var out strings.Builder
	beside := false // the previous character was a number
	put := func(n int) {
		if beside {
			out.WriteByte(',')
		}
		out.WriteString(strconv.Itoa(n))
		beside = true
	}
	runes := []rune(text)
	for i := 0; i < len(runes); i++ {
		r := runes[i]
		switch n := spokenDigits[r]; {
		case n > 0:
			put(n)
		case r == '十' && i+1 < len(runes) && spokenDigits[runes[i+1]] > 0:
			i++
			put(10 + spokenDigits[runes[i]])
		case r == '十':
			put(10)
		default:
			out.WriteRune(r)
			beside = false
		}
	}
	return out.String()
}

// pairs reads digits in pairs, or singly if they are consecutive: a spreadsheet drops the leading zero of 0102.
func pairs(digits string) (first, last int, ok bool) {
	if len(digits) > 24 {
		return 0, 0, false
	}
	padded := digits
	if len(padded)%2 == 1 {
		padded = "0" + padded
	}
	for _, step := range []int{2, 1} {
		text := digits
		if step == 2 {
			text = padded
		}
		first, last = 0, 0
		for i := 0; i < len(text); i += step {
			n := small(text[i : i+step])
			if n == 0 || last > 0 && n != last+1 {
				first = 0
				break
			}
			if first == 0 {
				first = n
			}
			last = n
		}
		if first > 0 {
			return first, last, true
		}
	}
	return 0, 0, false
}

// small parses up to two digits, and returns 0 for anything else.
func small(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || len(text) > 2 {
		return 0
	}
	return n
}

// List splits a cell that belongs to count class times into one value for all or one for each. Otherwise it returns
// false.
func List(text string, count int) (values []string, ok bool) {
	for _, separators := range []string{";；\n", ";；\n,，、", ";；\n,，、/"} {
		parts := cut(text, separators)
		switch {
		case len(parts) == 0:
			return make([]string, count), true
		case len(parts) == count && count > 1:
			return parts, true
		case len(slices.Compact(slices.Clone(parts))) == 1 && len(parts) > 1: // repeated
			return slices.Repeat(parts[:1], count), true
		}
	}
	if whole := cut(text, ";；\n"); len(whole) == 1 { // a comma may be part of it
		return slices.Repeat(whole, count), true
	}
	return nil, false
}

func cut(text, separators string) []string {
	var out []string
	for part := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune(separators, r) }) {
		if part = strings.TrimSpace(part); part != "" {
			out = append(out, part)
		}
	}
	return out
}
