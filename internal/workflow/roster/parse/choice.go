package parse

import (
	"regexp"
	"slices"
	"strings"

	"lectern/internal/feature/student"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/locale"
)

// A Choice is a column with a few values, and the words that colleges use for each.
type Choice []struct {
	value string
	words string // separated by spaces, folded
}

func (c Choice) Read(cell string) (string, error) {
	text := NameKey(cell)
	all := make([]string, 0, len(c))
	for _, one := range c {
		if text == one.value || slices.Contains(strings.Fields(one.words), text) {
			return one.value, nil
		}
		own, _, _ := strings.Cut(one.words, " ") // the Chinese word
		all = append(all, own+" "+one.value)
	}
	return "", fault.New(fault.Invalid, "roster.bad_choice", "choices", strings.Join(all, ", "))
}

// The choices of students, enrolments and meetings.
var (
	Parities   = Choice{{"odd", "单 单周 奇数周 奇"}, {"even", "双 双周 偶数周 偶"}, {"all", "全 全周 每周 单双周 不分 不分单双周 单双"}}
	Genders    = Choice{{"female", "女 女性 f woman 2"}, {"male", "男 男性 m man 1"}}
	StudyModes = Choice{
		{student.StudyModes()[0], "全日制 普通全日制 全日制教育 脱产 全日 fulltime"},
		{student.StudyModes()[1], "非全日制 业余 在职 parttime"},
		{student.StudyModes()[2], "函授 远程 网络 网络教育 online"},
		{student.StudyModes()[3], "交换 交流 交换生"},
	}
	Statuses = Choice{
		{
			student.Statuses()[0],
			"在读 有 在籍 在校 注册 正常 在册 在校生 有学籍 在籍在校 在籍注册 已注册 注册学籍 在读生 在校在籍 复学 恢复学籍 休学复学 入伍复学 退伍复学 active registered",
		},
		{
			student.Statuses()[1],
			"休学 停学 休学中 保留学籍 保留入学资格 因病休学 因事休学 创业休学 延长休学 继续休学 保留学籍(入伍) 保留学籍(参军) 保留学籍(应征入伍) 入伍 参军 应征入伍 参军入伍 onleave leave",
		},
		{student.Statuses()[2], "交换 交流 exchange abroad"},
		{student.Statuses()[3], "毕业 已毕业 毕业离校"},
		{student.Statuses()[4], "退学 离校 已退学 劝退 肄业 开除学籍 开除 转学 转出 转学转出 取消学籍 取消入学资格 注销学籍 自动退学 勒令退学 死亡 left droppedout"},
	}
	EnrolmentStates = Choice{
		{"confirmed", "已确认 确认 已选 已选课 选中 正常 选课 补选 初选 重修 初修 在修 修读 在读 有效 已选中 选上 选课成功 审核通过 已审核 " +
			"通过 增选 改选入 enrolled enroled yes"},
		{"pending", "待确认 待审核 未确认 待选 待抽签 待筛选 未审核 审核中 候补 waiting waitlist"},
		{"dropped", "退课 已退课 退选 退 已退 退修 落选 未选中 无效 取消 已取消 删除 退选成功 退课成功 撤课 停修 已退选 退出 withdrawn"},
	}
	ClassKinds = Choice{
		{"class", "课 上课 授课 课程 正常 讲授 理论 理论课 实验 实验课 实践 实践课 上机 实训 讲课 理论教学 实践教学 lecture lesson"},
		{"exam", "考试 期末考试 期中考试 考核 examination test"},
	}
)

// ChangeActions are the actions of a row of changes.
var ChangeActions = Choice{
	{"cancel", "停课 取消 停上 暂停 取消上课 cancelled canceled"},
	{"move", "调课 换教室 换老师 代课 调整 调时间 调教室 调地点 换地点 换场地 换教师 更换教师 更换教室 变更教室 变更教师 调换教室 调换教师 变更 调换 moved " +
		"reschedule rescheduled substitute"},
	{"add", "补课 加课 新增 增加 增开 加开 added extra"},
	{"follow", "调休 补班 补课日 调休上课 调休补课 调课日 补上课 上班 makeup make-up makeupday follows"},
	{"off", "停课日 全天停课 休息 dayoff"},
	{"holiday", "放假 节假日 假期 假日 法定节假日 节日 校庆 全校停课 holidays"},
}

// Word returns the word for a value in a language.
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

var keepsStatus = regexp.MustCompile(
	`^(?:转专业|转班|转系|转院系?|调班|调专业|换专业|换班|留级|降级|跳级|编级|专业分流|分流|分班|更名|改名|信息变更|延长学制|延期毕业|转入|转学转入|校内转专业)(?:\(.*\))?$`)

// KeepsStatus reports whether an entry in a list of status changes leaves the student enrolled: 转专业, 留级.
func KeepsStatus(cell string) bool { return keepsStatus.MatchString(NameKey(cell)) }

// Renames reports whether such an entry changes a name.
func Renames(cell string) bool {
	return slices.Contains([]string{"更名", "改名", "信息变更"}, NameKey(cell))
}

var (
	notApproved = regexp.MustCompile(`不|未|待|驳|拒|退回|否|撤|作废|无效|中$|草稿|取消|^0$|rejected|pending|refused|denied|^no$`)
	isApproved  = regexp.MustCompile(`通过|同意|批准|已审|是|完成|生效|办结|有效|已发布|已执行|^√$|^1$|^yes$|approved|accepted`)
)

// Approved reports whether a request was approved; an empty cell counts as approved. It fails with roster.bad_approval.
func Approved(cell string) (bool, error) {
	switch text := NameKey(cell); {
	case text == "":
		return true, nil
	case notApproved.MatchString(text):
		return false, nil
	case isApproved.MatchString(text):
		return true, nil
	}
	return false, fault.New(fault.Invalid, "roster.bad_approval", "value", Clip(cell))
}
