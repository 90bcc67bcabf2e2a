package account

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"database/sql"
	"errors"
	"sync"

	"lectern/internal/account/db"
	"lectern/internal/fault"
)

// tokens remembers which token hash a session id belongs to. That never changes, so it needs no poll; whether the session
// lives is always asked of the cache, or of the database behind it.
type tokens struct {
	mu sync.RWMutex
	of map[string][32]byte
}

func (t *tokens) get(session string) ([32]byte, bool) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	hash, ok := t.of[session]
	return hash, ok
}

func (t *tokens) put(session string, hash [32]byte) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.of == nil || len(t.of) >= maxCached {
		t.of = make(map[string][32]byte)
	}
	t.of[session] = hash
}

// Alive tells whether a session is still good, for addresses that were signed for it: the browser fetches them itself and sends
// none of our headers. A session that is bound to a device cookie wants that cookie too, so that the address is worth
// nothing in another browser. What is not good is account.session_ended.
func (s *Service) Alive(ctx context.Context, session, device string) error {
	ended := fault.New(fault.Unauthenticated, "account.session_ended")
	hash, known := s.tokens.get(session)
	if !known {
		found, err := db.New(s.db.Reader()).SelectTokenOf(ctx, session)
		if errors.Is(err, sql.ErrNoRows) {
			return ended
		}
		if err != nil {
			return wrap("find a session", err)
		}
		hash = [32]byte(found)
		s.tokens.put(session, hash)
	}
	now := s.now()
	e := s.cache.get(hash, now.UnixMilli())
	if e == nil || e.idleAt(now, s.policy.SessionIdle) {
		var err error
		if e, err = s.read(ctx, hash, now); errors.Is(err, sql.ErrNoRows) {
			return ended
		} else if err != nil {
			return err
		}
	}
	sum := sha256.Sum256([]byte(device))
	if now.UnixMilli() >= e.expires || len(e.device) > 0 && subtle.ConstantTimeCompare(sum[:], e.device) != 1 {
		return ended
	}
	e.seen.Store(now.UnixMilli())
	return nil
}
