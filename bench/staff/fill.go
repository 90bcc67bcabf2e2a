package main

import (
	"context"
	"fmt"
	"path/filepath"
	"time"

	"lectern/bench/college"
	"lectern/internal/kernel/sqldb"
)

const (
	classSize = 40
	lecture   = 5 // classes taught together
	taken     = 4 // courses per student
	// number of students with a rare surname who have never logged in, the same for both sizes
	rare = 60
)

var (
	surnames = []rune("王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗")
	given    = []rune("伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂英华玉兰飞鹏红辉玲文晓雨浩然思琪子涵宇轩梓萱博雅诗婷俊佳怡")
	states   = []string{
		"enrolled", "enrolled", "enrolled", "enrolled", "enrolled", "enrolled", "enrolled",
		"enrolled", "enrolled", "suspended",
	}
)

// pupil is an invented student.
type pupil struct{ number, name, phone, class, status string }

// invent returns the i-th of count students. Every tenth is suspended; rare ones are spread over the whole college.
func invent(i, count int) pupil {
	mixed := uint64(i+1) * 0x9E3779B97F4A7C15 >> 20 // the same in both colleges, and unordered
	pick := func(from []rune, part uint64) rune { return from[mixed/part%uint64(len(from))] }
	p := pupil{
		number: fmt.Sprintf("2023%07d", i), phone: fmt.Sprintf("159%08d", uint64(i+1)*61803399%100000000),
		class: fmt.Sprintf("甲班%d", i/classSize), status: states[mixed/7%uint64(len(states))],
		name: string([]rune{pick(surnames, 1), pick(given, 31), pick(given, 2003)}),
	}
	if isRare(i, count) {
		p.name = "欧阳" + p.name[len(p.name)-3:]
	}
	return p
}

func isRare(i, count int) bool { return i%(count/rare) == 0 }

// fill imports the groups and their timetables. Importing so many students would take too long, so it writes their
// rows directly.
func fill(ctx context.Context, c *college.College, count int) error {
	groups := [][]string{{"Group", "Course code"}}
	timetable := [][]string{{"Group", "Weekday", "Periods", "Weeks", "Campus", "Room", "Teacher"}}
	for i := 0; i < count; i += classSize * lecture {
		for _, m := range college.Meetings(i / lecture)[:taken] {
			groups = append(groups, []string{m.Group, m.Course})
			// one room for all groups would cause millions of clashes
			timetable = append(timetable, []string{m.Group, m.Weekday, m.Periods, m.Weeks, m.Campus, "", ""})
		}
	}
	if err := c.Import(ctx, "groups", groups); err != nil {
		return err
	}
	if err := c.Import(ctx, "timetable", timetable); err != nil {
		return err
	}
	progress("%d students: groups are in", count)
	return settle(ctx, c, count)
}

// settle writes the students, enrols them and runs the maintenance that PostgreSQL would do automatically after a
// while.
func settle(ctx context.Context, c *college.College, count int) error {
	url := c.Database
	if url == "" {
		url = filepath.Join(c.Folder, "data", "lectern.db")
	}
	database, err := sqldb.Open(ctx, sqldb.Options{URL: url})
	if err != nil {
		return err
	}
	defer database.Close()
	err = database.WriteWithin(ctx, time.Hour, func(q sqldb.Querier) error { return write(ctx, q, count) })
	if err != nil {
		return err
	}
	progress("%d students: they are in", count)
	var statements []string
	if c.Database != "" {
		statements = append(statements, "ANALYZE") // otherwise it joins students and groups one by one
	}
	for _, m := range college.Meetings(0)[:taken] {
		statements = append(statements, fmt.Sprintf(`INSERT INTO enrolment (student_id, group_id, state, changed_at)
			SELECT s.id, g.id, 'confirmed', 0 FROM student AS s
			JOIN course_group AS g ON g.code = '%s-B' || CAST(CAST(substr(s.class, 3) AS BIGINT) / %d AS TEXT)
			WHERE s.class LIKE '甲班%%'`, m.Course, lecture))
	}
	for _, statement := range statements {
		err := database.WriteWithin(ctx, time.Hour, func(q sqldb.Querier) error {
			_, err := q.ExecContext(ctx, statement)
			return err
		})
		if err != nil {
			return err
		}
	}
	if c.Database == "" {
		return nil
	}
	// Autovacuum had run within seconds, but marked no page as all-visible, so queries read the table instead of
	// only the index.
	return database.WriteOne(ctx, func(q sqldb.Querier) error {
		_, err := q.ExecContext(ctx, "VACUUM ANALYZE")
		return err
	})
}
