package columns

import (
	"regexp"
	"slices"

	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/fold"
	"lectern/internal/kernel/locale"
	"lectern/internal/workflow/roster/parse"
	"lectern/internal/workflow/roster/sheet"
)

// A timetable laid out for people has a column per weekday and a row per period, or vice versa. Its cells name a course
// but not the group, which several classes may share, so importing it would mean guessing. Such a sheet is detected and
// rejected.

// A grid is where such a timetable begins, and its title.
type grid struct {
	line     int
	title    string
	calendar bool // the cells are dates
}

var (
	season      = regexp.MustCompile(`夏令|冬令|夏季|冬季|夏时|冬时|summer|winter`)
	dayOnly     = regexp.MustCompile(`^[一二三四五六日]$`)
	weekdayCell = regexp.MustCompile(
		`^(?:(?:星期|周|礼拜)[一二三四五六日天]|(?:mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun)(?:day|sday|nesday|rsday|urday)?(?:\W|$))`)
	periodCell = regexp.MustCompile(
		`^(?:上午|下午|晚上)?(?:第[一二三四五六七八九十\d]+(?:大节|[-~,、至第节\d一二三四五六七八九十]*节)|\d{1,2}[-~,、]\d{1,2}节)`)
)

// Most lists have one column for the weekday or period; this many columns of them mean a grid.
const (
	gridDays    = 4
	gridPeriods = 3
)

// findGrid finds a timetable grid in the first rows of a sheet, or returns nil.
func findGrid(head []sheet.Row) *grid {
	title := ""
	for i, row := range head {
		days, periods := max(countCells(row, weekdayCell), countCells(row, dayOnly)), countCells(row, periodCell)
		if days >= gridDays || periods >= gridPeriods && daysBelow(head[i+1:]) > 1 {
			return &grid{row.Line, title, days >= gridDays && datesBelow(head[i+1:])}
		}
		if text := parse.Clean(row.Cell(0)); text != "" && title == "" {
			title = parse.Clip(text)
		}
	}
	return nil
}

// namesSeasons reports whether the headers have summer and winter times side by side.
func namesSeasons(head []sheet.Row) bool {
	return slices.ContainsFunc(head, func(row sheet.Row) bool { return countCells(row, season) > 1 })
}

// countCells counts the distinct texts of a row that match a pattern.
func countCells(row sheet.Row, pattern *regexp.Regexp) int {
	found := map[string]bool{}
	for _, cell := range row.Cells {
		if text := pattern.FindString(parse.NameKey(cell)); text != "" {
			found[text] = true
		}
	}
	return len(found)
}

// daysBelow counts the rows that begin with a weekday.
func daysBelow(rows []sheet.Row) int {
	n := 0
	for _, row := range rows {
		for _, cell := range row.Cells {
			if text := parse.Clean(cell); text != "" {
				if weekdayCell.MatchString(parse.NameKey(fold.Width(text))) {
					n++
				}
				break
			}
		}
	}
	return n
}

var dayCell = regexp.MustCompile(`^(?:\d{1,2}[月./-])?\d{1,2}日?$|^\d{4}[-/.年]\d{1,2}[-/.月]\d{1,2}日?$`)

// datesBelow reports whether the rows contain mostly dates, as a term calendar does.
func datesBelow(rows []sheet.Row) bool {
	dates, others := 0, 0
	for _, row := range rows {
		for _, cell := range row.Cells {
			switch text := parse.NameKey(parse.Clean(cell)); {
			case text == "":
			case dayCell.MatchString(text):
				dates++
			default:
				others++
			}
		}
	}
	return dates > 2*others
}

// refuse returns roster.grid or roster.calendar, which say what to import instead.
func (g *grid) refuse(sheet string, lang locale.Language) *fault.Error {
	if g.calendar {
		return fault.New(fault.Invalid, "roster.calendar", "where", Where(sheet, g.line, lang))
	}
	title := ""
	switch {
	case g.title == "": // the title is optional
	case lang == locale.Chinese:
		title = "：" + g.title
	default:
		title = ": " + g.title
	}
	return fault.New(fault.Invalid, "roster.grid", "where", Where(sheet, g.line, lang), "title", title)
}
