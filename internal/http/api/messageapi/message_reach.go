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

type WireReach struct {
	message.Reach
	Message wireSent `json:"message"`
}

func (a *API) GetMessageReach(ctx context.Context, who access.Actor, in *messageIn) (WireReach, error) {
	r, err := a.Messages.Reach(ctx, who, in.Message)
	if err != nil {
		return WireReach{}, err
	}
	return WireReach{Reach: r, Message: a.toWireSent(r.Message)}, nil
}

type listWaitingIn struct {
	Message string `path:"message" maxLength:"64"`
	After   string `query:"after" maxLength:"64" doc:"Number of the last student on the previous page."`
	Size    int    `query:"size" minimum:"1" maximum:"2000" default:"200"`
	Search  string `query:"search" maxLength:"64" doc:"The beginning of a name, a number or a phone number."`
	Read    string `query:"read" enum:"no,yes,none" doc:"Only students who haven't read it, who have, or who have no account."`
}

func (a *API) ListWaiting(ctx context.Context, who access.Actor, in *listWaitingIn) ([]message.Missing, error) {
	return a.Messages.Waiting(ctx, who, in.Message,
		message.WaitingQuery{Search: in.Search, Read: in.Read, After: in.After, Size: in.Size})
}

// ExportWaiting writes a sheet of those who haven't acknowledged a notice, by student number.
func (a *API) ExportWaiting(w http.ResponseWriter, r *http.Request) {
	ctx, who, id := r.Context(), server.ActorOf(r.Context()), r.PathValue("message")
	// Read the first page before the first byte, so that errors still get an error response.
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
	translate := func(key string) string { return locale.Text(server.LanguageOf(ctx), key, nil) }
	head := []string{
		translate("message.sheet_number"), translate("message.sheet_name"), translate("message.sheet_latin"),
		translate("message.sheet_class"), translate("message.sheet_read"), translate("message.sheet_account"),
	}
	yesNo := map[bool]string{true: translate("message.sheet_yes"), false: translate("message.sheet_no")}
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
		panic(http.ErrAbortHandler) // abort, so that the browser reports an incomplete file
	}
}

type countMessagesIn struct {
	IDs string `query:"ids" required:"true" maxLength:"3500" doc:"Ids of messages, separated by commas; at most 50."`
}

// CountMessages counts the readers of several messages. It is a separate call so that the list doesn't wait for it.
func (a *API) CountMessages(ctx context.Context, who access.Actor, in *countMessagesIn) ([]message.Count, error) {
	return a.Messages.Counts(ctx, who, strings.Split(in.IDs, ","))
}

func (a *API) RemindMessage(ctx context.Context, who access.Actor, in *messageIn) (wire.Reminded, error) {
	n, err := a.Messages.Remind(ctx, who, in.Message)
	return wire.Reminded{Students: n}, err
}
