package messageapi

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"lectern/internal/feature/message"
	"lectern/internal/http/api/wire"
	"lectern/internal/http/server"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/locale"
)

type wirePoint struct {
	At           string `json:"at" format:"date-time"`
	Readers      int    `json:"readers" doc:"How many had read it by then."`
	Acknowledged int    `json:"acknowledged"`
}

type WireReach struct {
	Message      wireSent    `json:"message"`
	Students     int         `json:"students" doc:"Whom it is for."`
	Readers      int         `json:"readers"`
	Acknowledged int         `json:"acknowledged"`
	Late         int         `json:"late" doc:"Of the acknowledged, after the deadline."`
	Overdue      bool        `json:"overdue" doc:"The deadline is over: who has not acknowledged it is late."`
	Progress     []wirePoint `json:"progress" doc:"In steps of an hour for two days, of a day after that; empty before it is sent."`
	Reminded     []string    `json:"reminded" doc:"When those who had not acknowledged it were reminded."`
	RemindFrom   string      `json:"remindFrom" doc:"From when another reminder may be sent; empty: now."`
}

func (a *API) GetMessageReach(ctx context.Context, who access.Actor, in *messageIn) (WireReach, error) {
	r, err := a.Messages.Reach(ctx, who, in.Message)
	if err != nil {
		return WireReach{}, err
	}
	return WireReach{
		Message: a.toWireSent(r.Message), Students: r.Students, Readers: r.Readers, Acknowledged: r.Acknowledged, Late: r.Late, Overdue: r.Overdue,
		Progress: wire.Each(r.Progress, func(p message.Point) wirePoint {
			return wirePoint{At: wire.Instant(p.At), Readers: p.Readers, Acknowledged: p.Acknowledged}
		}),
		Reminded: wire.Each(r.Reminded, wire.Instant), RemindFrom: wire.MaybeInstant(r.RemindFrom),
	}, nil
}

type listWaitingIn struct {
	Message string `path:"message" maxLength:"64"`
	After   string `query:"after" maxLength:"64" doc:"Number of the last student of the page before."`
	Size    int    `query:"size" minimum:"1" maximum:"2000" default:"200"`
	Search  string `query:"search" maxLength:"64" doc:"The beginning of a name, a number or a phone number."`
	Read    string `query:"read" enum:"no,yes,none" doc:"Only who has not read it, who has, or who has no account."`
}

type WireWaiting struct {
	Student       string `json:"student"`
	StudentNumber string `json:"studentNumber"`
	Name          string `json:"name"`
	NameLatin     string `json:"nameLatin"`
	Class         string `json:"class"`
	Read          bool   `json:"read"`
	Account       bool   `json:"account" doc:"Whether the student has an account to read it with."`
}

func (a *API) ListWaiting(ctx context.Context, who access.Actor, in *listWaitingIn) ([]WireWaiting, error) {
	rows, err := a.Messages.Waiting(ctx, who, in.Message, message.WaitingQuery{Search: in.Search, Read: in.Read, After: in.After, Size: in.Size})
	return wire.Each(rows, func(m message.Missing) WireWaiting {
		return WireWaiting{Student: m.Student, StudentNumber: m.Number, Name: m.Name, NameLatin: m.NameLatin, Class: m.Class, Read: m.Read, Account: m.Account}
	}), err
}

// ExportWaiting writes who has not acknowledged a notice as a sheet, by student number.
func (a *API) ExportWaiting(w http.ResponseWriter, r *http.Request) {
	ctx, who, id := r.Context(), server.ActorOf(r.Context()), r.PathValue("message")
	// The first page before the first byte, so that an error is still an answer.
	asked := r.URL.Query()
	query := message.WaitingQuery{Search: asked.Get("search"), Read: asked.Get("read"), Size: message.MaxWaiting}
	if !slices.Contains([]string{"", "no", "yes", "none"}, query.Read) {
		server.Fail(w, r, fault.New(fault.Invalid, "request.field_value", "field", "read"))
		return
	}
	rows, err := a.Messages.Waiting(ctx, who, id, query)
	if err != nil {
		server.Fail(w, r, err)
		return
	}
	say := func(key string) string { return locale.Text(server.LanguageOf(ctx), key, nil) }
	head := []string{say("message.sheet_number"), say("message.sheet_name"), say("message.sheet_latin"), say("message.sheet_class"), say("message.sheet_read"), say("message.sheet_account")}
	yesNo := map[bool]string{true: say("message.sheet_yes"), false: say("message.sheet_no")}
	err = wire.WriteSheet(w, r, "not-acknowledged", head, func(write func(...string) error) error {
		for len(rows) > 0 {
			for _, m := range rows {
				if err := write(m.Number, m.Name, m.NameLatin, m.Class, yesNo[m.Read], yesNo[m.Account]); err != nil {
					return err
				}
			}
			if len(rows) < message.MaxWaiting {
				return nil
			}
			query.After = rows[len(rows)-1].Number
			if rows, err = a.Messages.Waiting(ctx, who, id, query); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		panic(http.ErrAbortHandler) // the file is cut off, and the browser sees it
	}
}

type countMessagesIn struct {
	IDs string `query:"ids" required:"true" maxLength:"3500" doc:"Ids of messages, with commas between them, 50 at most."`
}

type WireCount struct {
	ID           string `json:"id"`
	Students     int    `json:"students" doc:"Whom it is for."`
	Readers      int    `json:"readers"`
	Acknowledged int    `json:"acknowledged"`
}

// CountMessages counts the readers of several messages. It is a call of its own: a list need not wait for it.
func (a *API) CountMessages(ctx context.Context, who access.Actor, in *countMessagesIn) ([]WireCount, error) {
	counts, err := a.Messages.Counts(ctx, who, strings.Split(in.IDs, ","))
	return wire.Each(counts, func(c message.Count) WireCount { return WireCount(c) }), err
}

func (a *API) RemindMessage(ctx context.Context, who access.Actor, in *messageIn) (wire.Reminded, error) {
	n, err := a.Messages.Remind(ctx, who, in.Message)
	return wire.Reminded{Students: n}, err
}
