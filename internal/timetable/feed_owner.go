package timetable

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"sync"

	"lectern/internal/access"
	"lectern/internal/fault"
	"lectern/internal/locale"
	"lectern/internal/timetable/db"
)

// Owner finds whose timetable a secret shows and in which language. One that was never given out, is revoked, or whose
// owner may not log in any more is timetable.no_feed.
//
// Every calendar of the college asks several times a day for as long as it is subscribed, and hardly ever has the answer changed: it
// is kept for as long as nothing is counted that could change it.
func (f *Feeds) Owner(ctx context.Context, secret string) (access.Actor, locale.Language, error) {
	if len(secret) != secretLength {
		return access.Actor{}, "", noFeed()
	}
	now, err := f.watch.Current(ctx)
	if err != nil {
		return access.Actor{}, "", fmt.Errorf("find a calendar feed: %w", err)
	}
	hash := hashSecret(secret)
	if known, ok := f.owners.get(hash, now); ok {
		return known.actor, known.language, nil
	}
	row, err := db.New(f.database.Reader()).SelectFeedOwner(ctx, hash[:])
	if errors.Is(err, sql.ErrNoRows) {
		return access.Actor{}, "", noFeed()
	}
	if err != nil {
		return access.Actor{}, "", fmt.Errorf("find a calendar feed: %w", err)
	}
	found := feedOwner{access.Actor{Account: row.AccountID, Student: row.StudentID, Role: access.User}, locale.Language(row.Language)}
	f.owners.put(hash, now, found)
	return found.actor, found.language, nil
}

func noFeed() error { return fault.New(fault.NotFound, "timetable.no_feed") }

type feedOwner struct {
	actor    access.Actor
	language locale.Language
}

// maxOwners bounds the memory of owners: some twenty megabytes.
const maxOwners = 64 << 10

// owners remembers who secrets belong to, as of one number of their scope. Secrets are kept as hashes, as in the database. The zero
// value is ready to use.
type owners struct {
	mu       sync.RWMutex
	revision int64
	known    map[[sha256.Size]byte]feedOwner
}

func (o *owners) get(hash [sha256.Size]byte, revision int64) (feedOwner, bool) {
	o.mu.RLock()
	defer o.mu.RUnlock()
	found, ok := o.known[hash]
	return found, ok && o.revision == revision
}

// put remembers what was read after the number was: it may be newer, which is forgotten with the next look at the number.
func (o *owners) put(hash [sha256.Size]byte, revision int64, owner feedOwner) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if revision < o.revision {
		return
	}
	if revision > o.revision || o.known == nil || len(o.known) >= maxOwners {
		o.revision, o.known = revision, make(map[[sha256.Size]byte]feedOwner)
	}
	o.known[hash] = owner
}
