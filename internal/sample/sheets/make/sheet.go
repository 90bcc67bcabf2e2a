package main

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/xuri/excelize/v2"

	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/civil"
	"lectern/internal/sample"
	"lectern/internal/sample/sheets"
	"lectern/internal/workflow/roster"
)

// A sheet is rows below each other; the first are headers. A workbook has a title above them, and merges what repeats in a column.
type sheet struct {
	title string
	merge int // column from 1; 0: none
	rows  [][]any
}

// A serial is a date that a workbook holds as a number.
type serial civil.Date

// A planner writes down the college's data in a language.
type planner struct {
	*sample.Data
	zh bool
}

// either picks the text of the planner's language.
func (p *planner) either(zh, en string) string {
	if p.zh {
		return zh
	}
	return en
}

func (p *planner) heads(zh, en string) []any {
	var out []any
	for text := range strings.SplitSeq(p.either(zh, en), ",") {
		out = append(out, text)
	}
	return out
}

func (p *planner) sheet(kind roster.Kind) sheet {
	switch kind {
	case roster.Terms:
		t := p.Current
		return sheet{rows: [][]any{
			p.heads("学期代码,学期名称,英文名称,第一周星期一,教学周数", "Term,Name,English name,First Monday,Number of weeks"),
			{t.ID, t.Name, t.NameEn, t.FirstMonday, t.Weeks},
		}}
	case roster.Periods:
		return p.periods()
	case roster.Students:
		return p.students()
	case roster.Timetable:
		return p.timetable()
	case roster.Changes:
		return p.changes()
	case roster.Exams:
		return p.exams()
	default:
		return p.lists(kind)
	}
}

func (p *planner) lists(kind roster.Kind) sheet {
	var rows [][]any
	switch kind {
	case roster.Rooms:
		rows = append(rows, p.heads("校区,教室名称,教室英文名称", "Campus,Room,English name"))
		for _, r := range p.Rooms {
			rows = append(rows, []any{p.campus(r.Campus), r.Name, r.NameEn})
		}
	case roster.Programmes:
		rows = append(rows, p.heads("专业代码,专业名称,英文名称,所属学院,学院英文名称", "Program code,Program,English name,Faculty,College in English"))
		for _, x := range p.Programmes {
			rows = append(rows, []any{x.Code, x.Name, x.NameEn, x.College, x.CollegeEn})
		}
	case roster.Teachers:
		rows = append(rows, p.heads("教师工号,教师姓名,拼音", "Staff number,Name,English name"))
		for _, t := range p.Teachers {
			rows = append(rows, []any{t.Number, t.Name, t.NameEn})
		}
	case roster.Courses:
		rows = append(rows, p.heads("课程编号,课程名称,课程英文名称,学分,任课教师,课程简介,课程英文简介", "Course code,Course name,English name,Credits,Lecturers,Summary,English summary"))
		for _, c := range p.Courses {
			rows = append(rows, []any{c.Code, c.Name, c.NameEn, float64(c.Credits) / 10, p.people(c.Teachers), c.Summary, c.SummaryEn})
		}
	case roster.Groups:
		rows = append(rows, p.heads("开课学期,教学班号,课程代码,教学班名称,教学班英文名称", "Semester,Group code,Course,Group name,English name"))
		for _, g := range p.Groups {
			if g.Term == p.Current.ID {
				rows = append(rows, []any{p.either(p.Current.Name, p.Current.NameEn), g.Code, g.Course, g.Name, g.NameEn})
			}
		}
	case roster.Enrolments:
		rows = append(rows, p.heads("教学班,学号,姓名,选课状态", "Group,Student no.,Student name,State"))
		words := map[string]string{"confirmed": "已选", "pending": "待确认", "dropped": "退课"}
		for _, e := range p.Enrolments {
			term, code, _ := strings.Cut(e.Group, "/")
			if s := p.student(e.Student); term == p.Current.ID && s != nil {
				rows = append(rows, []any{code, e.Student, p.either(s.Name, s.NameLatin), p.either(words[e.State], e.State)})
			}
		}
	default:
	}
	return sheet{rows: rows}
}

func (p *planner) student(number string) *sample.Student {
	for i := range p.Students[:sheets.Students] {
		if p.Students[i].Number == number {
			return &p.Students[i]
		}
	}
	return nil
}

func (p *planner) campus(id string) string {
	for _, c := range p.Campuses {
		if c.ID == id {
			return p.either(c.Name, c.NameEn)
		}
	}
	return ""
}

func (p *planner) people(numbers []string) string {
	var out []string
	for _, number := range numbers {
		for _, t := range p.Teachers {
			if t.Number == number {
				out = append(out, p.either(number+" "+t.Name, number))
			}
		}
	}
	return strings.Join(out, p.either("、", "; "))
}

func (p *planner) periods() sheet {
	s := sheet{rows: [][]any{p.heads("校区代码,校区名称,校区英文名称,开始日期,结束日期,第几节,上课时间,下课时间", "Campus code,Campus name,Campus in English,Valid from,Valid to,Period,Start,End")}}
	for _, c := range p.Campuses {
		for _, scheme := range p.Schemes {
			if scheme.Campus != c.ID {
				continue
			}
			for _, period := range scheme.Periods {
				s.rows = append(s.rows, []any{c.ID, c.Name, c.NameEn, scheme.From, scheme.To, period.Number, period.Starts, period.Ends})
			}
		}
	}
	return s
}

func (p *planner) students() sheet {
	s := sheet{
		title: p.Current.Name + " 学生名单（教务处）",
		rows: [][]any{p.heads("学号,姓名（必填）,姓名拼音,性别,联系电话,身份证号码,邮箱,校区,专业名称,行政班,年级,学籍状态,预计毕业时间,班主任,已获学分,毕业学分,籍贯",
			"Student ID,Full name,Pinyin,Sex,Mobile,ID number,Email,Campus,Major,Class,Intake,Status,Graduation date,Advisor,Earned credits,Required credits,Region code")},
	}
	programmes := map[string]string{}
	for _, x := range p.Programmes {
		programmes[x.Code] = p.either(x.Name, x.Code)
	}
	for i, x := range p.Students[:sheets.Students] {
		var phone any = x.Phone[:3] + " " + x.Phone[3:7] + " " + x.Phone[7:]
		if n, err := strconv.ParseInt(x.Phone, 10, 64); err == nil && i%2 == 0 {
			phone = n // a numeric cell
		}
		gender := p.either(map[string]string{"female": "女", "male": "男"}[x.Gender], strings.ToUpper(x.Gender[:1]))
		s.rows = append(s.rows, []any{
			x.Number, x.Name, x.NameLatin, gender, phone, x.NationalID.Reveal(), x.Email, p.campus(x.Campus), programmes[x.Programme], x.Class,
			strconv.Itoa(x.EntryYear) + p.either("级", ""), p.either("在读", "enrolled"), serial(x.Graduation), x.Adviser, x.CreditsEarned.Float(), x.CreditsRequired.Float(),
			x.NativePlace,
		})
	}
	return s
}

func (p *planner) weekday(d civil.Weekday) string {
	return p.either("周"+[]string{"一", "二", "三", "四", "五", "六", "日"}[d-1], d.String()[:3])
}

func (p *planner) hours(h timetable.Hours) string {
	if h.FirstPeriod == 0 {
		return h.Starts.String() + "-" + h.Ends.String()
	}
	return p.either(fmt.Sprintf("第%d-%d节", h.FirstPeriod, h.LastPeriod), fmt.Sprintf("%d-%d", h.FirstPeriod, h.LastPeriod))
}

func (p *planner) room(id string) string {
	for _, r := range p.Rooms {
		if r.ID == id {
			return p.either(r.Name, r.NameEn)
		}
	}
	return p.either("线上", "online")
}

func (p *planner) weeks(w timetable.Weeks) string {
	if p.zh {
		return strings.NewReplacer(" odd", "周(单)", " even", "周(双)").Replace(w.String())
	}
	return w.String()
}

func (p *planner) timetable() sheet {
	s := sheet{
		title: p.either(p.Current.Name+" 课表", "Timetable, "+p.Current.NameEn), merge: 1,
		rows: [][]any{p.heads("教学班,星期几,上课节次,上课周次,校区,上课地点,任课教师,类型", "Group,Day,Time,Teaching weeks,Campus,Location,Instructor,Type")},
	}
	for _, g := range p.Groups {
		for _, m := range p.Meetings {
			if g.Term != p.Current.ID || m.Group != g.Key() {
				continue
			}
			kind := p.either("上课", "Lecture")
			if m.Kind == timetable.Exam {
				kind = p.either("考试", "Exam")
			}
			s.rows = append(s.rows, []any{g.Code, p.weekday(m.Weekday), p.hours(m.Hours), p.weeks(m.Weeks), p.campus(m.Campus), p.room(m.Room), p.people([]string{m.Teacher}), kind})
		}
	}
	return s
}

func (p *planner) changes() sheet {
	s := sheet{
		title: p.Current.Name + " 调课与放假安排",
		rows: [][]any{p.heads("类型,教学班,日期,节次,调至日期,调至节次,教室,教师,执行周次,执行星期,假期名称,英文名称,备注",
			"Action,Group,Date,Periods,To date,New time,New room,Teacher,Week,Weekday,Holiday,Name en,Remarks")},
	}
	for _, h := range p.Holidays {
		if p.Current.Contains(h.From) {
			s.rows = append(s.rows, []any{p.either("放假", "holiday"), "", serial(h.From), "", serial(h.To), "", "", "", "", "", h.Name, h.NameEn, ""})
		}
	}
	for _, m := range p.Mappings {
		s.rows = append(s.rows, []any{p.either("调休", "make-up"), "", serial(m.Date), "", "", "", "", "", m.Week, p.weekday(m.Weekday), "", "", m.Note})
	}
	for _, c := range p.Changes {
		s.rows = append(s.rows, p.change(c))
	}
	return s
}

func (p *planner) change(c timetable.Change) []any {
	_, code, _ := strings.Cut(c.Group, "/")
	word := map[timetable.Action]string{timetable.Cancel: p.either("停课", "cancel"), timetable.Move: p.either("调课", "move"), timetable.Add: p.either("补课", "add")}[c.Action]
	day, hours := c.Day, c.Hours
	var newDay any = ""
	newHours := ""
	if meeting, week, ok := strings.Cut(c.Class, "."); ok {
		for _, m := range p.Meetings {
			if n, err := strconv.Atoi(week); err == nil && m.ID == meeting {
				day, hours = p.Current.Date(n, m.Weekday), m.Hours
			}
		}
		if !c.Day.IsZero() {
			newDay, newHours = serial(c.Day), p.hours(c.Hours)
		}
	}
	room := ""
	if c.Room != "" {
		room = p.room(c.Room)
	}
	return []any{word, code, serial(day), p.hours(hours), newDay, newHours, room, p.people([]string{c.Teacher}), "", "", "", "", c.Note}
}

// workbook writes a sheet as Excel does, with a title over the headers.
func (s sheet) workbook() (_ []byte, err error) {
	if len(s.rows) < 2 {
		return nil, errNothing
	}
	book := excelize.NewFile()
	defer func() { err = errors.Join(err, book.Close()) }()
	const name = "Sheet1"
	dates, err := book.NewStyle(&excelize.Style{NumFmt: 14})
	if err != nil {
		return nil, err
	}
	first := 1
	if s.title != "" {
		last, err := excelize.CoordinatesToCellName(len(s.rows[0]), 1)
		if err := errors.Join(err, book.SetCellValue(name, "A1", s.title), book.MergeCell(name, "A1", last)); err != nil {
			return nil, err
		}
		first = 2
	}
	for i, row := range s.rows {
		for j, cell := range row {
			at, err := excelize.CoordinatesToCellName(j+1, first+i)
			if err != nil {
				return nil, err
			}
			if date, ok := cell.(serial); ok {
				year, month, day := civil.Date(date).Parts()
				cell = time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
				if err := book.SetCellStyle(name, at, at, dates); err != nil {
					return nil, err
				}
			}
			if cell == "" {
				continue
			}
			if err := book.SetCellValue(name, at, cell); err != nil {
				return nil, err
			}
		}
	}
	if err := s.mergeDown(book, name, first); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = book.Write(&out)
	return out.Bytes(), err
}

func (s sheet) mergeDown(book *excelize.File, name string, first int) error {
	if s.merge == 0 {
		return nil
	}
	for from := 1; from < len(s.rows); {
		to := from
		for to+1 < len(s.rows) && s.rows[to+1][s.merge-1] == s.rows[from][s.merge-1] {
			to++
		}
		a, err := excelize.CoordinatesToCellName(s.merge, first+from)
		b, err2 := excelize.CoordinatesToCellName(s.merge, first+to)
		if err := errors.Join(err, err2); err != nil {
			return err
		}
		for i := from + 1; i <= to; i++ { // Excel keeps only the first
			at, err := excelize.CoordinatesToCellName(s.merge, first+i)
			if err := errors.Join(err, book.SetCellValue(name, at, nil)); err != nil {
				return err
			}
		}
		if to > from {
			if err := book.MergeCell(name, a, b); err != nil {
				return err
			}
		}
		from = to + 1
	}
	return nil
}
