package message

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"lectern/internal/feature/message/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/audit"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
)

// maxAhead is how far ahead a message may be scheduled.
const maxAhead = 366 * 24 * time.Hour

// Publish sends a note written by staff, now or at a scheduled time. Repeating it with the same id changes nothing; a
// different note with that id is message.id_taken. Registrars, advisers and teachers only, who may only write to their
// classes and groups: those of mayAddress.
func (s *Service) Publish(ctx context.Context, who access.Actor, note Note) (string, error) {
	if err := access.Noticing.Check(who); err != nil {
		return "", err
	}
	note.ByHand = true
	if note.Tag == Done {
		return "", fault.New(fault.Invalid, "message.fresh_done")
	}
	if err := note.check(); err != nil {
		return "", err
	}
	if err := s.mayAddress(ctx, s.database.Reader(), who, note.To); err != nil {
		return "", err
	}
	if note.Subtitle == (Text{}) {
		var err error
		if note.Subtitle, err = s.signature(ctx, s.database.Reader(), who, note.To); err != nil {
			return "", err
		}
	}
	sent, err := s.publish(ctx, who, note)
	if note.ID != "" && s.database.IsUnique(err) {
		return s.publish(ctx, who, note) // sent twice at once: the other request has written it
	}
	return sent, err
}

func (s *Service) publish(ctx context.Context, who access.Actor, note Note) (string, error) {
	// Outside the transaction, so that concurrent changes to students don't make it fail.
	reached, err := db.New(s.database.Reader()).CountAudience(ctx,
		db.CountAudienceParams{Audience: note.To.kind, Target: note.To.target})
	if err != nil {
		return "", fmt.Errorf("count an audience: %w", err)
	}
	made := note.ID
	if made == "" {
		made = sqldb.NewID()
	}
	err = s.database.Write(ctx, func(q sqldb.Querier) error {
		note, reached := note, int(reached)
		var recipients []Person
		if note.To == List() {
			var err error
			if recipients, err = readRecipients(ctx, q, who, note.Numbers); err != nil {
				return err
			}
			note.To.target, reached = made, len(recipients)
		}
		if again, err := s.sentBefore(ctx, q, note, recipients); again || err != nil {
			return err
		}
		if err := s.checkTimes(note); err != nil {
			return err
		}
		if err := exists(ctx, q, note.To); err != nil {
			return err
		}
		note.ID = made
		if _, err := s.Notify(ctx, q, who, note); err != nil {
			return err
		}
		if err := addRecipients(ctx, q, made, recipients); err != nil {
			return err
		}
		if err := attach(ctx, q, who, made, note.Attachments); err != nil {
			return err
		}
		return audit.Append(ctx, q, who,
			audit.Entry{At: s.now(), Action: "message.publish", Object: made, After: published(note, reached)})
	})
	if err != nil {
		return "", err
	}
	return made, nil
}

// checkTimes refuses inconsistent times and times in the past.
func (s *Service) checkTimes(note Note) error {
	now := s.now()
	sent := note.Sent
	if sent.IsZero() {
		sent = now
	}
	switch {
	case sent.Before(now):
		return fault.New(fault.Invalid, "message.schedule_past")
	case sent.After(now.Add(maxAhead)):
		return fault.New(fault.Invalid, "message.schedule_far")
	case !note.Expires.IsZero() && !note.Expires.After(sent):
		return fault.New(fault.Invalid, "message.expires_past")
	case !note.Deadline.IsZero() && !note.Deadline.After(sent):
		return fault.New(fault.Invalid, "message.deadline_past")
	case !note.Deadline.IsZero() && !note.Expires.IsZero() && note.Deadline.After(note.Expires):
		return fault.New(fault.Invalid, "message.deadline_late")
	}
	return nil
}

// readRecipients finds the students with these numbers. It refuses unknown numbers, because the sender would assume
// that they are reached.
func readRecipients(ctx context.Context, q sqldb.Querier, who access.Actor, numbers []string) ([]Person, error) {
	found, unknown, err := students(ctx, q, who, numbers)
	switch {
	case err != nil:
		return nil, err
	case len(unknown) > 0:
		return nil, unknownNumbers(who, strconv.Itoa(len(unknown)))
	case len(found) == 0:
		return nil, fault.New(fault.Invalid, "message.no_numbers")
	}
	return found, nil
}

// addRecipients stores the students of a list.
func addRecipients(ctx context.Context, q sqldb.Querier, message string, people []Person) error {
	rows := sqldb.NewBatch(q, "message_recipient", "message_id", "student_id")
	for _, person := range people {
		if err := rows.Add(ctx, message, person.Student); err != nil {
			return fmt.Errorf("address a message: %w", err)
		}
	}
	if err := rows.Flush(ctx); err != nil {
		return fmt.Errorf("address a message: %w", err)
	}
	return rows.Close()
}

// published returns the fields for the audit log.
func published(note Note, reached int) map[string]any {
	after := map[string]any{
		"kind": string(note.Kind), "to": note.To.String(), "students": reached, "title": note.Title.In("zh-CN"),
		"acknowledge": note.Acknowledge,
	}
	for name, at := range map[string]time.Time{
		"scheduled": note.Sent,
		"deadline":  note.Deadline, "expires": note.Expires,
	} {
		if !at.IsZero() {
			after[name] = at.UTC().Format(time.RFC3339)
		}
	}
	if len(note.Attachments) > 0 {
		after["attachments"] = len(note.Attachments)
	}
	return after
}

// sentBefore reports whether the note was sent before, and refuses a different one with the same id.
func (s *Service) sentBefore(ctx context.Context, q sqldb.Querier, note Note, recipients []Person) (bool, error) {
	if note.ID == "" {
		return false, nil
	}
	known, err := s.readSent(ctx, q, note.ID)
	if fault.Code(err) == "message.not_found" {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	before, err := db.New(q).SelectRecipients(ctx, note.ID)
	if err != nil {
		return false, fmt.Errorf("read a list: %w", err)
	}
	var now []string
	for _, person := range recipients {
		now = append(now, person.Student)
	}
	slices.Sort(before)
	slices.Sort(now)
	if !known.matches(note) || !slices.Equal(before, now) {
		return false, fault.New(fault.Conflict, "message.id_taken")
	}
	return true, nil
}

// matches reports whether the note would send the same message.
func (m Message) matches(n Note) bool {
	var files []string
	for _, a := range m.Attachments {
		files = append(files, a.ID)
	}
	return m.Kind == n.Kind && m.Tag == n.Tag && m.To == n.To && m.Title == n.Title && m.Subtitle == n.Subtitle &&
		m.Content == n.Content && m.Avatar == n.Avatar && m.Link == n.Link && m.Acknowledge == n.Acknowledge &&
		sqldb.Millis(m.Deadline) == sqldb.Millis(n.Deadline) && sqldb.Millis(m.Expires) == sqldb.Millis(n.Expires) &&
		(n.Sent.IsZero() || sqldb.Millis(m.Sent) == sqldb.Millis(n.Sent)) && slices.Equal(files, n.Attachments)
}
