// Command planning measures planning on a college of 20,000 students, 1,500 groups and 400 rooms, on both engines:
// the clashes of a term against one SQL pass over the same rows, the check of a move against reading one group's
// timetable, and publishing a draft of 40 changes on two nodes. scripts/with-postgres provides PostgreSQL.
package main

import (
	"context"
	"database/sql"
	"errors"
	"flag"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // creates the database

	"lectern/bench/load"
	"lectern/internal/feature/message"
	"lectern/internal/feature/timetable"
	"lectern/internal/feature/timetable/clash"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/job"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/workflow/planning"
)

var (
	students = flag.Int("students", 20000, "students of the college")
	groups   = flag.Int("groups", 1500, "groups of the term")
	checks   = flag.Int("checks", 1000, "how many moves are checked")
	engine   = flag.String("engine", "SQLite,PostgreSQL", "the engines to measure")
)

var registrar = access.Actor{Account: "dean", Role: access.Staff, Scope: access.Registrar}

func main() { load.Main(measure) }

func measure(ctx context.Context, _ string, _ time.Duration) error {
	for name := range strings.SplitSeq(*engine, ",") {
		if err := measureOn(ctx, name); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// node is the services of one server.
type node struct {
	db       *sqldb.DB
	tables   *timetable.Service
	clashes  *clash.Service
	planning *planning.Service
	jobs     *job.Queue
}

func open(ctx context.Context, address string) (*node, error) {
	db, err := sqldb.Open(ctx, sqldb.Options{URL: address})
	if err != nil {
		return nil, err
	}
	if _, err := db.Migrate(ctx); err != nil {
		return nil, err
	}
	n := &node{db: db, tables: timetable.New(db, time.Now, time.UTC, nil), jobs: job.New(db, time.Now)}
	n.clashes = clash.New(db, n.tables)
	messages := message.New(db, time.Now)
	n.planning = planning.New(planning.Options{
		DB: db, Timetables: n.tables, Clashes: n.clashes, Jobs: n.jobs, Now: time.Now,
		Send: func(ctx context.Context, q sqldb.Querier, who access.Actor, note message.Note) error {
			_, err := messages.Notify(ctx, q, who, note)
			return err
		},
	})
	return n, nil
}

func measureOn(ctx context.Context, engine string) error {
	folder, err := os.MkdirTemp("", "lectern-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	address, err := databaseOf(ctx, engine, folder)
	if err != nil {
		return err
	}
	var nodes [2]*node // on SQLite both are in one process, as in production
	for i := range nodes {
		if nodes[i], err = open(ctx, address); err != nil {
			return err
		}
		defer nodes[i].db.Close()
		if i == 0 {
			if err := fill(ctx, nodes[0].db); err != nil {
				return err
			}
		}
	}
	return errors.Join(nodes[0].findClashes(ctx, engine), nodes[0].checkMoves(ctx, engine), publish(ctx, engine, nodes))
}

func databaseOf(ctx context.Context, engine, folder string) (string, error) {
	if engine == "SQLite" {
		return filepath.Join(folder, "lectern.db"), nil
	}
	server := os.Getenv("LECTERN_TEST_POSTGRES")
	if server == "" {
		return "", errors.New("run it through scripts/with-postgres")
	}
	admin, err := sql.Open("pgx", server)
	if err != nil {
		return "", err
	}
	defer admin.Close()
	if _, err := admin.ExecContext(ctx, "CREATE DATABASE bench_planning"); err != nil {
		return "", err
	}
	u, err := url.Parse(server)
	if err != nil {
		return "", err
	}
	u.Path = "/bench_planning"
	return u.String(), nil
}

// pass reads the rows for finding clashes, in one transaction.
func (n *node) pass(ctx context.Context) error {
	return n.db.Read(ctx, func(q sqldb.Querier) error {
		for _, statement := range []string{
			`SELECT e.student_id, e.group_id, COALESCE(s.class, '') FROM enrolment AS e
				JOIN course_group AS g ON g.id = e.group_id LEFT JOIN student AS s ON s.id = e.student_id
				WHERE g.term_id = 'term' AND e.state = 'confirmed' ORDER BY e.student_id`,
			`SELECT m.* FROM meeting AS m JOIN course_group AS g ON g.id = m.group_id WHERE g.term_id = 'term'`,
			`SELECT x.* FROM class_change AS x JOIN course_group AS g ON g.id = x.group_id WHERE g.term_id = 'term'`,
			`SELECT id, campus_id, name, name_en, building, seats FROM room`, `SELECT id, name, name_en FROM teacher`,
		} {
			if err := scanAll(ctx, q, statement); err != nil {
				return err
			}
		}
		return nil
	})
}

func scanAll(ctx context.Context, q sqldb.Querier, statement string) (err error) {
	rows, err := q.QueryContext(ctx, statement)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	columns, err := rows.Columns()
	if err != nil {
		return err
	}
	values, places := make([]any, len(columns)), make([]any, len(columns))
	for i := range values {
		places[i] = &values[i]
	}
	for rows.Next() {
		if err := rows.Scan(places...); err != nil {
			return err
		}
	}
	return rows.Err()
}

func took(do func() error) (float64, error) {
	start := time.Now()
	err := do()
	return float64(time.Since(start).Microseconds()) / 1000, err
}

func (n *node) findClashes(ctx context.Context, engine string) error {
	found := 0
	ours, theirs, ratio, err := load.InTurn(func() (float64, error) {
		return took(func() error {
			fresh := clash.New(n.db, n.tables) // without a cache
			report, err := fresh.Report(ctx, registrar, "")
			found = len(report.Clashes)
			return err
		})
	}, func() (float64, error) { return took(func() error { return n.pass(ctx) }) })
	if err != nil {
		return err
	}
	return load.Figure{
		What:  fmt.Sprintf("clashes of a term, %d students, %d groups, %s", *students, *groups, engine),
		Value: ratio, Unit: "× one SQL pass over its rows", Most: 2,
		Detail: fmt.Sprintf("%.0f and %.0f ms, %d clashes", ours, theirs, found),
	}.Print()
}

func p99(list []float64) float64 {
	slices.Sort(list)
	return list[len(list)*99/100]
}

func (n *node) checkMoves(ctx context.Context, engine string) error {
	var checked, read []float64
	for i := range *checks {
		group := fmt.Sprint("g", i%*groups)
		day := n.tables.Today().Monday().AddDays(7 + i%5)
		a, err := took(func() error {
			_, err := n.planning.Check(ctx, registrar, "", []timetable.Change{{
				Action: timetable.Move, Group: group, Class: timetable.ClassID(fmt.Sprintf("m%d-0", i%*groups), 3), Day: day,
				Hours: timetable.Hours{FirstPeriod: 1 + 2*(i%5), LastPeriod: 2 + 2*(i%5)},
			}}, "")
			return err
		})
		if err != nil {
			return err
		}
		b, err := took(func() error {
			return n.db.Read(ctx, func(q sqldb.Querier) error {
				plan, err := n.tables.GroupPlan(ctx, q, group)
				timetable.Expand(plan)
				return err
			})
		})
		if err != nil {
			return err
		}
		if i > 0 { // the first one reads the term
			checked, read = append(checked, a), append(read, b)
		}
	}
	a, b := p99(checked), p99(read)
	return load.Figure{
		What: "check of a move, p99, " + engine, Value: a / b, Unit: "× reading one group's timetable", Most: 3,
		Detail: fmt.Sprintf("%.2f and %.2f ms", a, b),
	}.Print()
}

// publish adds 40 changes of 40 groups to a draft, publishes it on one node and reads the result from both.
func publish(ctx context.Context, engine string, nodes [2]*node) error {
	const lines, answers = 40, 600
	var list []planning.NewLine
	for i := range lines {
		list = append(list, planning.NewLine{Change: timetable.Change{
			Action: timetable.Cancel,
			Group:  fmt.Sprint("g", i*11%*groups), Class: timetable.ClassID(fmt.Sprintf("m%d-1", i*11%*groups), 5),
		}})
	}
	draft, err := nodes[0].planning.AddLines(ctx, registrar, "", 0, list)
	if err != nil {
		return err
	}
	for _, n := range nodes { // both have cached the old term
		if _, err := n.clashes.Index(ctx, ""); err != nil {
			return err
		}
	}
	var done planning.Publication
	published, err := took(func() error {
		done, err = nodes[0].planning.Publish(ctx, registrar, draft.ID, draft.Version, "")
		return err
	})
	if err != nil {
		return err
	}
	old := 0
	for i := range answers {
		change := list[i%lines].Change
		v, err := nodes[i%2].planning.View(ctx, registrar, planning.ViewQuery{By: planning.ByGroup, ID: change.Group})
		if err != nil {
			return err
		}
		for _, c := range v.Classes {
			if c.ID == change.Class && c.State != timetable.Cancelled {
				old++
			}
		}
	}
	told, err := took(func() error { return nodes[1].tell(ctx) })
	if err != nil {
		return err
	}
	return load.Figure{
		What:  fmt.Sprintf("%d changes published for %d students, %s", lines, done.Told.Students, engine),
		Value: float64(old), Unit: fmt.Sprintf("old answers of %d on two nodes", answers), Most: 0.5,
		Detail: fmt.Sprintf("published in %.0f ms, told in %.0f ms", published, told),
	}.Print()
}

// tell runs the job that a publication adds.
func (n *node) tell(ctx context.Context) error {
	run, err := n.jobs.Claim(ctx, "bench", time.Minute, planning.NotifyKind)
	if err != nil {
		return err
	}
	if run == nil {
		return errors.New("there is no job")
	}
	return n.planning.Handlers()[run.Kind](ctx, run)
}
