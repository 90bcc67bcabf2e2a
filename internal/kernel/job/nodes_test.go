package job_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"testing"
	"time"

	"lectern/internal/kernel/job"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/attacktest"
	"lectern/internal/testkit/dbtest"
)

// The test binary starts itself again as a worker that is then killed.
const victimDatabase = "LECTERN_JOB_VICTIM"

func TestMain(m *testing.M) {
	if url := os.Getenv(victimDatabase); url != "" {
		fmt.Fprintln(os.Stderr, victim(url))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// victim works on a job until it is killed.
func victim(url string) error {
	ctx := context.Background()
	db, err := sqldb.Open(ctx, sqldb.Options{URL: url})
	if err != nil {
		return err
	}
	job.New(db, time.Now).Runner(job.Options{Name: "victim"}, map[string]job.Handler{
		"fatal": func(ctx context.Context, run *job.Run) error {
			return db.Write(ctx, func(q sqldb.Querier) error {
				if _, err := q.ExecContext(ctx, `INSERT INTO setting (name, value) VALUES ('effect', 'half')`); err != nil {
					return err
				}
				if err := run.Complete(ctx, q); err != nil {
					return err
				}
				fmt.Println(run.ID) // all is written, nothing is committed
				select {}
			})
		},
	}).Run(ctx)
	return errors.New("it survived")
}

func TestKilledWorkerLosesNothing(t *testing.T) {
	dbtest.EachURL(t, func(t *testing.T, url string) {
		db := dbtest.Open(t, url)
		now := time.Now() // the child reads the clock itself, so both start at the same time
		queue := job.New(db, func() time.Time { return now })
		b := fixture{T: t, Queue: queue, db: db}
		id := b.add(job.Spec{Kind: "fatal"})

		cmd := exec.CommandContext(t.Context(), os.Args[0])
		cmd.Env = append(os.Environ(), victimDatabase+"="+url)
		cmd.Stderr = os.Stderr
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		claimed := bufio.NewScanner(out)
		if !claimed.Scan() || claimed.Text() != id {
			t.Fatalf("the victim claimed %q, %v", claimed.Text(), claimed.Err())
		}
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		if err := cmd.Wait(); err == nil {
			t.Fatal("it was not killed")
		}

		if j := b.get(id); j.State != job.Running || j.Worker != "victim" {
			t.Errorf("after the kill: %+v", j)
		}
		if b.claim("fatal") != nil {
			t.Fatal("taken before the lease ran out")
		}
		now = now.Add(time.Hour)
		run := b.mustClaim("fatal")
		if run.ID != id || run.Attempts != 1 || run.Losses != 1 {
			t.Errorf("took over %+v", run.Job)
		}
		if dbtest.Count(t, db, `SELECT count(*) FROM setting`) != 0 {
			t.Error("half a job's work is there")
		}
		if err := b.complete(run); err != nil {
			t.Fatal(err)
		}
		b.want(id, job.Done, 1)
	})
}

func TestAttackNodesShareJobs(t *testing.T) {
	attacktest.Repeat(t, "three nodes on one queue", 1, 10, attackNodesShareJobs)
}

func attackNodesShareJobs(t *testing.T) {
	dbtest.EachURL(t, func(t *testing.T, url string) {
		const nodes, workers, jobs = 3, 2, 60
		first := newFixture(t, dbtest.Open(t, url))
		err := first.db.Write(t.Context(), func(q sqldb.Querier) error {
			for range jobs {
				if _, err := first.Add(t.Context(), q, job.Spec{Kind: "a"}); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		var all sync.WaitGroup
		var mu sync.Mutex
		claims := map[string]int{}
		for node := range nodes {
			b := fixture{T: t, db: dbtest.Open(t, url), clock: first.clock}
			b.Queue = job.New(b.db, first.clock.Now)
			for range workers {
				all.Go(func() {
					for {
						run, err := b.Claim(t.Context(), fmt.Sprint("node ", node), lease, "a")
						if err != nil {
							t.Error(err)
						}
						if run == nil {
							return
						}
						mu.Lock()
						claims[run.ID]++
						mu.Unlock()
						if err := b.complete(run); err != nil {
							t.Error(err)
						}
					}
				})
			}
		}
		all.Wait()
		for id, n := range claims {
			if n != 1 {
				t.Errorf("%s was claimed %d times", id, n)
			}
		}
		if counts, err := first.Counts(t.Context(), first.db.Reader()); err != nil ||
			counts[job.Done] != jobs || len(claims) != jobs {
			t.Errorf("%v, %v, %d claimed", counts, err, len(claims))
		}
	})
}

func BenchmarkClaimAndComplete(b *testing.B) {
	for engine, url := range map[string]string{"SQLite": dbtest.SQLite(b), "PostgreSQL": dbtest.Postgres(b)} {
		b.Run(engine, func(b *testing.B) {
			db := dbtest.Open(b, url)
			queue := job.New(db, time.Now)
			for b.Loop() {
				err := db.WriteOne(b.Context(), func(q sqldb.Querier) error {
					_, err := queue.Add(b.Context(), q, job.Spec{Kind: "a"})
					return err
				})
				if err != nil {
					b.Fatal(err)
				}
				run, err := queue.Claim(b.Context(), "node", lease, "a")
				if err != nil || run == nil {
					b.Fatal(run, err)
				}
				if err := db.WriteOne(b.Context(),
					func(q sqldb.Querier) error { return run.Complete(b.Context(), q) }); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// Nodes whose clocks are minutes apart don't take each other's jobs, because leases use the database's clock.
func TestAttackLeasesWithWrongClocks(t *testing.T) {
	attacktest.Try(t, "job leases of two nodes with wrong clocks", 2, 20, attackLeases)
}

func attackLeases(t *testing.T, trials int) {
	t.Helper()
	url := dbtest.Postgres(t)
	nodes := map[time.Duration]fixture{}
	for _, ahead := range []time.Duration{-150 * time.Second, 0, 150 * time.Second} {
		db := dbtest.OpenAt(t, url, ahead)
		nodes[ahead] = fixture{T: t, Queue: job.New(db, db.Now), db: db}
	}
	for range trials {
		for from, holder := range nodes {
			id := holder.add(job.Spec{Kind: "long"})
			run, err := holder.Claim(t.Context(), "holder", time.Minute, "long")
			if err != nil || run == nil || run.ID != id {
				t.Fatalf("%+v, %v", run, err)
			}
			for ahead, other := range nodes {
				if stolen := other.claim("long"); stolen != nil {
					t.Errorf("the node %v ahead took the job of the node %v ahead", ahead, from)
				}
			}
			if err := holder.complete(run); err != nil {
				t.Errorf("the node %v ahead: %v", from, err)
			}
		}
	}
}
