package message

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"lectern/internal/access"
	"lectern/internal/audit"
	"lectern/internal/fault"
	"lectern/internal/id"
	"lectern/internal/message/db"
	"lectern/internal/sqldb"
)

// Notify sends a note inside the caller's transaction, so that a change and the message about it are
// committed together. It checks no right and writes no audit row: the change itself does both. It returns the message's
// id; while a message of the note's topic stands, it is that one's and nothing is sent.
func (s *Service) Notify(ctx context.Context, q sqldb.Querier, who access.Actor, note Note) (string, error) {
	if err := note.check(); err != nil {
		return "", err
	}
	if note.Sent.IsZero() {
		note.Sent = s.now()
	}
	queries, made := db.New(q), note.ID
	if made == "" {
		made = id.New()
	}
	inserted, err := queries.InsertMessage(ctx, db.InsertMessageParams{
		ID: made, Kind: string(note.Kind), Tag: int64(note.Tag), Title: note.Title.Zh, TitleEn: note.Title.En,
		Subtitle: note.Subtitle.Zh, SubtitleEn: note.Subtitle.En, Content: note.Content.Zh, ContentEn: note.Content.En,
		Avatar: note.Avatar, Link: note.Link, Audience: note.To.kind, Target: note.To.target, Acknowledge: note.Acknowledge,
		Topic: note.Topic, Sender: who.Account, SentAt: millis(note.Sent), ExpiresAt: millis(note.Expires),
	})
	if err != nil {
		return "", fmt.Errorf("send a message: %w", err)
	}
	if inserted == 1 {
		for _, do := range s.also {
			if note.Quiet {
				break
			}
			if err := do(ctx, q, made, note); err != nil {
				return "", err
			}
		}
		return made, nil
	}
	standing, err := queries.SelectByTopic(ctx, note.Topic)
	if err != nil {
		return "", fmt.Errorf("find the message of a topic: %w", err)
	}
	return standing, nil
}

// Settle takes back what stands about a topic inside the caller's transaction, for instance a todo that is done.
func (s *Service) Settle(ctx context.Context, q sqldb.Querier, topic string) error {
	if _, err := db.New(q).UpdateWithdrawnTopic(ctx, db.UpdateWithdrawnTopicParams{Topic: topic, Now: s.now().UnixMilli()}); err != nil {
		return fmt.Errorf("settle a topic: %w", err)
	}
	return nil
}

// Publish sends a note by hand to an audience that exists. A note with an id may be sent again, which changes nothing; another
// note with that id is message.id_taken. Staff only.
func (s *Service) Publish(ctx context.Context, who access.Actor, note Note) (string, error) {
	if err := access.Admin.Check(who); err != nil {
		return "", err
	}
	if err := note.check(); err != nil {
		return "", err
	}
	sent, err := s.publish(ctx, who, note)
	if note.ID != "" && s.database.IsUnique(err) {
		return s.publish(ctx, who, note) // the same note came twice at once, and is there now
	}
	return sent, err
}

func (s *Service) publish(ctx context.Context, who access.Actor, note Note) (string, error) {
	var sent string
	err := s.database.Write(ctx, func(q sqldb.Querier) error {
		if again, err := s.again(ctx, q, note); again || err != nil {
			sent = note.ID
			return err
		}
		if !note.Expires.IsZero() && !note.Expires.After(s.now()) {
			return fault.New(fault.Invalid, "message.expires_past")
		}
		if note.To != Everyone() {
			found, err := db.New(q).CountTarget(ctx, db.CountTargetParams{Audience: note.To.kind, Target: note.To.target})
			if err != nil {
				return fmt.Errorf("look for an audience: %w", err)
			}
			if found == 0 {
				return fault.New(fault.NotFound, "message.no_audience")
			}
		}
		var err error
		if sent, err = s.Notify(ctx, q, who, note); err != nil {
			return err
		}
		return audit.Append(ctx, q, who, audit.Entry{At: s.now(), Action: "message.publish", Object: sent, After: map[string]any{
			"kind": string(note.Kind), "to": note.To.String(), "title": note.Title.In("zh-CN"), "acknowledge": note.Acknowledge,
		}})
	})
	return sent, err
}

// again tells whether the note was sent before, and refuses another one under its id.
func (s *Service) again(ctx context.Context, q sqldb.Querier, note Note) (bool, error) {
	if note.ID == "" {
		return false, nil
	}
	known, err := s.sent(ctx, q, note.ID)
	switch {
	case fault.Code(err) == "message.not_found":
		return false, nil
	case err != nil:
		return false, err
	case !known.matches(note):
		return false, fault.New(fault.Conflict, "message.id_taken")
	}
	return true, nil
}

// Withdraw takes a message back; nobody sees it any more. Again is fine. Staff only.
func (s *Service) Withdraw(ctx context.Context, who access.Actor, id string) error {
	if err := access.Admin.Check(who); err != nil {
		return err
	}
	return s.database.Write(ctx, func(q sqldb.Querier) error {
		if _, err := s.sent(ctx, q, id); err != nil {
			return err
		}
		changed, err := db.New(q).UpdateWithdrawn(ctx, db.UpdateWithdrawnParams{ID: id, Now: s.now().UnixMilli()})
		if err != nil {
			return fmt.Errorf("withdraw a message: %w", err)
		}
		if changed == 0 {
			return nil
		}
		return audit.Append(ctx, q, who, audit.Entry{At: s.now(), Action: "message.withdraw", Object: id})
	})
}

// Sent returns what was sent to whomever, newest first, the withdrawn too, but for what the portal tells one person by itself. Staff only.
func (s *Service) Sent(ctx context.Context, who access.Actor, before string, size int) (Page, error) {
	if err := access.Admin.Check(who); err != nil {
		return Page{}, err
	}
	at, beforeID, err := parseCursor(before)
	if err != nil {
		return Page{}, err
	}
	limit := pageSize(size)
	rows, err := db.New(s.database.Reader()).SelectSent(ctx, db.SelectSentParams{Before: at, BeforeID: beforeID, Size: limit + 1})
	if err != nil {
		return Page{}, fmt.Errorf("list sent messages: %w", err)
	}
	var page Page
	for _, row := range rows {
		if len(page.Messages) == int(limit) {
			page.Next = page.Messages[limit-1].Cursor()
			break
		}
		page.Messages = append(page.Messages, toMessage(row.Message, 0, 0))
	}
	return page, nil
}

// A Reach says how far a message has come among the students it is for.
type Reach struct {
	Message      Message
	Students     int
	Readers      int
	Acknowledged int
}

// Reach counts the students whom a message is for and who of them has read and acknowledged it. Staff only.
func (s *Service) Reach(ctx context.Context, who access.Actor, id string) (Reach, error) {
	if err := access.Admin.Check(who); err != nil {
		return Reach{}, err
	}
	var reach Reach
	err := s.database.Read(ctx, func(q sqldb.Querier) error {
		m, err := s.sent(ctx, q, id)
		if err != nil {
			return err
		}
		row, err := db.New(q).CountReach(ctx, id)
		if err != nil {
			return fmt.Errorf("count readers: %w", err)
		}
		reach = Reach{Message: m, Students: int(row.Students), Readers: int(row.Readers), Acknowledged: int(row.Acknowledged)}
		return nil
	})
	return reach, err
}

// Missing is a student who has not acknowledged a notice.
type Missing struct {
	Student, Number, Name, NameLatin, Class string
	Read                                    bool
}

// Waiting lists who has not acknowledged a notice, by student number from after the given one on, at most size of
// them (0: MaxPage). Staff only.
func (s *Service) Waiting(ctx context.Context, who access.Actor, id, after string, size int) ([]Missing, error) {
	if err := access.Admin.Check(who); err != nil {
		return nil, err
	}
	var out []Missing
	err := s.database.Read(ctx, func(q sqldb.Querier) error {
		m, err := s.sent(ctx, q, id)
		if err != nil {
			return err
		}
		if !m.Acknowledge {
			return fault.New(fault.Invalid, "message.not_asked")
		}
		rows, err := db.New(q).SelectMissing(ctx, db.SelectMissingParams{ID: id, After: []byte(after), Size: pageSize(size)})
		if err != nil {
			return fmt.Errorf("list who has not acknowledged: %w", err)
		}
		out = make([]Missing, 0, len(rows))
		for _, row := range rows {
			out = append(out, Missing{row.ID, row.Number, row.Name, row.NameLatin, row.Class, row.ReadAt.Valid})
		}
		return nil
	})
	return out, err
}

func (s *Service) sent(ctx context.Context, q sqldb.Querier, id string) (Message, error) {
	row, err := db.New(q).SelectSentMessage(ctx, id)
	if errors.Is(err, sql.ErrNoRows) {
		return Message{}, notFound()
	}
	if err != nil {
		return Message{}, fmt.Errorf("read a message: %w", err)
	}
	return toMessage(row.Message, 0, 0), nil
}
