package api

import (
	"crypto/ecdh"
	"crypto/rand"
	"encoding/base64"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lectern/internal/http/api/messageapi"
)

func testPush(t *testing.T, s *school) {
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	body := `{"endpoint":"https://push.example.com/lin","keys":{"p256dh":"` +
		base64.RawURLEncoding.EncodeToString(key.PublicKey().Bytes()) +
		`","auth":"` + base64.RawURLEncoding.EncodeToString(make([]byte, 16)) + `"},"kinds":["changes","recordings"]}`
	before := get[messageapi.WirePush](s, "lin", "/api/push")
	if raw, err := base64.RawURLEncoding.DecodeString(before.PublicKey); err != nil ||
		len(raw) != 65 || len(before.Devices) != 0 {
		t.Errorf("got %+v, %v", before, err)
	}
	s.try(t, []request{
		{"nobody", "", "PUT", "/api/push", body, 401, "access.signed_out"},
		{"no TLS", "lin", "PUT", "/api/push", strings.Replace(body, "https:", "http:", 1), 400, "push.endpoint"},
		{
			"this machine", "lin", "PUT", "/api/push",
			strings.Replace(body, "push.example.com", "127.0.0.1", 1), 400, "push.endpoint",
		},
		{"no keys", "lin", "PUT", "/api/push", strings.Replace(body, `"auth":"`, `"auth":"x`, 1), 400, "push.keys"},
		{
			"an unknown kind", "lin", "PUT", "/api/push",
			strings.Replace(body, "changes", "gossip", 1), 400, "request.field_value",
		},
	})
	got := data[messageapi.WirePush](t, s.as("lin").send("PUT", "/api/push", body))
	if len(got.Devices) != 1 {
		t.Fatalf("got %+v", got)
	}
	if diff := cmp.Diff([]string{"changes", "recordings"}, got.Devices[0].Kinds); diff != "" {
		t.Errorf("kinds (-want +got):\n%s", diff)
	}
	got = data[messageapi.WirePush](t,
		s.as("lin").send("PUT", "/api/push", strings.Replace(body, `["changes","recordings"]`, `["notices"]`, 1)))
	if len(got.Devices) != 1 {
		t.Fatalf("changed: %+v", got)
	}
	if diff := cmp.Diff([]string{"notices"}, got.Devices[0].Kinds); diff != "" {
		t.Errorf("changed kinds (-want +got):\n%s", diff)
	}
	if other := get[messageapi.WirePush](s, "zhao", "/api/push"); len(other.Devices) != 0 ||
		other.PublicKey != got.PublicKey {
		t.Errorf("another student sees %+v", other)
	}
	path := "/api/push?endpoint=" + url.QueryEscape("https://push.example.com/lin")
	if got := s.as("zhao").send("DELETE", path, ""); got.status != 200 {
		t.Errorf("got %d", got.status)
	}
	if mine := get[messageapi.WirePush](s, "lin", "/api/push"); len(mine.Devices) != 1 {
		t.Error("another student removed the device")
	}
	if got := s.as("lin").send("DELETE", path, ""); got.status != 200 {
		t.Errorf("got %d", got.status)
	}
	if mine := get[messageapi.WirePush](s, "lin", "/api/push"); len(mine.Devices) != 0 {
		t.Errorf("still there: %+v", mine)
	}
}
