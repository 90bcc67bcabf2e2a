package media_test

import (
	"bytes"
	"io"
	"testing"

	"lectern/internal/feature/media"
	"lectern/internal/kernel/blob"
	"lectern/internal/kernel/fault"
	"lectern/internal/testkit/dbtest"
)

// thenDo is a reader that does something at its end and has no bytes.
type thenDo func()

func (do thenDo) Read([]byte) (int, error) {
	do()
	return 0, io.EOF
}

func (h *fixture) assets() int {
	h.t.Helper()
	return dbtest.Count(h.t, h.db, `SELECT count(*) FROM asset`)
}

// Someone who is logged out while sending publishes nothing, and can continue after the next login.
func TestUploadsEndWithTheSession(t *testing.T) {
	eachStore(t, func(t *testing.T, url string, open func() blob.Store) {
		h := newFixture(t, dbtest.Open(t, url), keepIn(open()))
		logOut := thenDo(func() { h.gone.Store(fault.New(fault.Unauthenticated, "account.session_ended")) })
		for name, parts := range map[string][]io.Reader{
			"in the middle":       {bytes.NewReader(mp4(1000)), logOut, bytes.NewReader(make([]byte, 976))},
			"after the last byte": {bytes.NewReader(mp4(1000)), bytes.NewReader(make([]byte, 976)), logOut},
		} {
			h.gone.Store(nil)
			before, u := h.assets(), h.begin(2000)
			_, err := h.send(staff, u.ID, 0, io.MultiReader(parts...))
			wantCode(t, name, err, "account.session_ended")
			if err := h.FinishUploads(t.Context()); err != nil || h.assets() != before {
				t.Errorf("%s: the recording appeared nevertheless, %v", name, err)
			}
			h.gone.Store(nil)
			at, err := h.ask(staff, u.ID)
			if err == nil && at < u.Size {
				at, err = h.send(staff, u.ID, at, bytes.NewReader(mp4(1976)[at:]))
			}
			if err != nil || at != u.Size || h.asset(u.ID).State != media.Waiting {
				t.Errorf("%s: continued at %d, %v", name, at, err)
			}
		}
	})
}

// No job finishes the upload of an account that was closed or changed after the last byte.
func TestUploadsEndWithTheRight(t *testing.T) {
	eachStore(t, func(t *testing.T, url string, open func() blob.Store) {
		h := newFixture(t, dbtest.Open(t, url), keepIn(open()))
		for _, lost := range []string{
			`UPDATE account SET enabled = FALSE WHERE id = 'dean'`,
			`UPDATE account SET role = 'user', scope = '' WHERE id = 'dean'`,
			`UPDATE account SET scope = 'adviser' WHERE id = 'dean'`,
		} {
			dbtest.Exec(t, h.db, `UPDATE account SET enabled = TRUE, role = 'admin', scope = 'registrar' WHERE id = 'dean'`)
			u := h.begin(1024)
			dbtest.Exec(t, h.db, lost)
			_, err := h.send(staff, u.ID, 0, lastPiece())
			wantCode(t, lost, err, "access.forbidden")
			if err := h.FinishUploads(t.Context()); err != nil || h.assets() != 0 {
				t.Errorf("%s: the recording appeared nevertheless, %v", lost, err)
			}
		}
	})
}
