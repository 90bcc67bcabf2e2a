package account

import (
	"bytes"
	"context"
	"io"

	"lectern/internal/access"
	"lectern/internal/account/db"
	"lectern/internal/audit"
	"lectern/internal/blob"
	"lectern/internal/id"
	"lectern/internal/sqldb"
)

const avatarFolder = "avatars/"

// SetAvatar stores a picture as the caller's avatar and returns its key; see picture for what is taken and what
// becomes of it. Every picture has a key of its own, so that what is cached under an old one stays true.
func (s *Service) SetAvatar(ctx context.Context, who access.Actor, r io.Reader) (string, error) {
	encoded, kind, err := picture(r)
	if err != nil {
		return "", err
	}
	key := avatarFolder + id.New() + "." + kind
	if _, err := s.blobs.Put(ctx, key, bytes.NewReader(encoded)); err != nil {
		return "", wrap("store an avatar", err)
	}
	var old string
	err = s.db.Write(ctx, func(q sqldb.Querier) error {
		row, err := s.accountIn(ctx, q, who.Account)
		if err != nil {
			return err
		}
		old = row.Avatar
		if err := db.New(q).UpdateAvatar(ctx, db.UpdateAvatarParams{ID: who.Account, Avatar: key}); err != nil {
			return wrap("store an avatar", err)
		}
		return audit.Append(ctx, q, who, audit.Entry{At: s.now(), Action: "account.set_avatar", Object: who.Account})
	})
	if err != nil {
		_ = s.blobs.Delete(context.WithoutCancel(ctx), key) // nothing points at it
		return "", err
	}
	if old != "" {
		_ = s.blobs.Delete(context.WithoutCancel(ctx), old) // a leftover is only a few kilobytes
	}
	return key, nil
}

// Avatar opens a stored avatar by its file name, the end of its key; one that is not there is blob.not_found.
func (s *Service) Avatar(ctx context.Context, name string) (io.ReadSeekCloser, blob.Info, error) {
	return s.blobs.Open(ctx, avatarFolder+name)
}
