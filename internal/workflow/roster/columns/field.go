package columns

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"lectern/internal/kernel/locale"
)

// A Field is a column that a kind of spreadsheet may have.
type Field struct {
	Name    string   // for --map; that of a student's field
	Zh, En  string   // headers in templates
	also    []string // other headers, from synonyms.txt
	Need    bool     // the column is required
	Instead string   // fields that make it optional, separated by spaces
	extra   bool     // an alternative to other fields; not in templates
	Marked  bool     // carries the template's example mark; otherwise the first required field does
	Private bool     // masked in reports
	example [2]string
}

// Title returns the field's name in a language.
func (f *Field) Title(lang locale.Language) string {
	if lang == locale.Chinese {
		return f.Zh
	}
	return f.En
}

// Replaced reports whether a field that makes this one optional is there.
func (f *Field) Replaced(there func(string) bool) bool {
	return slices.ContainsFunc(strings.Fields(f.Instead), there)
}

var (
	termField = Field{Name: "term", Zh: "学期", En: "Term", example: [2]string{"2026-autumn", "2026-autumn"}}
	yearField = Field{Name: "year", Zh: "学年", En: "Academic year", extra: true}
	groupCode = Field{
		Name: "group", Zh: "教学班编号", En: "Group", Need: true, Instead: "groupName sequence",
		example: [2]string{"MKT201-1", "MKT201-1"},
	}
	groupName   = Field{Name: "groupName", Zh: "教学班名称", En: "Group name", extra: true}
	courseField = Field{Name: "course", Zh: "课程代码", En: "Course code", extra: true}
	courseName  = Field{Name: "courseName", Zh: "课程名称", En: "Course name", extra: true}
	// Together with the course, home classes identify a group.
	classesField = Field{Name: "classes", Zh: "行政班", En: "Classes of students", extra: true}
	sequence     = Field{Name: "sequence", Zh: "课序号", En: "Number of the group", extra: true} // within its course
	buildingRoom = Field{Name: "building", Zh: "教学楼", En: "Building", extra: true}            // of the room
	hoursField   = Field{Name: "hours", Zh: "节次", En: "Periods", example: [2]string{"1-2", "1-2"}}
	startsField  = Field{Name: "starts", Zh: "开始时间", En: "Starts", example: [2]string{"", ""}}
	endsField    = Field{Name: "ends", Zh: "结束时间", En: "Ends", example: [2]string{"", ""}}
	campusField  = Field{Name: "campus", Zh: "校区", En: "Campus", example: [2]string{"北校区", "North Campus"}}
	roomField    = Field{Name: "room", Zh: "教室", En: "Room", example: [2]string{"明德楼 A101", "Mingde Hall A101"}}
	teacherField = Field{Name: "teacher", Zh: "教师", En: "Teacher", example: [2]string{"T002 何静", "T002"}}
	teacherNo    = Field{Name: "teacherNumber", Zh: "教师工号", En: "Teacher number", extra: true}
	whenField    = Field{Name: "when", Zh: "上课时间", En: "Class time", extra: true}
	noteField    = Field{Name: "note", Zh: "备注", En: "Note", example: [2]string{"", ""}}
)

func named(name, zh, en, zhExample, enExample string) Field {
	return Field{Name: name, Zh: zh, En: en, example: [2]string{zhExample, enExample}}
}

func (f Field) needed() Field             { f.Need = true; return f }
func (f Field) unless(other string) Field { f.Instead = other; return f }
func (f Field) mark() Field               { f.Marked = true; return f }
func (f Field) another() Field            { f.extra = true; return f }
func (f Field) secret() Field             { f.Private = true; return f }

// TemplateFields lists the columns of a kind's template.
func TemplateFields(kind Kind) []Field {
	return slices.DeleteFunc(FieldsOf(kind), func(f Field) bool { return f.extra })
}

// FieldsOf lists the columns of a kind in template order, with all their headers.
func FieldsOf(kind Kind) []Field {
	list := ownFields(kind)
	for i := range list {
		list[i].also = synonyms()[string(kind)+" "+list[i].Name]
	}
	return list
}

//go:embed synonyms.txt
var synonymsText string

// synonyms returns the headers in synonyms.txt by kind and field.
var synonyms = sync.OnceValue(func() map[string][]string {
	out := map[string][]string{}
	for line := range strings.Lines(synonymsText) {
		if parts := strings.Split(strings.TrimSpace(line), "\t"); len(parts) == 3 {
			out[parts[0]+" "+parts[1]] = strings.Split(parts[2], "|")
		}
	}
	return out
})

// headers returns the HeaderKeys of all columns of all kinds.
var headers = sync.OnceValue(func() map[string]bool {
	out := map[string]bool{}
	for _, kind := range Kinds() {
		for _, f := range FieldsOf(kind) {
			for _, header := range append(f.also, f.Zh, f.En) {
				out[HeaderKey(header)] = true
			}
		}
	}
	return out
})

// IsHeader reports whether a cell is the header of a column of any kind.
func IsHeader(cell string) bool { return headers()[HeaderKey(cell)] }

func ownFields(kind Kind) []Field {
	switch kind {
	case Students:
		return studentFields()
	case Courses:
		return []Field{
			named("code", "课程代码", "Course code", "MKT201", "MKT201").needed(),
			named("name", "课程名称", "Course name", "市场营销学", "市场营销学").needed(),
			named("nameEn", "英文名称", "English name", "Marketing", "Marketing"),
			named("credits", "学分", "Credits", "3", "3"),
			named("teachers", "任课教师", "Teachers", "T002 何静; T008 高岚", "T002; T008"),
			named("teacherNumbers", "教师工号", "Teacher numbers", "", "").another(),
			named("summary", "简介", "Summary", "认识顾客，创造价值。", ""),
			named("summaryEn", "英文简介", "English summary", "", "Know the customer, create value."),
		}
	case Groups:
		return []Field{
			yearField, termField, groupCode.unless("name sequence"), sequence, // some systems put the code in the name
			named("course", "课程代码", "Course code", "MKT201", "MKT201").needed(),
			named("name", "教学班名称", "Group name", "市场营销学 01 班", "市场营销学 01 班"),
			named("nameEn", "英文名称", "English name", "Marketing, group 1", "Marketing, group 1"),
			named("teachers", "任课教师", "Teachers", "", "").another(), // they become teachers of the course
			named("teacherNumbers", "教师工号", "Teacher numbers", "", "").another(),
		}
	case Enrolments:
		return []Field{
			yearField, termField, groupCode, groupName, courseField, sequence,
			named("student", "学号", "Student number", "202501001", "202501001").needed(),
			named("name", "姓名", "Name", "林晓雨", "林晓雨"),
			named("state", "状态", "State", "已确认", "confirmed"),
			named("from", "开始日期", "First day", "", ""), // for students who join or leave during the term
			named("until", "退出日期", "Last day", "", ""),
		}
	case Timetable:
		return []Field{
			yearField, termField, groupCode.unless("groupName sequence classes"),
			groupName, courseField, courseName, classesField, sequence, whenField,
			named("weekday", "星期", "Weekday", "周一", "Monday").needed().unless("when hours"), // as does 10102 under 节次
			hoursField, named("lastHours", "结束节次", "Last period", "", "").another(), startsField, endsField,
			named("weeks", "周次", "Weeks", "1-16", "1-16").needed().unless("when"),
			named("lastWeek", "结束周", "Last week", "", "").another(),
			named("parity", "单双周", "Odd or even weeks", "", "").another(),
			campusField, buildingRoom, roomField, teacherField, teacherNo,
			named("kind", "类型", "Kind", "上课", "class"),
		}
	case Changes:
		return changeFields()
	case Exams:
		return examFields()
	default:
		return setupFields(kind)
	}
}

func studentFields() []Field {
	return []Field{
		named("number", "学号", "Student number", "202501001", "202501001").needed(),
		named("name", "姓名", "Name", "林晓雨", "林晓雨").needed(),
		named("nameLatin", "拼音姓名", "Latin name", "Lin Xiaoyu", "Lin Xiaoyu"),
		named("gender", "性别", "Gender", "女", "female"),
		named("phone", "手机号", "Phone", "13800000001", "13800000001").secret(),
		named("nationalId", "身份证号", "National ID", "", "").secret(),
		named("email", "电子邮箱", "Email", "lin.xiaoyu@stu.hengshan.example", "lin.xiaoyu@stu.hengshan.example").secret(),
		campusField,
		named("programme", "专业", "Programme", "市场营销", "MKT"),
		named("class", "班级", "Class", "市营2501", "市营2501"),
		named("entryYear", "入学年份", "Entry year", "2025", "2025"),
		named("studyMode", "学习形式", "Study mode", "全日制", "full-time"),
		named("status", "学籍状态", "Status", "在读", "enrolled"),
		named("graduation", "预计毕业日期", "Expected graduation", "2029-06-30", "2029-06-30"),
		named("adviser", "辅导员", "Adviser", "何静", "何静"),
		named("creditsEarned", "已修学分", "Credits earned", "45", "45"),
		named("creditsRequired", "应修学分", "Credits required", "160", "160"),
		named("nativePlace", "籍贯代码", "Native place code", "310115", "310115"),
		named("emergencyName", "紧急联系人", "Emergency contact", "", "").secret(),
		named("emergencyPhone", "紧急联系电话", "Emergency phone", "", "").secret(),
		named("address", "通讯地址", "Address", "", "").secret(),
	}
}

// ChangeKind is the field for the kind of an added class.
func ChangeKind() Field { return named("kind", "上课类型", "Class kind", "", "").another() }

func changeFields() []Field {
	group := groupCode
	group.Need = false // a holiday applies to everyone
	return []Field{
		named("action", "变更类型", "Change", "", "").needed(),
		yearField, termField, group, groupName, courseField, courseName, classesField, sequence,
		// Added classes have only a new time.
		named("date", "原日期", "Date", "", "").needed().unless("classWeek when newDate newWeek newWhen makeUp"),
		named("classWeek", "原周次", "Week of the class", "", "").another(),
		named("classWeekday", "原星期", "Weekday of the class", "", "").another(),
		named("hours", "原节次", "Periods", "", ""),
		named("when", "原上课时间", "Class time", "", "").another(),
		named("newDate", "新日期", "New date", "", ""),
		named("newWeek", "新周次", "New week", "", "").another(),
		named("newWeekday", "新星期", "New weekday", "", "").another(),
		named("newHours", "新节次", "New periods", "", ""),
		named("newWhen", "新时间", "New class time", "", "").another(),
		named("makeUp", "补课日期", "Make-up date", "", "").another(),
		named("campus", "新校区", "New campus", "", ""),
		named("room", "新教室", "New room", "", ""),
		named("teacher", "新教师", "New teacher", "", ""),
		named("teacherNumber", "新教师工号", "New teacher number", "", "").another(),
		named("week", "按第几周", "Follows week", "", ""),
		named("weekday", "按星期几", "Follows weekday", "", ""),
		named("name", "节日名称", "Holiday", "", ""),
		named("nameEn", "节日英文名称", "Holiday in English", "", ""),
		noteField, ChangeKind(),
		named("approval", "审核状态", "Approval", "", "").another(),
	}
}

func examFields() []Field {
	return []Field{
		yearField, termField, groupCode.unless("groupName course"), groupName,
		named("course", "课程名称", "Course", "", "").another(), classesField, sequence,
		named("examDate", "考试日期", "Exam date", "", "").needed().unless("examTime"),
		named("examTime", "考试时间", "Exam time", "", "").another(),
		hoursField, startsField, endsField, campusField, buildingRoom,
		named("room", "考场", "Exam room", "", ""),
		named("student", "学号", "Student number", "", ""),
		named("name", "姓名", "Name", "", ""),
		named("seat", "座位号", "Seat", "", ""),
	}
}

// setupFields lists the fields of the sheets that an empty college needs first.
func setupFields(kind Kind) []Field {
	switch kind {
	case Terms:
		return []Field{
			// Otherwise derived from the year and the term's number.
			named("id", "学期编号", "Term ID", "2026-autumn", "2026-autumn").needed().unless("year name semester"),
			yearField,
			named("semester", "学期", "Term of the year", "", "").another(), // its number in the year, or its name
			named("name", "学期名称", "Name", "2026–2027 学年第一学期", "2026–2027 学年第一学期").needed().unless("semester"),
			named("nameEn", "英文名称", "English name", "Autumn term 2026", "Autumn term 2026"),
			named("firstMonday", "第一周周一", "First Monday", "2026-09-07", "2026-09-07").needed().unless("dates"),
			named("weeks", "周数", "Weeks", "18", "18").needed().unless("lastDay dates"),
			named("lastDay", "最后一天", "Last day", "", "").another(),
			named("dates", "起止日期", "First and last day", "", "").another(), // 2026.9.7-2027.1.10 in one cell
		}
	case Periods:
		return []Field{
			named("campusId", "校区编号", "Campus ID", "north", "north").unless("campus").mark(),
			named("campus", "校区", "Campus", "北校区", "北校区"),
			named("campusEn", "校区英文名称", "Campus in English", "North Campus", "North Campus"),
			named("from", "生效日期", "From", "2026-05-01", "2026-05-01"), // without dates: spans all terms
			named("to", "截止日期", "To", "2026-09-30", "2026-09-30"),
			named("number", "节次", "Period", "1", "1").needed(),
			named("starts", "开始时间", "Starts", "08:00", "08:00").needed().unless("times"),
			named("ends", "结束时间", "Ends", "08:45", "08:45").needed().unless("times starts"), // or 8:00-8:45 in one cell
			named("times", "起止时间", "Times", "", "").another(),
		}
	case Rooms:
		return []Field{
			campusField.mark(), // defaults to the only campus
			named("name", "教室", "Room", "明德楼 A101", "明德楼 A101").needed().unless("code"),
			named("code", "教室编号", "Room code", "", "").another(), // if the sheet has only a code, it is the name
			named("nameEn", "英文名称", "English name", "Mingde Hall A101", "Mingde Hall A101"),
			named("building", "教学楼", "Building", "明德楼", "明德楼"),
			named("seats", "座位数", "Seats", "90", "90"),
		}
	case Programmes:
		return []Field{
			named("code", "专业代码", "Programme code", "MKT", "MKT").needed(),
			named("name", "专业名称", "Name", "市场营销", "市场营销").needed(),
			named("nameEn", "英文名称", "English name", "Marketing", "Marketing"),
			named("college", "学院", "College", "工商管理学院", "工商管理学院"),
			named("collegeEn", "学院英文名称", "College in English", "School of Business Administration",
				"School of Business Administration"),
		}
	case Teachers:
		return []Field{
			named("number", "工号", "Teacher number", "T002", "T002"),
			named("name", "姓名", "Name", "何静", "何静").needed(),
			named("nameEn", "英文姓名", "English name", "He Jing", "He Jing"),
		}
	default:
		return nil
	}
}
