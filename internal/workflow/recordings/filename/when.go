package filename

import (
	"regexp"
	"strings"

	"lectern/internal/kernel/civil"
)

const (
	longWeekdays = `monday|tuesday|wednesday|thursday|friday|saturday|sunday`
	weekdays     = longWeekdays + `|mon|tues?|wed|thu(?:rs?)?|fri|sat|sun`
	halfOfDay    = `上午|早上|早晨|中午|下午|晚上|傍晚`
)

// timeOfDay is 0800, 08-00-12, 8:00, 上午10.00.00, 10点半 or 2.05.33 PM. Without a separator, hours and minutes need
// four digits, because 101 is a room.
const timeOfDay = `(` + halfOfDay +
	`)?\s*(?:([01]?\d|2[0-3])(?:[:.h-]|点|时)([0-5]\d)(?:[:.分-]?[0-5]\d)?|([01]\d|2[0-3])([0-5]\d)(?:[0-5]\d(?:\d{3})?)?|` +
	`([01]?\d|2[0-3])[点时](半?))分?\s*(am\b|pm\b)?(?:[^0-9]|$)`

var (
	clockBehindDay = regexp.MustCompile(
		`(?i)^[ ,()-]*(?:(?:周|星期|礼拜)[一二三四五六日天]|` + weekdays + `)?[ ,()T-]*(?:at )?` + timeOfDay)
	clockAnywhere = regexp.MustCompile(`(?i)(?:^|[^0-9])` + timeOfDay)
	// spacedClock is 15_30_05, as the Windows camera app writes it.
	spacedClock = regexp.MustCompile(`^([ ,()-]*(?:[01]\d|2[0-3])) ([0-5]\d) ([0-5]\d)(?:[^0-9]|$)`)
	// notClock follows 10-11 if it isn't a time.
	notClock = regexp.MustCompile(`^\s*(?:小?节|周)`)
)

// takeClock removes the time after a date.
func takeClock(n *Name, text string) string {
	if m := spacedClock.FindStringSubmatchIndex(text); m != nil {
		text = group(text, m, 1) + ":" + group(text, m, 2) + text[m[7]:]
	}
	m := clockBehindDay.FindStringSubmatchIndex(text)
	if m == nil {
		return text
	}
	rest := behindClock(text, m)
	if notClock.MatchString(rest) || !n.setClock(text, m) {
		return text
	}
	if zulu := strings.TrimPrefix(rest, "Z"); zulu != rest && (zulu == "" || !isWord(zulu[0]|0x20)) {
		n.UTC, rest = true, zulu
	}
	return rest
}

// takeSpokenClock removes an unambiguous time, such as 下午2点. 8:30 and 10点 count only if the name also has a date,
// week or periods.
func takeSpokenClock(n *Name, text string) string {
	for _, m := range clockAnywhere.FindAllStringSubmatchIndex(text, -1) {
		if (group(text, m, 1) != "" || n.SaysWhen()) && strings.ContainsAny(text[m[0]:m[1]], ":点时") && n.setClock(text, m) {
			return text[:m[0]] + " " + behindClock(text, m)
		}
	}
	return text
}

// behindClock returns the text after a time and its seconds, which are ignored.
func behindClock(text string, m []int) string {
	end := 0
	for i := 1; i < len(m)/2; i++ {
		end = max(end, m[2*i+1])
	}
	return strings.TrimLeft(text[end:], "0123456789:.分点时-")
}

// setClock reads the capture groups of timeOfDay.
func (n *Name) setClock(text string, m []int) bool {
	at := func(i int) string { return group(text, m, i) }
	hour, minute := number(at(2)+at(4)+at(6)), number(at(3)+at(5))
	if at(7) != "" {
		minute = 30
	}
	switch half := strings.ToLower(at(1) + at(8)); {
	case hour < 12 && (half == "下午" || half == "晚上" || half == "傍晚" || half == "pm"), hour < 3 && half == "中午":
		hour += 12
	case half == "am" && hour == 12:
		hour = 0
	}
	clock, ok := civil.NewTime(hour, minute)
	if ok {
		n.Clock, n.Timed = clock, true
	}
	return ok
}

var (
	weekPattern = regexp.MustCompile(`(?i)(?:第\s*(\d{1,2}|[一二三四五六七八九十]{1,3})\s*(?:教学)?[周週]|(?:^|[^0-9~至到–—-])(\d{1,` +
		`2})\s*[周週]|(?:^|[^a-z])(?:week|wk)[ _.-]*(\d{1,2})\b|\bw(\d{1,2})\b)`)
	// besideWeek is a weekday directly after the week: 第5周一5-6节. It must not be the start of a word: 第5周一元回归.
	besideWeek     = regexp.MustCompile(`^([一二三四五六日天])(?:[^\p{Han}]|第|上|下|晚|$)`)
	weekdayPattern = regexp.MustCompile(`(?:周|星期|礼拜)([一二三四五六日天])`)
	longWeekday    = regexp.MustCompile(`(?i)\b(` + longWeekdays + `)\b`)
	anyWeekday     = regexp.MustCompile(`(?i)\b(` + weekdays + `)\b`)
)

// takeWeek removes the week of the term and the weekday.
func takeWeek(n *Name, text string) string {
	if m := weekPattern.FindStringSubmatchIndex(text); m != nil && !n.Dated {
		n.Week = number(group(text, m, 1) + group(text, m, 2) + group(text, m, 3) + group(text, m, 4))
		rest := text[m[1]:]
		if day := besideWeek.FindStringSubmatchIndex(rest); day != nil {
			rest = "周" + rest
		}
		text = text[:m[0]] + " " + rest
	}
	pattern := longWeekday // in a title, sun and sat are words
	if n.Week > 0 {
		pattern = anyWeekday
	}
	if m := weekdayPattern.FindStringSubmatchIndex(text); m != nil {
		n.Weekday = civil.Weekday(strings.Index("一二三四五六日", strings.Replace(group(text, m, 1), "天", "日", 1))/len("一") + 1)
		return replace(text, m)
	}
	if m := pattern.FindStringSubmatchIndex(text); m != nil {
		for day := civil.Monday; day <= civil.Sunday; day++ {
			if strings.EqualFold(day.Go().String()[:3], group(text, m, 1)[:3]) {
				n.Weekday = day
			}
		}
		return replace(text, m)
	}
	return text
}

var (
	periodSpan = regexp.MustCompile(`(?i)第?\s*(\d{1,2})\s*[-–—~,、至到]\s*(?:第\s*)?(\d{1,2})\s*小?节|` +
		`第?\s*(\d{2})(\d{2})\s*小?节|\bperiods?[ _.-]*(\d{1,2})-(\d{1,2})\b`)
	spokenSpan = regexp.MustCompile(`第?\s*(十?[一二三四五六七八九]|十)[、,至到-]?(十?[一二三四五六七八九]|十)\s*小?节`)
	onePeriod  = regexp.MustCompile(`(?i)第?\s*(\d{1,2}|十?[一二三四五六七八九]|十)\s*小?节|\bperiod[ _.-]*(\d{1,2})\b`)
)

// mostPeriods is more than any day has.
const mostPeriods = 20

// takePeriods removes the periods. 第3节 alone is a lesson number, unless the name also says when the class was.
func takePeriods(n *Name, text string) string {
	for _, pattern := range []*regexp.Regexp{periodSpan, spokenSpan, onePeriod} {
		m := pattern.FindStringSubmatchIndex(text)
		if m == nil || pattern == onePeriod && !n.SaysWhen() {
			continue
		}
		var found []int
		for i := 1; i < len(m)/2; i++ {
			if one := number(group(text, m, i)); one > 0 {
				found = append(found, one)
			}
		}
		if len(found) == 0 || found[len(found)-1] < found[0] || found[len(found)-1] > mostPeriods {
			continue
		}
		n.First, n.Last = found[0], found[len(found)-1]
		return replace(text, m)
	}
	return text
}
