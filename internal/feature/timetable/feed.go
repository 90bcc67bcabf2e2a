package timetable

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"lectern/internal/feature/timetable/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/audit"
	"lectern/internal/kernel/bulk"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/keyring"
	"lectern/internal/kernel/locale"
	"lectern/internal/kernel/secret"
	"lectern/internal/kernel/sqldb"
)

// Feeds manages the secret addresses of the calendar feeds of students and teachers. It is safe for concurrent use.
type Feeds struct {
	database *sqldb.DB
	keys     *keyring.Ring
	now      func() time.Time
}

// NewFeeds creates the service.
func NewFeeds(database *sqldb.DB, keys *keyring.Ring, now func() time.Time) *Feeds {
	return &Feeds{database: database, keys: keys, now: now}
}

// Feed is an active feed address. The zero Feed means there is none.
type Feed struct {
	Secret   secret.Text // anyone who has it sees the timetable
	Language locale.Language
	Created  time.Time
	Fetched  time.Time // when a calendar app last asked for it, up to fetchedDelay old; zero: never
}

// fetchedDelay is how stale the stored time of a feed's last request may be.
const fetchedDelay = 10 * time.Minute

// secretLength is in characters of base64url: 192 bits.
const secretLength = 32

// secret derives the secret from the nonce, so it can be shown again without being stored.
func (f *Feeds) secret(owner, nonce string) secret.Text {
	return secret.New(f.keys.Derive("calendar feed/"+owner+"/"+nonce, secretLength))
}

func hashSecret(text string) [sha256.Size]byte { return sha256.Sum256([]byte(text)) }

// Feed returns the caller's feed, or the zero Feed. Callers who are neither students nor teachers get access.forbidden.
func (f *Feeds) Feed(ctx context.Context, who access.Actor) (Feed, error) {
	owner, err := ownerOf(who)
	if err != nil {
		return Feed{}, err
	}
	row, err := db.New(f.database.Reader()).SelectFeed(ctx, owner)
	if errors.Is(err, sql.ErrNoRows) {
		return Feed{}, nil
	}
	if err != nil {
		return Feed{}, fmt.Errorf("read a calendar feed: %w", err)
	}
	return Feed{
		Secret: f.secret(owner, row.Nonce), Language: locale.Language(row.Language),
		Created: time.UnixMilli(row.CreatedAt), Fetched: sqldb.Instant(row.FetchedAt),
	}, nil
}

// Rotate gives the caller a new address and disables the old one.
func (f *Feeds) Rotate(ctx context.Context, who access.Actor, lang locale.Language) (Feed, error) {
	owner, err := ownerOf(who)
	if err != nil {
		return Feed{}, err
	}
	nonce, now := sqldb.NewID(), f.now()
	made := Feed{Secret: f.secret(owner, nonce), Language: lang, Created: now}
	hash := hashSecret(made.Secret.Reveal())
	err = f.database.Write(ctx, func(q sqldb.Querier) error {
		err := db.New(q).UpsertFeed(ctx, db.UpsertFeedParams{
			OwnerID: owner, Nonce: nonce, SecretHash: hash[:], Language: string(lang), CreatedAt: now.UnixMilli(),
		})
		if err != nil {
			return fmt.Errorf("write a calendar feed: %w", err)
		}
		return audit.Append(ctx, q, who, audit.Entry{At: now, Action: "timetable.rotate_feed", Object: owner})
	})
	return made, err
}

// Revoke disables the caller's address, if there is one.
func (f *Feeds) Revoke(ctx context.Context, who access.Actor) error {
	owner, err := ownerOf(who)
	if err != nil {
		return err
	}
	return f.database.Write(ctx, func(q sqldb.Querier) error { return f.RevokeIn(ctx, q, who, owner) })
}

// RevokeIn disables the addresses of students and teachers, in the caller's transaction. Empty ids are ignored. It
// doesn't check who calls it.
func (f *Feeds) RevokeIn(ctx context.Context, q sqldb.Querier, who access.Actor, owners ...string) error {
	for _, owner := range owners {
		if owner == "" {
			continue
		}
		n, err := db.New(q).DeleteFeed(ctx, owner)
		if err != nil {
			return fmt.Errorf("delete a calendar feed: %w", err)
		}
		if n == 0 {
			continue
		}
		err = audit.Append(ctx, q, who, audit.Entry{At: f.now(), Action: "timetable.revoke_feed", Object: owner})
		if err != nil {
			return err
		}
	}
	return nil
}

// noteFetched stores that a calendar app asked for a feed. A failure doesn't matter: the next request tries again.
func (f *Feeds) noteFetched(ctx context.Context, hash []byte, last int64) {
	now := f.now()
	if now.Sub(time.UnixMilli(last)) < fetchedDelay {
		return
	}
	_ = f.database.WriteOne(ctx, func(q sqldb.Querier) error {
		return db.New(q).UpdateFeedFetched(ctx, db.UpdateFeedFetchedParams{Hash: hash, Now: now.UnixMilli()})
	})
}

// Owner returns the owner and language of a feed. Unknown and revoked secrets, and those of owners who may not log in,
// are timetable.no_feed.
func (f *Feeds) Owner(ctx context.Context, secret string) (access.Actor, locale.Language, error) {
	if len(secret) != secretLength {
		return access.Actor{}, "", fault.New(fault.NotFound, "timetable.no_feed")
	}
	hash := hashSecret(secret)
	rows := db.New(f.database.Reader())
	row, err := rows.SelectFeedOwner(ctx, hash[:])
	if err == nil {
		f.noteFetched(ctx, hash[:], row.FetchedAt)
		return access.Actor{Account: row.AccountID, Student: row.OwnerID, Role: access.User},
			locale.Language(row.Language), nil
	}
	if !errors.Is(err, sql.ErrNoRows) {
		return access.Actor{}, "", fmt.Errorf("find a calendar feed: %w", err)
	}
	taught, err := rows.SelectFeedTeacher(ctx, hash[:])
	if err != nil {
		return access.Actor{}, "", sqldb.Missing(err, "timetable.no_feed")
	}
	f.noteFetched(ctx, hash[:], taught.FetchedAt)
	return access.Actor{Account: taught.AccountID, Teacher: taught.OwnerID, Role: access.User},
		locale.Language(taught.Language), nil
}

// ForgetIn deletes a student's feed and exam seats in the transaction that deletes the record. Staff only.
func (f *Feeds) ForgetIn(ctx context.Context, q sqldb.Querier, who access.Actor, student string) error {
	_, err := f.MergeIn(ctx, q, who, "", student)
	return err
}

// MergeIn deletes the other student's feed, because its secret depends on the student's id, and moves exam seats that
// the kept record doesn't have. It runs in the transaction that merges the records. Staff only.
func (f *Feeds) MergeIn(
	ctx context.Context, q sqldb.Querier, who access.Actor, kept, other string,
) ([]bulk.Moved, error) {
	if err := access.Admin.Check(who); err != nil {
		return nil, err
	}
	n, err := db.New(q).DeleteFeed(ctx, other)
	if err != nil {
		return nil, fmt.Errorf("take a calendar's address back: %w", err)
	}
	seats := bulk.Moved{What: "seats"}
	if kept != "" {
		moved, err := db.New(q).MoveSeats(ctx, db.MoveSeatsParams{Kept: kept, Other: other})
		if err != nil {
			return nil, fmt.Errorf("move seats: %w", err)
		}
		seats.Moved = int(moved)
	}
	dropped, err := db.New(q).DeleteSeatsOfStudent(ctx, other)
	if err != nil {
		return nil, fmt.Errorf("drop seats: %w", err)
	}
	seats.Dropped = int(dropped)
	return []bulk.Moved{{What: "calendar", Dropped: int(n)}, seats}, nil
}
