package account_test

import (
	"bytes"
	"image"
	"image/png"
	"io"
	"testing"
	"time"

	"lectern/internal/feature/account"
	"lectern/internal/kernel/secret"
)

func grayPNG(t *testing.T) io.Reader {
	t.Helper()
	var out bytes.Buffer
	if err := png.Encode(&out, image.NewGray(image.Rect(0, 0, 300, 300))); err != nil {
		t.Fatal(err)
	}
	return &out
}

// What was made before a key rotation still works afterwards.
func TestKeysRotate(t *testing.T) {
	eachCollege(t, nil, func(t *testing.T, c *college) {
		old := c.browser()
		staff := old.mustLogin(staffPhone, staffSecret)
		key, recovery := enrol(t, c, staff)
		token := c.IssueToken()
		avatar, err := c.SetAvatar(t.Context(), staff, grayPNG(t))
		if err != nil {
			t.Fatal(err)
		}
		ticket := c.AvatarTicket(staff, avatar)

		c.options.Keys = c.keys.Rotate()
		after := c.node()
		c.clock.pass(30 * time.Second)
		old.at = after
		old.actor() // the session and its token
		_, err = after.Login(t.Context(), account.Login{Token: token, Phone: studentPhone, Password: secret.New(lastSix)})
		wantCode(t, err, "") // an anonymous token, and a first password
		fresh := c.browser()
		fresh.at = after
		fresh.mustLogin(staffPhone, staffSecret, codeNow(c, key)) // a password's pepper, and a sealed second factor
		fresh.mustLogin(staffPhone, staffSecret, recovery[0].Reveal())
		if file, _, err := after.Avatar(t.Context(), ticket, old.device); err != nil {
			t.Errorf("an avatar's address: %v", err)
		} else if err := file.Close(); err != nil {
			t.Error(err)
		}

		if now := after.AvatarTicket(staff, avatar); now.Until == ticket.Until && now.MAC == ticket.MAC {
			t.Error("the old key still signs")
		}
		_, err = account.ParseToken(c.keys, after.IssueToken())
		wantCode(t, err, "account.token_foreign") // the old keys alone can't sign
	})
}
