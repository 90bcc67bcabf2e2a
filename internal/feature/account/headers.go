package account

import (
	"crypto/md5" //nolint:gosec // the contract's signature; nothing relies on it
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"strconv"
	"strings"
	"time"

	"lectern/internal/kernel/fault"
)

// clockTolerance is how far a request's clock may be off, and so how long a request could be replayed.
const clockTolerance = 5 * time.Minute

// maxTimestamp is the longest base64 of a number that fits: sixteen digits reach past the year 300000.
const maxTimestamp = 24

// A Timestamp is the value of X-Timestamp: milliseconds of the client's clock, and the digits as they were signed.
type Timestamp struct {
	Millis int64
	Digits string
}

// ParseTimestamp reads X-Timestamp: base64 of a decimal number of milliseconds, with or without padding, in the
// standard or URL alphabet (the same for digits), since clients differ. A sign, a leading zero, white space or stray
// bits in the last character are request.timestamp; an empty header is request.timestamp_missing.
func ParseTimestamp(header string) (Timestamp, error) {
	if header == "" {
		return Timestamp{}, fault.New(fault.Invalid, "request.timestamp_missing")
	}
	if len(header) > maxTimestamp {
		return Timestamp{}, badTimestamp()
	}
	if unpadded := strings.TrimRight(header, "="); len(unpadded) != len(header) {
		if len(header)%4 != 0 || len(header)-len(unpadded) > 2 {
			return Timestamp{}, badTimestamp()
		}
		header = unpadded
	}
	if strings.ContainsAny(header, "\r\n") { // which the decoder would skip
		return Timestamp{}, badTimestamp()
	}
	raw, err := base64.RawStdEncoding.Strict().DecodeString(header)
	if err != nil || len(raw) == 0 || raw[0] < '1' || raw[0] > '9' {
		return Timestamp{}, badTimestamp()
	}
	for _, c := range raw {
		if c < '0' || c > '9' {
			return Timestamp{}, badTimestamp()
		}
	}
	millis, err := strconv.ParseInt(string(raw), 10, 64)
	if err != nil {
		return Timestamp{}, badTimestamp()
	}
	return Timestamp{millis, string(raw)}, nil
}

func badTimestamp() error { return fault.New(fault.Invalid, "request.timestamp") }

// Near refuses a timestamp more than five minutes from now with request.clock. The error names the server's time, as
// does every Date header, so that a client can see how wrong its clock is.
func (t Timestamp) Near(now time.Time) error {
	off := t.Millis - now.UnixMilli()
	if off > clockTolerance.Milliseconds() || off < -clockTolerance.Milliseconds() {
		return fault.New(fault.Invalid, "request.clock", "now", now.UTC().Format(time.RFC3339))
	}
	return nil
}

// CheckSignature verifies X-Signature: the hex MD5 of the timestamp's digits and the secret, in upper case by the
// contract; lower case is accepted too. A wrong one is request.signature, a missing one request.signature_missing.
func CheckSignature(header string, at Timestamp, secret string) error {
	if header == "" {
		return fault.New(fault.Invalid, "request.signature_missing")
	}
	if len(header) != 2*md5.Size {
		return badSignature()
	}
	var got [md5.Size]byte
	if _, err := hex.Decode(got[:], []byte(header)); err != nil {
		return badSignature()
	}
	want := md5.Sum([]byte(at.Digits + secret)) //nolint:gosec // as above
	if subtle.ConstantTimeCompare(got[:], want[:]) != 1 {
		return badSignature()
	}
	return nil
}

func badSignature() error { return fault.New(fault.Invalid, "request.signature") }
