package account

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"time"

	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/keyring"
)

// TokenLife is how long an anonymous token is good for logging in.
const TokenLife = 10 * time.Minute

// A token is, in base64url without padding:
//
//	version 1 · when it expires, Unix seconds 8 · random 16 · MAC 32
//
// It names nobody and is in no table. The MAC's key belongs to the installation, and so does the token.
const (
	tokenVersion = 1
	tokenBody    = 1 + 8 + 16
	tokenSize    = tokenBody + sha256.Size
	tokenPurpose = "account.token"
)

var tokenEncoding = base64.RawURLEncoding.Strict()

// maxToken is the length of every token.
var maxToken = tokenEncoding.EncodedLen(tokenSize)

// issueToken makes an anonymous token that expires after TokenLife.
func issueToken(keys *keyring.Ring, now time.Time) string {
	raw := make([]byte, tokenBody, tokenSize)
	raw[0] = tokenVersion
	binary.BigEndian.PutUint64(raw[1:], uint64(now.Add(TokenLife).Unix()))
	_, _ = rand.Read(raw[9:]) // never fails
	return tokenEncoding.EncodeToString(keys.AppendMAC(raw, tokenPurpose, raw))
}

// parseToken tells until when a token of this installation may be bound. It does not say that this moment has not
// passed: a bound token lives on with its session. What is no token at all is account.token_unknown, one that another
// installation signed, or nobody, account.token_foreign.
func parseToken(keys *keyring.Ring, text string) (time.Time, error) {
	unknown := fault.New(fault.Unauthenticated, "account.token_unknown")
	if len(text) != maxToken {
		return time.Time{}, unknown
	}
	raw, err := tokenEncoding.DecodeString(text)
	if err != nil || len(raw) != tokenSize || raw[0] != tokenVersion {
		return time.Time{}, unknown
	}
	if !keys.Verify(tokenPurpose, raw[tokenBody:], raw[:tokenBody]) {
		return time.Time{}, fault.New(fault.Unauthenticated, "account.token_foreign")
	}
	return time.Unix(int64(binary.BigEndian.Uint64(raw[1:])), 0), nil
}

// HashToken is the name under which a token is known once it is bound.
func HashToken(token string) [32]byte { return sha256.Sum256([]byte(token)) }

const deviceSize = 32

// NewDevice returns a fresh value for the device cookie.
func NewDevice() string {
	raw := make([]byte, deviceSize)
	_, _ = rand.Read(raw) // never fails
	return base64.RawURLEncoding.EncodeToString(raw)
}

// hashDevice is what is stored of a device cookie: nothing for none, and for what is no cookie of ours.
func hashDevice(cookie string) []byte {
	if len(cookie) != base64.RawURLEncoding.EncodedLen(deviceSize) {
		return []byte{}
	}
	sum := sha256.Sum256([]byte(cookie))
	return sum[:]
}
