package media

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"lectern/internal/feature/media/db"
	"lectern/internal/kernel/access"
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
)

// Run cleans up in the background until the context ends: it finishes uploads that a crash or an unavailable store
// interrupted at the end, and sweeps. It runs on nodes that take uploads, because the bytes may be on their disk.
func (s *Service) Run(ctx context.Context) {
	tick := time.NewTicker(finishEvery)
	defer tick.Stop()
	var swept time.Time
	for {
		s.note(ctx, "uploads could not be finished", s.FinishUploads(ctx))
		if now := s.o.Now(); now.Sub(swept) >= sweepEvery {
			swept = now
			s.note(ctx, "media could not be swept", s.Sweep(ctx))
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

// Sweep removes recordings that were replaced or deleted a day ago, files that were refused for their content,
// abandoned uploads and files of crashed attempts. It may run on several nodes at once.
func (s *Service) Sweep(ctx context.Context) error {
	return errors.Join(s.sweepStuck(ctx), s.sweepStuckRenditions(ctx), s.sweepLostParts(ctx), s.sweepReplaced(ctx),
		s.sweepDeleted(ctx), s.sweepRefused(ctx), s.sweepUploads(ctx), s.sweepBlobs(ctx), s.sweepWork())
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

func (s *Service) sweepReplaced(ctx context.Context) error {
	replaced, err := db.New(s.o.DB.Reader()).SelectReplacedAssets(ctx, s.o.Now().Add(-sweepAge).UnixMilli())
	if err != nil {
		return fmt.Errorf("list replaced assets: %w", err)
	}
	for _, asset := range replaced {
		err = errors.Join(err, s.Delete(ctx, access.System(), asset))
	}
	return err
}

// sweepDeleted removes what staff deleted a day ago and have not restored.
func (s *Service) sweepDeleted(ctx context.Context) error {
	deleted, err := db.New(s.o.DB.Reader()).SelectDeleted(ctx, s.o.Now().Add(-sweepAge).UnixMilli())
	if err != nil {
		return fmt.Errorf("list deleted assets: %w", err)
	}
	for _, asset := range deleted {
		err = errors.Join(err, s.Delete(ctx, access.System(), asset))
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

// sweepBlobs removes blobs that no row names and that have not been touched for a day. It lists old blobs before it
// reads the names, so it sees a blob that gets its name in between.
func (s *Service) sweepBlobs(ctx context.Context) error {
	before := s.o.Now().Add(-sweepAge)
	var old []string
	for _, prefix := range []string{sourceFolder, noteFolder, "attachments/"} {
		for info, err := range s.o.Blobs.List(ctx, prefix) {
			if err != nil {
				return err
			}
			if info.Modified.Before(before) {
				old = append(old, info.Key)
			}
		}
	}
	if len(old) == 0 {
		return nil
	}
	named, err := s.namedKeys(ctx)
	if err != nil {
		return err
	}
	for _, key := range old {
		if !named.has(key) {
			err = errors.Join(err, s.o.Blobs.Delete(ctx, key))
		}
	}
	return err
}

// namedKeys are the blobs and folders that rows name.
type namedKeys struct{ keys, folders map[string]bool }

func (k namedKeys) has(key string) bool {
	if k.keys[key] {
		return true
	}
	for at := strings.LastIndexByte(key, '/'); at > 0; at = strings.LastIndexByte(key[:at], '/') {
		if k.folders[key[:at]] {
			return true
		}
	}
	return false
}

func (s *Service) namedKeys(ctx context.Context) (namedKeys, error) {
	k := namedKeys{keys: map[string]bool{}, folders: map[string]bool{}}
	err := s.o.DB.Read(ctx, func(q sqldb.Querier) error {
		assets, err := db.New(q).SelectAssetFiles(ctx)
		if err != nil {
			return err
		}
		for _, a := range assets {
			k.keys[a.Source], k.folders[a.Output] = true, true
		}
		parts, err := db.New(q).SelectPartSources(ctx)
		if err != nil {
			return err
		}
		for _, source := range parts {
			k.keys[source] = true
		}
		renditions, err := db.New(q).SelectRenditionOutputs(ctx)
		if err != nil {
			return err
		}
		for _, output := range renditions {
			k.folders[output] = true
		}
		attachments, err := db.New(q).SelectAttachmentKeys(ctx)
		if err != nil {
			return err
		}
		for _, key := range attachments {
			k.keys[key] = true
		}
		uploads, err := db.New(q).SelectUnfinishedUploads(ctx)
		for _, upload := range uploads {
			k.folders[sourceFolder+upload.ID], k.folders[noteFolder+upload.ID] = true, true
		}
		return err
	})
	if err != nil {
		return k, fmt.Errorf("list what is named: %w", err)
	}
	return k, nil
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
