package account_test

import (
	"encoding/base32"
	"net/url"
	"strings"
	"testing"
	"time"

	"lectern/internal/feature/account"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/secret"
	"lectern/internal/testkit/dbtest"
)

// enrol enables the second factor of staff and returns its key and the recovery codes.
func enrol(t *testing.T, c *college, who access.Actor) (key []byte, recovery []secret.Text) {
	t.Helper()
	offer, err := c.OfferFactor(t.Context(), who, secret.New(staffSecret))
	if err != nil {
		t.Fatal(err)
	}
	key, err = base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(offer.Secret.Reveal())
	if err != nil {
		t.Fatal(err)
	}
	u, err := url.Parse(offer.URL.Reveal())
	if err != nil || u.Scheme != "otpauth" || u.Host != "totp" || u.Query().Get("secret") != offer.Secret.Reveal() ||
		strings.Contains(u.Path, staffPhone) {
		t.Errorf("address %v, %v", u, err)
	}
	_, err = c.ConfirmFactor(t.Context(), who, "000000")
	wantCode(t, err, "account.factor_wrong")
	recovery, err = c.ConfirmFactor(t.Context(), who, codeNow(c, key))
	if err != nil {
		t.Fatal(err)
	}
	return key, recovery
}

func codeNow(c *college, key []byte) string { return account.TOTPAt(key, c.clock.now().Unix()/30, 6) }

func TestSecondFactor(t *testing.T) {
	eachCollege(t, nil, func(t *testing.T, c *college) {
		b, other := c.browser(), c.browser()
		who := b.mustLogin(staffPhone, staffSecret)
		other.mustLogin(staffPhone, staffSecret)
		_, err := c.ConfirmFactor(t.Context(), who, "123456")
		wantCode(t, err, "account.factor_not_offered")
		_, err = c.OfferFactor(t.Context(), who, secret.New("Wrong1"))
		wantCode(t, err, "account.password_wrong")
		key, recovery := enrol(t, c, who)
		b.actor()
		other.wantCode("account.session_ended")

		wantCode(t, b.login(staffPhone, staffSecret), "account.factor_required")
		wantCode(t, b.login(staffPhone, "Wrong1", codeNow(c, key)), "account.bad_credentials")
		wantCode(t, b.login(staffPhone, staffSecret, codeNow(c, key)), "account.factor_wrong") // used to confirm
		c.clock.pass(30 * time.Second)
		b.mustLogin(staffPhone, staffSecret, codeNow(c, key))
		wantCode(t, b.login(staffPhone, staffSecret, codeNow(c, key)), "account.factor_wrong") // each works once

		first := recovery[0].Reveal()
		b.mustLogin(staffPhone, staffSecret, strings.ToLower(first))
		wantCode(t, b.login(staffPhone, staffSecret, first), "account.factor_wrong")
		if n := dbtest.Count(t, c.db, `SELECT count(*) FROM recovery_code`); n != len(recovery)-1 {
			t.Errorf("%d codes are left", n)
		}
		c.clock.pass(time.Minute)
		wantCode(t, c.RemoveFactor(t.Context(), b.actor(), secret.New(staffSecret), "000000"), "account.factor_wrong")
		wantCode(t, c.RemoveFactor(t.Context(), b.actor(), secret.New(staffSecret), codeNow(c, key)), "")
		b.mustLogin(staffPhone, staffSecret)
	})
}

func TestSecondFactorGuessesAreBounded(t *testing.T) {
	set := limits(func(l *account.Limits) { l.Unknown.Burst = 4 })
	eachCollege(t, set, func(t *testing.T, c *college) {
		enrol(t, c, c.browser().mustLogin(staffPhone, staffSecret))
		for range 4 {
			wantCode(t, c.browser().login(staffPhone, staffSecret, "000000"), "account.factor_wrong")
		}
		wantCode(t, c.browser().login(staffPhone, staffSecret, "000000"), "account.too_many_tries")
	})
}

func TestSecondFactorPolicies(t *testing.T) {
	eachCollege(t, nil, func(t *testing.T, c *college) {
		c.options.Policy.SecondFactor = account.FactorRequired
		b := c.browser()
		b.at = c.node()
		b.mustLogin(staffPhone, staffSecret)
		visit, err := b.visit()
		if err != nil || !visit.Must.EnrolFactor {
			t.Fatalf("got %+v, %v", visit, err)
		}
		student := c.browser()
		student.at = b.at
		student.mustLogin(studentPhone, lastSix)
		if visit, err := student.visit(); err != nil || visit.Must.EnrolFactor {
			t.Errorf("a student must not: %+v, %v", visit, err)
		}
		enrol(t, c, visit.Actor) // on another node
		b.at.Refresh()
		if visit, err := b.visit(); err != nil || visit.Must.EnrolFactor {
			t.Errorf("got %+v, %v", visit, err)
		}
		wantCode(t, b.at.RemoveFactor(t.Context(), visit.Actor, secret.New(staffSecret), "1"), "account.factor_demanded")

		c.options.Policy.SecondFactor = account.FactorOff
		off := c.browser()
		off.at = c.node()
		off.mustLogin(staffPhone, staffSecret) // disabled
		_, err = off.at.OfferFactor(t.Context(), off.actor(), secret.New(staffSecret))
		wantCode(t, err, "account.factor_off")
	})
}
