package sample

import (
	"fmt"

	"lectern/internal/feature/student"
	"lectern/internal/feature/timetable"
)

func programmes() []student.Programme {
	return []student.Programme{
		{Code: "MKT", Name: "市场营销", NameEn: "Marketing", College: "工商管理学院", CollegeEn: "School of Business Administration"},
		{Code: "ACC", Name: "会计学", NameEn: "Accounting", College: "会计学院", CollegeEn: "School of Accounting"},
		{Code: "FIN", Name: "金融学", NameEn: "Finance", College: "金融学院", CollegeEn: "School of Finance"},
		{
			Code: "BDA", Name: "商务数据分析", NameEn: "Business Analytics", College: "商务信息学院",
			CollegeEn: "School of Business Information",
		},
	}
}

func teachers() []Teacher {
	return []Teacher{
		{"T001", "周明远", "Zhou Mingyuan"},
		{"T002", "何静", "He Jing"},
		{"T003", "孙立诚", "Sun Licheng"},
		{"T004", "郑雅文", "Zheng Yawen"},
		{"T005", "马国栋", "Ma Guodong"},
		{"T006", "许清", "Xu Qing"},
		{"T007", "吴启航", "Wu Qihang"},
		{"T008", "高岚", "Gao Lan"},
		{"T009", "罗嘉树", "Luo Jiashu"},
		{"T010", "Grace Bennett", "Grace Bennett"},
	}
}

func courses() []Course {
	return []Course{
		{
			"ACC101", "基础会计", "Principles of Accounting", 30, "从一张凭证到三张报表。",
			"From a voucher to the three statements.",
			[]string{"T001"},
		},
		{"ECO101", "微观经济学", "Microeconomics", 30, "消费者、企业与市场。", "Consumers, firms and markets.", []string{"T003"}},
		{
			"ECO102", "宏观经济学", "Macroeconomics", 30, "产出、就业、物价与政策。",
			"Output, jobs, prices and policy.",
			[]string{"T003", "T005"},
		},
		{
			"MGT101", "管理学原理", "Principles of Management", 25, "计划、组织、领导与控制。",
			"Planning, organising, leading and control.",
			[]string{"T005"},
		},
		{"MKT201", "市场营销学", "Marketing", 30, "认识顾客，创造价值。", "Know the customer, create value.", []string{"T002", "T008"}},
		{"FIN201", "公司金融", "Corporate Finance", 30, "投资、融资与估值。", "Investing, financing and valuation.", []string{"T007"}},
		{"STA201", "商务统计", "Business Statistics", 30, "用数据说话：描述、推断与回归。", "Describe, infer and regress.", []string{"T004"}},
		{"LAW201", "经济法", "Business Law", 20, "合同、公司与竞争。", "Contracts, companies and competition.", []string{"T006"}},
		{"ENG201", "商务英语", "Business English", 20, "邮件、会议与谈判。", "Email, meetings and negotiations.", []string{"T010"}},
		{
			"OPS301", "运营管理", "Operations Management", 25, "流程、库存与供应链。",
			"Processes, stock and supply chains.",
			[]string{"T009"},
		},
		{
			"HRM301", "人力资源管理", "Human Resource Management", 20, "招聘、培养与激励。",
			"Hiring, developing and motivating.",
			[]string{"T008"},
		},
		{
			"BDA301", "商业数据分析", "Business Data Analytics", 30, "从问题到看板。",
			"From a question to a dashboard.",
			[]string{"T004", "T009"},
		},
	}
}

// taught is a course in a term: its students' year of study, and the programmes of each group.
type taught struct {
	course string
	year   int
	groups [][]string
}

func teaching(current bool) []taught {
	all, halves := [][]string{{"MKT", "ACC", "FIN", "BDA"}}, [][]string{{"MKT", "ACC"}, {"FIN", "BDA"}}
	if !current {
		return []taught{
			{"ACC101", 2, all},
			{"ECO101", 2, all},
			{"MGT101", 2, all},
			{"MKT201", 3, all},
			{"FIN201", 3, all},
			{"STA201", 3, all},
		}
	}
	return []taught{
		{"ACC101", 1, halves},
		{"ECO101", 1, halves},
		{"MGT101", 1, all},
		{"ENG201", 1, halves},
		{"MKT201", 2, halves},
		{"FIN201", 2, halves},
		{"STA201", 2, halves},
		{"ECO102", 2, all},
		{"LAW201", 2, all},
		{"OPS301", 3, all},
		{"HRM301", 3, all},
		{"BDA301", 3, all},
	}
}

func groups(past, current timetable.Term, people []Student) []Group {
	names := map[string]Course{}
	for _, c := range courses() {
		names[c.Code] = c
	}
	var out []Group
	for _, term := range []timetable.Term{past, current} {
		for _, row := range teaching(term.ID == current.ID) {
			for i, wanted := range row.groups {
				c := names[row.course]
				out = append(out, Group{
					Term: term.ID, Code: fmt.Sprintf("%s-%d", row.course, i+1), Course: row.course,
					Name: fmt.Sprintf("%s %02d 班", c.Name, i+1), NameEn: fmt.Sprintf("%s, group %d", c.NameEn, i+1),
					Cohorts: cohorts(people, schoolYear(current)+1-row.year, wanted),
				})
			}
		}
	}
	return out
}

// cohorts returns the classes of some programmes that started in a year.
func cohorts(people []Student, entry int, wanted []string) []string {
	var out []string
	for _, programme := range wanted {
		for _, s := range people {
			if s.EntryYear == entry && s.Programme == programme {
				out = append(out, s.Class)
				break
			}
		}
	}
	return out
}

// enrolments enrols whole classes. The first five students take one more course, which overlaps another; the first
// student has one pending and one dropped enrolment.
func enrolments(all []Group, people []Student, current timetable.Term) []Enrolment {
	var out []Enrolment
	for _, g := range all {
		in := map[string]bool{}
		for _, class := range g.Cohorts {
			in[class] = true
		}
		for _, s := range people {
			if in[s.Class] {
				out = append(out, Enrolment{s.Number, g.Key(), "confirmed"})
			}
		}
	}
	for _, s := range people[:5] {
		out = append(out, Enrolment{s.Number, current.ID + "/HRM301-1", "confirmed"})
	}
	return append(out,
		Enrolment{people[0].Number, current.ID + "/BDA301-1", "pending"},
		Enrolment{people[0].Number, current.ID + "/OPS301-1", "dropped"})
}
