package roster

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"lectern/internal/kernel/access"
	"lectern/internal/kernel/audit"
	"lectern/internal/kernel/blob"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/locale"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/workflow/roster/columns"
	"lectern/internal/workflow/roster/db"
	"lectern/internal/workflow/roster/engine"
	"lectern/internal/workflow/roster/sheet"
)

const (
	draftPurpose = "import draft" // for encryption
	filePurpose  = "import file"
	maxDrafts    = 200 // listed
)

// draftContent is what is stored about how to read the file.
type draftContent struct {
	Format     string          `json:"format"`
	Encoding   string          `json:"encoding,omitempty"`
	Language   locale.Language `json:"language"` // of the uploader
	Sheets     []SheetGuess    `json:"sheets"`
	Sheet      string          `json:"sheet"`
	Alike      []string        `json:"alike,omitempty"`
	AllSheets  bool            `json:"allSheets,omitempty"`
	Kind       Kind            `json:"kind,omitempty"`
	KindReason *StoredText     `json:"kindReason,omitempty"`
	HeaderLine int             `json:"headerLine,omitempty"`
	Term       string          `json:"term,omitempty"`
	Complete   bool            `json:"complete,omitempty"`
	FromWeek   int             `json:"fromWeek,omitempty"`
	Columns    []Column        `json:"columns"`
	// Titles are the last columns: the values above the headers.
	Titles []columns.TitleColumn `json:"titles,omitempty"`
}

// draftEdits are the edits of staff. They are stored encrypted, because a corrected cell may contain a national ID.
type draftEdits struct {
	Cells map[int]map[int]string `json:"cells"`
	Skip  map[int]bool           `json:"leaveOut"`
}

// A storedDraft is a draft with everything in its database row.
type storedDraft struct {
	db.SelectDraftRow
	content draftContent
	edits   draftEdits
}

// load reads a draft. It fails with roster.no_draft.
func (s *Service) load(ctx context.Context, q sqldb.Querier, draft string) (*storedDraft, error) {
	row, err := db.New(q).SelectDraft(ctx, db.SelectDraftParams{ID: draft, Now: s.Now().UnixMilli()})
	if err != nil {
		return nil, sqldb.Missing(err, "roster.no_draft")
	}
	out := &storedDraft{SelectDraftRow: row}
	if err := sqldb.DecodeJSON(row.Content, &out.content); err != nil {
		return nil, err
	}
	if len(row.Edits) > 0 {
		text, err := s.Keys.Open(draftPurpose, row.Edits, []byte(draft))
		if err != nil {
			return nil, fmt.Errorf("open a draft's edits: %w", err)
		}
		return out, sqldb.DecodeJSON(string(text), &out.edits)
	}
	return out, nil
}

// seal encodes and encrypts private data.
func (s *Service) seal(draft string, value any) ([]byte, error) {
	text, err := sqldb.EncodeJSON(value)
	if err != nil {
		return nil, err
	}
	return s.Keys.Seal(draftPurpose, []byte(text), []byte(draft)), nil
}

func (d *storedDraft) draft(s *Service) (Draft, error) {
	c := d.content
	out := Draft{
		ID: d.ID, File: d.File, Size: d.Size, Format: c.Format, Encoding: c.Encoding, Account: d.Account,
		AccountName: d.AccountName, At: time.UnixMilli(d.At), Until: time.UnixMilli(d.Until), State: DraftState(d.State),
		Sheets: c.Sheets, Sheet: c.Sheet, Alike: c.Alike, AllSheets: c.AllSheets, Kind: c.Kind, KindReason: c.KindReason,
		HeaderLine: c.HeaderLine, Term: c.Term, Complete: c.Complete, FromWeek: c.FromWeek, Columns: c.Columns,
		Missing: c.missing(), Import: d.ImportID, Progress: s.running.progress(d.ID),
	}
	if d.Problem != "" {
		out.Problem = &StoredText{}
		if err := sqldb.DecodeJSON(d.Problem, out.Problem); err != nil {
			return out, err
		}
	}
	if s.running.waitsForSpace(d.ID) {
		out.Problem = engine.TextOf("roster.disk_full")
	}
	if d.Preview != "" {
		out.Preview = &Preview{}
		if err := sqldb.DecodeJSON(d.Preview, out.Preview); err != nil {
			return out, err
		}
	}
	return out, nil
}

// A blobFile is a blob that spreadsheet readers can read.
type blobFile interface {
	sheet.File
	io.Closer
}

// putFile stores a file encrypted, because it contains national IDs. Size and hash are those of the upload.
func (s *Service) putFile(ctx context.Context, key string, in io.Reader) (blob.Info, error) {
	sum, size := sha256.New(), counter(0)
	info, err := s.Blobs.Put(ctx, key,
		s.Keys.SealStream(filePurpose, io.TeeReader(in, io.MultiWriter(sum, &size)), []byte(key)))
	info.Size, info.SHA256 = int64(size), [32]byte(sum.Sum(nil))
	return info, err
}

// A counter counts the bytes written to it.
type counter int64

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}

// openBlob decrypts a file stored by putFile into a private temporary file, which is removed on close.
func (s *Service) openBlob(ctx context.Context, key string) (blobFile, error) {
	in, _, err := s.Blobs.Open(ctx, key)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	file, err := os.CreateTemp("", "lectern-import-")
	if err != nil {
		return nil, fmt.Errorf("fetch a file: %w", err)
	}
	_ = os.Remove(file.Name()) // if that fails, the system cleans up after Close
	if err := s.Keys.OpenStream(filePurpose, file, in, []byte(key)); err != nil {
		return nil, errors.Join(fmt.Errorf("fetch a file: %w", err), file.Close())
	}
	return file, nil
}

// Drafts lists the drafts of all staff, newest first. Staff only.
func (s *Service) Drafts(ctx context.Context, who access.Actor) ([]Draft, error) {
	if err := access.Admin.Check(who); err != nil {
		return nil, err
	}
	rows, err := db.New(s.Database.Reader()).SelectDrafts(ctx,
		db.SelectDraftsParams{Now: s.Now().UnixMilli(), Size: maxDrafts})
	if err != nil {
		return nil, fmt.Errorf("list drafts: %w", err)
	}
	out := make([]Draft, 0, len(rows))
	for _, row := range rows {
		one := storedDraft{SelectDraftRow: db.SelectDraftRow{
			ID: row.ID, File: row.File, Account: row.Account, At: row.At, Until: row.Until, State: row.State,
			Preview: row.Preview, ImportID: row.ImportID, AccountName: row.AccountName,
		}}
		if err := sqldb.DecodeJSON(row.Content, &one.content); err != nil {
			return nil, err
		}
		draft, err := one.draft(s)
		if err != nil {
			return nil, err
		}
		out = append(out, draft)
	}
	return out, nil
}

// Draft reads a draft. It fails with roster.no_draft. Staff only.
func (s *Service) Draft(ctx context.Context, who access.Actor, draft string) (Draft, error) {
	if err := access.Admin.Check(who); err != nil {
		return Draft{}, err
	}
	stored, err := s.load(ctx, s.Database.Reader(), draft)
	if err != nil {
		return Draft{}, err
	}
	return stored.draft(s)
}

// DeleteDraft removes a draft, and its file if no other draft uses it. It fails with roster.draft_applying. Staff only.
func (s *Service) DeleteDraft(ctx context.Context, who access.Actor, draft string) error {
	if err := access.Admin.Check(who); err != nil {
		return err
	}
	stored, err := s.load(ctx, s.Database.Reader(), draft)
	if err != nil {
		return err
	}
	s.running.stop(draft) // a preview would hold the database's writer
	err = s.Database.Write(ctx, func(q sqldb.Querier) error {
		if err := s.removeDraft(ctx, q, draft); err != nil {
			return err
		}
		return audit.Append(ctx, q, who, audit.Entry{
			At: s.Now(), Action: "roster.discard", Object: draft,
			Before: map[string]any{"file": audit.FileName(stored.File)},
		})
	})
	if err != nil {
		return err
	}
	return s.removeBlob(ctx, stored.Blob)
}

func (s *Service) removeDraft(ctx context.Context, q sqldb.Querier, draft string) error {
	if err := db.New(q).DeleteDraftRows(ctx, draft); err != nil {
		return fmt.Errorf("remove a draft's rows: %w", err)
	}
	n, err := db.New(q).DeleteDraft(ctx, draft)
	if err != nil {
		return fmt.Errorf("remove a draft: %w", err)
	}
	if n == 0 {
		return fault.New(fault.Conflict, "roster.draft_applying")
	}
	return nil
}

// removeBlob removes a file unless a draft still uses it.
func (s *Service) removeBlob(ctx context.Context, key string) error {
	n, err := db.New(s.Database.Reader()).CountDraftsOfBlob(ctx, key)
	if err != nil {
		return fmt.Errorf("count a file's drafts: %w", err)
	}
	if n > 0 {
		return nil
	}
	return s.Blobs.Delete(ctx, key)
}

// CopyDraft creates a draft for another sheet of the same file. It fails with roster.no_sheet. Staff only.
func (s *Service) CopyDraft(ctx context.Context, who access.Actor, draft, name string) (Draft, error) {
	if err := access.Admin.Check(who); err != nil {
		return Draft{}, err
	}
	stored, err := s.load(ctx, s.Database.Reader(), draft)
	if err != nil {
		return Draft{}, err
	}
	file, err := s.openBlob(ctx, stored.Blob)
	if err != nil {
		return Draft{}, err
	}
	defer file.Close()
	content, err := s.inspect(ctx, file, DraftChange{Sheet: &name, Language: stored.content.Language})
	if err != nil {
		return Draft{}, err
	}
	row := db.InsertDraftParams{
		ID: sqldb.NewID(), Blob: stored.Blob, File: stored.File, Size: stored.Size, Hash: stored.Hash, Account: who.Account,
		At: s.Now().UnixMilli(), Until: stored.Until, State: string(DraftColumns),
	}
	return s.insertDraft(ctx, who, row, content)
}

// Sweep removes expired drafts and mappings, and repairs drafts and undos whose job was killed too often.
func (s *Service) Sweep(ctx context.Context) error {
	if err := s.sweepUndos(ctx); err != nil {
		return err
	}
	if err := s.sweepStuckDrafts(ctx); err != nil {
		return err
	}
	if !s.mayDelete(ctx) {
		return nil
	}
	if err := s.sweepMappings(ctx); err != nil {
		return err
	}
	old, err := db.New(s.Database.Reader()).SelectOldDrafts(ctx, s.Now().UnixMilli())
	if err != nil {
		return fmt.Errorf("list old drafts: %w", err)
	}
	for _, row := range old {
		if err := s.Database.Write(ctx, func(q sqldb.Querier) error { return s.removeDraft(ctx, q, row.ID) }); err != nil {
			return err
		}
		if err := s.removeBlob(ctx, row.Blob); err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) mayDelete(ctx context.Context) bool { return s.MayDelete == nil || s.MayDelete(ctx) }

func (s *Service) sweepStuckDrafts(ctx context.Context) error {
	stuck, err := db.New(s.Database.Reader()).SelectStuckDrafts(ctx)
	if err != nil {
		return fmt.Errorf("list drafts without a job: %w", err)
	}
	for _, row := range stuck {
		state, code := DraftFailed, "roster.preview_interrupted"
		if DraftState(row.State) == DraftApplying {
			state, code = DraftReady, "roster.apply_interrupted"
		}
		if err := s.setState(ctx, row.ID, row.Revision, DraftState(row.State), state, engine.TextOf(code)); err != nil {
			return err
		}
	}
	return nil
}
