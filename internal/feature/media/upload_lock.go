package media

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	tusd "github.com/tus/tusd/v2/pkg/handler"

	"lectern/internal/feature/media/db"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/recovery"
	"lectern/internal/kernel/sqldb"
)

const (
	// lockLease is how long the lock of a killed process lasts.
	lockLease = 5 * time.Second
	// lockBeat is how often a lock is extended and its holder checks for waiters.
	lockBeat = time.Second
	lockPoll = 100 * time.Millisecond
)

// NewLock returns a lock in the upload's row, so that only one request on any node works on it. A client may reconnect
// while the server still waits on its lost connection, so the holder is asked to stop.
func (u UploadStore) NewLock(upload string) (tusd.Lock, error) { return u.s.newLock(upload), nil }

type uploadLock struct {
	s             *Service
	upload, owner string
	stop, stopped chan struct{}
}

func (s *Service) newLock(upload string) *uploadLock {
	return &uploadLock{s: s, upload: upload, owner: sqldb.NewID(), stop: make(chan struct{}), stopped: make(chan struct{})}
}

// Lock waits for the lock and asks its holder to release it.
func (l *uploadLock) Lock(ctx context.Context, requestUnlock func()) error {
	ctx, done := ownContext(ctx)
	defer done()
	for {
		taken, err := l.try(ctx, requestUnlock)
		if taken || err != nil {
			return UploadFailed(ctx, err)
		}
		if err := l.ask(ctx); err != nil {
			return UploadFailed(ctx, err)
		}
		select {
		case <-time.After(lockPoll):
		case <-ctx.Done():
			return UploadFailed(ctx, fault.New(fault.Unavailable, "media.upload_busy").After(time.Second))
		}
	}
}

// try takes the lock if it is free.
func (l *uploadLock) try(ctx context.Context, requestUnlock func()) (bool, error) {
	now := l.s.o.Now()
	var n int64
	err := l.s.o.DB.WriteOne(ctx, func(q sqldb.Querier) (err error) {
		n, err = db.New(q).LockUpload(ctx,
			db.LockUploadParams{ID: l.upload, Owner: l.owner, Now: now.UnixMilli(), Until: now.Add(lockLease).UnixMilli()})
		return err
	})
	if err != nil {
		return false, fmt.Errorf("lock an upload: %w", err)
	}
	if n > 0 {
		go func() {
			defer close(l.stopped)
			if err := recovery.Do(func() error {
				l.beat(context.WithoutCancel(ctx), now.Add(lockLease), requestUnlock)
				return nil
			}); err != nil {
				l.s.note(ctx, "the lock of an upload could not be extended", err)
			}
		}()
	}
	return n > 0, nil
}

func (l *uploadLock) ask(ctx context.Context) error {
	if _, err := l.s.upload(ctx, l.upload); err != nil {
		return err
	}
	return l.s.o.DB.WriteOne(ctx, func(q sqldb.Querier) error { return db.New(q).AskForUploadLock(ctx, l.upload) })
}

// beat extends the lease until Unlock, and notifies the holder when someone asks for the lock or the lease is lost.
func (l *uploadLock) beat(ctx context.Context, leased time.Time, requestUnlock func()) {
	tick := time.NewTicker(lockBeat)
	defer tick.Stop()
	for {
		select {
		case <-l.stop:
			return
		case <-tick.C:
		}
		until := l.s.o.Now().Add(lockLease)
		asked, err := l.extend(ctx, until)
		switch {
		case err == nil:
			leased = until
		case errors.Is(err, sql.ErrNoRows), l.s.o.Now().After(leased):
			asked = true // another request may have the lock by now
		}
		if asked {
			requestUnlock()
		}
	}
}

func (l *uploadLock) extend(ctx context.Context, until time.Time) (asked bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, lockLease/2)
	defer cancel()
	err = l.s.o.DB.WriteOne(ctx, func(q sqldb.Querier) (err error) {
		asked, err = db.New(q).ExtendUploadLock(ctx,
			db.ExtendUploadLockParams{ID: l.upload, Owner: l.owner, Until: until.UnixMilli()})
		return err
	})
	return asked, err
}

// Unlock releases the lock. If the database is unavailable, the lease expires.
func (l *uploadLock) Unlock() error {
	close(l.stop)
	<-l.stopped
	ctx, cancel := context.WithTimeout(context.Background(), lockLease)
	defer cancel()
	return l.s.o.DB.WriteOne(ctx, func(q sqldb.Querier) error {
		return db.New(q).UnlockUpload(ctx, db.UnlockUploadParams{ID: l.upload, Owner: l.owner})
	})
}

// whileLocked changes an upload that no request is working on; otherwise it does nothing.
func (s *Service) whileLocked(ctx context.Context, upload string, do func() error) error {
	lock := s.newLock(upload)
	taken, err := lock.try(ctx, func() {})
	if err != nil || !taken {
		return err
	}
	return errors.Join(do(), lock.Unlock())
}
