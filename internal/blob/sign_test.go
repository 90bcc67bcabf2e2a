package blob

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
)

// The examples of Amazon's own documentation of Signature Version 4 for S3, with its invented key.
var example = signer{key: "AKIAIOSFODNN7EXAMPLE", secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", region: "us-east-1"}

var exampleTime = time.Date(2013, 5, 24, 0, 0, 0, 0, time.UTC)

func TestSignAsDocumented(t *testing.T) {
	for _, tc := range []struct {
		name, address string
		header        http.Header
		want          string
	}{
		{
			"a range of an object", "https://examplebucket.s3.amazonaws.com/test.txt",
			http.Header{"Range": {"bytes=0-9"}},
			"f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
		},
		{
			"a list", "https://examplebucket.s3.amazonaws.com/?max-keys=2&prefix=J", nil,
			"34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7",
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r, err := http.NewRequest(http.MethodGet, tc.address, http.NoBody)
			if err != nil {
				t.Fatal(err)
			}
			for name, values := range tc.header {
				r.Header[name] = values
			}
			example.sign(r, hashOf(nil), exampleTime)
			if got := r.Header.Get("Authorization"); !strings.HasSuffix(got, "Signature="+tc.want) {
				t.Errorf("got %s", got)
			}
		})
	}
}

func TestPresignAsDocumented(t *testing.T) {
	u := url.URL{Scheme: "https", Host: "examplebucket.s3.amazonaws.com", Path: "/test.txt"}
	got := example.presign(u, 24*time.Hour, exampleTime)
	if !strings.HasSuffix(got, "X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404") {
		t.Errorf("got %s", got)
	}
}
