package parse

import (
	"regexp"
	"strings"

	"lectern/internal/kernel/fold"
)

var dayBetween = regexp.MustCompile(
	`\[?(\d[\d,-]*)(?:\[?周\]?)?\]?(?:\(?([单双])周?\)?)?\s*([一二三四五六日])\s*\[(\d[\d,-]*)节?\]`)

// bareWeeks matches weeks before a weekday without the word for weeks: 1-16 周四[9-10].
var bareWeeks = regexp.MustCompile(`(^|[\s;])(\d[\d,-]*)\s+(?:星期|周)([一二三四五六日])\s*\[(\d[\d,-]*)节?\]`)

// weekdayBetween rewrites 青果's [1-16]一[1-2], with the weeks first and the periods last, to 星期一第1-2节{1-16周}.
func weekdayBetween(text string) string {
	text = bareWeeks.ReplaceAllString(text, "${1}星期${3}第${4}节{${2}周}")
	return dayBetween.ReplaceAllString(text, "星期${3}第${4}节{${1}周${2}}")
}

var codeBefore = regexp.MustCompile(`^[\[(]([A-Za-z0-9][A-Za-z0-9._-]*)[\])]\s*(\S.*)$`)

// CodeAndName splits a course as 青果 writes it, [GG101]高等数学, into code and name. Any other text is only a name.
func CodeAndName(text string) (code, name string) {
	if m := codeBefore.FindStringSubmatch(strings.TrimSpace(fold.Width(text))); m != nil {
		return m[1], m[2]
	}
	return "", text
}

var (
	severalDays  = regexp.MustCompile(`^([^;\n]*?)(星期|礼拜|周)([一二三四五六日天])((?:[,和及][一二三四五六日天])+)([^;\n]*)$`)
	dayAndSign   = regexp.MustCompile(`^\s*([1-7])\s*\[\s*(\d[\d,-]*)\s*(?:节)?\s*\]`)
	dayInDigits  = regexp.MustCompile(`^\s*周([1-7])\s+`)
	dayAlone     = regexp.MustCompile(`^\s*([一二三四五六日])\s+(\d)`)
	morning      = regexp.MustCompile(`上午(第?[1-5](?:[,-][1-5])*节)`)
	afternoon    = regexp.MustCompile(`下午(第?(?:[5-9]|1\d)(?:[,-](?:[5-9]|1\d))*节)`)
	bareSpan     = regexp.MustCompile(`^[\s,:/(\[]*(\d{1,2})(?:\s*[,-]\s*(\d{1,2}))?[\s,/)\]]*$`)
	partSections = regexp.MustCompile(`[;\n]+`)
)

// longestClass is the longest class, in periods, if the word for periods is missing: a longer range would be weeks.
const longestClass = 6

// spelledOut expands short forms of a weekday to 星期一: 1[01-02], 周1 1-2, 一 1-2, and 周一、三1-2节 as two times. It drops the
// part of the day if periods are numbered through the day: 上午1-2节.
func spelledOut(text string) string {
	var out []string
	for _, section := range partSections.Split(text, -1) {
		section = dayAndSign.ReplaceAllString(section, "星期${1}第${2}节")
		section = dayInDigits.ReplaceAllString(section, "星期$1 ")
		section = dayAlone.ReplaceAllString(section, "星期$1 $2")
		section = afternoon.ReplaceAllString(morning.ReplaceAllString(section, "$1"), "$1")
		m := severalDays.FindStringSubmatch(section)
		if m == nil {
			out = append(out, section)
			continue
		}
		for _, day := range m[3] + m[4] {
			if strings.ContainsRune("一二三四五六日天", day) {
				out = append(out, m[1]+m[2]+string(day)+m[5])
			}
		}
	}
	return strings.Join(out, ";")
}

// barePeriods reads periods without the word for them: 1-2, (3-4). It returns "" for anything else.
func barePeriods(text string) string {
	m := bareSpan.FindStringSubmatch(text)
	if m == nil {
		return ""
	}
	if m[2] == "" {
		return m[1]
	}
	if a, b := small(m[1]), small(m[2]); a == 0 || b < a || b-a >= longestClass {
		return ""
	}
	return m[1] + "-" + m[2]
}
