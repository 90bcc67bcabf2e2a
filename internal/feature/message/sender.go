package message

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"lectern/internal/feature/message/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/audit"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
)

// Notify sends a note inside the caller's transaction, so that a change and its message are committed together. It
// checks no permission and audits nothing, because the change does both. It returns the id of the message, or of the
// message already in force with the note's topic.
func (s *Service) Notify(ctx context.Context, q sqldb.Querier, who access.Actor, note Note) (string, error) {
	if len(note.Students) > 0 {
		note.To = List()
	}
	if err := note.check(); err != nil {
		return "", err
	}
	if note.Several != (Text{}) {
		return s.collect(ctx, q, who, note)
	}
	return s.send(ctx, q, who, note)
}

// send is Notify for a checked note that is a message by itself.
func (s *Service) send(ctx context.Context, q sqldb.Querier, who access.Actor, note Note) (string, error) {
	if note.Sent.IsZero() {
		note.Sent = s.now()
	}
	queries, made := db.New(q), note.ID
	if made == "" {
		made = sqldb.NewID()
	}
	if len(note.Students) > 0 {
		note.To.target = made
	}
	inserted, err := queries.InsertMessage(ctx, db.InsertMessageParams{
		ID: made, Kind: string(note.Kind), Tag: int64(note.Tag), Title: note.Title.Zh, TitleEn: note.Title.En,
		Subtitle: note.Subtitle.Zh, SubtitleEn: note.Subtitle.En, Content: note.Content.Zh, ContentEn: note.Content.En,
		Avatar: note.Avatar, Link: note.Link, Audience: note.To.kind, Target: note.To.target, Acknowledge: note.Acknowledge,
		AcknowledgeBy: sqldb.Millis(note.Deadline), Topic: note.Topic, Sender: who.Account, ByHand: note.ByHand,
		Reminds: note.reminds, Attachments: int64(len(note.Attachments)), SentAt: sqldb.Millis(note.Sent),
		ExpiresAt: sqldb.Millis(note.Expires), Several: note.Several.Zh, SeveralEn: note.Several.En,
	})
	if err != nil {
		return "", fmt.Errorf("send a message: %w", err)
	}
	if inserted == 1 {
		people := make([]Person, 0, len(note.Students))
		for _, student := range note.Students {
			people = append(people, Person{Student: student})
		}
		if err := addRecipients(ctx, q, made, people); err != nil {
			return "", err
		}
		noteSent(ctx, made)
		for _, do := range s.onNotify {
			if note.Quiet {
				break
			}
			if err := do(ctx, q, made, note); err != nil {
				return "", err
			}
		}
		return made, nil
	}
	earlier, err := queries.SelectByTopic(ctx, note.Topic)
	if err != nil {
		return "", fmt.Errorf("find the message of a topic: %w", err)
	}
	return earlier, nil
}

// Settle withdraws the message or part of a topic inside the caller's transaction, such as a to-do that is done.
func (s *Service) Settle(ctx context.Context, q sqldb.Querier, topic string) error {
	if err := s.settlePart(ctx, q, topic); err != nil {
		return err
	}
	if _, err := db.New(q).UpdateWithdrawnTopic(ctx,
		db.UpdateWithdrawnTopicParams{Topic: topic, Now: s.now().UnixMilli()}); err != nil {
		return fmt.Errorf("settle a topic: %w", err)
	}
	return nil
}

// Withdraw withdraws a message and its reminders; a scheduled one is never sent. It may be repeated. Registrars, and
// the adviser who wrote it.
func (s *Service) Withdraw(ctx context.Context, who access.Actor, id string) error {
	return s.changeState(ctx, who, id, "message.withdraw", func(q *db.Queries, now int64) (int64, error) {
		return q.UpdateWithdrawn(ctx, db.UpdateWithdrawnParams{ID: id, Now: now})
	})
}

// Restore restores a withdrawn message, but not its reminders. It may be repeated. Registrars, and the adviser or
// teacher who wrote it.
func (s *Service) Restore(ctx context.Context, who access.Actor, id string) error {
	return s.changeState(ctx, who, id, "message.restore", func(q *db.Queries, _ int64) (int64, error) {
		return q.UpdateRestored(ctx, id)
	})
}

// changeState withdraws or restores a message and audits it.
func (s *Service) changeState(
	ctx context.Context, who access.Actor, id, action string, change func(q *db.Queries, now int64) (int64, error),
) error {
	if err := access.Noticing.Check(who); err != nil {
		return err
	}
	return s.database.Write(ctx, func(q sqldb.Querier) error {
		now := s.now()
		before, err := s.readManaged(ctx, q, who, id)
		if err != nil {
			return err
		}
		changed, err := change(db.New(q), now.UnixMilli())
		if err != nil {
			return fmt.Errorf("%s: %w", action, err)
		}
		if changed == 0 {
			return nil
		}
		after, err := s.readSent(ctx, q, id)
		if err != nil {
			return err
		}
		return audit.Append(ctx, q, who, audit.Entry{
			At: now, Action: action, Object: id, Before: map[string]any{"state": string(before.State(now))},
			After: map[string]any{"state": string(after.State(now))},
		})
	})
}

// Origin tells who made a message.
type Origin string

// The origins. Empty: both.
const (
	FromStaff  Origin = "staff"
	FromPortal Origin = "portal" // about a change or a recording
)

// SentFilter selects the sent messages to list. Empty fields don't filter.
type SentFilter struct {
	Origin Origin
	State  State
	Search string // part of the title, in either language
	Before string
	Size   int // at most MaxPage, and by default
}

// Sent lists sent messages, newest first, including withdrawn ones, without reminders and the portal's messages to
// single accounts. It counts no readers. A registrar sees all, others their own.
func (s *Service) Sent(ctx context.Context, who access.Actor, f SentFilter) (Page, error) {
	if err := access.Noticing.Check(who); err != nil {
		return Page{}, err
	}
	at, beforeID, err := parseCursor(f.Before)
	if err != nil {
		return Page{}, err
	}
	size := pageSize(f.Size)
	var page Page
	err = s.database.Read(ctx, func(q sqldb.Querier) error {
		list, err := s.selectSent(ctx, q, who, f, at, beforeID, size+1)
		if err != nil {
			return fmt.Errorf("list sent messages: %w", err)
		}
		if len(list) > int(size) {
			list = list[:size]
			page.Next = list[size-1].Cursor()
		}
		// Omit notices to classes and groups that someone else now has; the page may be shorter then.
		for _, m := range list {
			err := s.mayAddress(ctx, q, who, m.To)
			if err == nil {
				page.Messages = append(page.Messages, m)
			} else if fault.Code(err) == "" {
				return err
			}
		}
		return s.addNames(ctx, q, page.Messages)
	})
	return page, err
}

func (s *Service) selectSent(ctx context.Context, q sqldb.Querier, who access.Actor, f SentFilter, before int64,
	beforeID string, size int32,
) (list []Message, err error) {
	sender, pattern := "", ""
	if isLimited(who) {
		sender = who.Account
	}
	if text := strings.ToLower(strings.TrimSpace(strings.ToValidUTF8(f.Search, "?"))); text != "" {
		pattern = sqldb.Contains(text)
	}
	if f.Origin == FromStaff {
		rows, err := db.New(q).SelectByHand(ctx, db.SelectByHandParams{
			Before: before, BeforeID: beforeID, State: string(f.State), Now: s.now().UnixMilli(),
			Sender: sender, Pattern: pattern, Size: size,
		})
		for _, row := range rows {
			list = append(list, toMessage(row.Message, 0, 0))
		}
		return list, err
	}
	rows, err := db.New(q).SelectSent(ctx, db.SelectSentParams{
		Before: before, BeforeID: beforeID, State: string(f.State), Now: s.now().UnixMilli(), Portal: f.Origin == FromPortal,
		Sender: sender, Pattern: pattern, Size: size,
	})
	for _, row := range rows {
		list = append(list, toMessage(row.Message, 0, 0))
	}
	return list, err
}

// addNames adds the names of audiences and senders, and the files.
func (s *Service) addNames(ctx context.Context, q sqldb.Querier, list []Message) error {
	queries, audiences, senders := db.New(q), map[Audience]Name{}, map[string]string{}
	for i := range list {
		m := &list[i]
		if _, known := audiences[m.To]; !known {
			name, err := nameOf(ctx, queries, m.To)
			if err != nil {
				return err
			}
			audiences[m.To] = name
		}
		if _, known := senders[m.Sender]; !known {
			name, err := queries.SelectAccountName(ctx, m.Sender)
			if err != nil && !errors.Is(err, sql.ErrNoRows) {
				return fmt.Errorf("name a sender: %w", err)
			}
			senders[m.Sender] = name
		}
		m.AudienceName, m.SenderName = audiences[m.To], senders[m.Sender]
	}
	return addAttachments(ctx, q, list)
}

func nameOf(ctx context.Context, queries *db.Queries, to Audience) (Name, error) {
	if to.kind == "list" {
		n, err := queries.CountRecipients(ctx, to.target)
		if err != nil {
			return Name{}, fmt.Errorf("count a list: %w", err)
		}
		return Name{Students: int(n)}, nil
	}
	row, err := queries.SelectTargetName(ctx, db.SelectTargetNameParams{Audience: to.kind, Target: to.target})
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return Name{}, fmt.Errorf("name an audience: %w", err)
	}
	return Name{Code: row.Code, Text: Text{row.Name, row.NameEn}}, nil
}

// readSent reads a message with its files, without checking the audience.
func (s *Service) readSent(ctx context.Context, q sqldb.Querier, id string) (Message, error) {
	row, err := db.New(q).SelectSentMessage(ctx, id)
	if err != nil {
		return Message{}, sqldb.Missing(err, "message.not_found")
	}
	one := []Message{toMessage(row.Message, 0, 0)}
	err = addAttachments(ctx, q, one)
	return one[0], err
}
