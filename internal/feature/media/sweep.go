package media

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"lectern/internal/feature/media/db"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/job"
	"lectern/internal/kernel/sqldb"
)

const (
	// sweepAge is how long something that no row names is left alone: a row may be about to name it, or a client is
	// still fetching it.
	sweepAge    = 24 * time.Hour
	sweepEvery  = time.Hour
	finishEvery = time.Minute
	// blobsEvery is how often one of the nodes lists the whole store, which may hold millions of blobs.
	blobsEvery = 24 * time.Hour
	// blobsAtOnce is how many blobs are compared with the database at a time.
	blobsAtOnce = 500
)

// Run cleans up in the background until the context ends: it finishes uploads that a crash or an unavailable store
// interrupted at the end, and sweeps. It runs on nodes that take uploads, because the bytes may be on their disk.
func (s *Service) Run(ctx context.Context) {
	tick := time.NewTicker(finishEvery)
	defer tick.Stop()
	var swept time.Time
	for {
		s.note(ctx, "uploads could not be finished", s.FinishUploads(ctx))
		if now := s.o.Now(); now.Sub(swept).Abs() >= sweepEvery { // a clock may be set back
			swept = now
			s.note(ctx, "media could not be swept", s.Sweep(ctx))
			s.note(ctx, "the media store could not be swept", s.SweepBlobs(ctx))
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// Work prepares recordings until the context ends.
func (s *Service) Work(ctx context.Context, o job.Options, with Transcoder) {
	s.note(ctx, "what a killed process left could not be removed", s.sweepWork()) // first, to free disk space
	o.Log = s.o.Log
	s.o.Jobs.Runner(o, s.Handlers(with)).Run(ctx)
}

// Handlers returns the handlers of all job kinds of this package.
func (s *Service) Handlers(with Transcoder) map[string]job.Handler {
	return map[string]job.Handler{PrepareKind: s.Prepare(with), RenditionKind: s.AddRendition(with)}
}

func (s *Service) note(ctx context.Context, what string, err error) {
	if err != nil && ctx.Err() == nil {
		s.o.Log.WarnContext(ctx, "media work failed", "what", what, "error", err)
	}
}

// Sweep removes recordings that were replaced or deleted a day ago, files that were refused for their content, and
// abandoned uploads. It may run on several nodes at once.
func (s *Service) Sweep(ctx context.Context) error {
	err := errors.Join(s.sweepStuck(ctx), s.sweepStuckRenditions(ctx), s.sweepLostParts(ctx), s.sweepWork())
	if !s.o.MayDelete(ctx) {
		return err
	}
	return errors.Join(err, s.sweepRemoved(ctx), s.sweepRefused(ctx), s.sweepUploads(ctx))
}

// sweepStuck fails assets whose job died with its worker, so that staff see it and can retry.
func (s *Service) sweepStuck(ctx context.Context) error {
	stuck, err := db.New(s.o.DB.Reader()).SelectStuck(ctx)
	if err != nil {
		return fmt.Errorf("list assets that nobody prepares: %w", err)
	}
	for _, a := range stuck {
		err = errors.Join(err, s.o.DB.WriteOne(ctx, func(q sqldb.Querier) error {
			return s.ended(ctx, q, a.ID, a.JobID, Failed, "media.broke", "")
		}))
	}
	return err
}

// sweepRefused removes files that were refused for their content; the rows stay and say why.
func (s *Service) sweepRefused(ctx context.Context) error {
	refused, err := db.New(s.o.DB.Reader()).SelectRefusedAssets(ctx, s.o.Now().Add(-sweepAge).UnixMilli())
	if err != nil {
		return fmt.Errorf("list refused files: %w", err)
	}
	for _, a := range refused {
		var n int64
		failed := s.o.DB.WriteOne(ctx, func(q sqldb.Querier) (err error) {
			n, err = db.New(q).ClearRefusedSource(ctx, a.ID)
			return err
		})
		if err = errors.Join(err, failed); failed == nil && n > 0 {
			s.remove(ctx, a.Source)
		}
	}
	return err
}

func (s *Service) sweepUploads(ctx context.Context) error {
	expired, err := db.New(s.o.DB.Reader()).SelectExpiredUploads(ctx, s.ms())
	if err != nil {
		return fmt.Errorf("list expired uploads: %w", err)
	}
	for _, upload := range expired {
		err = errors.Join(err, s.whileLocked(ctx, upload.ID, func() error {
			return s.removeUpload(ctx, upload.ID, upload.StoreID)
		}))
	}
	entries, failed := os.ReadDir(filepath.Join(s.o.Folder, uploadFolder))
	if failed != nil {
		return errors.Join(err, unlessGone(failed))
	}
	for _, entry := range entries {
		info, failed := entry.Info()
		if failed != nil || s.o.Now().Sub(info.ModTime()) < sweepAge {
			continue
		}
		if _, found := s.upload(ctx, strings.TrimSuffix(entry.Name(), ".info")); fault.Code(found) == "media.no_upload" {
			err = errors.Join(err, os.RemoveAll(s.uploadPath(entry.Name())))
		}
	}
	return err
}

func unlessGone(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// SweepBlobs removes what crashed attempts have left in the store. It does nothing if a node has done so within a day.
func (s *Service) SweepBlobs(ctx context.Context) error {
	if !s.o.MayDelete(ctx) {
		return nil
	}
	var claimed int64
	err := s.o.DB.WriteOne(ctx, func(q sqldb.Querier) error {
		now := s.ms()
		// A time in the future was written by a wrong clock.
		result, err := q.ExecContext(ctx, `INSERT INTO setting AS s (name, value) VALUES ('media.swept', $1)
			ON CONFLICT (name) DO UPDATE SET value = excluded.value
			WHERE CAST(s.value AS BIGINT) <= $2 OR CAST(s.value AS BIGINT) > $3`,
			strconv.FormatInt(now, 10), now-blobsEvery.Milliseconds(), now)
		if err == nil {
			claimed, err = result.RowsAffected()
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("claim the sweep of the media store: %w", err)
	}
	if claimed == 0 {
		return nil
	}
	return s.sweepBlobs(ctx)
}

// sweepBlobs removes blobs that no row names and that have not been touched for a day. It lists each page of old blobs
// before it looks for their names, so it sees a blob that gets its name in between.
func (s *Service) sweepBlobs(ctx context.Context) (failed error) {
	before := s.o.Now().Add(-sweepAge)
	old := make([]string, 0, blobsAtOnce)
	for _, prefix := range []string{sourceFolder, noteFolder, "attachments/"} {
		for info, err := range s.o.Blobs.List(ctx, prefix) {
			if err != nil {
				return errors.Join(failed, err)
			}
			if !info.Modified.Before(before) {
				continue
			}
			if old = append(old, info.Key); len(old) == blobsAtOnce {
				failed = errors.Join(failed, s.removeUnnamed(ctx, old))
				old = old[:0]
			}
		}
	}
	return errors.Join(failed, s.removeUnnamed(ctx, old))
}

// removeUnnamed removes those of a page of blobs that no row names, neither them nor a folder that they are in.
func (s *Service) removeUnnamed(ctx context.Context, keys []string) error {
	folders := map[string]bool{}
	for _, key := range keys {
		for folder := range foldersOf(key) {
			folders[folder] = false
		}
	}
	inFolder := func(key string) bool {
		for folder := range foldersOf(key) {
			if folders[folder] {
				return true
			}
		}
		return false
	}
	err := s.markNamed(ctx, folders, `SELECT output FROM asset WHERE output IN (%s)
		UNION ALL SELECT output FROM rendition WHERE output IN (%s)`)
	if err == nil {
		err = s.markUploads(ctx, folders)
	}
	if err != nil {
		return err
	}
	names := map[string]bool{}
	for _, key := range keys {
		if !inFolder(key) {
			names[key] = false
		}
	}
	err = s.markNamed(ctx, names, `SELECT source FROM asset WHERE source IN (%s)
		UNION ALL SELECT source FROM asset_part WHERE source IN (%s)
		UNION ALL SELECT key FROM attachment WHERE key IN (%s)`)
	if err != nil {
		return err
	}
	var failed error
	for key, named := range names {
		if !named {
			failed = errors.Join(failed, s.o.Blobs.Delete(ctx, key))
		}
	}
	return failed
}

// foldersOf yields the folders that a key is in.
func foldersOf(key string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for at := strings.LastIndexByte(key, '/'); at > 0; at = strings.LastIndexByte(key[:at], '/') {
			if !yield(key[:at]) {
				return
			}
		}
	}
}

// markNamed sets those names to true that the query finds; each %s in it is the list of the names.
func (s *Service) markNamed(ctx context.Context, names map[string]bool, query string) error {
	if len(names) == 0 {
		return nil
	}
	places, args := sqldb.List(1, slices.Sorted(maps.Keys(names)))
	return sqldb.Each(ctx, s.o.DB.Reader(), "look for names of blobs", strings.ReplaceAll(query, "%s", places), args,
		func(row *sql.Rows) error {
			var name string
			err := row.Scan(&name)
			names[name] = true
			return err
		})
}

// markUploads sets the folders of unfinished uploads to true.
func (s *Service) markUploads(ctx context.Context, folders map[string]bool) error {
	uploads := map[string]bool{}
	for folder := range folders {
		_, id, _ := strings.Cut(folder, "/")
		if id != "" && !strings.Contains(id, "/") {
			uploads[id] = false
		}
	}
	if err := s.markNamed(ctx, uploads, `SELECT id FROM upload WHERE asset_id = '' AND id IN (%s)`); err != nil {
		return err
	}
	for id, unfinished := range uploads {
		if unfinished {
			folders[sourceFolder+id], folders[noteFolder+id] = true, true
		}
	}
	return nil
}

// sweepFolder removes all blobs below a folder, except the original of a joined recording's part. What can't be removed
// now is left to Sweep.
func (s *Service) sweepFolder(ctx context.Context, folder string) {
	if folder == "" {
		return
	}
	part, err := db.New(s.o.DB.Reader()).SelectPart(ctx, strings.TrimPrefix(folder, sourceFolder))
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		s.note(ctx, "parts could not be listed", err)
		return
	}
	for info, err := range s.o.Blobs.List(ctx, folder+"/") {
		if err != nil {
			s.note(ctx, "blobs could not be listed", err)
			return
		}
		if info.Key != part.Source {
			s.remove(ctx, info.Key)
		}
	}
}

// removeParts removes the originals of a deleted joined recording's parts, except those that are still separate
// recordings.
func (s *Service) removeParts(ctx context.Context, parts []db.AssetPart) {
	for _, p := range parts {
		n, err := db.New(s.o.DB.Reader()).SelectAssetBySource(ctx, p.Source)
		if err == nil && n == 0 && p.Source != "" {
			err = s.o.Blobs.Delete(ctx, p.Source)
		}
		s.note(ctx, "a part could not be removed yet", err)
	}
}

func (s *Service) remove(ctx context.Context, key string) {
	s.note(ctx, "a blob could not be removed yet", s.o.Blobs.Delete(ctx, key))
}
