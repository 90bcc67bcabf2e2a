package account

import (
	"context"
	"log/slog"
	"time"

	"lectern/internal/feature/account/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/audit"
	"lectern/internal/kernel/sqldb"
)

const (
	// guessRest is how long an account must go without a failed try before its count restarts.
	guessRest = 30 * 24 * time.Hour
	// networkRest is how long failures from a network are stored.
	networkRest = 7 * 24 * time.Hour

	// An account is reported after this many failed tries, and again at each ten times as many; a network, per day.
	reportAccount = 10
	reportNetwork = 100
	reportPage    = 200 // per round
)

// Guessing is the summary of failed tries for staff.
type Guessing struct {
	Tries    int // failed, in total
	Accounts []GuessedAccount
	Networks []GuessingNetwork
	LastSix  int // accounts whose password is still the last six of the ID number
	Closed   int // those closed for new devices by too many failures
}

// A GuessedAccount is an account with failed tries.
type GuessedAccount struct {
	ID, Name    string
	Tries       int // on devices that aren't the owner's
	OwnTries    int // on the owner's own devices
	First, Last time.Time
	Closed      bool // the last six don't work on new devices until staff hand out a code
}

// A GuessingNetwork is a network with failed tries.
type GuessingNetwork struct {
	Network string // 203.0.113.0/24, 2001:db8:7::/48
	Tries   int
}

// Guessing returns the failed tries since an instant, at most a page of accounts and of networks, most tries first.
// Networks are counted per day, for a week. Staff only.
func (s *Service) Guessing(ctx context.Context, who access.Actor, since time.Time) (Guessing, error) {
	if err := access.Admin.Check(who); err != nil {
		return Guessing{}, err
	}
	var out Guessing
	err := s.db.Read(ctx, func(q sqldb.Querier) error {
		rows, closing := db.New(q), int64(s.throttle.limits.Close)
		accounts, err := rows.SelectGuessed(ctx,
			db.SelectGuessedParams{Since: since.UnixMilli(), Closing: closing, Page: maxPage})
		if err != nil {
			return err
		}
		day := since.UTC().Truncate(24 * time.Hour).UnixMilli()
		networks, err := rows.SelectGuessingNetworks(ctx, db.SelectGuessingNetworksParams{Since: day, Page: maxPage})
		if err != nil {
			return err
		}
		first, err := rows.CountFirstPasswords(ctx, closing)
		if err != nil {
			return err
		}
		tries, err := rows.CountTries(ctx, day)
		out = Guessing{Tries: int(tries), LastSix: int(first.LastSix), Closed: int(first.Closed)}
		for _, a := range accounts {
			out.Accounts = append(out.Accounts, GuessedAccount{
				ID: a.ID, Name: a.Name, Tries: int(a.Tries), OwnTries: int(a.OwnTries), Closed: a.Closed,
				First: time.UnixMilli(a.FirstAt), Last: time.UnixMilli(a.LastAt),
			})
		}
		for _, n := range networks {
			out.Networks = append(out.Networks, GuessingNetwork{n.Network, int(n.Tries)})
		}
		return err
	})
	return out, wrap("list failed tries", err)
}

// Report writes accounts and networks with many failed tries to the audit log, networks also to the log, and notifies
// the owners. An account gets one row at ten failures, one at a hundred, and so on, so that nobody can fill a log that
// is never deleted. Run calls it rather than the login: a slower response at the tenth try would reveal that the
// account exists.
func (s *Service) Report(ctx context.Context) error {
	rows := db.New(s.db.Reader())
	accounts, err := rows.SelectUnreported(ctx, db.SelectUnreportedParams{First: reportAccount, Page: reportPage})
	if err != nil {
		return wrap("look for guessing", err)
	}
	for _, a := range accounts {
		if err := s.reportAccount(ctx, a); err != nil {
			return wrap("report guessing", err)
		}
	}
	networks, err := rows.SelectUnreportedNetworks(ctx,
		db.SelectUnreportedNetworksParams{First: reportNetwork, Page: reportPage})
	if err != nil {
		return wrap("look for guessing", err)
	}
	for _, n := range networks {
		if err := s.reportNetwork(ctx, n); err != nil {
			return wrap("report guessing", err)
		}
	}
	return nil
}

func (s *Service) reportAccount(ctx context.Context, a db.SelectUnreportedRow) error {
	closed := a.Kind == KindLastSix && a.Tries >= int64(s.throttle.limits.Close)
	return s.db.Write(ctx, func(q sqldb.Querier) error {
		count, err := db.New(q).MarkReported(ctx, db.MarkReportedParams{
			AccountID: a.AccountID, Was: a.Reported, Reported: highestStep(reportAccount, a.Tries+a.OwnTries),
		})
		if err != nil || count == 0 { // another node was first
			return err
		}
		err = audit.Append(ctx, q, access.System(),
			audit.Entry{At: s.now(), Action: "account.guessed", Object: a.AccountID, After: map[string]any{
				"tries": a.Tries, "ownDeviceTries": a.OwnTries, "since": time.UnixMilli(a.FirstAt).UTC().Format(time.RFC3339),
				"firstPasswordClosed": closed,
			}})
		if err != nil {
			return err
		}
		return s.o.Warn(ctx, q, a.AccountID, closed)
	})
}

func (s *Service) reportNetwork(ctx context.Context, n db.GuessNetwork) error {
	reported := false
	err := s.db.Write(ctx, func(q sqldb.Querier) error {
		count, err := db.New(q).MarkNetworkReported(ctx, db.MarkNetworkReportedParams{
			Network: n.Network, Day: n.Day, Was: n.Reported, Reported: highestStep(reportNetwork, n.Tries),
		})
		if reported = count > 0; err != nil || !reported {
			return err
		}
		return audit.Append(ctx, q, access.System(),
			audit.Entry{At: s.now(), Action: "account.guessing_network", Object: n.Network, After: map[string]any{
				"tries": n.Tries, "day": time.UnixMilli(n.Day).UTC().Format(time.DateOnly),
			}})
	})
	if err == nil && reported {
		slog.WarnContext(ctx, "many failed logins from one network today", "network", n.Network, "tries", n.Tries)
	}
	return err
}

// highestStep returns the largest of first, 10×first, 100×first … that a number has reached.
func highestStep(first, number int64) int64 {
	for number >= first*10 {
		first *= 10
	}
	return first
}
