package push

import (
	"bytes"
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/SherClockHolmes/webpush-go"

	"lectern/internal/feature/message/push/db"
	"lectern/internal/kernel/job"
	"lectern/internal/kernel/locale"
	"lectern/internal/kernel/sqldb"
)

const (
	fanKind  = "push.message"
	sendKind = "push.send"
	// attempts span about ten minutes. Older news is in the message centre.
	attempts = 6
	// storeFor is how long a push service stores a message for an offline device.
	storeFor = 12 * time.Hour
	// maxBody leaves room for title and link in the single record of a push message.
	maxBody  = 500
	maxTitle = 200
)

type fanJob struct {
	Message string `json:"message"`
	Kind    Kind   `json:"kind"`
}

type sendJob struct {
	Message      string `json:"message"`
	Subscription string `json:"subscription"`
}

// payload is sent to the service worker.
type payload struct {
	Title string `json:"title"`
	Body  string `json:"body"`
	Link  string `json:"link"`
	Tag   string `json:"tag"` // a notification replaces an earlier one with its tag
}

// Enqueue queues notifications about a message for its audience, from an instant on, inside the transaction that sends
// the message.
func (s *Service) Enqueue(ctx context.Context, q sqldb.Querier, message string, kind Kind, at time.Time) error {
	n, err := db.New(q).CountSubscriptions(ctx)
	if err != nil {
		return fmt.Errorf("look for devices: %w", err)
	}
	age := s.o.Now().Sub(at)
	if n == 0 && age >= 0 || age > storeFor { // devices may still subscribe before a time in the future
		return nil
	}
	_, err = s.o.Jobs.Add(ctx, q, job.Spec{Kind: fanKind, Payload: fanJob{message, kind}, Key: message, RunAt: at})
	return err
}

// Handlers returns the handlers of the queued jobs.
func (s *Service) Handlers() map[string]job.Handler {
	return map[string]job.Handler{fanKind: s.fan, sendKind: s.send}
}

// fan queues a job for each device, so that an unreachable one delays no other.
func (s *Service) fan(ctx context.Context, run *job.Run) error {
	var what fanJob
	if err := run.Decode(&what); err != nil {
		return err
	}
	err := s.o.DB.Write(ctx, func(q sqldb.Querier) error {
		audience, err := db.New(q).SelectAudienceOf(ctx, what.Message)
		if errors.Is(err, sql.ErrNoRows) {
			return run.Complete(ctx, q) // withdrawn since then
		}
		if err != nil {
			return fmt.Errorf("read the recipients of a message: %w", err)
		}
		receivers, err := db.New(q).SelectReceivers(ctx, db.SelectReceiversParams{
			Audience: audience.Audience, Target: audience.Target, Reminds: audience.Reminds,
			Now: s.o.Now().UnixMilli(), Kind: string(what.Kind),
		})
		if err != nil {
			return fmt.Errorf("list the devices to notify: %w", err)
		}
		for _, to := range receivers {
			spec := job.Spec{
				Kind: sendKind, Payload: sendJob{what.Message, to},
				Key: what.Message + " " + to, MaxAttempts: attempts,
			}
			if _, err := s.o.Jobs.Add(ctx, q, spec); err != nil {
				return err
			}
		}
		return run.Complete(ctx, q)
	})
	s.o.Jobs.Wake()
	return err
}

func (s *Service) send(ctx context.Context, run *job.Run) error {
	var what sendJob
	if err := run.Decode(&what); err != nil {
		return err
	}
	row, err := db.New(s.o.DB.Reader()).SelectDelivery(ctx, db.SelectDeliveryParams{
		Message: what.Message, ID: what.Subscription, Now: s.o.Now().UnixMilli(),
	})
	if errors.Is(err, sql.ErrNoRows) {
		return nil // withdrawn, expired or logged out since then
	}
	if err != nil {
		return fmt.Errorf("read what to tell: %w", err)
	}
	status, err := s.post(ctx, what.Message, row)
	var refused *refusedError
	switch {
	case errors.As(err, &refused):
		return s.forget(ctx, what.Subscription)
	case err != nil:
		return err
	case status/100 == 2:
		return nil
	case status == http.StatusNotFound || status == http.StatusGone || status == http.StatusForbidden:
		return s.forget(ctx, what.Subscription) // the browser has unsubscribed, or changed its key
	case status == http.StatusTooManyRequests || status/100 == 5:
		return fmt.Errorf("push: the push service answered %d", status)
	}
	return job.Permanent(fmt.Errorf("push: the push service answered %d", status))
}

// forget deletes a subscription that can't be reached.
func (s *Service) forget(ctx context.Context, subscription string) error {
	return s.o.DB.WriteOne(ctx, func(q sqldb.Querier) error { return db.New(q).DeleteByID(ctx, subscription) })
}

func (s *Service) post(ctx context.Context, message string, row db.SelectDeliveryRow) (status int, err error) {
	language := locale.Language(row.Language)
	title, body := locale.Pick(language, row.Title, row.TitleEn), locale.Pick(language, row.Content, row.ContentEn)
	var encoded bytes.Buffer
	enc := json.NewEncoder(&encoded)
	enc.SetEscapeHTML(false) // saves bytes
	if err := enc.Encode(payload{
		Title: locale.Shorten(title, maxTitle), Body: locale.Shorten(body, maxBody),
		Link: row.Link, Tag: cmp.Or(row.Topic, message),
	}); err != nil {
		return 0, job.Permanent(err)
	}
	to := &webpush.Subscription{Endpoint: row.Endpoint, Keys: webpush.Keys{Auth: row.Auth, P256dh: row.P256dh}}
	answer, err := webpush.SendNotificationWithContext(ctx, encoded.Bytes(), to, &webpush.Options{
		HTTPClient: s.client, Subscriber: s.o.Contact, TTL: int(storeFor.Seconds()), Urgency: webpush.UrgencyNormal,
		VAPIDPublicKey: s.public, VAPIDPrivateKey: s.private, VapidExpiration: s.o.Now().Add(storeFor),
	})
	if errors.Is(err, webpush.ErrMaxPadExceeded) {
		return 0, job.Permanent(fmt.Errorf("push: %w", err))
	}
	if err != nil {
		return 0, fmt.Errorf("push: %w", err)
	}
	defer answer.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(answer.Body, 4096)) // so that the connection is reused
	return answer.StatusCode, nil
}
