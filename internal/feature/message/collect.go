package message

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"lectern/internal/feature/message/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/locale"
	"lectern/internal/kernel/sqldb"
)

// maxParts is how many parts of a message are listed, the latest first.
const maxParts = 20

// collect sends a note as a part of the day's message with its topic and recipients. With a further part, that message
// is replaced by a new one with all of them, which is unread again and first in lists.
func (s *Service) collect(ctx context.Context, q sqldb.Querier, who access.Actor, note Note) (string, error) {
	rows := db.New(q)
	known, err := rows.SelectPartByTopic(ctx, note.Part)
	if err == nil {
		return known.MessageID, nil
	}
	if !errors.Is(err, sql.ErrNoRows) {
		return "", fmt.Errorf("find the message of a topic: %w", err)
	}
	note.Topic, note.ID = s.topicOfDay(note), sqldb.NewID()
	earlier, err := rows.SelectByTopic(ctx, note.Topic)
	if sqldb.IgnoreMissing(err) != nil {
		return "", fmt.Errorf("find the message of a topic: %w", err)
	}
	if earlier != "" {
		if err := replace(ctx, rows, note.ID, earlier); err != nil {
			return "", fmt.Errorf("replace a message: %w", err)
		}
	}
	parts, err := rows.SelectParts(ctx, note.ID)
	if err != nil {
		return "", fmt.Errorf("read the parts of a message: %w", err)
	}
	part := db.MessagePart{
		MessageID: note.ID, Position: 1, Topic: note.Part, Things: int64(max(note.Things, 1)), Title: note.Title.Zh,
		TitleEn: note.Title.En, Content: note.Content.Zh, ContentEn: note.Content.En,
	}
	if len(parts) > 0 {
		part.Position = parts[0].Position + 1
	}
	if err := rows.InsertPart(ctx, db.InsertPartParams(part)); err != nil {
		return "", fmt.Errorf("write a part of a message: %w", err)
	}
	note.Title, note.Content = textOf(note.Several, append([]db.MessagePart{part}, parts...))
	return s.send(ctx, q, who, note)
}

// topicOfDay identifies the message that collects a note: its topic, its recipients and the college's day.
func (s *Service) topicOfDay(note Note) string {
	students := slices.Sorted(slices.Values(note.Students))
	sum := sha256.Sum256([]byte(note.Topic + "\n" + note.To.String() + "\n" + strings.Join(students, " ")))
	day, _ := civil.Of(s.now(), s.zone)
	return "day:" + day.String() + ":" + base64.RawURLEncoding.EncodeToString(sum[:18])
}

// replace moves the parts of an earlier message to the one that replaces it.
func replace(ctx context.Context, rows *db.Queries, message, earlier string) error {
	return errors.Join(rows.MoveParts(ctx, db.MovePartsParams{Kept: message, Other: earlier}),
		rows.DeleteReadsOfMessage(ctx, earlier), rows.DeleteRecipientsOfMessage(ctx, earlier),
		rows.DeleteMessage(ctx, earlier))
}

// textOf returns the title and content of a message from its parts, the latest first.
func textOf(several Text, parts []db.MessagePart) (title, content Text) {
	if len(parts) == 1 {
		p := parts[0]
		return Text{p.Title, p.TitleEn}, Text{p.Content, p.ContentEn}
	}
	things := 0
	var zh, en []string
	for _, p := range parts {
		things += int(p.Things)
		zh = append(zh, strings.TrimSpace(p.Title+"\n"+p.Content))
		en = append(en, strings.TrimSpace(p.TitleEn+"\n"+p.ContentEn))
	}
	count := strconv.Itoa(things)
	title.Zh, title.En = strings.ReplaceAll(several.Zh, "{count}", count), strings.ReplaceAll(several.En, "{count}", count)
	return title, Text{listParts(locale.Chinese, zh), listParts(locale.English, en)}
}

// listParts joins the texts of parts as far as a message may be long, and says how many it omits.
func listParts(l locale.Language, parts []string) string {
	const room = maxContent - 200 // for the last line
	length, shown := 0, 0
	for _, text := range parts[:min(len(parts), maxParts)] {
		if length += utf8.RuneCountInString(text) + 2; length > room {
			break
		}
		shown++
	}
	shown = max(shown, 1)
	list := slices.Clone(parts[:shown])
	if omitted := len(parts) - shown; omitted > 0 {
		list = append(list, locale.Text(l, "message.earlier", map[string]string{"count": strconv.Itoa(omitted)}))
	}
	return locale.Shorten(strings.Join(list, "\n\n"), maxContent)
}

// settlePart removes the part about a topic from its message, and withdraws a message without parts.
func (s *Service) settlePart(ctx context.Context, q sqldb.Querier, topic string) error {
	rows := db.New(q)
	part, err := rows.SelectPartByTopic(ctx, topic)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("find the message of a topic: %w", err)
	}
	if err := rows.DeletePart(ctx, db.DeletePartParams(part)); err != nil {
		return fmt.Errorf("remove a part of a message: %w", err)
	}
	parts, err := rows.SelectParts(ctx, part.MessageID)
	if err != nil {
		return fmt.Errorf("read the parts of a message: %w", err)
	}
	if len(parts) == 0 {
		_, err := rows.UpdateWithdrawn(ctx, db.UpdateWithdrawnParams{ID: part.MessageID, Now: s.now().UnixMilli()})
		return err
	}
	whole, err := rows.SelectSentMessage(ctx, part.MessageID)
	if err != nil {
		return fmt.Errorf("read a message: %w", err)
	}
	title, content := textOf(Text{whole.Message.Several, whole.Message.SeveralEn}, parts)
	err = rows.UpdateText(ctx, db.UpdateTextParams{
		ID: part.MessageID, Title: title.Zh, TitleEn: title.En, Content: content.Zh, ContentEn: content.En,
	})
	if err != nil {
		return fmt.Errorf("write a message: %w", err)
	}
	return nil
}
