package message

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"lectern/internal/feature/message/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/blob"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
)

// MaxPage is the maximum length of a page and of a list of ids.
const MaxPage = 200

// Service sends messages and lists them for their readers. It is safe for concurrent use.
type Service struct {
	database *sqldb.DB
	now      func() time.Time
	zone     *time.Location // of the college
	blobs    blob.Store     // for attachments
	onNotify []func(ctx context.Context, q sqldb.Querier, id string, note Note) error
}

// New creates the service.
func New(database *sqldb.DB, now func() time.Time) *Service {
	return &Service{database: database, now: now, zone: time.UTC}
}

// WithFiles sets where attachments are stored. Call it during wiring.
func (s *Service) WithFiles(blobs blob.Store) *Service {
	s.blobs = blobs
	return s
}

// WithZone sets the time zone in which days begin (default UTC). Call it during wiring.
func (s *Service) WithZone(zone *time.Location) *Service {
	s.zone = zone
	return s
}

// OnNotify adds a hook that runs for every message in the transaction that sends it. Call it during wiring, before the
// first message.
func (s *Service) OnNotify(do func(ctx context.Context, q sqldb.Querier, id string, note Note) error) {
	s.onNotify = append(s.onNotify, do)
}

// Filter selects the reader's messages to list.
type Filter struct {
	Kind   Kind // empty: all
	Unread bool
	Before string
	Size   int // at most MaxPage, and by default
}

// Page is one page of a list, newest first.
type Page struct {
	Messages []Message
	Next     string // Before of the next page; empty on the last
}

// List returns the caller's messages.
func (s *Service) List(ctx context.Context, who access.Actor, f Filter) (Page, error) {
	if err := access.SignedIn.Check(who); err != nil {
		return Page{}, err
	}
	before, beforeID, err := parseCursor(f.Before)
	if err != nil {
		return Page{}, err
	}
	size := pageSize(f.Size)
	q := s.database.Reader()
	rows, err := db.New(q).SelectMessages(ctx, db.SelectMessagesParams{
		Student: who.Student, Account: who.Account, Now: s.now().UnixMilli(), Kind: string(f.Kind), Unread: f.Unread,
		Before: before, BeforeID: beforeID, Size: size + 1,
	})
	if err != nil {
		return Page{}, fmt.Errorf("list messages: %w", err)
	}
	var page Page
	for _, row := range rows {
		if len(page.Messages) == int(size) {
			page.Next = page.Messages[size-1].Cursor()
			break
		}
		page.Messages = append(page.Messages, toMessage(row.Message, row.ReadAt.Int64, row.AcknowledgedAt.Int64))
	}
	return page, addAttachments(ctx, q, page.Messages)
}

// Counts are the numbers on the reader's badges.
type Counts struct {
	Unread      map[Kind]int // without zeros
	Acknowledge int          // notices to acknowledge, read or not
}

// Unread counts the caller's unread messages by kind, in one query.
func (s *Service) Unread(ctx context.Context, who access.Actor) (Counts, error) {
	counts := Counts{Unread: map[Kind]int{}}
	if err := access.SignedIn.Check(who); err != nil {
		return counts, err
	}
	rows, err := db.New(s.database.Reader()).CountUnread(ctx, db.CountUnreadParams{
		Student: who.Student, Account: who.Account, Now: s.now().UnixMilli(),
	})
	if err != nil {
		return counts, fmt.Errorf("count unread messages: %w", err)
	}
	for _, row := range rows {
		if row.Unread > 0 {
			counts.Unread[Kind(row.Kind)] = int(row.Unread)
		}
		counts.Acknowledge += int(row.Asked)
	}
	return counts, nil
}

// MarkRead marks messages as read and returns how many were unread. Other people's ids are ignored, so callers can't
// tell whether they exist.
func (s *Service) MarkRead(ctx context.Context, who access.Actor, ids []string) (int, error) {
	if err := access.SignedIn.Check(who); err != nil {
		return 0, err
	}
	if len(ids) > MaxPage {
		return 0, fault.New(fault.Invalid, "message.too_many", "max", strconv.Itoa(MaxPage))
	}
	var marked int64
	err := s.database.Write(ctx, func(q sqldb.Querier) error {
		marked = 0
		for _, id := range ids {
			if strings.ContainsRune(id, 0) {
				continue // not an id, and PostgreSQL refuses such text
			}
			n, err := db.New(q).InsertRead(ctx, db.InsertReadParams{
				Student: who.Student, Account: who.Account, ID: id, Now: s.now().UnixMilli(),
			})
			if err != nil {
				return fmt.Errorf("mark a message read: %w", err)
			}
			marked += n
		}
		return nil
	})
	return int(marked), err
}

// MarkAllRead marks all messages of a kind as read, or all messages if the kind is empty.
func (s *Service) MarkAllRead(ctx context.Context, who access.Actor, kind Kind) (int, error) {
	if err := access.SignedIn.Check(who); err != nil {
		return 0, err
	}
	var marked int64
	err := s.database.WriteOne(ctx, func(q sqldb.Querier) (err error) {
		marked, err = db.New(q).InsertReadAll(ctx, db.InsertReadAllParams{
			Student: who.Student, Account: who.Account, Kind: string(kind), Now: s.now().UnixMilli(),
		})
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("mark all messages read: %w", err)
	}
	return int(marked), nil
}

// Acknowledge marks a notice as acknowledged and read. It may be repeated.
func (s *Service) Acknowledge(ctx context.Context, who access.Actor, id string) (Message, error) {
	if err := access.SignedIn.Check(who); err != nil {
		return Message{}, err
	}
	var out Message
	err := s.database.Write(ctx, func(q sqldb.Querier) error {
		var err error
		if out, err = s.readVisible(ctx, q, who, id); err != nil {
			return err
		}
		if !out.Acknowledge {
			return fault.New(fault.Invalid, "message.not_asked")
		}
		if err := db.New(q).UpsertAcknowledged(ctx,
			db.UpsertAcknowledgedParams{Account: who.Account, ID: id, Now: s.now().UnixMilli()}); err != nil {
			return fmt.Errorf("acknowledge a notice: %w", err)
		}
		out, err = s.readVisible(ctx, q, who, id)
		return err
	})
	return out, err
}

// Get returns one of the caller's messages.
func (s *Service) Get(ctx context.Context, who access.Actor, id string) (Message, error) {
	if err := access.SignedIn.Check(who); err != nil {
		return Message{}, err
	}
	return s.readVisible(ctx, s.database.Reader(), who, id)
}

func (s *Service) readVisible(ctx context.Context, q sqldb.Querier, who access.Actor, id string) (Message, error) {
	row, err := db.New(q).SelectMessage(ctx, db.SelectMessageParams{
		Student: who.Student, Account: who.Account, ID: id, Now: s.now().UnixMilli(),
	})
	if err != nil {
		return Message{}, sqldb.Missing(err, "message.not_found")
	}
	one := []Message{toMessage(row.Message, row.ReadAt.Int64, row.AcknowledgedAt.Int64)}
	err = addAttachments(ctx, q, one)
	return one[0], err
}

func notFound() error { return fault.New(fault.NotFound, "message.not_found") }

func pageSize(wanted int) int32 {
	if wanted <= 0 || wanted > MaxPage {
		return MaxPage
	}
	return int32(wanted)
}

// Cursor returns the Before of the page that follows this message. It contains the time, because ids don't sort
// scheduled messages.
func (m Message) Cursor() string { return strconv.FormatInt(m.Sent.UnixMilli(), 10) + "." + m.ID }

func parseCursor(text string) (int64, string, error) {
	if text == "" {
		return math.MaxInt64, "", nil
	}
	at, id, _ := strings.Cut(text, ".")
	ms, err := strconv.ParseInt(at, 10, 64)
	if err != nil || len(id) > 100 || strings.ContainsRune(id, 0) {
		return 0, "", fault.New(fault.Invalid, "message.bad_cursor")
	}
	return ms, id, nil
}
