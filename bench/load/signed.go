package load

import (
	"crypto/md5"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// Signed makes the timestamp and the signature of a request as the contract wants them.
func Signed(secret string) (timestamp, signature string) {
	at := strconv.FormatInt(time.Now().UnixMilli(), 10)
	sum := md5.Sum([]byte(at + secret))
	return base64.StdEncoding.EncodeToString([]byte(at)), strings.ToUpper(hex.EncodeToString(sum[:]))
}

// A Caller is somebody with a session.
type Caller struct{ Token, Identity, Cookie, Secret string }

var sent atomic.Int64

// Get makes the bytes of a GET, with the parameter that keeps it out of caches: there are more requests in a bench than
// milliseconds, and none may look like another.
func (c Caller) Get(path string, more ...string) []byte {
	timestamp, signature := Signed(c.Secret)
	out := fmt.Appendf(nil, "GET %s?_=%d HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nMiniProgramIdentity: %s\r\nX-Timestamp: %s\r\nX-Signature: %s\r\n",
		path, sent.Add(1), c.Token, c.Identity, timestamp, signature)
	if c.Cookie != "" {
		out = fmt.Appendf(out, "Cookie: %s\r\n", c.Cookie)
	}
	for _, header := range more {
		out = append(append(out, header...), "\r\n"...)
	}
	return append(out, "\r\n"...)
}
