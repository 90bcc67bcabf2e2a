package roster

import (
	"slices"

	"lectern/internal/locale"
)

// A field is a column that a kind of spreadsheet may have.
type field struct {
	name    string // ours: what --map names, and the student's fields' names
	zh, en  string // what a template calls it
	also    string // other headers that mean it, separated by |
	need    bool   // the column must be there
	instead string // a field that makes it unnecessary
	extra   bool   // another way to say what other fields say: not in templates
	private bool   // its values are masked in reports
	example [2]string
}

func (f *field) title(lang locale.Language) string {
	if lang == locale.Chinese {
		return f.zh
	}
	return f.en
}

var (
	termField = field{name: "term", zh: "学期", en: "Term", also: "学年学期|开课学期|选课学期|选课学年学期|开课学年学期|semester|term id|学期编号", example: [2]string{"2026-autumn", "2026-autumn"}}
	yearField = field{name: "year", zh: "学年", en: "Academic year", also: "开课学年|选课学年|学年度|school year", extra: true}
	groupName = field{
		name: "group", zh: "教学班编号", en: "Group", need: true, example: [2]string{"MKT201-1", "MKT201-1"},
		also: "教学班|教学班号|教学班代码|班级编号|班号|group code|group id|class code|section",
	}
	hoursField   = field{name: "hours", zh: "节次", en: "Periods", also: "上课节次|节|hours|period|slot", example: [2]string{"1-2", "1-2"}}
	startsField  = field{name: "starts", zh: "开始时间", en: "Starts", also: "起始时间|上课开始|start|start time|from", example: [2]string{"", ""}}
	endsField    = field{name: "ends", zh: "结束时间", en: "Ends", also: "终止时间|上课结束|end|end time|to|until", example: [2]string{"", ""}}
	campusField  = field{name: "campus", zh: "校区", en: "Campus", also: "所在校区|校区编号|site", example: [2]string{"北校区", "North Campus"}}
	roomField    = field{name: "room", zh: "教室", en: "Room", also: "上课地点|地点|上课教室|场地|location|place|classroom|venue", example: [2]string{"明德楼 A101", "Mingde Hall A101"}}
	teacherField = field{name: "teacher", zh: "教师", en: "Teacher", also: "任课教师|授课教师|教师姓名|任课教师姓名|老师|lecturer|instructor", example: [2]string{"T002 何静", "T002"}}
	teacherNo    = field{name: "teacherNumber", zh: "教师工号", en: "Teacher number", also: "任课教师工号|教职工号|教工号|职工号|工号|staff number", extra: true}
	whenField    = field{name: "when", zh: "上课时间", en: "Class time", also: "时间|上课时间安排|上课安排|time|class times|schedule", extra: true}
	noteField    = field{name: "note", zh: "备注", en: "Note", also: "说明|原因|remark|remarks|comment|reason", example: [2]string{"", ""}}
)

func named(name, zh, en, also string, zhExample, enExample string) field {
	return field{name: name, zh: zh, en: en, also: also, example: [2]string{zhExample, enExample}}
}

func (f field) needed() field             { f.need = true; return f }
func (f field) unless(other string) field { f.instead = other; return f }
func (f field) another() field            { f.extra = true; return f }
func (f field) secret() field             { f.private = true; return f }

// templateFields lists the columns of a kind's template.
func templateFields(kind Kind) []field {
	return slices.DeleteFunc(fieldsOf(kind), func(f field) bool { return f.extra })
}

// fieldsOf lists the columns that a kind may have, in the order of its template.
func fieldsOf(kind Kind) []field {
	switch kind {
	case Students:
		return studentFields()
	case Courses:
		return []field{
			named("code", "课程代码", "Course code", "课程编号|课程号|代码|code|course|course id|course number", "MKT201", "MKT201").needed(),
			named("name", "课程名称", "Course name", "课程|名称|课程名|name|title|course title", "市场营销学", "市场营销学").needed(),
			named("nameEn", "英文名称", "English name", "课程英文名称|英文名|name en|name in english|english title", "Marketing", "Marketing"),
			named("credits", "学分", "Credits", "课程学分|credit|credit hours", "3", "3"),
			named("teachers", "任课教师", "Teachers", "教师|授课教师|教师姓名|任课教师姓名|主讲教师|teacher|lecturers|lecturer|instructors|instructor", "T002 何静; T008 高岚", "T002; T008"),
			named("teacherNumbers", "教师工号", "Teacher numbers", "任课教师工号|教职工号|教工号|职工号|工号|teacher number|staff number", "", "").another(),
			named("summary", "简介", "Summary", "课程简介|介绍|description", "认识顾客，创造价值。", ""),
			named("summaryEn", "英文简介", "English summary", "课程英文简介|summary en|description en", "", "Know the customer, create value."),
		}
	case Groups:
		return []field{
			yearField, termField, groupName,
			named("course", "课程代码", "Course code", "课程编号|课程号|课程|course|course id|course number", "MKT201", "MKT201").needed(),
			named("name", "教学班名称", "Group name", "名称|班级名称|name|title", "市场营销学 01 班", "市场营销学 01 班"),
			named("nameEn", "英文名称", "English name", "教学班英文名称|英文名|name en", "Marketing, group 1", "Marketing, group 1"),
		}
	case Enrolments:
		return []field{
			yearField, termField, groupName,
			named("student", "学号", "Student number", "学生学号|学生编号|student|student no|student id|number|matriculation number", "202501001", "202501001").needed(),
			named("name", "姓名", "Name", "学生姓名|学生|student name|full name", "林晓雨", "林晓雨"),
			named("state", "状态", "State", "选课状态|修读状态|status|enrolment state|enrollment status", "已确认", "confirmed"),
		}
	case Timetable:
		return []field{
			yearField, termField, groupName, whenField,
			named("weekday", "星期", "Weekday", "周几|星期几|上课星期|day|day of week", "周一", "Monday").needed().unless("when"),
			hoursField, startsField, endsField,
			named("weeks", "周次", "Weeks", "上课周次|周数|起止周|week|teaching weeks", "1-16", "1-16").needed().unless("when"),
			campusField, roomField, teacherField, teacherNo,
			named("kind", "类型", "Kind", "类别|上课类型|type", "上课", "class"),
		}
	case Changes:
		return changeFields()
	default:
		return setupFields(kind)
	}
}

func studentFields() []field {
	return []field{
		named("number", "学号", "Student number", "学生学号|学生编号|student no|student id|number|matriculation number|id", "202501001", "202501001").needed(),
		named("name", "姓名", "Name", "学生姓名|中文姓名|full name|student name|chinese name", "林晓雨", "林晓雨").needed(),
		named("nameLatin", "拼音姓名", "Latin name", "姓名拼音|拼音|英文姓名|英文名|pinyin|english name|name in latin letters", "Lin Xiaoyu", "Lin Xiaoyu"),
		named("gender", "性别", "Gender", "sex", "女", "female"),
		named("phone", "手机号", "Phone", "手机|手机号码|联系电话|电话|移动电话|mobile|mobile phone|phone number|cell|tel|telephone", "13800000001", "13800000001").secret(),
		named("nationalId", "身份证号", "National ID", "身份证|身份证号码|证件号|证件号码|公民身份号码|id number|id card|identity number|national id number", "", "").secret(),
		named("email", "电子邮箱", "E-mail", "邮箱|电子邮件|email|mail|e-mail address|email address", "lin.xiaoyu@stu.hengshan.example", "lin.xiaoyu@stu.hengshan.example").secret(),
		campusField,
		named("programme", "专业", "Programme", "专业代码|专业名称|所学专业|program|programme code|program code|major", "市场营销", "MKT"),
		named("class", "班级", "Class", "行政班|所在班级|班级名称|class name|cohort", "市营2501", "市营2501"),
		named("entryYear", "入学年份", "Entry year", "年级|入学年|级|year of entry|intake|admission year|grade", "2025", "2025"),
		named("studyMode", "学习形式", "Study mode", "培养方式|学习方式|mode|mode of study", "全日制", "full-time"),
		named("status", "学籍状态", "Status", "状态|在读状态|student status|enrolment status", "在读", "enrolled"),
		named("graduation", "预计毕业日期", "Expected graduation", "预计毕业时间|毕业日期|预计毕业|graduation|graduation date|expected graduation date", "2029-06-30", "2029-06-30"),
		named("adviser", "辅导员", "Adviser", "班主任|导师|advisor|tutor|counsellor|counselor", "何静", "何静"),
		named("creditsEarned", "已修学分", "Credits earned", "已获学分|获得学分|credits obtained|earned credits", "45", "45"),
		named("creditsRequired", "应修学分", "Credits required", "毕业学分|要求学分|required credits|total credits", "160", "160"),
		named("nativePlace", "籍贯代码", "Native place code", "籍贯|生源地代码|生源地|行政区划代码|native place|region code", "310115", "310115"),
		named("emergencyName", "紧急联系人", "Emergency contact", "家长姓名|联系人|emergency name|parent|guardian", "", "").secret(),
		named("emergencyPhone", "紧急联系电话", "Emergency phone", "紧急联系人电话|家长电话|家庭电话|emergency contact phone|parent phone|guardian phone", "", "").secret(),
		named("address", "通讯地址", "Address", "家庭住址|家庭地址|地址|住址|home address|postal address", "", "").secret(),
	}
}

func changeFields() []field {
	group := groupName
	group.need = false // a holiday concerns all
	return []field{
		named("action", "变更类型", "Change", "类型|调整类型|操作|action|type|kind of change", "停课", "cancel").needed(),
		yearField, termField, group,
		named("date", "原日期", "Date", "日期|上课日期|原上课日期|class date|original date", "2026-10-19", "2026-10-19").needed(),
		named("hours", "原节次", "Periods", "节次|原上课节次|original periods|period|hours", "1-2", "1-2"),
		named("newDate", "新日期", "New date", "调至日期|调整后日期|截止日期|结束日期|moved to|to date|last date|until", "", ""),
		named("newHours", "新节次", "New periods", "调至节次|调整后节次|新时间|new period|new time|new hours", "", ""),
		named("campus", "新校区", "New campus", "校区|调整后校区|campus", "", ""),
		named("room", "新教室", "New room", "教室|调整后教室|新地点|room|new place|new location", "", ""),
		named("teacher", "新教师", "New teacher", "教师|调整后教师|代课教师|teacher|substitute", "", ""),
		named("teacherNumber", "新教师工号", "New teacher number", "教师工号|代课教师工号|教职工号|teacher number", "", "").another(),
		named("week", "按第几周", "Follows week", "执行周次|补第几周|周次|week|follow week", "", ""),
		named("weekday", "按星期几", "Follows weekday", "执行星期|补星期几|星期|weekday|follow weekday", "", ""),
		named("name", "节日名称", "Holiday", "假期名称|名称|name|holiday name", "", ""),
		named("nameEn", "节日英文名称", "Holiday in English", "英文名称|name en", "", ""),
		noteField,
	}
}

// setupFields are those of the sheets that an empty college needs first.
func setupFields(kind Kind) []field {
	switch kind {
	case Terms:
		return []field{
			named("id", "学期编号", "Term id", "学期代码|编号|id|term|code", "2026-autumn", "2026-autumn").needed(),
			named("name", "学期名称", "Name", "学期|名称|term name|title", "2026–2027 学年第一学期", "2026–2027 学年第一学期").needed(),
			named("nameEn", "英文名称", "English name", "name en", "Autumn term 2026", "Autumn term 2026"),
			named("firstMonday", "第一周周一", "First Monday", "开学日期|第一周星期一|起始日期|first day|start|starts", "2026-09-07", "2026-09-07").needed(),
			named("weeks", "周数", "Weeks", "教学周数|总周数|number of weeks", "18", "18").needed(),
		}
	case Periods:
		campusID := named("campusId", "校区编号", "Campus id", "校区代码|campus code", "north", "north").needed()
		return []field{
			campusID,
			named("campus", "校区", "Campus", "校区名称|campus name", "北校区", "北校区"),
			named("campusEn", "校区英文名称", "Campus in English", "英文名称|campus name en", "North Campus", "North Campus"),
			named("from", "生效日期", "From", "开始日期|起始日期|valid from|first date", "2026-05-01", "2026-05-01").needed(),
			named("to", "截止日期", "To", "结束日期|终止日期|valid to|until|last date", "2026-09-30", "2026-09-30").needed(),
			named("number", "节次", "Period", "第几节|number|period number", "1", "1").needed(),
			named("starts", "开始时间", "Starts", "上课时间|start|start time", "08:00", "08:00").needed(),
			named("ends", "结束时间", "Ends", "下课时间|end|end time", "08:45", "08:45").needed(),
		}
	case Rooms:
		campus := campusField
		return []field{
			campus.needed(),
			named("name", "教室", "Room", "教室名称|名称|name|room name", "明德楼 A101", "明德楼 A101").needed(),
			named("nameEn", "英文名称", "English name", "教室英文名称|name en", "Mingde Hall A101", "Mingde Hall A101"),
		}
	case Programmes:
		return []field{
			named("code", "专业代码", "Programme code", "代码|编号|code|program code", "MKT", "MKT").needed(),
			named("name", "专业名称", "Name", "专业|名称|programme|program|title", "市场营销", "市场营销").needed(),
			named("nameEn", "英文名称", "English name", "name en", "Marketing", "Marketing"),
			named("college", "学院", "College", "所属学院|院系|faculty|school|department", "工商管理学院", "工商管理学院"),
			named("collegeEn", "学院英文名称", "College in English", "faculty en|college en", "School of Business Administration", "School of Business Administration"),
		}
	case Teachers:
		return []field{
			named("number", "工号", "Teacher number", "教师工号|职工号|编号|number|staff number|id", "T002", "T002"),
			named("name", "姓名", "Name", "教师姓名|教师|full name|teacher", "何静", "何静").needed(),
			named("nameEn", "英文姓名", "English name", "拼音|英文名|name en|pinyin|latin name", "He Jing", "He Jing"),
		}
	default:
		return nil
	}
}
