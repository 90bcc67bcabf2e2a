package media

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"lectern/internal/feature/media/db"
	"lectern/internal/feature/media/ffmpeg"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/recovery"
	"lectern/internal/kernel/sqldb"
)

// A Prepared is a recording with renditions made elsewhere; master.m3u8 lists them.
type Prepared struct {
	Lesson   string // empty: none yet
	File     string // its display name
	Files    fs.FS  // flat
	Captions []PreparedCaption
	Chapters []Chapter
}

// A PreparedCaption holds captions in WebVTT or SRT.
type PreparedCaption struct {
	Language string
	Text     string
}

// AddPrepared stores a prepared recording and makes it what its lesson plays, if it has one. Staff only.
func (s *Service) AddPrepared(ctx context.Context, who access.Actor, p Prepared) (string, error) {
	if err := access.Recordings.Check(who); err != nil {
		return "", err
	}
	asset := sqldb.NewID()
	d := done{asset: asset, output: sourceFolder + asset + "/" + sqldb.NewID()}
	var err error
	if d.duration, d.parts, err = measure(p.Files); err != nil {
		return "", err
	}
	for _, c := range p.Captions {
		vtt, _, err := ParseCaptions([]byte(c.Text))
		if err != nil {
			return "", err
		}
		d.texts = append(d.texts, text{c.Language, vtt})
	}
	chapters, err := order(p.Chapters, d.duration)
	if err != nil {
		return "", err
	}
	size, err := s.storeFiles(ctx, p.Files, d.output)
	if err != nil {
		return "", err
	}
	now := s.o.Now()
	err = s.o.DB.Write(ctx, func(q sqldb.Querier) error {
		if p.Lesson != "" {
			if err := checkTarget(ctx, q, Target{Lesson: p.Lesson}); err != nil {
				return err
			}
		}
		err := db.New(q).InsertAsset(ctx, db.InsertAssetParams{
			ID: asset, LessonID: p.Lesson, State: string(Preparing), File: CleanName(p.File), Format: ffmpeg.MP4, Size: size,
			AccountID: who.Account, CreatedAt: now.UnixMilli(),
		})
		if err != nil {
			return fmt.Errorf("store an asset: %w", err)
		}
		if err := insertChapters(ctx, q, asset, chapters); err != nil {
			return err
		}
		return s.publish(ctx, q, who, "", d)
	})
	if err != nil {
		return "", err
	}
	return asset, nil
}

// measure returns a prepared recording's duration and which parts it has.
func measure(files fs.FS) (time.Duration, string, error) {
	there := func(name string) bool { _, err := fs.Stat(files, name); return err == nil }
	if !there("master.m3u8") {
		return 0, "", errors.New("a prepared recording without master.m3u8")
	}
	lists, err := fs.Glob(files, "*.m3u8")
	if err != nil {
		return 0, "", err
	}
	var whole time.Duration
	for _, name := range lists {
		raw, err := fs.ReadFile(files, name)
		if err != nil {
			return 0, "", fmt.Errorf("read a playlist: %w", err)
		}
		whole = max(whole, ffmpeg.PlaylistDuration(string(raw)))
	}
	return whole,
		partsOf(ffmpeg.Result{Audio: there("audio.m3u8"), Poster: there("poster.jpg"), Sprite: there("sprite.vtt")}), nil
}

// storeFiles stores the files that browsers ask for and returns their size.
func (s *Service) storeFiles(ctx context.Context, files fs.FS, prefix string) (int64, error) {
	entries, err := fs.ReadDir(files, ".")
	if err != nil {
		return 0, fmt.Errorf("list a prepared recording: %w", err)
	}
	var size atomic.Int64
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(storeAtOnce)
	for _, entry := range entries {
		if types[extension(entry.Name())] == "" {
			continue
		}
		group.Go(func() error {
			return recovery.Do(func() error {
				f, err := files.Open(entry.Name())
				if err != nil {
					return fmt.Errorf("open a prepared recording: %w", err)
				}
				info, err := s.o.Blobs.Put(ctx, prefix+"/"+entry.Name(), f)
				size.Add(info.Size)
				return errors.Join(err, f.Close())
			})
		})
	}
	err = group.Wait()
	return size.Load(), err
}
