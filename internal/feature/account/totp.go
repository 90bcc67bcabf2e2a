package account

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha1" //nolint:gosec // RFC 6238's default, and the only one that every authenticator app knows
	"crypto/subtle"
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"net/url"
	"time"
)

const (
	totpStep   = 30 * time.Second
	totpDigits = 6
	totpSecret = 20 // bytes, as long as the hash
)

// totpAt returns the code of one time step (RFC 6238: RFC 4226 with a clock as the counter).
func totpAt(key []byte, step int64, digits int) string {
	var counter [8]byte
	binary.BigEndian.PutUint64(counter[:], uint64(step))
	mac := hmac.New(sha1.New, key)
	mac.Write(counter[:])
	sum := mac.Sum(nil)
	offset := sum[len(sum)-1] & 0x0f
	number := binary.BigEndian.Uint32(sum[offset:]) & 0x7fffffff
	modulus := uint32(1)
	for range digits {
		modulus *= 10
	}
	return fmt.Sprintf("%0*d", digits, number%modulus)
}

// totpMatch returns the time step of a code, up to one step early or late. It must be after the last used step, so that
// a code seen over someone's shoulder is worthless.
func totpMatch(key []byte, code string, now time.Time, used int64) (step int64, ok bool) {
	current := now.Unix() / int64(totpStep/time.Second)
	for candidate := current - 1; candidate <= current+1; candidate++ {
		want := totpAt(key, candidate, totpDigits)
		if subtle.ConstantTimeCompare([]byte(want), []byte(code)) == 1 && candidate > used {
			step, ok = candidate, true
		}
	}
	return step, ok
}

func newTOTPKey() []byte {
	key := make([]byte, totpSecret)
	_, _ = rand.Read(key) // never fails
	return key
}

var totpEncoding = base32.StdEncoding.WithPadding(base32.NoPadding)

// totpURL is the content of the authenticator's QR code. It has the masked phone, because others may see the picture.
func totpURL(issuer, who string, key []byte) string {
	query := url.Values{"secret": {totpEncoding.EncodeToString(key)}, "issuer": {issuer}}
	return "otpauth://totp/" + url.PathEscape(issuer+":"+who) + "?" + query.Encode()
}
