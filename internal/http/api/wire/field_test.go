package wire_test

import (
	"testing"
	"time"

	"lectern/internal/http/api/wire"
	"lectern/internal/kernel/fault"
)

func TestParseInstant(t *testing.T) {
	shanghai := time.FixedZone("CST", 8*60*60)
	want := time.Date(2026, time.September, 7, 0, 0, 0, 0, time.UTC)
	for _, text := range []string{
		"2026-09-07T08:00:00+08:00", "2026-09-07T00:00:00Z",
		"1788739200000", "2026-09-07 08:00:00",
	} {
		if got, err := wire.ParseInstant("at", text, shanghai); err != nil || !got.Equal(want) {
			t.Errorf("[5.5] %s: %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "yesterday", "2026-09-07", "2026-09-07 25:00:00", "-1", "99999999999999999999"} {
		if got, err := wire.ParseInstant("at", text, shanghai); fault.Code(err) != "request.instant" {
			t.Errorf("[5.5] %q: %v, %v", text, got, err)
		}
	}
}
