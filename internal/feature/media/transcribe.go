package media

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"lectern/internal/feature/media/db"
	"lectern/internal/feature/media/ffmpeg"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/job"
	"lectern/internal/kernel/sqldb"
)

// TranscribeKind is the kind of jobs that transcribe a recording.
const TranscribeKind = "media.transcribe"

// A Transcription sets the program that transcribes, and the language.
type Transcription struct {
	Command  []string // see ffmpeg.Speech; empty: no transcription
	Language string
}

// A Transcriber transcribes recordings: ffmpeg.Tool, or a fake in tests.
type Transcriber interface {
	Transcribe(ctx context.Context, s ffmpeg.Speech) ([]byte, error)
}

type transcribePayload struct{ Asset string }

// addTranscription queues a recording that has sound and no captions in the language yet.
func (s *Service) addTranscription(ctx context.Context, q sqldb.Querier, asset db.Asset) error {
	if !s.Transcribes() || !hasPart(asset.Parts, partAudio) || asset.Source == "" {
		return nil
	}
	there, err := s.hasCaptions(ctx, q, asset.ID)
	if err != nil || there {
		return err
	}
	_, err = s.o.Jobs.Add(ctx, q,
		job.Spec{Kind: TranscribeKind, Key: asset.ID, Payload: transcribePayload{asset.ID}, MaxAttempts: prepareAttempts})
	return err
}

// retryTranscription queues a failed transcription again, or returns media.not_retryable.
func (s *Service) retryTranscription(ctx context.Context, q sqldb.Querier, asset string) error {
	failed, err := db.New(q).SelectFailedTranscription(ctx,
		db.SelectFailedTranscriptionParams{Kind: TranscribeKind, Asset: sql.NullString{String: asset, Valid: true}})
	if errors.Is(err, sql.ErrNoRows) {
		return fault.New(fault.Conflict, "media.not_retryable")
	}
	if err != nil {
		return fmt.Errorf("find a failed job: %w", err)
	}
	if err := s.o.Jobs.Retry(ctx, q, failed); fault.Code(err) != "job.not_retryable" {
		return err
	}
	return fault.New(fault.Conflict, "media.not_retryable") // another job has started
}

// Transcribes reports whether there is a transcription program.
func (s *Service) Transcribes() bool { return len(s.o.Transcribe.Command) > 0 }

// hasCaptions reports whether a recording has captions or a caption draft in the transcription language.
func (s *Service) hasCaptions(ctx context.Context, q sqldb.Querier, asset string) (bool, error) {
	_, published := db.New(q).SelectCaption(ctx, db.SelectCaptionParams{AssetID: asset, Language: s.o.Transcribe.Language})
	_, draft := db.New(q).SelectCaptionDraft(ctx,
		db.SelectCaptionDraftParams{AssetID: asset, Language: s.o.Transcribe.Language})
	for _, err := range []error{published, draft} {
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return false, fmt.Errorf("look for captions: %w", err)
		}
	}
	return published == nil || draft == nil, nil
}

// TranscribeWith returns the handler of TranscribeKind. Its result is a caption draft, for people to check first.
func (s *Service) TranscribeWith(with Transcriber) job.Handler {
	return func(ctx context.Context, run *job.Run) error {
		var p transcribePayload
		if err := run.Decode(&p); err != nil {
			return err
		}
		row, err := db.New(s.o.DB.Reader()).SelectAsset(ctx, p.Asset)
		if errors.Is(err, sql.ErrNoRows) || err == nil && State(row.State) != Ready {
			return nil // no longer needed
		}
		if err != nil {
			return fmt.Errorf("read an asset: %w", err)
		}
		text, err := s.listen(ctx, with, row)
		if err != nil {
			return err
		}
		return s.o.DB.Write(ctx, func(q sqldb.Querier) error {
			if err := run.Complete(ctx, q); err != nil {
				return err
			}
			if _, err := db.New(q).SelectAsset(ctx, p.Asset); errors.Is(err, sql.ErrNoRows) {
				return nil
			}
			if there, err := s.hasCaptions(ctx, q, p.Asset); err != nil || there {
				return err // someone else was first
			}
			_, err := db.New(q).InsertCaptionDraft(ctx, db.InsertCaptionDraftParams{
				AssetID: p.Asset, Language: s.o.Transcribe.Language, Text: text, Origin: DraftTranscribed, UpdatedAt: s.ms(),
			})
			return err
		})
	}
}

// listen transcribes a recording and returns the text as WebVTT.
func (s *Service) listen(ctx context.Context, with Transcriber, row db.Asset) (text string, err error) {
	folder, remove, err := s.openWorkFolder(row.ID)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, remove()) }()
	path, closeSource, err := s.source(ctx, row, folder)
	if err != nil {
		return "", err
	}
	defer closeSource()
	raw, err := with.Transcribe(ctx, ffmpeg.Speech{
		Path: path, Format: row.Format, Folder: folder, Duration: time.Duration(row.DurationMs) * time.Millisecond,
		Command: s.o.Transcribe.Command,
	})
	if err != nil {
		return "", err
	}
	vtt, cues, err := ParseCaptions(raw)
	if err == nil && cues == 0 {
		err = errors.New("it wrote no line with a time")
	}
	if err != nil {
		return "", job.Permanent(fmt.Errorf("read what the transcriber wrote: %w", err))
	}
	return vtt, nil
}
