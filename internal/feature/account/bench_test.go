package account_test

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"testing"
	"time"

	"golang.org/x/crypto/argon2"

	"lectern/internal/feature/account"
	"lectern/internal/feature/account/argon"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/keyring"
	"lectern/internal/kernel/secret"
	"lectern/internal/testkit/dbtest"
)

func benchService(b *testing.B, accounts int) *account.Service {
	b.Helper()
	s := account.New(account.Options{
		DB: dbtest.Open(b, dbtest.SQLite(b)), Keys: keyring.Generate(), Now: time.Now, Queue: 1000,
		Policy: account.Policy{FirstPassword: account.KindLastSix, SessionIdle: time.Hour, SessionMax: time.Hour},
	})
	for i := range accounts {
		_, err := s.Create(b.Context(), access.System(),
			account.Details{Phone: benchPhone(i), Name: "x", Role: access.User, LastSix: secret.New(lastSix)})
		if err != nil {
			b.Fatal(err)
		}
	}
	return s
}

func benchPhone(i int) string { return fmt.Sprintf("138%08d", i) }

// BenchmarkLogin compares many concurrent logins with the bare hash on all cores: "ratio" is the share of its
// throughput.
func BenchmarkLogin(b *testing.B) {
	const accounts, clients = 64, 64
	s := benchService(b, accounts)
	work := func(times, workers int, do func(i int)) time.Duration {
		start := time.Now()
		var wg sync.WaitGroup
		for w := range workers {
			wg.Go(func() {
				for i := w; i < times; i += workers {
					do(i)
				}
			})
		}
		wg.Wait()
		return time.Since(start)
	}
	var bare, whole time.Duration
	for b.Loop() {
		bare += work(clients, runtime.NumCPU(), func(int) {
			argon2.IDKey([]byte("password"), make([]byte, 16), argon.DefaultCost.Time, argon.DefaultCost.Memory,
				argon.DefaultCost.Threads, 32)
		})
		whole += work(clients, clients, func(i int) {
			in := account.Login{
				Token: s.IssueToken(), Device: account.NewDevice(), Address: home,
				Phone: benchPhone(i % accounts), Password: secret.New(lastSix),
			}
			if _, err := s.Login(context.Background(), in); err != nil {
				b.Error(err)
			}
		})
	}
	b.ReportMetric(bare.Seconds()/whole.Seconds(), "ratio")
	b.ReportMetric(float64(b.N*clients)/whole.Seconds(), "logins/s")
}

func BenchmarkResolveWarm(b *testing.B) {
	s := benchService(b, 1)
	in := account.Login{
		Token: s.IssueToken(), Device: account.NewDevice(), Address: home, Phone: benchPhone(0),
		Password: secret.New(lastSix),
	}
	out, err := s.Login(b.Context(), in)
	if err != nil {
		b.Fatal(err)
	}
	call := account.Call{Token: in.Token, Identity: out.Account, Device: out.Device, Address: home}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := s.Resolve(b.Context(), call); err != nil {
			b.Fatal(err)
		}
	}
}
