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

// TokenLife is how long an anonymous token may be used to log in.
const TokenLife = 10 * time.Minute

// A token is, in base64url without padding:
//
//	version 1 · when it expires, Unix seconds 8 · random 16 · MAC 32
//
// It names no account and is in no table. Its MAC key belongs to the installation.
const (
	tokenVersion = 1
	tokenBody    = 1 + 8 + 16
	tokenSize    = tokenBody + sha256.Size
	tokenPurpose = "account.token"
)

var tokenEncoding = base64.RawURLEncoding.Strict()

// maxToken is the length of every token.
var maxToken = tokenEncoding.EncodedLen(tokenSize)

func issueToken(keys *keyring.Ring, now time.Time) string {
	raw := make([]byte, tokenBody, tokenSize)
	raw[0] = tokenVersion
	binary.BigEndian.PutUint64(raw[1:], uint64(now.Add(TokenLife).Unix()))
	_, _ = rand.Read(raw[9:]) // never fails
	return tokenEncoding.EncodeToString(keys.AppendMAC(raw, tokenPurpose, raw))
}

// parseToken returns until when a token of this installation can be used to log in, which may be past: a used token
// lives on with its session. Something that isn't a token is account.token_unknown, one signed by anyone else
// account.token_foreign.
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

// HashToken returns the hash by which a used token is stored.
func HashToken(token string) [32]byte { return sha256.Sum256([]byte(token)) }

const deviceSize = 32

// NewDevice returns a fresh value for the device cookie.
func NewDevice() string {
	raw := make([]byte, deviceSize)
	_, _ = rand.Read(raw) // never fails
	return base64.RawURLEncoding.EncodeToString(raw)
}

// hashDevice returns the stored hash of a device cookie, or nil if there is none or it isn't ours.
func hashDevice(cookie string) []byte {
	if len(cookie) != base64.RawURLEncoding.EncodedLen(deviceSize) {
		return []byte{}
	}
	sum := sha256.Sum256([]byte(cookie))
	return sum[:]
}
