package account

import (
	"bytes"
	"context"
	"encoding/base64"
	"io"
	"strconv"
	"strings"
	"time"

	"lectern/internal/feature/account/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/audit"
	"lectern/internal/kernel/blob"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/picture"
	"lectern/internal/kernel/sqldb"
)

const avatarFolder = "avatars/"

// SetAvatar stores a picture as the caller's avatar and returns its key. Package picture decides which pictures are
// accepted and converts them. Every picture has a new key, so that cached copies under the old key stay valid.
func (s *Service) SetAvatar(ctx context.Context, who access.Actor, r io.Reader) (string, error) {
	encoded, kind, err := s.o.Pictures.Read(ctx, who.Account, picture.Square, r)
	if err != nil {
		return "", err
	}
	key := avatarFolder + sqldb.NewID() + "." + kind
	if _, err := s.o.Blobs.Put(ctx, key, bytes.NewReader(encoded)); err != nil {
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
		_ = s.o.Blobs.Delete(context.WithoutCancel(ctx), key) // nothing refers to it
		return "", err
	}
	if old != "" {
		_ = s.o.Blobs.Delete(context.WithoutCancel(ctx), old) // a few kilobytes at most if this fails
	}
	return key, nil
}

const (
	avatarPurpose = "account.avatar"
	avatarGood    = 12 * time.Hour
)

// A Ticket gives a session access to one avatar for some hours: the browser fetches pictures without our headers.
type Ticket struct {
	Name    string // of the file
	Session string
	Until   int64 // Unix seconds
	MAC     string
}

// AvatarTicket signs an avatar's key. The ticket stays the same for an hour, so that the browser can cache the picture.
func (s *Service) AvatarTicket(who access.Actor, key string) Ticket {
	until := s.now().Truncate(time.Hour).Add(time.Hour + avatarGood).Unix()
	t := Ticket{Name: strings.TrimPrefix(key, avatarFolder), Session: who.Session, Until: until}
	t.MAC = base64.RawURLEncoding.EncodeToString(s.keys.MAC(avatarPurpose, t.signed()...))
	return t
}

// Avatar opens the picture of a ticket. If the ticket is forged, expired, or used after its session or without the
// device cookie, the error is account.avatar_ticket.
func (s *Service) Avatar(ctx context.Context, t Ticket, device string) (io.ReadSeekCloser, blob.Info, error) {
	refused := fault.New(fault.Forbidden, "account.avatar_ticket")
	mac, err := base64.RawURLEncoding.DecodeString(t.MAC)
	if err != nil || !s.keys.Verify(avatarPurpose, mac, t.signed()...) || s.now().Unix() > t.Until {
		return nil, blob.Info{}, refused
	}
	if _, err := s.CheckSession(ctx, t.Session, device); fault.Code(err) != "" {
		return nil, blob.Info{}, refused.Because(err)
	} else if err != nil {
		return nil, blob.Info{}, err
	}
	return s.o.Blobs.Open(ctx, avatarFolder+t.Name)
}

func (t Ticket) signed() [][]byte {
	return [][]byte{[]byte(t.Name), []byte(t.Session), []byte(strconv.FormatInt(t.Until, 10))}
}
