// Package push notifies devices about new messages by web push (RFC 8030), encrypted for the device (RFC 8291) and
// signed by the installation (VAPID, RFC 8292). It owns the subscriptions and the sending; package message owns texts
// and audiences. Start at Service.
//
// The endpoints come from browsers and can't be trusted: it only connects to https on the public internet, checks the
// address when connecting, and follows no redirects.
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

// Kind is a kind of message that devices subscribe to.
type Kind string

// The kinds.
const (
	Changes    Kind = "changes"    // of the timetable
	Recordings Kind = "recordings" // new ones
	Notices    Kind = "notices"    // everything else
)

// Kinds are the kinds a device has subscribed to.
type Kinds struct{ Changes, Recordings, Notices bool }

// Subscription is a browser that gets notifications.
type Subscription struct {
	Endpoint string // URL at the browser's push service
	P256dh   string // the browser's keys, as it sends them
	Auth     string
	Kinds    Kinds
	Updated  time.Time
}

// Options are the dependencies and settings of the service.
type Options struct {
	DB      *sqldb.DB
	Keys    *keyring.Ring
	Jobs    *job.Queue
	Now     func() time.Time
	Contact string // https:// or mailto: address at which a push service reaches the server administrator
	// Private allows private networks and any port; for tests.
	Private bool
	Roots   *x509.CertPool // trusted certificates; nil: the system's
}

// Service manages subscriptions and sends notifications. It is safe for concurrent use.
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

// New creates the service. Its keys are derived from the installation's and must never change, because browsers
// subscribe to them.
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
		// A redirect would bypass every check.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return s
}

// vapidKey derives the signing key of the installation.
func vapidKey(keys *keyring.Ring) *ecdh.PrivateKey {
	for i := 0; ; i++ { // about one number in 2³² is not a valid key
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

// PublicKey returns the key that browsers subscribe to, in base64url.
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

// Subscribe sends notifications to the caller's device during this session, in a language. Repeating it replaces the
// kinds. Errors: push.endpoint, push.keys.
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

// Unsubscribe deletes one of the caller's devices, or all of them if the endpoint is empty. Unknown endpoints are
// ignored.
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

// acceptable refuses early what mayDial would refuse, so that the browser gets an error.
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

// mayDial checks the resolved address when connecting, because DNS can change after the check of the URL.
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

// refusedError is an address that we don't connect to.
type refusedError struct{ to netip.AddrPort }

func (e *refusedError) Error() string { return "push: nothing is sent to " + e.to.String() }

// outside knows IANA's special-purpose networks, and allows only public addresses.
var outside = ssrf.New(ssrf.WithPorts(443))

// public reports whether an address is on the public internet. IPv4 addresses in IPv6 are checked as IPv4.
func public(to netip.AddrPort) bool {
	return outside.SafeAddrPort(netip.AddrPortFrom(to.Addr().Unmap(), to.Port())) == nil
}
