package httpapi

import (
	"context"
	"time"

	"lectern/internal/access"
	"lectern/internal/fault"
	"lectern/internal/message"
)

// wireText is a text in both languages; one of them may be empty.
type wireText struct {
	Zh string `json:"zh,omitempty"`
	En string `json:"en,omitempty"`
}

// wireSent is a message as its senders see it.
type wireSent struct {
	ID          string   `json:"id"`
	Type        string   `json:"type" enum:"message,notice,todo"`
	MessageType int      `json:"messageType"`
	To          string   `json:"to" doc:"all, programme:CODE, group:ID, student:ID or account:ID."`
	Title       wireText `json:"title"`
	SubTitle    wireText `json:"subTitle"`
	Content     wireText `json:"content"`
	Avatar      string   `json:"avatar"`
	Link        string   `json:"link"`
	Acknowledge bool     `json:"acknowledge"`
	Sender      string   `json:"sender" doc:"Account id."`
	Sent        string   `json:"sent" format:"date-time"`
	Expires     string   `json:"expires" doc:"Empty: never."`
	Withdrawn   string   `json:"withdrawn" doc:"Empty while it stands."`
}

func toWireSent(m message.Message) wireSent {
	return wireSent{
		ID: m.ID, Type: string(m.Kind), MessageType: int(m.Tag), To: m.To.String(), Title: wireText(m.Title), SubTitle: wireText(m.Subtitle),
		Content: wireText(m.Content), Avatar: m.Avatar, Link: m.Link, Acknowledge: m.Acknowledge, Sender: m.Sender,
		Sent: instantText(m.Sent), Expires: maybeInstant(m.Expires), Withdrawn: maybeInstant(m.Withdrawn),
	}
}

type publishMessageIn struct {
	Body struct {
		ID          string   `json:"id,omitempty" maxLength:"64" doc:"Made by the caller so that a request may be repeated; it becomes the message's id."`
		Type        string   `json:"type" enum:"message,notice,todo"`
		MessageType int      `json:"messageType,omitempty" minimum:"0" maximum:"3" doc:"Of notices and todos."`
		To          string   `json:"to" maxLength:"120" doc:"all, programme:CODE, group:ID, student:ID or account:ID."`
		Title       wireText `json:"title"`
		SubTitle    wireText `json:"subTitle,omitempty"`
		Content     wireText `json:"content,omitempty"`
		Avatar      string   `json:"avatar,omitempty"`
		Link        string   `json:"link,omitempty"`
		Acknowledge bool     `json:"acknowledge,omitempty"`
		Expires     string   `json:"expires,omitempty" format:"date-time" doc:"In the future."`
	}
}

type wireID struct {
	ID string `json:"id"`
}

func (a *api) publishMessage(ctx context.Context, who access.Actor, in *publishMessageIn) (wireID, error) {
	b := in.Body
	to, err := message.ParseAudience(b.To)
	if err != nil {
		return wireID{}, err
	}
	note := message.Note{
		ID: b.ID, Kind: message.Kind(b.Type), Tag: message.Tag(b.MessageType), To: to, Title: message.Text(b.Title), Subtitle: message.Text(b.SubTitle),
		Content: message.Text(b.Content), Avatar: b.Avatar, Link: b.Link, Acknowledge: b.Acknowledge,
	}
	if b.Expires != "" {
		if note.Expires, err = time.Parse(time.RFC3339, b.Expires); err != nil {
			return wireID{}, fault.New(fault.Invalid, "request.field_value", "field", "expires")
		}
	}
	sent, err := a.Messages.Publish(ctx, who, note)
	return wireID{ID: sent}, err
}

func (a *api) withdrawMessage(ctx context.Context, who access.Actor, in *messageIn) (none, error) {
	return nil, a.Messages.Withdraw(ctx, who, in.Message)
}

type listSentIn struct {
	Before string `query:"before" maxLength:"200" doc:"Next of the page before."`
	Size   int    `query:"size" minimum:"1" maximum:"200" default:"50"`
}

type wireSentPage struct {
	Messages []wireSent `json:"messages"`
	Next     string     `json:"next" doc:"Before of the next page; empty on the last."`
}

func (a *api) listSentMessages(ctx context.Context, who access.Actor, in *listSentIn) (wireSentPage, error) {
	page, err := a.Messages.Sent(ctx, who, in.Before, in.Size)
	out := wireSentPage{Messages: make([]wireSent, 0, len(page.Messages)), Next: page.Next}
	for _, m := range page.Messages {
		out.Messages = append(out.Messages, toWireSent(m))
	}
	return out, err
}

type wireReach struct {
	Message      wireSent `json:"message"`
	Students     int      `json:"students" doc:"Whom it is for."`
	Readers      int      `json:"readers"`
	Acknowledged int      `json:"acknowledged"`
}

func (a *api) getMessageReach(ctx context.Context, who access.Actor, in *messageIn) (wireReach, error) {
	r, err := a.Messages.Reach(ctx, who, in.Message)
	if err != nil {
		return wireReach{}, err
	}
	return wireReach{Message: toWireSent(r.Message), Students: r.Students, Readers: r.Readers, Acknowledged: r.Acknowledged}, nil
}

type listWaitingIn struct {
	Message string `path:"message" maxLength:"64"`
	After   string `query:"after" maxLength:"64" doc:"Number of the last student of the page before."`
	Size    int    `query:"size" minimum:"1" maximum:"200" default:"200"`
}

type wireWaiting struct {
	Student       string `json:"student"`
	StudentNumber string `json:"studentNumber"`
	Name          string `json:"name"`
	NameLatin     string `json:"nameLatin"`
	Class         string `json:"class"`
	Read          bool   `json:"read"`
}

func (a *api) listWaiting(ctx context.Context, who access.Actor, in *listWaitingIn) ([]wireWaiting, error) {
	rows, err := a.Messages.Waiting(ctx, who, in.Message, in.After, in.Size)
	out := make([]wireWaiting, 0, len(rows))
	for _, m := range rows {
		out = append(out, wireWaiting{Student: m.Student, StudentNumber: m.Number, Name: m.Name, NameLatin: m.NameLatin, Class: m.Class, Read: m.Read})
	}
	return out, err
}
