package account_test

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"lectern/internal/feature/account"
	"lectern/internal/kernel/secret"
	"lectern/internal/kernel/sqldb"
)

// Guesses at one account are refused before the queue, so that others can still log in.
func TestGuessesAtOneAccountLeaveTheQueueToOthers(t *testing.T) {
	eachCollege(t, func(o *account.Options) { o.Slots, o.Queue = 1, 16 }, func(t *testing.T, c *college) {
		const guesses = 60
		release := c.OccupyHasher()
		var refused atomic.Int64
		var all sync.WaitGroup
		for range guesses {
			all.Go(func() {
				switch e := guess(c.Service, studentPhone, attacker); e.Code {
				case "account.too_many_tries":
					refused.Add(1)
				case "account.bad_credentials":
				default:
					t.Errorf("a guess got %v", e)
				}
			})
		}
		for refused.Load() < guesses-int64(account.DefaultLimits.Unknown.Burst) && !t.Failed() {
			runtime.Gosched()
		}
		all.Go(func() { wantCode(t, c.browser().login(staffPhone, staffSecret), "") })
		for c.LoginLoad().Waiting <= account.DefaultLimits.Unknown.Burst && !t.Failed() {
			runtime.Gosched()
		}
		release()
		all.Wait()
	})
}

// A login that writes must leave the hasher to others.
func TestNoSlotIsHeldWhileALoginWrites(t *testing.T) {
	var c *college
	hashing := -1
	look := func(o *account.Options) {
		o.RemindToChangePassword = func(context.Context, sqldb.Querier, string, bool) error {
			hashing = c.LoginLoad().Hashing
			return nil
		}
	}
	eachCollege(t, look, func(t *testing.T, made *college) {
		c = made
		c.browser().mustLogin(studentPhone, lastSix)
		if hashing != 0 {
			t.Errorf("%d slots were taken", hashing)
		}
	})
}

// A login that was turned away before its password was compared is no failed try.
func TestBusyIsNoFailedTry(t *testing.T) {
	eachCollege(t, func(o *account.Options) { o.Slots, o.Queue = 1, 4 }, func(t *testing.T, c *college) {
		release := c.OccupyHasher()
		for range 2 * account.DefaultLimits.Unknown.Burst {
			ctx, leave := context.WithCancel(t.Context())
			answer := make(chan error)
			go func() {
				_, err := c.Login(ctx, account.Login{
					Token: c.IssueToken(), Address: home, Phone: studentPhone, Password: secret.New(lastSix),
				})
				answer <- err
			}()
			for c.LoginLoad().Waiting == 0 {
				select {
				case err := <-answer:
					t.Fatal(fmt.Errorf("refused before the queue: %w", err))
				default:
					runtime.Gosched()
				}
			}
			leave()
			wantCode(t, <-answer, "account.busy")
		}
		release()
		guessing, err := c.Guessing(t.Context(), c.staffActor(), noon)
		if err != nil || guessing.Tries != 0 {
			t.Errorf("%d tries are counted, %v", guessing.Tries, err)
		}
		wantCode(t, c.browser().login(studentPhone, "Wrong1"), "account.bad_credentials")
		c.browser().mustLogin(studentPhone, lastSix)
	})
}
