package roster_test

import (
	"fmt"
	"strings"
	"testing"

	"lectern/internal/workflow/roster"
)

func officeTeaching(t *testing.T) []officeSheet {
	t.Helper()
	names := []string{"高等数学", "大学英语（一）", "程序设计基础", "基础会计"}
	courses := [][]any{{"课程库信息"}, {"序号", "课程编号", "课程中文名称", "课程英文名称", "学分", "总学时", "开课单位", "课程性质", "考核方式"}}
	for i, name := range names {
		courses = append(courses,
			[]any{i + 1, fmt.Sprintf("GG10%02d", i+1), name, nil, []any{4, "3.0", 2.5, "２"}[i], 64, "公共基础部", "必修", "考试"})
	}
	groups := [][]any{{"学年", "学期", "开课学院", "课程代码", "课程名称", "学分", "教学班名称", "教学班组成", "教师工号", "教师姓名", "教学班人数", "容量", "起始结束周"}}
	taken, copied := strings.Builder{}, strings.Builder{}
	taken.WriteString("选课学年,选课学期,教学班名称,课程代码,课程名称,学号,姓名,班级,选课时间,选课标志,重修标记\r\n")
	copied.WriteString("选课学年学期\t教学班编号\t学生学号\t学生姓名\t行政班级\t修读性质\t选课状态\r\n")
	for pair := range officePairs {
		for c := range officeCourses {
			number, teacher := officeTeacher(pair, c)
			group := officeGroup(pair, c)
			groups = append(groups, []any{
				"2026-2027", "1", "公共基础部", fmt.Sprintf("GG10%02d", c+1), names[c], 3, group,
				"计应2601班;计应2602班", number, teacher, 12, 65, "1-16周",
			})
			for i := pair * 2 * officeClass; i < (pair+1)*2*officeClass; i++ {
				if c < 2 {
					fmt.Fprintf(&taken, "2026-2027,1,%s,GG10%02d,%s,%s,%s,%s,2026-09-01 12:30:11,已选,否\r\n", group, c+1, names[c],
						officeNumber(i), officeName(i), officeClassName(i))
				} else {
					fmt.Fprintf(&copied, "2026-2027-1\t%s\t%s\t%s\t%s\t初修\t选中\r\n", group, officeNumber(i),
						officeName(i), officeClassName(i))
				}
			}
		}
	}
	groups = append(groups, []any{nil, nil, nil, nil, nil, nil, nil, nil, nil, "合计", 96})
	return []officeSheet{
		{name: "课程库.xlsx", kind: roster.Courses, created: 4, content: book(t, courses)},
		{name: "教学任务.xlsx", kind: roster.Groups, created: 8, leftOut: 1, content: book(t, groups)},
		{name: "选课名单.csv", kind: roster.Enrolments, created: 48, content: gbk(t, taken.String())},
		{name: "选课名单.txt", kind: roster.Enrolments, created: 48, content: []byte(copied.String())},
	}
}

// officeTimetable has combined cells as in 正方 for the first pair, and a row per class as in 强智 for the second.
func officeTimetable(t *testing.T) []officeSheet {
	t.Helper()
	combined := [][]any{
		{"2026-2027学年第1学期课程安排表"},
		{"学年学期", "教学班", "课程名称", "教师信息", "教师工号", "上课时间", "上课地点", "校区", "人数", "备注"},
	}
	single := [][]any{{"序号", "开课学期", "教学班编号", "课程", "授课教师", "上课周次", "星期", "上课节次", "教室", "授课方式"}}
	var merged []string
	days := []rune("一二三四")
	for c := range officeCourses {
		number, teacher := officeTeacher(0, c)
		weeks := []string{"1-16周", "1-8周,10-17周"}[c%2]
		combined = append(combined, []any{
			"2026-2027-1", officeGroup(0, c), "课程", number + "/" + teacher + "/讲师", number,
			fmt.Sprintf("星期%c第1-2节{%s};星期五第%d-%d节{2-16周(双)}", days[c], weeks, c+1, c+2), "教1-101;教1-101", "东湖校区", 12, nil,
		})
		_, teacher = officeTeacher(1, c)
		first := len(single) + 1
		for half := range 2 {
			kind := (c + half) % 4
			period := 1 + 2*half
			single = append(single, []any{
				len(single), "2026-2027-1", officeGroup(1, c), "课程", teacher,
				[]string{"1-16(周)", "1-16(双周)", "第1-12周", "１－１５（单周）"}[kind],
				[]any{"星期" + string(days[c]), string(days[c]), "周" + string(days[c]), c + 1}[kind],
				[]string{
					fmt.Sprintf("[%02d-%02d节]", period, period+1), fmt.Sprintf("%d、%d节", period, period+1),
					fmt.Sprintf("%02d%02d", period, period+1), fmt.Sprintf("第%d～%d节", period, period+1),
				}[kind], "教1-102", "讲授",
			})
		}
		for _, column := range "BCDE" {
			merged = append(merged, fmt.Sprintf("%c%d:%c%d", column, first, column, first+1))
		}
	}
	for i := 2; i < len(single); i += 2 { // only the first of the merged cells has a value
		for column := 1; column < 5; column++ {
			single[i][column] = nil
		}
	}
	return []officeSheet{
		{name: "课表_正方.xlsx", kind: roster.Timetable, created: 4, content: book(t, combined, "A1:J1")},
		{name: "课表_强智.xlsx", kind: roster.Timetable, created: 8, content: book(t, single, merged...)},
	}
}

func officeChanges(t *testing.T) []officeSheet {
	t.Helper()
	a, b := officeGroup(0, 0), officeGroup(0, 1)
	exam := strings.Builder{}
	exam.WriteString("课程编号\t课程\t学号\t姓名\t考试日期\t考试时间段\t考试地点\t座位号\n")
	for i := range 2 * officeClass {
		fmt.Fprintf(&exam, "GG1002\t大学英语（一）\t%s\t%s\t2027年1月19日（周二）\t下午2:30～4:30\t教1-102\t%d\n",
			officeNumber(i), officeName(i), i+1)
	}
	seats := [][]any{{"2026-2027学年第一学期期末考试安排"}, {"考试学期", "课程名称", "教学班", "学号", "姓名", "考试时间", "考场", "座号", "监考教师"}}
	for i := range 2 * officeClass {
		seats = append(seats, []any{
			"2026-2027-1", "高等数学", a, officeNumber(i), officeName(i), "2027-01-18(09:00-11:00)",
			[]string{"教1-101", "教1-102"}[i/officeClass], fmt.Sprintf("%02d", i%officeClass+1), "秦辉",
		})
	}
	return []officeSheet{
		{name: "调停课.xlsx", kind: roster.Changes, created: 5, leftOut: 1, content: book(t, [][]any{
			{"2026-2027学年第一学期调（停、代、补）课汇总表"},
			{"序号", "类型", "课程名称", "教学班", "原上课安排", nil, nil, nil, "调整后安排", nil, nil, nil, nil, "原因"},
			{nil, nil, nil, nil, "周次", "星期", "节次", "任课教师", "周次", "星期", "节次", "地点", "任课教师", nil},
			{1, "停课", "高等数学", a, 12, "星期一", "1-2", "孙涛兰", nil, nil, nil, nil, nil, "教师因公出差"},
			{2, "调课", "高等数学", a, 13, "星期一", "1-2", "孙涛兰", 13, "星期六", "3-4", "报告厅", nil, "会议"},
			{3, "代课", "大学英语", b, "第12周", "星期二", "1-2", "王伟", nil, nil, nil, nil, "金魏", "教师病假"},
			{4, "补课", "高等数学", a, nil, nil, nil, nil, 14, "星期日", "1-2", "教1-101", "孙涛兰", "补第12周停课"},
			{5, "换教室", "高等数学", a, 14, "星期一", "1-2", "孙涛兰", nil, nil, nil, "第二教学楼机房1", nil, "设备故障"},
			{"教务处 2026年11月10日"},
		}, "A1:N1", "E2:H2", "I2:M2", "A2:A3", "B2:B3", "C2:C3", "D2:D3", "N2:N3")},
		{
			name: "调课申请.csv", kind: roster.Changes, created: 2,
			content: gbk(t, "申请类型,教学班,调整前,,,调整后,,,,事由\n,,周次,星期,节次,周次,星期,节次,教室,\n"+
				"调课,"+b+",14,二,1-2,14,三,5-6,教1-102,会议\n停课,"+b+",15,二,1-2,,,,,会议\n"),
		},
		{name: "放假调休.xlsx", kind: roster.Changes, created: 3, content: book(t, [][]any{
			{"关于2026年下半年节假日放假调休安排"},
			{"节日", "类别", "开始日期", "结束日期", "补课日期", "补课说明"},
			{"元旦", "放假", "2027年1月1日—1月3日", nil, nil, nil},
			{"元旦调休", "调休", "2027-1-1", nil, "2027年1月9日", "1月9日（星期六）补1月1日（星期五）的课"},
			{"校运动会", "停课", day("2026-11-26"), day("2026-11-27"), nil, "全校停课"},
		})},
		{name: "考试座位.xlsx", kind: roster.Exams, created: 12, content: book(t, seats)},
		{name: "考试.tsv", kind: roster.Exams, created: 12, content: gbk(t, exam.String())},
		{name: "退课.csv", kind: roster.Enrolments, changed: 1, students: 1, content: gbk(t,
			"学年,学期,教学班,学号,姓名,异动类型,异动日期\n2026-2027,第一学期,"+b+","+officeNumber(3)+","+officeName(3)+",退课,2026/10/12\n")},
	}
}
