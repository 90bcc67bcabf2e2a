package engine

import (
	"math"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"lectern/internal/civil"
	"lectern/internal/fault"
	"lectern/internal/fold"
	"lectern/internal/locale"
	"lectern/internal/nationalid"
	"lectern/internal/roster/parse"
	"lectern/internal/roster/sheet"
	"lectern/internal/student"
	"lectern/internal/timetable"
)

func itoa(n int) string { return strconv.Itoa(n) }

// Clean removes what is not part of a cell's value: blanks and invisible marks around it, the quote that keeps a spreadsheet from
// taking text for a formula, and the ways to write that there is no value.
func Clean(cell string) string {
	cell = strings.TrimFunc(cell, func(r rune) bool {
		return unicode.IsSpace(r) || r == '\ufeff' || r == '\u200b' || r == '\u200e' || r == '\u200f'
	})
	cell = sheet.UnescapeFormula(cell)
	switch strings.ToLower(cell) {
	case "-", "--", "—", "——", "/", "\\", "无", "暂无", "none", "n/a", "null":
		return ""
	}
	return cell
}

// excelErrors are the values of formulas that went wrong.
func excelErrors() []string {
	return []string{"#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#N/A", "#SPILL!", "#CALC!", "#GETTING_DATA"}
}

// checkCell refuses what cannot be what was meant, whatever the column.
func checkCell(cell string) error {
	if strings.HasPrefix(cell, "#") && slices.Contains(excelErrors(), cell) {
		return fault.New(fault.Invalid, "roster.cell_error")
	}
	if strings.ContainsRune(cell, unicode.ReplacementChar) {
		return fault.New(fault.Invalid, "roster.encoding")
	}
	return nil
}

// nameKey makes names comparable that differ in case, width and blanks only.
func nameKey(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, fold.Width(text))
}

var (
	scientific = regexp.MustCompile(`^(\d)(?:\.(\d+))?[eE]\+?(\d{1,2})$`)
	fraction   = regexp.MustCompile(`^(\d+)\.0+$`)
)

// digits writes out a number that a spreadsheet shortened: 1.3800000001E10 is a phone, 2024.0 a year. A number whose last digits
// are gone (1.38E+10) is roster.lost_digits: nobody can know them any more.
func digits(cell string) (string, error) {
	cell = fold.Width(cell)
	if m := fraction.FindStringSubmatch(cell); m != nil {
		return m[1], nil
	}
	m := scientific.FindStringSubmatch(cell)
	if m == nil {
		return cell, nil
	}
	places, err := strconv.Atoi(m[3])
	if err != nil || len(m[2]) != places {
		return "", fault.New(fault.Invalid, "roster.lost_digits")
	}
	n, ok := new(big.Int).SetString(m[1]+m[2], 10)
	if !ok {
		return "", fault.New(fault.Invalid, "roster.lost_digits")
	}
	return n.String(), nil
}

// phone undoes what spreadsheets do to mobile numbers; whether it is one is for the service to say.
func phone(cell string) (string, error) {
	text, err := digits(cell)
	if err != nil {
		return "", err
	}
	if len(text) == 13 && strings.HasPrefix(text, "861") { // 0086… whose zeros are gone
		return "+" + text, nil
	}
	if len(text) == 12 && strings.HasPrefix(text, "01") { // 0 before a mobile number, as for calls to another city
		return text[1:], nil
	}
	return text, nil
}

// personName takes out the blanks that line up names of two characters.
func personName(text string) string {
	for _, r := range text {
		if !unicode.Is(unicode.Han, r) && !unicode.IsSpace(r) {
			return text
		}
	}
	return strings.Join(strings.Fields(text), "")
}

var landLine = regexp.MustCompile(`^[2-9]\d{9,10}$`)

// anyPhone gives a land line the zero back that a numeric cell lost.
func anyPhone(cell string) (string, error) {
	text, err := phone(cell)
	if err == nil && landLine.MatchString(text) {
		text = "0" + text
	}
	return text, err
}

var lostTail = regexp.MustCompile(`^\d{15}000$`)

// nationalID refuses a number that went through a numeric cell: those keep fifteen digits of eighteen.
func nationalID(cell string) (string, error) {
	text := fold.Width(cell)
	lost := scientific.MatchString(text)
	if lostTail.MatchString(text) { // a few right ones end in zeros too
		_, err := nationalid.Parse(text)
		lost = err != nil
	}
	if lost {
		return "", fault.New(fault.Invalid, "roster.lost_digits")
	}
	return text, nil
}

var writtenDate = regexp.MustCompile(`^(\d{4})[-/.年]\s*(\d{1,2})(?:[-/.月]\s*(\d{1,2})日?|月)?(?:[T ].*|[(\[]?(?:星期|周|礼拜)[一二三四五六日天][)\]]?)?$`)

// date reads the forms that put the year first, and the serial number of a spreadsheet. A month alone is its last day.
func date(cell string, from1904 bool) (civil.Date, error) {
	text := fold.Width(cell)
	bad := fault.New(fault.Invalid, "roster.bad_date")
	if m := writtenDate.FindStringSubmatch(text); m != nil {
		year, month := number(m[1]), time.Month(number(m[2]))
		if m[3] == "" {
			last := time.Date(year, month+1, 0, 0, 0, 0, 0, time.UTC)
			m[3] = itoa(last.Day())
		}
		if d, ok := civil.NewDate(year, month, number(m[3])); ok {
			return d, nil
		}
		return civil.Date{}, bad
	}
	if len(text) == 8 && number(text) > 0 { // 20260907
		if d, ok := civil.NewDate(number(text[:4]), time.Month(number(text[4:6])), number(text[6:])); ok {
			return d, nil
		}
		return civil.Date{}, bad
	}
	// Serials from 1954 to 2119; what is smaller is a mistake, not a date.
	serial, err := strconv.ParseFloat(text, 64)
	if err != nil || serial < 20_000 || serial > 80_000 {
		return civil.Date{}, bad
	}
	epoch, _ := civil.NewDate(1899, time.December, 30) // Lotus took 1900 for a leap year, and everybody followed
	if from1904 {
		epoch, _ = civil.NewDate(1904, time.January, 1)
	}
	return epoch.AddDays(int(serial)), nil
}

// number reads digits, and gives 0 for anything else.
func number(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return 0
	}
	return n
}

var clockTime = regexp.MustCompile(`(?i)^(\d{1,2}):(\d{2})(?::00)?(?:\.0+)?\s*(am|pm)?$`)

var (
	morningWord   = regexp.MustCompile(`^(?:上午|早上|早晨|凌晨|中午)\s*`)
	afternoonWord = regexp.MustCompile(`^(?:下午|晚上|晚间|傍晚)\s*`)
	spokenClock   = regexp.MustCompile(`^(\d{1,2})[点时](?:(\d{1,2})分?|整)?$`)
)

// partOfDay takes 上午 or 下午 from a time of day, and writes 9点30分 as 9:30.
func partOfDay(text string) (rest string, afternoon bool) {
	rest = morningWord.ReplaceAllString(text, "")
	if cut := afternoonWord.ReplaceAllString(rest, ""); cut != rest {
		rest, afternoon = cut, true
	}
	if m := spokenClock.FindStringSubmatch(rest); m != nil {
		rest = m[1] + ":" + ("00" + m[2])[len(m[2]):]
	}
	return rest, afternoon
}

// clock reads a time of day, also as the part of a day that a spreadsheet stores.
func clock(cell string) (civil.Time, error) {
	text, afternoon := partOfDay(strings.TrimSpace(fold.Width(cell)))
	if m := clockTime.FindStringSubmatch(text); m != nil {
		hour := number(m[1])
		if afternoon && hour < 12 && m[3] == "" {
			hour += 12
		}
		if half := strings.ToLower(m[3]); half != "" {
			if hour < 1 || hour > 12 {
				return 0, fault.New(fault.Invalid, "roster.bad_time")
			}
			if hour %= 12; half == "pm" {
				hour += 12
			}
		}
		if hour == 24 && number(m[2]) == 0 || hour > 24 {
			return 0, fault.New(fault.Invalid, "roster.past_midnight")
		}
		if t, ok := civil.NewTime(hour, number(m[2])); ok {
			return t, nil
		}
		return 0, fault.New(fault.Invalid, "roster.bad_time")
	}
	part, err := strconv.ParseFloat(text, 64)
	if err != nil || part <= 0 || part >= 1 {
		return 0, fault.New(fault.Invalid, "roster.bad_time")
	}
	minutes := int(math.Round(part * 24 * 60))
	if t, ok := civil.NewTime(minutes/60, minutes%60); ok {
		return t, nil
	}
	return 0, fault.New(fault.Invalid, "roster.bad_time")
}

var (
	clockSpan = regexp.MustCompile(`^(.*[\d分整点时])\s*[-~]\s*(\S*\d.*)$`)
	dashes    = strings.NewReplacer("–", "-", "—", "-", "－", "-", "～", "~", "〜", "~", "至", "-", "到", "-")
)

// hours reads periods (1-2, 第3-4节, 0102) or clock times (19:00-20:30).
func hours(cell string) (timetable.Hours, error) {
	if first, last, ok := parse.Periods(cell); ok {
		return timetable.Hours{FirstPeriod: first, LastPeriod: last}, nil
	}
	if err := becameDate(cell); err != nil {
		return timetable.Hours{}, err
	}
	if m := clockSpan.FindStringSubmatch(strings.TrimSpace(dashes.Replace(strings.ToLower(fold.Width(cell))))); m != nil {
		starts, err := clock(m[1])
		if err != nil {
			return timetable.Hours{}, err
		}
		last := m[2]
		if word := afternoonWord.FindString(m[1]); word != "" { // 下午2:00-4:00 says it once
			last = word + last
		}
		ends, err := clock(last)
		return timetable.Hours{Starts: starts, Ends: ends}, err
	}
	return timetable.Hours{}, fault.New(fault.Invalid, "roster.bad_hours")
}

// becameDate refuses what a spreadsheet took for a date: 1-16 is stored as the 16th of January.
func becameDate(cell string) error {
	n, err := strconv.Atoi(cell)
	if err != nil || n < 40_000 || n > 60_000 {
		return nil //nolint:nilerr // then it is something else
	}
	d, err := date(cell, false)
	if err != nil {
		return nil //nolint:nilerr // as above
	}
	day := d.String()
	return fault.New(fault.Invalid, "roster.became_date", "text", itoa(number(day[5:7]))+"-"+itoa(number(day[8:])))
}

// weeks reads a set of weeks of a term.
func weeks(cell string, term timetable.Term) (timetable.Weeks, error) {
	if err := becameDate(cell); err != nil {
		return 0, err
	}
	return timetable.ParseWeeks(parse.WeekBits(cell), term.Weeks)
}

// weekday reads 周一, 星期一, 礼拜一, Monday, Mon and 1.
func weekday(cell string) (civil.Weekday, error) {
	text := nameKey(cell)
	for _, prefix := range []string{"星期", "礼拜", "周", "週"} {
		text = strings.TrimPrefix(text, prefix)
	}
	if day, ok := parse.Weekday(strings.TrimSuffix(text, ".")); ok {
		return day, nil
	}
	return 0, fault.New(fault.Invalid, "roster.bad_weekday")
}

var yearMonth = regexp.MustCompile(`^(20\d\d)(?:[-/.年](?:0?[1-9]|1[0-2])(?:$|[-/.月].*)|(?:0[1-9]|1[0-2])(?:\d\d)?$)`)

// year reads 2024, 2024级, 24级 and 2024.0, and the year of 2026年9月, 202609 and 2026-09-01.
func year(cell string) (string, error) {
	text := fold.Width(cell)
	if m := yearMonth.FindStringSubmatch(text); m != nil {
		return m[1], nil
	}
	if d, err := date(text, false); err == nil && len(text) == 5 { // a date of a spreadsheet
		return d.String()[:4], nil
	}
	if short := strings.TrimSuffix(text, "级"); short != text && len(short) == 2 && number(short) > 0 {
		return "20" + short, nil
	}
	return digits(strings.TrimSuffix(strings.TrimSuffix(text, "级"), "年"))
}

// counted are the words behind a number that say what it counts.
var counted = regexp.MustCompile(`^(\d+)\s*(?:人|座|个|位|间|席|台|套)$`)

// wholeNumber reads a small number: 90, 90人.
func wholeNumber(text string) (int, error) {
	text, err := digits(counted.ReplaceAllString(fold.Width(text), "$1"))
	if err != nil {
		return 0, err
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0, fault.New(fault.Invalid, "roster.bad_number")
	}
	return n, nil
}

// tenths reads credits: 3, 2.5, 3学分.
func tenths(cell string) (int, error) {
	text := strings.TrimSpace(strings.TrimSuffix(strings.TrimSuffix(fold.Width(cell), "分"), "学"))
	n, err := strconv.ParseFloat(text, 64)
	if scaled := math.Round(n * 10); err == nil && scaled >= 0 && scaled <= 1000 && math.Abs(scaled-n*10) < 1e-6 {
		return int(scaled), nil
	}
	return 0, fault.New(fault.Invalid, "course.credits")
}

// A Choice is a column with a few values, each with the words that colleges use for it.
type Choice []struct {
	value string
	words string // separated by blanks, folded
}

func (c Choice) read(cell string) (string, error) {
	text := nameKey(cell)
	all := make([]string, 0, len(c))
	for _, one := range c {
		if text == one.value || slices.Contains(strings.Fields(one.words), text) {
			return one.value, nil
		}
		own, _, _ := strings.Cut(one.words, " ") // the Chinese one
		all = append(all, own+" "+one.value)
	}
	return "", fault.New(fault.Invalid, "roster.bad_choice", "choices", strings.Join(all, ", "))
}

// The choices of students, enrolments and meetings.
var (
	parities   = Choice{{"odd", "单 单周 奇数周 奇"}, {"even", "双 双周 偶数周 偶"}, {"all", "全 全周 每周 单双周 不分 不分单双周 单双"}}
	Genders    = Choice{{"female", "女 女性 f woman 2"}, {"male", "男 男性 m man 1"}}
	StudyModes = Choice{
		{student.StudyModes()[0], "全日制 普通全日制 全日制教育 脱产 全日 fulltime"},
		{student.StudyModes()[1], "非全日制 业余 在职 parttime"},
		{student.StudyModes()[2], "函授 远程 网络 网络教育 online"},
		{student.StudyModes()[3], "交换 交流 交换生"},
	}
	Statuses = Choice{
		{student.Statuses()[0], "在读 有 在籍 在校 注册 正常 在册 在校生 有学籍 在籍在校 在籍注册 已注册 注册学籍 在读生 在校在籍 复学 active registered"},
		{student.Statuses()[1], "休学 停学 休学中 保留学籍 保留入学资格 onleave leave"},
		{student.Statuses()[2], "交换 交流 exchange abroad"},
		{student.Statuses()[3], "毕业 已毕业 毕业离校"},
		{student.Statuses()[4], "退学 离校 已退学 肄业 开除学籍 开除 转学 转出 转学转出 取消学籍 取消入学资格 注销学籍 自动退学 勒令退学 死亡 left droppedout"},
	}
	EnrolmentStates = Choice{{"confirmed", "已确认 确认 已选 已选课 选中 正常 选课 补选 初选 重修 初修 在修 修读 在读 有效 已选中 选上 选课成功 审核通过 已审核 通过 增选 改选入 enrolled enroled yes"}, {"pending", "待确认 待审核 未确认 待选 待抽签 待筛选 未审核 审核中 候补 waiting waitlist"}, {"dropped", "退课 已退课 退选 退 已退 退修 落选 未选中 无效 取消 已取消 删除 退选成功 退课成功 撤课 停修 已退选 退出 withdrawn"}}
	ClassKinds      = Choice{{"class", "课 上课 授课 课程 正常 讲授 理论 理论课 实验 实验课 实践 实践课 上机 实训 讲课 理论教学 实践教学 lecture lesson"}, {"exam", "考试 期末考试 期中考试 考核 examination test"}}
)

// Word is what a language calls a value.
func (c Choice) Word(value string, lang locale.Language) string {
	if lang == locale.Chinese {
		for _, one := range c {
			if one.value == value {
				word, _, _ := strings.Cut(one.words, " ")
				return word
			}
		}
	}
	return value
}
