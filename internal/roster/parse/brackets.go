package parse

import "regexp"

var dayBetween = regexp.MustCompile(`\[?(\d[\d,-]*)(?:\[?周\]?)?\]?(?:\(?([单双])周?\)?)?\s*([一二三四五六日])\s*\[(\d[\d,-]*)节?\]`)

// weekdayBetween writes [1-16]一[1-2], as 青果 has it with the weeks before the day and the periods behind it, as 星期一第1-2节{1-16周}.
func weekdayBetween(text string) string {
	return dayBetween.ReplaceAllString(text, "星期${3}第${4}节{${1}周${2}}")
}
