package roster_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"lectern/internal/kernel/locale"
	"lectern/internal/workflow/roster"
)

// An oddSheet is a file from another office, as people type and print it, with its number of new rows.
type oddSheet struct {
	kind roster.Kind
	new  int
	text string // cells separated by |, with ⏎ for a line break in a cell
}

var oddSheets = []oddSheet{
	{
		roster.Terms, 2,
		"江南职业技术学院校历\n学年|学期|起始日期|终止日期|教学周数|备注\n2026-2027|上|2026.9.7|2027.1.24|20|\n2026-2027|下|2027.3.1|2027.7.11|19|",
	},
	{roster.Terms, 1, "学年学期代码|学年学期名称|开学时间|放假时间\n2027-2028-1|2027-2028学年第一学期|2027年9月6日（星期一）|2028年1月23日（星期日）"},
	{roster.Periods, 10, "作息时间表\n校区：主校区\n节次|上课|下课\n第一节|8:10|8:55\n第二节|9:05|9:50\n大课间|9:50|10:10\n第三节|10:10|10:55\n" +
		"第四节|11:05|11:50\n午休|11:50|14:00\n第五节|14:00|14:45\n第六节|14:55|15:40\n第七节|15:50|16:35\n第八节|16:45|17:30\n" +
		"第九节|18:30|19:15\n第十节|19:25|20:10"},
	{
		roster.Periods, 4,
		"校区名称|大节|小节|时间\n东校区|第一大节|1|08:30—09:15\n|第一大节|2|09:20—10:05\n东校区|第二大节|3|10:25—11:10\n东校区|第二大节|4|11:15—12:00",
	},
	{roster.Rooms, 3, "教室情况一览表\n序号|校区|楼宇名称|教室名称|教室类型|容量（人）|考试座位数|是否可用\n1|主校区|博学楼|博学楼101|多媒体教室|60|30|是\n" +
		"2|主校区|博学楼|博学楼102|多媒体教室|120|60|是\n3|东校区|体育馆|体育馆|场馆|500|0|是"},
	{roster.Rooms, 2, "所在校区|场地代码|场地名称|场地类别|座位|所在楼\n主校区|JX-201|机房201|机房|50台|实训楼\n主校区|JX-202|机房202|机房|50台|实训楼"},
	{roster.Programmes, 2, "专业代号|专业|所属系部|修业年限|招生人数\n530302|大数据与会计|财经系|3年|120\n530701|电子商务|财经系|3年|80"},
	{roster.Programmes, 1, "院系|国标专业代码|专业全称|层次\n信息工程学院|510203|软件技术|高职（专科）"},
	{
		roster.Teachers, 3,
		"专任教师名册\n序号|教职工号|教师姓名|性别|职称|所属部门\n1|0101|周  敏|女|副教授|财经系\n2|0102|吴国强|男|讲师|信息工程学院\n3|0103|郑丽华|女|教授|基础部",
	},
	{roster.Teachers, 1, "外聘教师登记表\n编号|姓名|任教课程|联系电话|课时费标准\nW001|孙立|Python程序设计|13900000001|80"},
	{roster.Students, 3, "2026级新生信息表\n考生号|学号|学生姓名|性别|民族|录取专业|班级名称|本人电话|家长姓名|家长电话|家庭住址|入学年月|学籍状态\n" +
		"26330101|2026010101|王一|男|汉族|大数据与会计|会计2601班|13900001001|王父|13900002001|浙江省杭州市|2026年9月|正常\n" +
		"26330102|2026010102|王二|女|汉族|大数据与会计|会计2601班|13900001002|王母|13900002002|浙江省宁波市|2026-09|正常\n" +
		"26330103|2026010103|王三|女|汉族|大数据与会计|会计2601班|13900001003||||202609|保留学籍"},
	{roster.Students, 2, "软件2601班学生花名册\n班级：软件2601班    班主任：吴国强    专业：软件技术\n座号|学号|姓名|性别|联系方式|寝室号|备注\n" +
		"1|2026020101|李一|男|13900001011|3-201|班长\n2|2026020102|李二|女|13900001012|5-101|\n男生1人，女生1人"},
	{roster.Courses, 2, "课程代码|课程名称|课程性质|总学时|学分|开课部门|考核方式\n0101001|会计学原理|必修|64|4.0|财经系|考试\n0301001|大学语文|公共必修|32|2|基础部|考查"},
	{roster.Courses, 1, "课程号|课程中文名|课程英文名|学分数|主讲教师\n0201001|Python程序设计|Python Programming|3.5学分|孙立"},
	{roster.Groups, 2, "2026-2027学年第一学期教学任务书\n开课学期|课程名|教学班代码|上课班级|任课老师|周学时|起止周|选课人数\n" +
		"2026-2027-1|会计学原理|KJ-01|会计2601班|周敏|4|1-16|3\n2026-2027-1|大学语文|YW-01|会计2601班,软件2601班|郑丽华|2|1-16|5"},
	{
		roster.Groups, 1,
		"学年学期：2026-2027-1\n课程号|课程名称|教学班名称|授课教师工号|授课教师|限选人数\n0201001|Python程序设计|Python程序设计-软件2601|W001|孙立|50",
	},
	{roster.Enrolments, 3, "学年|学期|课程代码|课程名称|教学班|学号|姓名|行政班|修读性质|选课时间\n2026-2027|1|0101001|会计学原理|KJ-01|2026010101|" +
		"王一|会计2601班|初修|2026-09-01 10:02:33\n2026-2027|1|0101001|会计学原理|KJ-01|2026010102|王二|会计2601班|初修|2026-09-01 10:03:01\n" +
		"2026-2027|1|0101001|会计学原理|KJ-01|2026010103|王三|会计2601班|重修|2026-09-02 08:00:00"},
	{roster.Enrolments, 2, "江南职业技术学院学生点名册\n（2026-2027学年第一学期）\n课程名称：Python程序设计|||教学班名称：Python程序设计-软件2601||任课教师：孙立\n" +
		"序号|学号|姓名|第1周|第2周|第3周|备注\n1|2026020101|李一||||\n2|2026020102|李二||||\n人数：2"},
	{roster.Timetable, 2, "教学班|星期|节次|起止周|单双周|上课地点|教师姓名\nKJ-01|一|1-2节|1-16|单周|博学楼101|周敏\nKJ-01|3|第三、四节|1-16|双|博学楼102|周敏"},
	{roster.Timetable, 1, "课程名称|教学班|学时|上课时间、地点\n大学语文|YW-01|32|周二5-6节(1-16周)博学楼102"},
	{roster.Timetable, 1, "序号|课程|教学班名称|星期几|第几节|上课周次|机房\n1|Python程序设计|Python程序设计-软件2601|星期四|7、8|第3周-第14周|机房201"},
	{
		roster.Changes,
		3, "2026-2027学年第一学期调停课一览表\n申请人|课程|教学班|变动类别|原时间|现时间|原教室|现教室|变动原因|审批状态\n周敏|会计学原理|KJ-01|停课|第7周周一1-2节||博学楼101||出差|已通过\n" +
			"周敏|会计学原理|KJ-01|补课||第8周周六3-4节||博学楼102|补第7周课|已通过\n郑丽华|大学语文|YW-01|调课|第9-10周周二5-6节|周四5-6节|博学楼102|博学楼101|会议|已通过",
	},
	{roster.Changes, 2, "停课日期|停课节次|教学班|类型|代课教师|说明\n2026/12/1|5-6|YW-01|停课||运动会\n2026/11/17（周二）|5-6|YW-01|代课|周敏|郑老师病假"},
	{roster.Changes, 2, "关于节假日安排的通知\n名称|性质|时间|备注\n元旦|放假|2027年1月1日至3日|\n校庆日|停课|2026年12月11日|全校停课"},
	{roster.Exams, 2, "期末考试安排表\n考试名称|课程名称|教学班|考试日期|考试时间|考试地点|监考一|监考二|考生人数\n" +
		"期末|会计学原理|KJ-01|2027.1.18|9:00-10:40|博学楼101|吴国强|孙立|3\n期末|大学语文|YW-01|2027年1月19日|14:00至15:40|博学楼102|周敏|孙立|5"},
	{roster.Exams, 3, "考场座位表\n考场：博学楼101    考试科目：会计学原理    考试时间：2027-01-18 9:00-10:40\n座位号|学号|姓名|签名\n1|2026010101|王一|\n" +
		"2|2026010102|王二|\n3|2026010103|王三|\n应到3人，实到    人，监考签名："},
	{roster.Rooms, 2, "房间号|建筑物|校区|可容纳人数|楼层\n201|明理楼|东校区|45|2\n202|明理楼||45人|2"},
	{roster.Programmes, 1, "序号|系|专业编码|专业（方向）|学制\n1|艺术设计系|550103|视觉传达设计|三年"},
	{
		roster.Teachers, 2,
		"工号/编号|姓 名|性  别|出生年月|最高学历|所在教研室\n20150012|冯 远|男|1980.05|硕士研究生|设计教研室\n20150013|褚英杰|女|1985.11|博士|设计教研室",
	},
	{roster.Students, 2, "序号|学号⏎（必填）|姓 名|性  别|出生日期|政治面貌|系部|年级|专业名称|班级代码|班级|手机号码|学制|在校状态\n" +
		"1|2026030101|赵一|女|2008.01.02|共青团员|艺术设计系|2026级|视觉传达设计|260301|视传2601|13900001021|3|在校\n" +
		"2|2026030102|赵二|男|2007/12/31|群众|艺术设计系|2026级|视觉传达设计|260301|视传2601|139 0000 1022|3|在校"},
	{roster.Courses, 2, "课程编码|课程|课程类别|理论学时|实践学时|学分|授课教师\n0401001|图形创意|专业核心课|16|48|4|冯远、褚英杰\n0401002|字体设计|专业课|16|32|3|褚英杰"},
	{roster.Groups, 2, "教学任务一览\n学年学期|任务号|课程编码|课程名称|合班班级|主讲教师|学生数\n2026-2027-1|T0401001A|0401001|图形创意|视传2601|冯远|2\n" +
		"2026-2027-1|T0401002A|0401002|字体设计|视传2601|褚英杰|2"},
	{
		roster.Enrolments, 2,
		"学生学号|学生姓名|所在班级|任务号|课程|选课方式\n2026030101|赵一|视传2601|T0401001A|图形创意|系统置入\n2026030102|赵二|视传2601|T0401001A|图形创意|系统置入",
	},
	{roster.Enrolments, 4, "2026-2027学年第一学期⏎选课学生名单\n教学班：T0401002A|||课程：字体设计\n学号|姓名|班级|成绩\n2026030101|赵一|视传2601|\n" +
		"2026030102|赵二|视传2601|\n\n教学班：YW-01|||课程：大学语文\n学号|姓名|班级|成绩\n2026010101|王一|会计2601班|\n2026010102|王二|会计2601班|\n教务处制"},
	{roster.Timetable, 2, "任务号|课程|周几|开始节|结束节|开始周|结束周|单双周|教室|教师工号|授课教师\nT0401001A|图形创意|周一|3|4|1|16|全|明理楼201|20150012|冯远\n" +
		"T0401002A|字体设计|周五|1|2|2|16|双|明理楼202|20150013|褚英杰"},
	{roster.Changes, 3, "调 课 登 记 表\n编号|任务号|调整类型|调课前||调课后|||经办人\n|||周次|星期节次|周次|星期节次|教室|\n1|T0401001A|调课|第6周|周一3-4节|第6周|" +
		"周三3-4节|明理楼202|冯远\n2|T0401001A|换教室|7-9周|周一3-4节|||明理楼202|冯远\n3|T0401002A|停课|8、10周|周五1-2节||||褚英杰"},
	{roster.Exams, 2, "日期|场次|时间|科目|任务号|考场|主考\n2027-01-20（周三）|第一场|8:30-10:10|图形创意|T0401001A|明理楼201|冯远\n" +
		"2027-01-20（周三）|第二场|10:30～12:10|字体设计|T0401002A|明理楼202|褚英杰"},
}

// Sheets from another office, written without our list of synonyms: each kind is recognised, and no row is rejected.
func TestAnotherOffice(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		d.bringAll(oddSheets)
		wantLines(t, "classes on alternate weeks", d.classes("KJ-01", "2026-09-07", "2026-09-20"), "2026-09-07 1-2 博学楼101 周敏",
			"2026-09-16 3-4 博学楼102 周敏")
		wantLines(t, "moved for two weeks", d.classes("YW-01", "2026-10-27", "2026-11-22"),
			"2026-10-27 5-6 博学楼102 ", "2026-11-05 5-6 博学楼101 ", "2026-11-12 5-6 博学楼101 ", "2026-11-17 5-6 博学楼102 周敏")
		wantLines(t, "from a first to a last week", d.query(`SELECT g.code, m.weekday, m.first_period, m.last_period, m.weeks
			FROM meeting m JOIN course_group g ON g.id = m.group_id ORDER BY g.code, m.weekday`, 5),
			"KJ-01 1 1 2 1-15 odd", "KJ-01 3 3 4 2-16 even", "Python程序设计-软件2601 4 7 8 3-14", "T0401001A 1 3 4 1-16",
			"T0401002A 5 1 2 2-16 even", "YW-01 2 5 6 1-16")
		wantLines(t, "seats", d.query(`SELECT s.number, e.seat FROM exam_seat e JOIN student s ON s.id = e.student_id
			ORDER BY s.number`, 2), "2026010101 1", "2026010102 2", "2026010103 3")
		wantLines(t, "who is where", d.query(`SELECT g.code, count(*) FROM enrolment e
			JOIN course_group g ON g.id = e.group_id GROUP BY g.code ORDER BY g.code`, 2), "KJ-01 3", "Python程序设计-软件2601 2",
			"T0401001A 2", "T0401002A 2", "YW-01 2")
		wantLines(t, "students", d.query(`SELECT number, class, entry_year, status, adviser, programme_code
			FROM student WHERE number IN ('2026010103', '2026020101', '2026030102') ORDER BY number`, 6),
			"2026010103 会计2601班 2026 suspended  530302", "2026020101 软件2601班 0 enrolled 吴国强 510203",
			"2026030102 视传2601 2026 enrolled  550103")
	})
}

// bringAll imports each file as a registrar would, without changes.
func (d *desk) bringAll(sheets []oddSheet) {
	d.t.Helper()
	for i, s := range sheets {
		content := oddBook(d.t, s.text)
		made := must1(d.service.CreateDrafts(d.t.Context(), registrar, "sheet.xlsx", bytes.NewReader(content),
			roster.DraftChange{}))(d.t)[0]
		head := strings.ReplaceAll(strings.Join(strings.SplitN(s.text, "\n", 4)[:2], " / "), "\n", " ")
		if made.Kind != s.kind || len(made.Missing) > 0 {
			d.t.Errorf("%d %s is taken for %q, without %v: %s", i, head, made.Kind, made.Missing,
				made.KindReason.Text(locale.Chinese))
			continue
		}
		must1(d.service.PreviewDraft(d.t.Context(), registrar, made.ID))(d.t)
		draft := d.after(made.ID)
		if draft.Preview == nil {
			d.t.Errorf("%d %s: %s", i, head, draft.Problem.Text(locale.Chinese))
			continue
		}
		if p := draft.Preview; p.Created != s.new || p.Changed+p.Refused > 0 {
			var why []string
			for _, r := range p.Reasons {
				why = append(why, r.Text(locale.Chinese))
			}
			d.t.Errorf("%d %s %s: %q\n%s", i, s.kind, head, why, lines(slices.DeleteFunc(d.rows(draft.ID, roster.RowFilter{}),
				func(r roster.DraftRow) bool { return r.Effect == "created" })))
		}
		if _, err := d.apply(draft, roster.Apply{GoodRows: true, Reason: "as in the sheet"}); err != nil {
			d.t.Errorf("%d %s: %v", i, head, err)
		}
	}
}

// oddBook makes a workbook from a text in which ⏎ is a line break in a cell.
func oddBook(t *testing.T, text string) []byte {
	t.Helper()
	book := excelize.NewFile()
	fill(t, book, "Sheet1", text, "|")
	rows := must1(book.GetRows("Sheet1"))(t)
	for y, row := range rows {
		for x, cell := range row {
			if strings.Contains(cell, "⏎") {
				if err := book.SetCellStr("Sheet1", must1(excelize.CoordinatesToCellName(x+1, y+1))(t),
					strings.ReplaceAll(cell, "⏎", "\n")); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	return written(t, book)
}
