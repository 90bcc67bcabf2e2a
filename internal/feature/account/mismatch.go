package account

import (
	"context"
	"crypto/subtle"
	"sync/atomic"
	"time"

	"lectern/internal/kernel/access"
	"lectern/internal/kernel/audit"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
)

// A mismatch is how a call disagrees with its session.
type mismatch int

const (
	noIdentity mismatch = iota
	otherIdentity
	otherDevice
	agrees mismatch = -1
)

// code is both the caller's error code and the action in the audit log.
func (m mismatch) code() string {
	return []string{"account.identity_missing", "account.identity_mismatch", "account.device_mismatch"}[m]
}

func (r *resolved) disagrees(call Call) mismatch {
	switch {
	case call.Identity == "":
		return noIdentity
	case subtle.ConstantTimeCompare([]byte(call.Identity), []byte(r.actor.Account)) != 1:
		return otherIdentity
	case !r.hasDevice(call.Device):
		return otherDevice
	}
	return agrees
}

const (
	mismatchPause = time.Minute
	maxMismatches = 16 << 10 // in memory
)

type mismatchKey struct {
	session string
	kind    mismatch
}

// mismatchRecord holds when a mismatch was last written to the audit log, in Unix ms, and how many came since.
type mismatchRecord struct{ at, unwritten atomic.Int64 }

// refuseMismatch refuses the call and writes it to the audit log, each kind at most once a minute per session: the log
// is never deleted, so a token must not be enough to fill it. A row says how many came unwritten before it.
func (s *Service) refuseMismatch(ctx context.Context, found *resolved, call Call, kind mismatch) error {
	refused := fault.New(fault.Unauthenticated, kind.code())
	record := &mismatchRecord{}
	if known, ok, _ := s.mismatches.PeekOrAdd(mismatchKey{found.actor.Session, kind}, record); ok {
		record = known
	}
	now, last := s.now(), record.at.Load()
	if now.UnixMilli()-last < mismatchPause.Milliseconds() || !record.at.CompareAndSwap(last, now.UnixMilli()) {
		record.unwritten.Add(1)
		return refused
	}
	after := map[string]any{"session": found.actor.Session}
	if unwritten := record.unwritten.Swap(0); unwritten > 0 {
		after["before"] = unwritten
	}
	// The sender isn't proven to own the account, so the row has no account.
	who := access.Actor{Address: call.Address}
	err := s.db.Write(ctx, func(q sqldb.Querier) error {
		return audit.Append(ctx, q, who, audit.Entry{At: now, Action: kind.code(), Object: found.actor.Account, After: after})
	})
	if err != nil {
		return wrap("record a mismatch", err)
	}
	return refused
}
