package blob

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A signer signs requests as AWS Signature Version 4 says, which every S3-compatible store verifies.
type signer struct {
	key, secret, region string
}

const (
	algorithm    = "AWS4-HMAC-SHA256"
	stampLayout  = "20060102T150405Z"
	dayLayout    = "20060102"
	unsignedBody = "UNSIGNED-PAYLOAD"
)

// sign adds the headers that prove who asks, for a body with this hash. Every header that is set before is covered.
func (s signer) sign(r *http.Request, bodyHash string, at time.Time) {
	stamp := at.UTC().Format(stampLayout)
	r.Header.Set("X-Amz-Date", stamp)
	r.Header.Set("X-Amz-Content-Sha256", bodyHash)
	names := []string{"host"}
	for name := range r.Header {
		names = append(names, strings.ToLower(name))
	}
	slices.Sort(names)
	var headers strings.Builder
	for _, name := range names {
		value := r.URL.Host
		if name != "host" {
			value = strings.Join(strings.Fields(r.Header.Get(name)), " ")
		}
		headers.WriteString(name + ":" + value + "\n")
	}
	signed := strings.Join(names, ";")
	request := strings.Join([]string{r.Method, r.URL.EscapedPath(), canonical(r.URL.Query()), headers.String(), signed, bodyHash}, "\n")
	r.Header.Set("Authorization", algorithm+" Credential="+s.key+"/"+s.scope(at)+", SignedHeaders="+signed+", Signature="+s.signature(request, at))
}

// presign returns an address that anybody can GET until it expires.
func (s signer) presign(u url.URL, valid time.Duration, at time.Time) string {
	q := u.Query()
	q.Set("X-Amz-Algorithm", algorithm)
	q.Set("X-Amz-Credential", s.key+"/"+s.scope(at))
	q.Set("X-Amz-Date", at.UTC().Format(stampLayout))
	q.Set("X-Amz-Expires", strconv.Itoa(int(valid.Seconds())))
	q.Set("X-Amz-SignedHeaders", "host")
	query := canonical(q)
	request := strings.Join([]string{http.MethodGet, u.EscapedPath(), query, "host:" + u.Host + "\n", "host", unsignedBody}, "\n")
	u.RawQuery = query + "&X-Amz-Signature=" + s.signature(request, at)
	return u.String()
}

// scope is what a signature is good for: one day, region and service.
func (s signer) scope(at time.Time) string {
	return at.UTC().Format(dayLayout) + "/" + s.region + "/s3/aws4_request"
}

func (s signer) signature(request string, at time.Time) string {
	text := strings.Join([]string{algorithm, at.UTC().Format(stampLayout), s.scope(at), hashOf([]byte(request))}, "\n")
	key := []byte("AWS4" + s.secret)
	for _, part := range []string{at.UTC().Format(dayLayout), s.region, "s3", "aws4_request"} {
		key = keyed(key, part)
	}
	return hex.EncodeToString(keyed(key, text))
}

// canonical is the query in the order and the escaping that are signed: a space is %20, never a plus.
func canonical(q url.Values) string { return strings.ReplaceAll(q.Encode(), "+", "%20") }

func keyed(key []byte, text string) []byte {
	mac := hmac.New(sha256.New, key)
	_, _ = mac.Write([]byte(text)) // a hash never fails
	return mac.Sum(nil)
}

func hashOf(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}
