package app_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/attacktest"
	"lectern/internal/testkit/dbtest"
)

// vanishLimit is how soon after a node has vanished everybody is served again.
const vanishLimit = 20 * time.Second

// TestAttackVanishedNode pulls the network cable of a node that writes, at a random moment. The other node serves
// everybody again soon: PostgreSQL ends the vanished node's transactions and frees their rows.
func TestAttackVanishedNode(t *testing.T) {
	t.Parallel() // mostly waits for timeouts
	attacktest.Try(t, "node that vanished from the network", 1, 20, attackVanishedNode)
}

func attackVanishedNode(t *testing.T, trials int) {
	postgres := dbtest.OwnPostgres(t)
	cable, remote := newCable(t, postgres)
	data := t.TempDir()
	_, url := start(t, []string{"LECTERN_DATA=" + data, "LECTERN_DATABASE=" + postgres.URL}, "--demo")
	db := dbtest.Open(t, postgres.URL)
	people := newWorkers(t, url)
	people.waitForAll(t)
	var longest time.Duration
	for trial := range trials {
		people.waitForAll(t) // logins are limited
		stop := writeThrough(t, cable, []string{"LECTERN_DATA=" + data, "LECTERN_DATABASE=" + remote})
		open := openTransactions(t, db)
		people.resetGaps()
		cable.pull(t)
		begun := time.Now()
		for openTransactions(t, db) > 0 && time.Since(begun) < time.Minute {
			time.Sleep(50 * time.Millisecond) // not to load the server that is measured
		}
		freed := time.Since(begun)
		people.waitForAll(t)
		gap, of := people.longestGap()
		longest = max(longest, gap)
		t.Logf("trial %d: %d open transactions, ended after %.1f s; longest time without an answer %.1f s (%s)",
			trial+1, open, freed.Seconds(), gap.Seconds(), of)
		if attacktest.Long() && max(gap, freed) > vanishLimit { // the short form may share a busy machine
			t.Errorf("trial %d took longer than %v", trial+1, vanishLimit)
		}
		stop()
		cable.plug(t)
	}
	people.stop()
	t.Logf("%d trials: at most %.1f s without an answer", trials, longest.Seconds())
	dbtest.Audited(t, db)
}

// vanishing is the node's user of PostgreSQL.
const vanishing = "vanishing"

func openTransactions(t *testing.T, db *sqldb.DB) int {
	t.Helper()
	return dbtest.Count(t, db, `SELECT count(*) FROM pg_stat_activity WHERE usename = $1 AND xact_start IS NOT NULL`,
		vanishing)
}

// writeThrough starts a node behind the cable and returns after a random number of writes, while it writes more.
func writeThrough(t *testing.T, cable *cable, environ []string) (stop func()) {
	t.Helper()
	node, url := startWith(t, nil, cable.through, environ, "listening on ",
		"serve", "--no-work", "--listen", cable.there+":0")
	ctx, cancel := context.WithCancel(t.Context())
	var all sync.WaitGroup
	var written atomic.Int64
	for w := range 4 {
		c := loginAs(t, url, "13900000003") // not the registrar, whose oldest sessions would end
		all.Go(func() {
			for i := 0; ctx.Err() == nil; i++ {
				short, done := context.WithTimeout(ctx, time.Second)
				// After the cable is pulled, and when they are too many, there is no answer to wait for.
				_, _ = c.Do(short, "PATCH", "/api/user/info", map[string]string{"introduction": fmt.Sprint(w, " ", i)})
				done()
				written.Add(1)
			}
		})
	}
	for enough := 20 + rand.Int64N(100); written.Load() < enough; {
		time.Sleep(time.Millisecond)
	}
	return func() {
		cancel()
		all.Wait()
		_ = node.Process.Kill()
		_ = node.Wait()
	}
}

// cable connects a node to PostgreSQL.
type cable struct {
	there   string   // the node's address
	through []string // runs a program at that end
	// pull loses everything that is sent in either direction, without telling anybody; plug ends that.
	pull, plug func(t *testing.T)
}

// newCable connects a network namespace to this machine, or where that isn't allowed, a proxy that can stop forwarding.
// It returns the database's address at the other end.
func newCable(t *testing.T, postgres *dbtest.Server) (c *cable, url string) {
	t.Helper()
	id := sqldb.NewID()
	name, network := "l"+id[len(id)-8:], "10.213."+strconv.Itoa(rand.IntN(250))
	if _, err := ip(t, "netns add "+name); err != nil {
		t.Logf("no network namespace, so a proxy: %v", err)
		return newProxyCable(t, postgres)
	}
	t.Cleanup(func() { _ = exec.CommandContext(context.WithoutCancel(t.Context()), "ip", "netns", "del", name).Run() })
	must := func(arguments string) func(t *testing.T) {
		return func(t *testing.T) {
			t.Helper()
			if out, err := ip(t, arguments); err != nil {
				t.Fatalf("ip %s: %v: %s", arguments, err, out)
			}
		}
	}
	c = &cable{
		there: network + ".2", through: []string{"ip", "netns", "exec", name},
		pull: must("-n " + name + " link set cable down"), plug: must("-n " + name + " link set cable up"),
	}
	for _, arguments := range []string{
		"link add " + name + " type veth peer name cable netns " + name,
		"addr add " + network + ".1/30 dev " + name,
		"link set " + name + " up",
		"-n " + name + " addr add " + c.there + "/30 dev cable",
		"-n " + name + " link set lo up",
	} {
		must(arguments)(t)
	}
	c.plug(t)
	return c, postgres.Listen(t, network+".1", vanishing)
}

func ip(t *testing.T, arguments string) (out []byte, err error) {
	t.Helper()
	return exec.CommandContext(t.Context(), "ip", strings.Fields(arguments)...).CombinedOutput()
}

func newProxyCable(t *testing.T, postgres *dbtest.Server) (c *cable, url string) {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	var pulled atomic.Bool
	socket, url := postgres.Socket(t, listener.Addr().String(), vanishing)
	// carry forwards until the cable is pulled, and closes only what ended before.
	carry := func(to, from net.Conn) {
		buffer := make([]byte, 32<<10)
		for {
			n, err := from.Read(buffer)
			if pulled.Load() {
				return
			}
			if err == nil {
				_, err = to.Write(buffer[:n])
			}
			if err != nil {
				_ = to.Close()
				return
			}
		}
	}
	go func() {
		for {
			near, err := listener.Accept()
			if err != nil {
				return
			}
			far, err := (&net.Dialer{}).DialContext(context.WithoutCancel(t.Context()), "unix", socket)
			if err != nil {
				_ = near.Close()
				continue
			}
			t.Cleanup(func() { _, _ = near.Close(), far.Close() })
			go carry(far, near)
			go carry(near, far)
		}
	}()
	set := func(to bool) func(*testing.T) { return func(*testing.T) { pulled.Store(to) } }
	return &cable{there: "127.0.0.1", pull: set(true), plug: set(false)}, url
}
