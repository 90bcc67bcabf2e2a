package httpapi

import (
	"context"

	"lectern/internal/access"
	"lectern/internal/httpapi/wire"
	"lectern/internal/locale"
	"lectern/internal/message"
	"lectern/internal/server"
)

// wireMessage is row 3.8, with where it leads and whether it asks to be acknowledged besides. Its texts are in the
// language of Accept-Language.
type wireMessage struct {
	ID           string            `json:"id"`
	Type         string            `json:"type" enum:"message,notice,todo"`
	Title        string            `json:"title"`
	SubTitle     string            `json:"subTitle"`
	Avatar       string            `json:"avatar" doc:"Name of an icon."`
	Content      string            `json:"content"`
	Time         string            `json:"time" format:"date-time"`
	MessageType  int               `json:"messageType" enum:"0,1,2,3" doc:"How the matter stands, of notices and todos: 0 not started, 1 done, 2 in progress, 3 due soon. What staff publish is 0 unless they say otherwise, and never 1."`
	Status       int               `json:"status" enum:"0,1" doc:"1 once it is read."`
	Link         string            `json:"link" doc:"A path of the portal; may be empty."`
	Acknowledge  bool              `json:"acknowledge" doc:"The reader is asked to confirm."`
	Acknowledged string            `json:"acknowledged" doc:"When the reader did; empty before."`
	Deadline     string            `json:"deadline" doc:"Until when the reader is to; empty: at any time."`
	Attachments  []wireMessageFile `json:"attachments"`
	Cursor       string            `json:"cursor" doc:"Goes into before to list what is older."`
}

func toWireMessage(lang locale.Language, m message.Message) wireMessage {
	out := wireMessage{
		ID: m.ID, Type: string(m.Kind), Title: m.Title.In(lang), SubTitle: m.Subtitle.In(lang), Content: m.Content.In(lang), Avatar: m.Avatar,
		Time: wire.Instant(m.Sent), MessageType: int(m.Tag), Link: m.Link, Acknowledge: m.Acknowledge, Acknowledged: wire.MaybeInstant(m.Acknowledged), Cursor: m.Cursor(),
		Deadline: wire.MaybeInstant(m.Deadline), Attachments: wire.Each(m.Attachments, toWireMessageFile),
	}
	if !m.Read.IsZero() {
		out.Status = 1
	}
	return out
}

type listMessagesIn struct {
	// The contract sends no body at all; then the newest 200 of every type come.
	Body *struct {
		Type   string `json:"type,omitempty" enum:"message,notice,todo"`
		Unread bool   `json:"unread,omitempty"`
		Before string `json:"before,omitempty" maxLength:"200" doc:"Cursor of the last message of the page before."`
		Size   int    `json:"size,omitempty" minimum:"1" maximum:"200"`
	}
}

func (a *api) listMessages(ctx context.Context, who access.Actor, in *listMessagesIn) ([]wireMessage, error) {
	var filter message.Filter
	if b := in.Body; b != nil {
		filter = message.Filter{Kind: message.Kind(b.Type), Unread: b.Unread, Before: b.Before, Size: b.Size}
	}
	page, err := a.Messages.List(ctx, who, filter)
	out := make([]wireMessage, 0, len(page.Messages))
	for _, m := range page.Messages {
		out = append(out, toWireMessage(server.LanguageOf(ctx), m))
	}
	return out, err
}

type readMessagesIn struct {
	Body struct {
		IDs []string `json:"ids" maxItems:"200"`
	}
}

// readMessages answers true whether or not something was unread: marking again is no mistake.
func (a *api) readMessages(ctx context.Context, who access.Actor, in *readMessagesIn) (bool, error) {
	_, err := a.Messages.MarkRead(ctx, who, in.Body.IDs)
	return err == nil, err
}

type readAllMessagesIn struct {
	Body *struct {
		Type string `json:"type,omitempty" enum:"message,notice,todo" doc:"Only these; without it, all."`
	}
}

func (a *api) readAllMessages(ctx context.Context, who access.Actor, in *readAllMessagesIn) (int, error) {
	kind := message.Kind("")
	if in.Body != nil {
		kind = message.Kind(in.Body.Type)
	}
	return a.Messages.MarkAllRead(ctx, who, kind)
}

type messageIn struct {
	Message string `path:"message" maxLength:"64"`
}

func (a *api) acknowledgeMessage(ctx context.Context, who access.Actor, in *messageIn) (wireMessage, error) {
	m, err := a.Messages.Acknowledge(ctx, who, in.Message)
	if err != nil {
		return wireMessage{}, err
	}
	return toWireMessage(server.LanguageOf(ctx), m), nil
}

type wireUnread struct {
	Message     int `json:"message"`
	Notice      int `json:"notice"`
	Todo        int `json:"todo"`
	Total       int `json:"total"`
	Acknowledge int `json:"acknowledge" doc:"Notices, read or not, that still ask to be acknowledged."`
}

func (a *api) countUnread(ctx context.Context, who access.Actor, _ *struct{}) (wireUnread, error) {
	counts, err := a.Messages.Unread(ctx, who)
	out := wireUnread{
		Message: counts.Unread[message.Plain], Notice: counts.Unread[message.Notice], Todo: counts.Unread[message.Todo],
		Acknowledge: counts.Acknowledge,
	}
	out.Total = out.Message + out.Notice + out.Todo
	return out, err
}
