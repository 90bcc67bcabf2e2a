package media

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"lectern/internal/feature/media/db"
	"lectern/internal/feature/media/ffmpeg"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
)

// joinShare is the share of joining in the progress, in percent.
const joinShare = 30

// join makes one file of a recording's parts and stores it as the original, so that renditions, transcripts and retries
// use it. It reports whether the recording needed it.
func (w preparing) join(ctx context.Context) (joined bool, err error) {
	s := w.s
	row, err := db.New(s.o.DB.Reader()).SelectAsset(ctx, w.asset)
	if err != nil {
		return false, sqldb.Missing(err, "media.no_asset")
	}
	parts, err := db.New(s.o.DB.Reader()).SelectParts(ctx, w.asset)
	if err != nil {
		return false, fmt.Errorf("list parts: %w", err)
	}
	if len(parts) == 0 || row.Source != "" {
		return false, nil
	}
	if w.with == nil { // another node may have ffmpeg
		return false, fault.New(fault.Unavailable, "media.no_transcoder")
	}
	if err := s.checkDiskSpace(row.Size); err != nil {
		return false, err
	}
	folder, remove, err := s.openWorkFolder(w.asset)
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, remove()) }()
	files := make([]ffmpeg.Part, 0, len(parts))
	for _, p := range parts {
		file, closeIt, err := w.open(ctx, p, folder)
		if err != nil {
			return false, err
		}
		defer closeIt()
		files = append(files, file)
	}
	made, err := w.with.Join(ctx, ffmpeg.Joining{Parts: files, Folder: folder, Progress: func(percent int) {
		w.progress(ctx, percent*joinShare/100)
	}})
	if err != nil {
		return false, err
	}
	return true, w.storeJoined(ctx, parts, files, made, folder)
}

// open returns a part as a local file; its errors name the part.
func (w preparing) open(
	ctx context.Context, p db.AssetPart, folder string,
) (file ffmpeg.Part, closeIt func(), err error) {
	inside := filepath.Join(folder, "part"+strconv.FormatInt(p.Position, 10))
	if err := os.Mkdir(inside, 0o700); err != nil {
		return file, nil, fmt.Errorf("make a folder for a part: %w", err)
	}
	path, closeIt, err := w.s.source(ctx, db.Asset{Source: p.Source}, inside)
	if fault.Code(err) == "blob.not_found" {
		return file, nil, partFault("media.part_missing", p).Because(err)
	}
	if err != nil {
		return file, nil, err
	}
	m, err := w.with.Probe(ctx, path, p.Format)
	if err == nil {
		err = checkMedia(m)
	}
	if reason, final := explain(err); err != nil && final && reason.Code != "media.too_long" {
		err = partFault("media.part_unreadable", p).Because(err)
	}
	if err != nil {
		closeIt()
		return file, nil, err
	}
	return ffmpeg.Part{Path: path, Format: p.Format, Media: m}, closeIt, nil
}

// storeJoined stores the joined file as the recording's original, with the extras of its parts.
func (w preparing) storeJoined(
	ctx context.Context, parts []db.AssetPart, files []ffmpeg.Part, made ffmpeg.Joined, folder string,
) error {
	s := w.s
	key := sourceFolder + w.asset + "/joined-" + sqldb.NewID() + "." + made.Format
	texts := make([][]text, len(parts))
	for i := range made.Texts {
		var err error
		if texts[i], err = readTexts(folder, made.Texts[i]); err != nil {
			return err
		}
	}
	if err := s.store(ctx, key, made.Path); err != nil {
		return err
	}
	err := s.o.DB.Write(ctx, func(q sqldb.Querier) error {
		n, err := db.New(q).UpdateJoined(ctx,
			db.UpdateJoinedParams{ID: w.asset, Job: w.run.ID, Source: key, Format: made.Format})
		if err != nil {
			return fmt.Errorf("store a joined recording: %w", err)
		}
		if n == 0 {
			return errSuperseded
		}
		for i, p := range parts {
			err := db.New(q).UpdatePartLength(ctx,
				db.UpdatePartLengthParams{ID: p.ID, DurationMs: made.Lengths[i].Milliseconds()})
			if err != nil {
				return fmt.Errorf("store a part: %w", err)
			}
			if err := putExtrasOfFile(ctx, q, p.ID, files[i].Media.Chapters, texts[i]); err != nil {
				return err
			}
		}
		return nil
	})
	if errors.Is(err, errSuperseded) {
		s.remove(context.WithoutCancel(ctx), key)
	}
	return err
}
