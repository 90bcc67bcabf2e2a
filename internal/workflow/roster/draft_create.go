package roster

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"strconv"
	"strings"

	"lectern/internal/kernel/access"
	"lectern/internal/kernel/audit"
	"lectern/internal/kernel/blob"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/workflow/roster/db"
	"lectern/internal/workflow/roster/parse"
	"lectern/internal/workflow/roster/sheet"
)

// CreateDrafts stores a file and guesses its contents. A OneRoster set becomes a draft per kind, in import order. It
// reads the stream to its end or to MaxUpload (roster.upload_too_large), and otherwise fails like sheet.Open. Staff
// only.
func (s *Service) CreateDrafts(
	ctx context.Context, who access.Actor, name string, in io.Reader, wanted DraftChange,
) ([]Draft, error) {
	if err := access.Admin.Check(who); err != nil {
		return nil, err
	}
	draft := sqldb.NewID()
	key := "imports/" + draft
	info, err := s.putFile(ctx, key, &limitedUpload{in: in, left: MaxUpload})
	if err != nil {
		return nil, err
	}
	file, err := s.openBlob(ctx, key)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if IsOneRoster(file) {
		made, err := s.createParts(ctx, who, file, wanted)
		return made, errors.Join(err, s.Blobs.Delete(context.WithoutCancel(ctx), key))
	}
	made, err := s.createDraft(ctx, who, file, draft, name, info, wanted)
	if err != nil {
		return nil, errors.Join(err, s.Blobs.Delete(context.WithoutCancel(ctx), key))
	}
	return []Draft{made}, nil
}

// createParts creates a draft for each kind in a OneRoster set. If one fails, the earlier ones stay, because each is a
// separate file.
func (s *Service) createParts(
	ctx context.Context, who access.Actor, file sheet.File, wanted DraftChange,
) ([]Draft, error) {
	parts, err := OpenOneRoster(file)
	if err != nil {
		return nil, err
	}
	var out []Draft
	for _, part := range parts {
		var text bytes.Buffer
		if err := part.Write(&text); err != nil {
			return nil, err
		}
		draft := sqldb.NewID()
		info, err := s.putFile(ctx, "imports/"+draft, &text)
		if err != nil {
			return nil, err
		}
		made, err := s.createPart(ctx, who, draft, part, info, wanted)
		if err != nil {
			return nil, errors.Join(err, s.Blobs.Delete(context.WithoutCancel(ctx), info.Key))
		}
		out = append(out, made)
	}
	return out, nil
}

func (s *Service) createPart(ctx context.Context, who access.Actor, draft string, part PartialSheet, info blob.Info,
	wanted DraftChange,
) (Draft, error) {
	file, err := s.openBlob(ctx, info.Key)
	if err != nil {
		return Draft{}, err
	}
	defer file.Close()
	return s.createDraft(ctx, who, file, draft, part.Name, info, DraftChange{Kind: &part.Kind, Language: wanted.Language})
}

// limitedUpload fails when the upload exceeds its limit.
type limitedUpload struct {
	in   io.Reader
	left int64
}

func (l *limitedUpload) Read(p []byte) (int, error) {
	n, err := l.in.Read(p)
	if l.left -= int64(n); l.left < 0 {
		return 0, fault.New(fault.TooLarge, "roster.upload_too_large", "limit", strconv.Itoa(MaxUpload>>20))
	}
	return n, err
}

func (s *Service) createDraft(
	ctx context.Context, who access.Actor, file sheet.File, draft, name string, info blob.Info, wanted DraftChange,
) (Draft, error) {
	content, err := s.inspect(ctx, file, wanted)
	if err != nil {
		return Draft{}, err
	}
	row := db.InsertDraftParams{
		ID: draft, Blob: info.Key, File: fileName(name), Size: info.Size, Hash: fmt.Sprintf("%x", info.SHA256),
		Account: who.Account, At: s.Now().UnixMilli(), Until: s.Now().Add(DraftLife).UnixMilli(), State: string(DraftColumns),
	}
	return s.insertDraft(ctx, who, row, content)
}

func (s *Service) insertDraft(
	ctx context.Context, who access.Actor, row db.InsertDraftParams, content draftContent,
) (out Draft, err error) {
	if row.Content, err = sqldb.EncodeJSON(content); err != nil {
		return Draft{}, err
	}
	if row.Edits, err = s.seal(row.ID, draftEdits{}); err != nil {
		return Draft{}, err
	}
	err = s.Database.Write(ctx, func(q sqldb.Querier) error {
		if err := db.New(q).InsertDraft(ctx, row); err != nil {
			return fmt.Errorf("write a draft: %w", err)
		}
		return audit.Append(ctx, q, who, audit.Entry{
			At: s.Now(), Action: "roster.upload", Object: row.ID,
			After: map[string]any{"file": audit.FileName(row.File), "size": row.Size},
		})
	})
	if err != nil {
		return Draft{}, err
	}
	return s.Draft(ctx, who, row.ID)
}

// fileName strips the folders that some browsers send.
func fileName(name string) string {
	name = strings.ToValidUTF8(strings.ReplaceAll(name, "\x00", ""), "?")
	return parse.Clip(path.Base(strings.ReplaceAll(name, `\`, "/")))
}
