package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"time"

	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/sqldb"
)

const (
	rooms     = 400
	perPerson = 8 // groups per student
)

// fill writes a term that began a week ago: every group meets twice a week, and one in a hundred classes was moved.
func fill(ctx context.Context, db *sqldb.DB) error {
	return db.WriteWithin(ctx, time.Hour, func(q sqldb.Querier) error {
		random := rand.New(rand.NewPCG(22, 0))
		today, _ := civil.Of(time.Now(), time.UTC)
		monday := today.Monday().AddDays(-7)
		for _, statement := range []string{
			fmt.Sprintf(`INSERT INTO term (id, name, name_en, first_monday, first_day, weeks)
				VALUES ('term', 't', 't', '%s', %d, 18)`, monday, monday.Number()),
			`INSERT INTO campus (id, name, name_en, position) VALUES ('c0', 'c0', 'c0', 1), ('c1', 'c1', 'c1', 2)`,
			`INSERT INTO campus_way (campus_id, other_id, minutes) VALUES ('c0', 'c1', 25)`,
			`INSERT INTO period_scheme (id, campus_id, from_date, to_date) VALUES ('c0', 'c0', '2000-01-01', '2100-01-01'),
				('c1', 'c1', '2000-01-01', '2100-01-01')`,
			`INSERT INTO course (id, code, name, name_en, credits, summary, summary_en)
				VALUES ('course', 'C', 'c', 'c', 0, '', '')`,
		} {
			if _, err := q.ExecContext(ctx, statement); err != nil {
				return err
			}
		}
		return fillTables(ctx, q, random)
	})
}

func fillTables(ctx context.Context, q sqldb.Querier, random *rand.Rand) error {
	tables := map[string]*sqldb.Batch{
		"period":  sqldb.NewBatch(q, "period", "scheme_id", "number", "starts", "ends"),
		"room":    sqldb.NewBatch(q, "room", "id", "campus_id", "name", "name_en", "building", "seats"),
		"teacher": sqldb.NewBatch(q, "teacher", "id", "number", "name", "name_en"),
		"group":   sqldb.NewBatch(q, "course_group", "id", "course_id", "term_id", "code", "name", "name_en"),
		"meeting": sqldb.NewBatch(q, "meeting", "id", "group_id", "kind", "weekday", "first_period", "last_period", "starts",
			"ends", "weeks", "campus_id", "room_id", "teacher_id", "changed_at", "revision"),
		"change": sqldb.NewBatch(q, "class_change", "id", "group_id", "class_id", "action", "kind", "day",
			"day_number", "first_period", "last_period", "starts", "ends", "campus_id", "room_id", "online", "teacher_id",
			"note",
			"published_at", "withdrawn_at", "revision"),
		"enrolment": sqldb.NewBatch(q, "enrolment", "student_id", "group_id", "state", "changed_at"),
	}
	var err error
	add := func(table string, values ...any) {
		if err == nil {
			err = tables[table].Add(ctx, values...)
		}
	}
	for i := range 10 {
		starts := civil.Time(480 + i*55 + i/4*60)
		for _, campus := range []string{"c0", "c1"} {
			add("period", campus, i+1, starts.String(), (starts + 45).String())
		}
	}
	for i := range rooms {
		add("room", fmt.Sprint("r", i), fmt.Sprint("c", i%2), fmt.Sprint("r", i), "", fmt.Sprint("b", i%10), 40+i%120)
	}
	for i := range *groups / 3 {
		add("teacher", fmt.Sprint("t", i), strconv.Itoa(i), fmt.Sprint("t", i), "")
	}
	for i := range *groups {
		group := fmt.Sprint("g", i)
		add("group", group, "course", "term", group, "", "")
		for k := range 2 {
			meeting, room := fmt.Sprintf("m%d-%d", i, k), random.IntN(rooms)
			add("meeting", meeting, group, "class", 1+random.IntN(5), 1+2*random.IntN(5), 0, "00:00", "00:00", "1-18",
				fmt.Sprint("c", room%2), fmt.Sprint("r", room), fmt.Sprint("t", i%(*groups/3)), 0, 0)
			if random.IntN(6) == 0 {
				add("change", "x"+meeting, group, meeting+".4", "move", "", nil, 0, 0, 0, "00:00", "00:00",
					"", "r1", false, "", "", 1, 0, 1)
			}
		}
	}
	if err == nil { // before rows that reference groups, which PostgreSQL checks
		err = tables["group"].Flush(ctx)
	}
	for i := range *students {
		first := random.IntN(*groups)
		for k := range perPerson {
			add("enrolment", fmt.Sprintf("s%05d", i), fmt.Sprint("g", (first+k*7)%*groups), "confirmed", 0)
		}
	}
	for _, t := range tables {
		if err == nil {
			err = t.Flush(ctx)
		}
		if err == nil {
			err = t.Close()
		}
	}
	if err == nil {
		_, err = q.ExecContext(ctx, `UPDATE meeting SET last_period = first_period + 1`)
	}
	return err
}
