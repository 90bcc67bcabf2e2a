package roster_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"
	"golang.org/x/text/encoding/simplifiedchinese"

	"lectern/internal/workflow/roster"
)

// An officeSheet is a registrar's file and the expected result.
type officeSheet struct {
	name     string
	content  []byte
	kind     roster.Kind
	created  int
	changed  int
	leftOut  int
	students int // notified about leaving a group
}

// The office: two years of classes that are taught in pairs, 24 students, 4 courses, 8 groups, 96 enrolments.
const (
	officePairs   = 2
	officeClass   = 6 // students
	officeCourses = 4
)

func officeNumber(i int) string { return fmt.Sprintf("20260%d%02d", i/officeClass+1, i%officeClass+1) }

func officeClassName(i int) string {
	return []string{"计应2601班", "计应2602班", "会计2601班", "会计2602班"}[i/officeClass]
}

func officePhone(i int) int { return 13700000000 + i }

func officeName(i int) string {
	return string([]rune("赵钱孙李周吴郑王冯陈褚卫")[i%12]) + string([]rune("伟芳")[i/12])
}

func officeGroup(pair, course int) string {
	return fmt.Sprintf("(2026-2027-1)-GG10%02d-%02d", course+1, pair+1)
}

func officeTeacher(pair, course int) (number, name string) {
	i := pair*officeCourses + course
	return fmt.Sprintf("2000%d", i+1), []string{"孙涛兰", "王伟", "蒋玉", "秦辉", "何吕", "严华", "王伟", "金魏"}[i]
}

// nationalIDOf returns an invented number with a valid check digit.
func nationalIDOf(i int) string {
	text, sum := fmt.Sprintf("320102200609%02d%03d", i+1, i+1), 0
	for k, weight := range []int{7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2} {
		sum += int(text[k]-'0') * weight
	}
	return text + string("10X98765432"[sum%11])
}

func day(text string) time.Time {
	d, err := time.Parse(time.DateOnly, text)
	if err != nil {
		panic(err)
	}
	return d
}

// book makes a workbook with a sheet of explanations and one of data; merged lists cells as "A1:C1".
func book(t *testing.T, rows [][]any, merged ...string) []byte {
	t.Helper()
	f := excelize.NewFile()
	if err := f.SetCellStr("Sheet1", "A1", "填表说明：请勿修改表头。"); err != nil {
		t.Fatal(err)
	}
	if _, err := f.NewSheet("数据"); err != nil {
		t.Fatal(err)
	}
	for i, row := range rows {
		if err := f.SetSheetRow("数据", fmt.Sprintf("A%d", i+1), &row); err != nil {
			t.Fatal(err)
		}
	}
	for _, span := range merged {
		from, to, _ := strings.Cut(span, ":")
		if err := f.MergeCell("数据", from, to); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.SetRowVisible("数据", 5, false); err != nil { // a forgotten filter
		t.Fatal(err)
	}
	return written(t, f)
}

func gbk(t *testing.T, text string) []byte {
	t.Helper()
	raw, err := simplifiedchinese.GBK.NewEncoder().Bytes([]byte(text))
	return must(t, raw, err)
}

func officeSetUp(t *testing.T) []officeSheet {
	t.Helper()
	periods := [][]any{{"江海职业技术学院作息时间表"}, {"校区", "时段", "节次", "上课起止时间"}}
	for i, span := range []string{"8:00-8:45", "8:55～9:40", "10：00－10：45", "10:55-11:40", "14:00-14:45", "14:55-15:40"} {
		part := []any{"东湖校区", "上午"}
		if i > 0 {
			part = []any{nil, nil} // merged
		}
		periods = append(periods, append(part, "第"+string([]rune("一二三四五六")[i])+"节", span))
		if i == 3 {
			periods = append(periods, []any{nil, nil, "午休", "11:40-14:00"})
		}
	}
	teachers := [][]any{{"2026年秋季学期任课教师一览表"}, {"序号", "教工号", "姓名", "性别", "所在部门", "移动电话"}}
	for i := range officePairs * officeCourses {
		number, name := officeTeacher(i/officeCourses, i%officeCourses)
		teachers = append(teachers, []any{i + 1, number, name, "男", "公共基础部", 13900001000 + i})
	}
	teachers = append(teachers, []any{"制表人：李敏", nil, nil, nil, "审核人：", "2026.8.28"})
	return []officeSheet{
		{name: "校历.xlsx", kind: roster.Terms, created: 2, leftOut: 3, content: book(t, [][]any{
			{"江海职业技术学院2026—2027学年校历安排"},
			{"学年", "学期", "开始上课日期", "学期结束日期", "备注"},
			{"2026-2027", 1, day("2026-09-07"), day("2027-01-24"), "9月5日—6日报到注册"},
			{"2026-2027", 2, day("2027-03-01"), "2027年7月11日", nil},
			{"注：如遇国家法定节假日调整，另行通知。"},
			{nil, nil, nil, "教务处"},
			{nil, nil, nil, "2026年6月20日"},
		}, "A1:E1")},
		{
			name: "作息时间.xlsx", kind: roster.Periods, created: 6, leftOut: 1,
			content: book(t, periods, "A1:D1", "A3:A9", "B3:B6"),
		},
		{name: "教室.csv", kind: roster.Rooms, created: 4, content: gbk(t, "场地编号,场地名称,校区名称,教学楼名称,场地类别,座位数,考试座位数\r\n"+
			"JX001,教1-101,东湖校区,第一教学楼,多媒体教室,７０,35\r\nJX002,教1-102,东湖校区,第一教学楼,多媒体教室,70,35\r\n"+
			"JX003,机房1,东湖,第二教学楼,计算机房,60座,60\r\nJX004,报告厅,东湖校区,第一教学楼,报告厅,200,100\r\n")},
		{name: "专业目录.csv", kind: roster.Programmes, created: 2, leftOut: 1, content: []byte("\ufeff序号,专业代码,专业名称,所属学院,学制\r\n" +
			"1,510201,计算机应用技术,信息工程学院,3年\r\n2,530302,大数据与会计,经济管理学院,3年\r\n合计,,2个专业,,\r\n")},
		{name: "教师.xlsx", kind: roster.Teachers, created: 8, leftOut: 1, content: book(t, teachers, "A1:F1")},
	}
}

func officePeople(t *testing.T) []officeSheet {
	t.Helper()
	rows := [][]any{
		{"江海职业技术学院2026级新生信息表"},
		{"打印时间：2026-09-03 10:22:31"},
		{"学号", "姓名", "性别", "民族", "出生日期", "证件类型", "证件号码", "籍贯", "学院", "专业", "年级", "行政班", "学籍状态", "手机号码", "辅导员"},
	}
	page := strings.Builder{}
	page.WriteString(`<html><head><meta charset="utf-8"></head><body><table><tr><td ` +
		`colspan=8>补报到学生名单</td></tr><tr><th>学号</th><th>学生姓名</th><th>性别</th>` +
		`<th>身份证号</th><th>院(系)/部</th><th>专业名称</th><th>所在年级</th><th>班级</th><th>学生状态</th><th>联系手机</th></tr>`)
	for i := range officePairs * 2 * officeClass {
		programme := []string{"计算机应用技术", "大数据与会计(530302)"}[i/(2*officeClass)]
		if i >= 22 {
			fmt.Fprintf(&page, "<tr><td>%s</td><td>%s</td><td>女</td><td>%s</td><td>经济管理学院</td><td>%s</td><td>"+
				"26级</td><td>%s</td><td>正常</td><td>%d&nbsp;</td></tr>", officeNumber(i), officeName(i), nationalIDOf(i), programme,
				officeClassName(i), officePhone(i))
			continue
		}
		phone := []any{officePhone(i), fmt.Sprintf("137 0000 %04d", i), fmt.Sprintf("137-0000-%04d", i)}[i%3]
		name := []rune(officeName(i))
		rows = append(rows, []any{
			officeNumber(i), string(name[:1]) + "　" + string(name[1:]), []string{"男", "女"}[i%2],
			"汉族", day("2006-09-01").AddDate(0, 0, i), "居民身份证", nationalIDOf(i), "江苏省南京市", "信息工程学院", programme,
			[]any{2026, "2026级"}[i%2], officeClassName(i), []string{"在读", "在校"}[i%2], phone, "李敏",
		})
	}
	rows = append(rows, []any{"合计", "22人"}, []any{"制表：学籍科", nil, nil, nil, "（盖章）"})
	page.WriteString("</table></body></html>")
	return []officeSheet{
		{name: "学生.xlsx", kind: roster.Students, created: 22, leftOut: 2, content: book(t, rows, "A1:O1", "B26:O26")},
		{name: "补报到.xls", kind: roster.Students, created: 2, content: []byte(page.String())},
	}
}
