package sample

import (
	"time"

	"lectern/internal/feature/message"
)

const (
	hour = time.Hour
	day  = 24 * time.Hour
)

// messages returns some of each kind and audience, and one notice to acknowledge.
func messages(d *Data) []Message {
	first := "student:" + d.Students[0].Number
	group := func(code string) string { return "group:" + d.Current.ID + "/" + code }
	return []Message{
		{To: "all", Ago: 20 * day, Note: message.Note{
			Kind: message.Notice, Tag: message.InProgress, Link: "/student/timetable", Avatar: "bell",
			Title:    message.Text{Zh: "欢迎使用学生端", En: "Welcome to the student portal"},
			Subtitle: message.Text{Zh: "教务处", En: "Registrar"}, Content: message.Text{
				Zh: "课表、学籍信息和课程回放都在这里。课表有调整时，你会在这里收到消息。",
				En: "Your timetable, your record and recorded lectures live here. When a class changes, a message tells you.",
			},
		}},
		{To: "all", Ago: 2 * day, Note: message.Note{
			Kind: message.Notice, Tag: message.DueSoon, Acknowledge: true, Avatar: "exam",
			Title:    message.Text{Zh: "期中考试纪律，请确认收到", En: "Rules for the mid-term exams: please acknowledge"},
			Subtitle: message.Text{Zh: "教务处", En: "Registrar"}, Content: message.Text{
				Zh: "考试须携带学生证，手机须关机并放入指定区域。请阅读后点击“收到”。",
				En: "Bring your student card; phones are switched off and left where you are told. Read " +
					"this, then press “Acknowledge”.",
			},
		}},
		{To: "programme:MKT", Ago: 5 * day, Note: message.Note{
			Kind: message.Notice, Tag: message.NotStarted, Avatar: "flag",
			Title:    message.Text{Zh: "营销策划大赛开始报名", En: "Enter the marketing contest"},
			Subtitle: message.Text{Zh: "工商管理学院", En: "School of Business Administration"},
			Content:  message.Text{Zh: "三至五人一队，第九周周五截止。", En: "Teams of three to five; entries close on Friday of week 9."},
		}},
		{To: group("STA201-1"), Ago: 26 * hour, Note: message.Note{
			Kind: message.Plain, Link: "/student/timetable", Avatar: "T004",
			Title:    message.Text{Zh: "下周请带笔记本电脑", En: "Bring a laptop next week"},
			Subtitle: message.Text{Zh: "郑雅文", En: "Zheng Yawen"},
			Content:  message.Text{Zh: "周五在数据实验室练习回归分析。", En: "On Friday we practise regression in the data lab."},
		}},
		{To: group("MKT201-1"), Ago: 17 * hour, Note: message.Note{
			Kind: message.Plain, Link: "/student/timetable", Avatar: "cancelled",
			Title:    message.Text{Zh: "停课：市场营销学，下周一第 1–2 节", En: "Cancelled: Marketing, next Monday, periods 1–2"},
			Subtitle: message.Text{Zh: "课表变动", En: "Timetable"},
			Content:  message.Text{Zh: "教师出差，本次停课。", En: "The teacher is travelling; this class is not held."},
		}},
		{To: group("FIN201-1"), Ago: 47 * hour, Note: message.Note{
			Kind: message.Plain, Link: "/student/timetable", Avatar: "moved",
			Title:    message.Text{Zh: "调课：公司金融，本周二改至周五", En: "Moved: Corporate Finance, from Tuesday to Friday this week"},
			Subtitle: message.Text{Zh: "课表变动", En: "Timetable"},
			Content:  message.Text{Zh: "周五第 5–6 节，明德楼 B204。", En: "Friday, periods 5–6, Mingde Hall B204."},
		}},
		{To: "all", Ago: 4 * day, Note: message.Note{
			Kind: message.Notice, Tag: message.NotStarted, Link: "/student/timetable", Avatar: "calendar",
			Title:    message.Text{Zh: "校运动会调休安排", En: "Make-up days for the Sports Days"},
			Subtitle: message.Text{Zh: "教务处", En: "Registrar"}, Content: message.Text{
				Zh: "第八周周三至周五停课；第六周周六补第八周周五的课，第七周周六补第八周周四的课。",
				En: "No classes from Wednesday to Friday of week 8; Saturday of week 6 follows the Friday of week 8, " +
					"Saturday of week 7 its Thursday.",
			},
		}},
		{To: group("MKT201-1"), Ago: 8 * day, Note: message.Note{
			Kind: message.Plain, Link: "/student/watch", Avatar: "T002",
			Title: message.Text{Zh: "第五周的回放已上传", En: "The recording of week 5 is online"}, Subtitle: message.Text{
				Zh: "何静",
				En: "He Jing",
			}, Content: message.Text{Zh: "请在下次课前看完案例部分。", En: "Please watch the case before the next class."},
		}},
		{To: first, Ago: 3 * day, Note: message.Note{
			Kind: message.Plain, Avatar: "T002",
			Title: message.Text{Zh: "关于你的案例报告", En: "About your case report"}, Subtitle: message.Text{Zh: "何静", En: "He Jing"},
			Content: message.Text{Zh: "结构清楚，数据来源请补充。", En: "Well structured; please name your sources."},
		}},
		{To: first, Ago: 4 * day, Note: message.Note{
			Kind: message.Todo, Tag: message.InProgress, Link: "/student/userinfo", Avatar: "id",
			Title:    message.Text{Zh: "补全学籍信息", En: "Complete your record"},
			Subtitle: message.Text{Zh: "学生事务办公室", En: "Student office"}, Content: message.Text{
				Zh: "籍贯和紧急联系人还是空的，只需填写一次。",
				En: "Native place and emergency contact are empty; you fill them in once.",
			},
		}},
		{To: "all", Ago: 6 * hour, Note: message.Note{
			Kind: message.Todo, Tag: message.DueSoon, Link: "/student/userinfo", Avatar: "check",
			Title: message.Text{Zh: "核对已修学分", En: "Check your credits"}, Subtitle: message.Text{Zh: "教务处", En: "Registrar"},
			Content: message.Text{Zh: "如有出入，请在第八周前联系教务处。", En: "If they are wrong, tell the registrar before week 8."},
		}},
	}
}

// overdueNotice is an adviser's notice to a class, past its deadline.
func overdueNotice(class string, deadline time.Time) message.Note {
	return message.Note{
		Kind: message.Notice, Tag: message.InProgress, To: message.Class(class), Acknowledge: true, Deadline: deadline,
		Avatar: "flag", Title: message.Text{Zh: "医保信息核对，请确认收到", En: "Check your health insurance: please acknowledge"},
		Subtitle: message.Text{Zh: "辅导员", En: "Your adviser"}, Content: message.Text{
			Zh: "请核对医保卡上的姓名和证件号，有误请到学院办公室更正。阅读后点击“收到”。",
			En: "Check the name and number on your insurance card; the school office corrects mistakes. Read " +
				"this, then press “Acknowledge”.",
		},
	}
}
