package messageapi

import (
	"context"

	"lectern/internal/feature/message"
	"lectern/internal/http/api/wire"
	"lectern/internal/http/server"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/locale"
)

// WireMessage is row 3.8 plus a link and whether it must be acknowledged. Its texts are in the language of
// Accept-Language.
type WireMessage struct {
	ID           string               `json:"id"`
	Type         string               `json:"type" enum:"message,notice,todo"`
	Title        string               `json:"title"`
	SubTitle     string               `json:"subTitle"`
	Avatar       string               `json:"avatar" doc:"Name of an icon."`
	Content      string               `json:"content"`
	Time         string               `json:"time" format:"date-time"`
	MessageType  int                  `json:"messageType" enum:"0,1,2,3" doc:"State of notices and to-dos: 0 not started, 1 done, 2 in progress, 3 due soon. For messages by staff it defaults to 0 and is never 1."`
	Status       int                  `json:"status" enum:"0,1" doc:"1 once it is read."`
	Link         string               `json:"link" doc:"A path of the portal; may be empty."`
	Acknowledge  bool                 `json:"acknowledge" doc:"The reader should acknowledge it."`
	Acknowledged string               `json:"acknowledged" doc:"When the reader acknowledged it, or empty."`
	Deadline     string               `json:"deadline" doc:"When to acknowledge it by, or empty."`
	Attachments  []message.Attachment `json:"attachments"`
	Cursor       string               `json:"cursor" doc:"before for the next, older page."`
}

// ToWireMessage returns a message in its reader's language.
func ToWireMessage(lang locale.Language, m message.Message) WireMessage {
	out := WireMessage{
		ID: m.ID, Type: string(m.Kind), Title: m.Title.In(lang), SubTitle: m.Subtitle.In(lang),
		Content: m.Content.In(lang), Avatar: m.Avatar, Time: wire.Instant(m.Sent), MessageType: int(m.Tag),
		Link: m.Link, Acknowledge: m.Acknowledge, Acknowledged: wire.MaybeInstant(m.Acknowledged), Cursor: m.Cursor(),
		Deadline: wire.MaybeInstant(m.Deadline), Attachments: m.Attachments,
	}
	if !m.Read.IsZero() {
		out.Status = 1
	}
	return out
}

type listMessagesIn struct {
	// The contract's client sends no body; then the newest 200 of every type are returned.
	Body *struct {
		Type   string `json:"type,omitempty" enum:"message,notice,todo"`
		Unread bool   `json:"unread,omitempty"`
		Before string `json:"before,omitempty" maxLength:"200" doc:"Cursor of the last message on the previous page."`
		Size   int    `json:"size,omitempty" minimum:"1" maximum:"200"`
	}
}

func (a *API) ListMessages(ctx context.Context, who access.Actor, in *listMessagesIn) ([]WireMessage, error) {
	var filter message.Filter
	if b := in.Body; b != nil {
		filter = message.Filter{Kind: message.Kind(b.Type), Unread: b.Unread, Before: b.Before, Size: b.Size}
	}
	page, err := a.Messages.List(ctx, who, filter)
	out := make([]WireMessage, 0, len(page.Messages))
	for _, m := range page.Messages {
		out = append(out, ToWireMessage(server.LanguageOf(ctx), m))
	}
	return out, err
}

type readMessagesIn struct {
	Body struct {
		IDs []string `json:"ids" maxItems:"200"`
	}
}

// ReadMessages also succeeds for messages that are already read.
func (a *API) ReadMessages(ctx context.Context, who access.Actor, in *readMessagesIn) (bool, error) {
	_, err := a.Messages.MarkRead(ctx, who, in.Body.IDs)
	return err == nil, err
}

type readAllMessagesIn struct {
	Body *struct {
		Type string `json:"type,omitempty" enum:"message,notice,todo" doc:"Only this type; default: all."`
	}
}

func (a *API) ReadAllMessages(ctx context.Context, who access.Actor, in *readAllMessagesIn) (int, error) {
	kind := message.Kind("")
	if in.Body != nil {
		kind = message.Kind(in.Body.Type)
	}
	return a.Messages.MarkAllRead(ctx, who, kind)
}

type messageIn struct {
	Message string `path:"message" maxLength:"64"`
}

func (a *API) AcknowledgeMessage(ctx context.Context, who access.Actor, in *messageIn) (WireMessage, error) {
	m, err := a.Messages.Acknowledge(ctx, who, in.Message)
	if err != nil {
		return WireMessage{}, err
	}
	return ToWireMessage(server.LanguageOf(ctx), m), nil
}

type WireUnread struct {
	Message     int `json:"message"`
	Notice      int `json:"notice"`
	Todo        int `json:"todo"`
	Total       int `json:"total"`
	Acknowledge int `json:"acknowledge" doc:"Notices to acknowledge, read or not."`
}

func (a *API) CountUnread(ctx context.Context, who access.Actor, _ *struct{}) (WireUnread, error) {
	counts, err := a.Messages.Unread(ctx, who)
	out := WireUnread{
		Message: counts.Unread[message.Plain], Notice: counts.Unread[message.Notice], Todo: counts.Unread[message.Todo],
		Acknowledge: counts.Acknowledge,
	}
	out.Total = out.Message + out.Notice + out.Todo
	return out, err
}
