package push_test

import (
	"net/netip"
	"testing"
	"time"

	"lectern/internal/feature/message/push"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/keyring"
	"lectern/internal/kernel/locale"
	"lectern/internal/testkit/attacktest"
	"lectern/internal/testkit/dbtest"
)

// special are addresses outside the public internet, from IANA's registries of special-purpose addresses and of IPv6
// address space.
var special = []string{
	"0.0.0.0", "0.1.2.3", "10.0.0.1", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.255.255.255", "169.254.169.254",
	"172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.0.170", "192.0.2.1", "192.31.196.1", "192.52.193.1",
	"192.88.99.1", "192.168.1.1", "192.175.48.1", "198.18.0.1", "198.19.255.255", "198.51.100.1", "203.0.113.1",
	"224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255",

	"::", "::1", "::7f00:1", "::10.0.0.1", "::93.184.215.14", // IPv4-compatible, never routed
	"::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254", "::ffff:0:10.0.0.1",
	"64:ff9b::10.0.0.1", "64:ff9b::93.184.215.14", "64:ff9b:1::10.0.0.1",
	"100::1", "100:0:0:1::1", "2001::1", "2001:0:7f00:1::1", "2001:2::1", "2001:10::1", "2001:20::1",
	"2001:db8::1", "2002:7f00:1::1", "2002:a00:1::", "2620:4f:8000::1", "3fff::1", "3fff:fff::1", "5f00::1", "4000::1",
	"8000::1", "e000::1", "fc00::1", "fd12:3456::1", "fe80::1", "fe80::1%eth0", "2606:2800:21f:cb07::1%eth0", "fec0::1",
	"feff::1", "ff02::1", "ff0e::1",
}

var ordinary = []string{
	"93.184.215.14", "1.1.1.1", "223.5.5.5", "::ffff:93.184.215.14", "2606:2800:21f:cb07::1",
	"2400:3200::1", "2a00:1450:4001::200e",
}

// TestAttackSpecialNetworks subscribes with internal addresses, and dials them as if DNS had returned them.
func TestAttackSpecialNetworks(t *testing.T) {
	attacktest.Try(t, "push to special networks", 1, 10, attackSpecialNetworks)
}

func attackSpecialNetworks(t *testing.T, trials int) {
	t.Helper()
	db := dbtest.Open(t, dbtest.SQLite(t))
	w := newWorld(t, db)
	service := push.New(push.Options{
		DB: db, Keys: keyring.Generate(), Jobs: w.jobs,
		Now: time.Now, Contact: "test@localhost",
	})
	b := newBrowser(t, "")
	check := func(address string, allowed bool) {
		t.Helper()
		ip := netip.MustParseAddr(address)
		sub := b.subscription("", push.Kinds{})
		sub.Endpoint = "https://" + netip.AddrPortFrom(ip.WithZone(""), 443).String() + "/x"
		if ip.Zone() == "" {
			if err := service.Subscribe(t.Context(), lin, locale.English, sub); (err == nil) != allowed ||
				!allowed && fault.Code(err) != "push.endpoint" {
				t.Errorf("subscribe with %s: %v", address, err)
			}
		}
		if err := service.MayDial("tcp", netip.AddrPortFrom(ip, 443).String(), nil); (err == nil) != allowed {
			t.Errorf("dial %s: %v", address, err)
		}
		if err := service.MayDial("tcp", netip.AddrPortFrom(ip, 80).String(), nil); err == nil {
			t.Errorf("dial %s on port 80", address)
		}
	}
	for range trials {
		for _, address := range special {
			check(address, false)
		}
		for _, address := range ordinary {
			check(address, true)
		}
	}
}
