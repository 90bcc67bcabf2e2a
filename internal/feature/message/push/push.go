// Package push tells devices at once what reaches their owners in the message centre: web push (RFC 8030), encrypted
// for the device (RFC 8291) and signed by the installation (VAPID, RFC 8292). It owns the subscriptions and the
// sending; texts and audiences belong to package message. Start at Service.
//
// The addresses it sends to come from browsers, so none of them is trusted: only https to the open internet, decided
// when the connection is made, and no redirects.
package push

import (
	"context"
	"crypto/ecdh"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"syscall"
	"time"

	"code.dny.dev/ssrf"

	"lectern/internal/feature/message/push/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/job"
	"lectern/internal/kernel/keyring"
	"lectern/internal/kernel/locale"
	"lectern/internal/kernel/sqldb"
)

// A Kind is what sort of news a device wants to be told.
type Kind string

// The kinds.
const (
	Changes    Kind = "changes"    // of the timetable
	Recordings Kind = "recordings" // new ones
	Notices    Kind = "notices"    // everything else
)

// Kinds says which a device wants.
type Kinds struct{ Changes, Recordings, Notices bool }

// A Subscription is one browser that gets pushes.
type Subscription struct {
	Endpoint string // address at the browser's push service
	P256dh   string // the browser's keys, as it gives them out
	Auth     string
	Kinds    Kinds
	Updated  time.Time
}

// Options are what the service is built from.
type Options struct {
	DB      *sqldb.DB
	Keys    *keyring.Ring
	Jobs    *job.Queue
	Now     func() time.Time
	Contact string // https:// or mailto: address by which a push service reaches the operator
	// Private lets messages go to this machine and private networks, on any port; for tests.
	Private bool
	Roots   *x509.CertPool // whom to trust; nil: whom the system does
}

// A Service keeps subscriptions and sends. It is safe for concurrent use.
type Service struct {
	o               Options
	public, private string // VAPID, base64url
	client          *http.Client
}

const (
	maxEndpoint = 1000
	maxDevices  = 20
	sendTimeout = 15 * time.Second
)

// New makes the service. Its keys are derived from the installation's and stay the same for ever: a
// browser subscribes to them.
func New(o Options) *Service {
	key := vapidKey(o.Keys)
	s := &Service{o: o, private: encodeKey(key.Bytes()), public: encodeKey(key.PublicKey().Bytes())}
	dialer := &net.Dialer{Timeout: sendTimeout, Control: s.mayDial}
	s.client = &http.Client{
		Timeout: sendTimeout,
		Transport: &http.Transport{
			DialContext: dialer.DialContext, TLSHandshakeTimeout: sendTimeout, ForceAttemptHTTP2: true, MaxIdleConnsPerHost: 4,
			IdleConnTimeout: time.Minute, TLSClientConfig: &tls.Config{MinVersion: tls.VersionTLS12, RootCAs: o.Roots},
		},
		// A redirect would lead past every check.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return s
}

// vapidKey derives the key that the installation signs with.
func vapidKey(keys *keyring.Ring) *ecdh.PrivateKey {
	for i := 0; ; i++ { // all but one in four thousand million numbers are keys
		raw, err := base64.RawURLEncoding.DecodeString(keys.Derive(fmt.Sprint("push vapid ", i), 43))
		if err != nil {
			continue
		}
		if key, err := ecdh.P256().NewPrivateKey(raw); err == nil {
			return key
		}
	}
}

func encodeKey(raw []byte) string { return base64.RawURLEncoding.EncodeToString(raw) }

// PublicKey is what a browser subscribes to, base64url.
func (s *Service) PublicKey() string { return s.public }

// Mine lists the caller's devices, the latest first.
func (s *Service) Mine(ctx context.Context, who access.Actor) ([]Subscription, error) {
	if err := access.SignedIn.Check(who); err != nil {
		return nil, err
	}
	rows, err := db.New(s.o.DB.Reader()).SelectSubscriptions(ctx, who.Account)
	if err != nil {
		return nil, fmt.Errorf("list devices: %w", err)
	}
	list := make([]Subscription, 0, len(rows))
	for _, row := range rows {
		list = append(list, Subscription{
			Endpoint: row.Endpoint, Kinds: Kinds{row.Changes, row.Recordings, row.Notices},
			Updated: time.UnixMilli(row.UpdatedAt),
		})
	}
	return list, nil
}

// Subscribe sends pushes to the caller's device while this session lasts, in a language; again it replaces the kinds.
// push.endpoint, push.keys.
func (s *Service) Subscribe(ctx context.Context, who access.Actor, language locale.Language, sub Subscription) error {
	if err := access.SignedIn.Check(who); err != nil {
		return err
	}
	if !s.acceptable(sub.Endpoint) {
		return fault.New(fault.Invalid, "push.endpoint")
	}
	if !validKeys(sub) {
		return fault.New(fault.Invalid, "push.keys")
	}
	return s.o.DB.Write(ctx, func(q sqldb.Querier) error {
		err := db.New(q).UpsertSubscription(ctx, db.UpsertSubscriptionParams{
			ID: sqldb.NewID(), Endpoint: sub.Endpoint, AccountID: who.Account, SessionID: who.Session, P256dh: sub.P256dh,
			Auth: sub.Auth, Language: string(language), Changes: sub.Kinds.Changes, Recordings: sub.Kinds.Recordings,
			Notices: sub.Kinds.Notices, CreatedAt: s.o.Now().UnixMilli(),
		})
		if err != nil {
			return fmt.Errorf("keep a device: %w", err)
		}
		if err := db.New(q).DeleteOrphans(ctx); err != nil {
			return fmt.Errorf("forget devices without a session: %w", err)
		}
		return db.New(q).DeleteOldest(ctx, db.DeleteOldestParams{Account: who.Account, Most: maxDevices})
	})
}

// Unsubscribe forgets one of the caller's devices, or all of them when the endpoint is empty. One that is not
// there is no error.
func (s *Service) Unsubscribe(ctx context.Context, who access.Actor, endpoint string) error {
	if err := access.SignedIn.Check(who); err != nil {
		return err
	}
	return s.o.DB.WriteOne(ctx, func(q sqldb.Querier) error {
		if endpoint == "" {
			return db.New(q).DeleteSubscriptions(ctx, who.Account)
		}
		return db.New(q).DeleteSubscription(ctx, db.DeleteSubscriptionParams{AccountID: who.Account, Endpoint: endpoint})
	})
}

// acceptable refuses early what mayDial would refuse anyway, so that the browser learns of it.
func (s *Service) acceptable(endpoint string) bool {
	u, err := url.Parse(endpoint)
	if err != nil || len(endpoint) > maxEndpoint || u.Scheme != "https" || u.Hostname() == "" ||
		u.User != nil || u.Fragment != "" {
		return false
	}
	if s.o.Private {
		return true
	}
	host := strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
	if u.Port() != "" && u.Port() != "443" {
		return false
	}
	if ip, err := netip.ParseAddr(host); err == nil {
		return public(netip.AddrPortFrom(ip, 443))
	}
	return strings.Contains(host, ".") && !strings.HasSuffix(host, ".local") && !strings.HasSuffix(host, ".internal")
}

func validKeys(sub Subscription) bool {
	point, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(sub.P256dh, "="))
	if err != nil {
		return false
	}
	if _, err := ecdh.P256().NewPublicKey(point); err != nil {
		return false
	}
	secret, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(sub.Auth, "="))
	return err == nil && len(secret) == 16
}

// mayDial checks the resolved address when the connection is made: a name can be made to point anywhere.
func (s *Service) mayDial(_, address string, _ syscall.RawConn) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil {
		return fmt.Errorf("push: %q is not an address", address)
	}
	if !s.o.Private && !public(to) {
		return &refusedError{to}
	}
	return nil
}

// refusedError is an endpoint to which nothing is sent.
type refusedError struct{ to netip.AddrPort }

func (e *refusedError) Error() string { return "push: nothing is sent to " + e.to.String() }

// outside knows IANA's special-purpose networks. In IPv6 it allows nothing but what is assigned to the open internet.
var outside = ssrf.New(ssrf.WithPorts(443))

// public reports whether an address is on the open internet. An IPv4 address in an IPv6 one counts as what it is.
func public(to netip.AddrPort) bool {
	return outside.SafeAddrPort(netip.AddrPortFrom(to.Addr().Unmap(), to.Port())) == nil
}
