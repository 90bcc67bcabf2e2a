package engine

import (
	"cmp"
	"context"
	"regexp"
	"strings"

	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/fold"
	"lectern/internal/workflow/roster/columns"
	"lectern/internal/workflow/roster/parse"
)

// A classHours is the hours of a class. Periods counted within a part of the day, such as 晚1-2, are resolved once
// campus and date are known.
type classHours struct {
	timetable.Hours
	part parse.PartPeriods
}

func readClassHours(text string) (classHours, error) {
	if part, ok := parse.InPart(text); ok {
		return classHours{part: part}, nil
	}
	h, err := parse.Hours(text)
	return classHours{Hours: h}, err
}

// on resolves the hours at a campus on a date: see PartPeriods.HoursOn.
func (s classHours) on(plan timetable.Plan, campus string, day civil.Date) (timetable.Hours, error) {
	if s.part == (parse.PartPeriods{}) {
		return s.Hours, nil
	}
	return s.part.HoursOn(plan, campus, day)
}

// A moment is when a class is: its date, and the hours if given.
type moment struct {
	day       civil.Date
	hours     classHours
	wholeWeek bool   // every class of the week that starts on day
	room      string // from the cell of the time
}

// A move is when a class is and when it will be.
type move struct {
	at, to moment
	time   int // index of the row's class time it belongs to
}

// A classTime is what a row says about the time of classes: a date, or a weekday in some weeks. Any part may be
// missing.
type classTime struct {
	day     civil.Date
	weeks   timetable.Weeks
	weekday civil.Weekday
	hours   classHours
	room    string // from the same cell
}

func (t classTime) dated() bool { return !t.day.IsZero() || t.weeks != 0 || t.weekday != 0 }

// in lists its moments in a term.
func (t classTime) in(term timetable.Term) []moment {
	if !t.day.IsZero() {
		return []moment{{day: t.day, hours: t.hours, room: t.room}}
	}
	var out []moment
	for _, week := range t.weeks.List() {
		m := moment{hours: t.hours, wholeWeek: t.weekday == 0, room: t.room}
		m.day = term.Date(week, cmp.Or(t.weekday, 1))
		out = append(out, m)
	}
	return out
}

// momentFields are the columns of a time: a date, or week and weekday; hours; or everything in one cell.
type momentFields struct{ date, week, weekday, hours, when string }

var (
	classAt = momentFields{"date", "classWeek", "classWeekday", "hours", "when"}
	movedTo = momentFields{"newDate", "newWeek", "newWeekday", "newHours", "newWhen"}
)

// moves reads when the classes are and when they will be. An added class has only one of the two. There is always at
// least one move, unless the row is rejected.
func (c *changes) moves(ctx context.Context, r *row, action timetable.Action) ([]move, error) {
	at, err := c.times(ctx, r, classAt)
	if err != nil || !r.good() {
		return nil, err
	}
	var to []classTime
	if action != timetable.Cancel {
		if to, err = c.times(ctx, r, movedTo); err != nil || !r.good() {
			return nil, err
		}
		if made := r.date("makeUp"); !made.IsZero() && (len(to) == 0 || !to[0].dated()) {
			to = []classTime{{day: made, hours: firstHours(to)}}
		}
	}
	if action == timetable.Add && len(to) > 0 && to[0].dated() && (len(at) == 0 || !at[0].dated()) {
		for i := range to { // hours without a date: same day as before
			to[i].hours = cmp.Or(to[i].hours, firstHours(at))
		}
		at, to = to, nil
	}
	if !c.complete(r, at, to, action) {
		return nil, nil
	}
	term, err := c.termAt(ctx, r, at[0].day)
	if err := r.refuseOrFail("term", err); err != nil || !r.good() {
		return nil, err
	}
	moves, ok := pair(term, at, to)
	if !ok {
		r.refuse(movedTo.firstFilled(r), fault.New(fault.Invalid, "roster.new_times", "classes", itoa(countMoments(term, at)),
			"times", itoa(countMoments(term, to))))
		return nil, nil
	}
	for i := range moves {
		m := &moves[i]
		if action == timetable.Add {
			m.to.day, m.to.hours, m.to.room = cmp.Or(m.to.day, m.at.day),
				cmp.Or(m.to.hours, m.at.hours), cmp.Or(m.to.room, m.at.room)
			m.at = m.to
		}
	}
	return moves, nil
}

// firstHours returns the hours of the first time, if any.
func firstHours(list []classTime) classHours {
	if len(list) == 0 {
		return classHours{}
	}
	return list[0].hours
}

// complete reports whether a row says when its classes are, and rejects it otherwise. Weeks alone mean all classes in
// them, unless the classes move to another time.
func (c *changes) complete(r *row, at, to []classTime, action timetable.Action) bool {
	if len(at) == 0 || !at[0].dated() {
		r.need("date")
		return false
	}
	for _, t := range at {
		switch {
		case !t.day.IsZero():
		case t.weeks == 0:
			r.need(classAt.week)
		case t.weekday == 0 && (len(to) > 0 || t.hours != (classHours{}) || action == timetable.Add):
			r.need(classAt.weekday)
		}
	}
	return r.good()
}

// pair gives each class its new time. Parts that the row doesn't give, such as the week, stay the same. It returns
// false if there are different numbers of old and new times.
func pair(term timetable.Term, at, to []classTime) (out []move, ok bool) {
	if len(to) > 0 && len(to) != len(at) {
		return nil, false
	}
	for i, time := range at {
		classes := time.in(term)
		if len(to) == 0 {
			for _, m := range classes {
				out = append(out, move{at: m, time: i})
			}
			continue
		}
		weeks := to[i].weeks.List()
		if !to[i].day.IsZero() && len(classes) > 1 || len(weeks) > 0 && len(weeks) != len(classes) {
			return nil, false
		}
		for n, m := range classes {
			moved := moment{day: to[i].day, hours: to[i].hours, room: to[i].room}
			if moved.day.IsZero() && to[i].dated() {
				week := timetable.WeekOf(term, m.day)
				if len(weeks) > 0 {
					week = weeks[n]
				}
				moved.day = term.Date(week, cmp.Or(to[i].weekday, m.day.Weekday()))
			}
			out = append(out, move{at: m, to: moved, time: i})
		}
	}
	return out, true
}

func countMoments(term timetable.Term, times []classTime) int {
	n := 0
	for _, t := range times {
		n += max(len(t.in(term)), 1)
	}
	return n
}

// times reads the times in some columns of a row. Only a single cell can contain several.
func (c *changes) times(ctx context.Context, r *row, f momentFields) ([]classTime, error) {
	own := classTime{hours: parsed(r, f.hours, readClassHours), weekday: parsed(r, f.weekday, parse.Weekday)}
	weekText := r.text(f.week)
	if m := weekWithDay.FindStringSubmatch(fold.Width(weekText)); m != nil && r.text(f.weekday) == "" { // 第3周周一 under 周次
		day, err := parse.Weekday(m[2])
		r.refuse(f.week, err)
		weekText, own.weekday = m[1], day
	}
	list, weeksText, at := []classTime{own}, []string{""}, f.when
	text := r.withYear(r.timeText(f))
	if on := r.text(f.date); on != "" && text == "" && strings.Contains(on, "周") && parse.IsWhen(on) {
		// The date column holds a complete time, not a date.
		if _, err := parse.Date(on, r.date1904); err != nil {
			text, at = on, f.date
		}
	}
	if at == f.when {
		list[0].day = r.date(f.date)
	}
	if text != "" {
		var err error
		list, weeksText, err = readTimes(text, list[0], r.date1904, tellsPlace.MatchString(columns.HeaderKey(r.headerOf(at))))
		r.refuse(at, err)
	}
	if !r.good() {
		return nil, nil
	}
	var term timetable.Term
	for i := range list {
		t := &list[i]
		text, field := weekText, f.week
		if text == "" {
			text, field = weeksText[i], at
		}
		if !t.day.IsZero() || text == "" {
			continue
		}
		var err error
		if term.ID == "" {
			term, err = c.lookup.termOf(ctx, c.run, r)
			if err := r.refuseOrFail("term", err); err != nil || !r.good() {
				return nil, err
			}
		}
		t.weeks, err = parse.Weeks(text, term)
		r.refuse(field, err)
	}
	if len(list) == 1 && list[0] == (classTime{}) {
		return nil, nil
	}
	return list, nil
}

// tellsPlace matches headers of class times that may also contain the place.
var tellsPlace = regexp.MustCompile(`信息|安排|内容|情况|详情|地点|教室|^(?:变动|变更|调整|调课)[前后]$`)

var weekWithDay = regexp.MustCompile(`^\s*(第?\s*\d[\d,-]*\s*周)\s*[(\[]?((?:星期|周|礼拜)[一二三四五六日天])[)\]]?\s*$`)

// firstFilled returns the first column that is filled in.
func (f momentFields) firstFilled(r *row) string {
	for _, name := range []string{f.week, f.date, f.when, f.weekday} {
		if r.text(name) != "" {
			return name
		}
	}
	return f.hours
}

// hoursIn returns the column with the new hours, or else with the old ones.
func (f momentFields) hoursIn(r *row) string {
	for _, name := range []string{f.hours, f.when, classAt.hours, classAt.when} {
		if r.text(name) != "" {
			return name
		}
	}
	return f.hours
}

// oneWeek reads a single week of a term, because a date follows one teaching day. It fails with roster.one_week.
func oneWeek(text string, term timetable.Term) (int, error) {
	set, err := parse.Weeks(text, term)
	if err != nil {
		return 0, err
	}
	if set.First() != set.Last() {
		return 0, fault.New(fault.Invalid, "roster.one_week", "value", parse.Clip(text))
	}
	return set.First(), nil
}

var (
	dateInside = regexp.MustCompile(`\d{4}[-/.年]\s*\d{1,2}[-/.月]\s*\d{1,2}日?`)
	dayBeside  = regexp.MustCompile(`[(\[]?(?:星期|礼拜|周)[一二三四五六日天][)\]]?`)
)

// readTimes reads a cell such as 第12周星期一第1-2节 or 2026-11-23(周一)第1-2节, and returns the weeks as written. Values in
// separate columns take precedence. The place may follow the time if the header says so.
func readTimes(text string, own classTime, from1904, places bool) (list []classTime, weeks []string, err error) {
	folded := fold.Width(text)
	one := func(err error) ([]classTime, []string, error) { return []classTime{own}, []string{""}, err }
	if found := dateInside.FindString(folded); found != "" {
		on, err := parse.Date(found, from1904)
		if err != nil {
			return one(err)
		}
		if err := parse.CheckWeekday(on, folded); err != nil {
			return one(err)
		}
		rest := strings.Trim(dayBeside.ReplaceAllString(strings.Replace(folded, found, " ", 1), " "), " ,;()[]")
		own.day = cmp.Or(own.day, on)
		if rest != "" && own.hours == (classHours{}) {
			own.hours, err = readClassHours(rest)
		}
		return one(err)
	}
	if weeksAlone.MatchString(folded) {
		return []classTime{own}, []string{text}, nil
	}
	if !parse.IsWhen(text) {
		if d, err := parse.Date(text, from1904); err == nil && own.day.IsZero() && len(text) >= 5 {
			own.day = d
			return one(nil)
		}
		h, err := readClassHours(text)
		own.hours = cmp.Or(own.hours, h)
		return one(err)
	}
	read := parse.When
	if places {
		read = parse.WhenWhere
	}
	slots, err := read(text)
	if err != nil {
		return one(err)
	}
	for _, slot := range slots {
		t := own
		if t.hours == (classHours{}) {
			if t.hours, err = readClassHours(slot.Hours); err != nil {
				return one(err)
			}
		}
		t.weekday, t.room = cmp.Or(t.weekday, slot.Weekday), slot.Place
		list, weeks = append(list, t), append(weeks, slot.Weeks)
	}
	return list, weeks, nil
}

// weeksAlone matches a cell with weeks only: 第5-8周, 5,7,9周(单).
var weeksAlone = regexp.MustCompile(`^\s*第?\s*\d[\d\s,、~–—至到第周-]*周\s*(?:[(\[{]?[单双]周?[)\]}]?)?\s*$`)

var dateSpan = regexp.MustCompile(`^(\d{4})([-/.年])\s*(\d{1,2})[-/.月]\s*(\d{1,2})日?(?:\(.{1,` +
	`4}\))?\s*[-~]\s*(?:(\d{4})[-/.年])?\s*(?:(\d{1,2})[-/.月]\s*)?(\d{1,2})日?(?:\(.{1,4}\))?(?:\s*,?\s*共?\d+天)?$`)

// dates reads one date or a range: 2026年10月1日-7日, 2026-10-01至2026-10-07. For a single date, to is zero.
func dates(text string, from1904 bool) (from, to civil.Date, err error) {
	m := dateSpan.FindStringSubmatch(parse.Dashes.Replace(fold.Width(text)))
	if m == nil {
		from, err = parse.Date(text, from1904)
		return from, to, err
	}
	year, month := m[5], m[6]
	if year == "" {
		year = m[1]
	}
	if month == "" {
		month = m[3]
	}
	if from, err = parse.Date(m[1]+"-"+m[3]+"-"+m[4], from1904); err != nil {
		return from, to, err
	}
	to, err = parse.Date(year+"-"+month+"-"+m[7], from1904)
	return from, to, err
}

// readHours reads periods or clock times from one column, or clock times from two.
func readHours(r *row, column string) classHours {
	const starts, ends = "starts", "ends"
	if last := r.text("lastHours"); last != "" && !strings.ContainsAny(parse.Dashes.Replace(fold.Width(r.text(column))),
		"-~,、") && r.text(column) != "" { // 开始节次 and 结束节次
		return parsed(r, column, func(first string) (classHours, error) { return readClassHours(first + "-" + last) })
	}
	if r.text(column) != "" {
		return parsed(r, column, readClassHours)
	}
	if r.text(starts) == "" && r.text(ends) == "" {
		r.refuse(column, fault.New(fault.Invalid, "timetable.no_hours"))
		return classHours{}
	}
	h := timetable.Hours{Starts: parsed(r, starts, parse.Clock), Ends: parsed(r, ends, parse.Clock)}
	if r.need(starts) != "" && r.need(ends) != "" && r.good() && h.Ends <= h.Starts {
		r.refuse(ends, fault.New(fault.Invalid, "timetable.past_midnight", "starts",
			h.Starts.String(), "ends", h.Ends.String()))
	}
	return classHours{Hours: h}
}
