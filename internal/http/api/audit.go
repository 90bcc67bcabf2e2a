package api

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"lectern/internal/http/api/wire"
	"lectern/internal/http/server"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/audit"
	"lectern/internal/kernel/locale"
)

// AuditFilter selects rows of the audit log.
type AuditFilter struct {
	Account string `query:"account" maxLength:"64" doc:"Id of the account that did it."`
	Object  string `query:"object" maxLength:"100" doc:"Only entries about this object."`
	Action  string `query:"action" maxLength:"64" doc:"Such as account.login, or account. for all actions of a feature."`
	From    string `query:"from" maxLength:"40" doc:"RFC 3339, YYYY-MM-DD HH:mm:ss in the college's time zone, or Unix milliseconds."`
	To      string `query:"to" maxLength:"40" doc:"As from; exclusive."`
}

func (f *AuditFilter) query(zone *time.Location) (audit.Query, error) {
	q := audit.Query{Account: f.Account, Object: f.Object, Action: f.Action}
	var wrong [2]error
	if f.From != "" {
		q.From, wrong[0] = wire.ParseInstant("from", f.From, zone)
	}
	if f.To != "" {
		q.To, wrong[1] = wire.ParseInstant("to", f.To, zone)
	}
	return q, errors.Join(wrong[:]...)
}

type wireAudit struct {
	ID          string         `json:"id"`
	Seq         int64          `json:"seq" doc:"Its number in the chain; 0 until it is sealed, about a second later."`
	At          string         `json:"at" format:"date-time"`
	Account     string         `json:"account" doc:"Account id; empty for a visitor."`
	AccountName string         `json:"accountName" doc:"Empty for deleted accounts and the server itself."`
	Role        string         `json:"role"`
	Address     string         `json:"address" doc:"IP address; for the command line the operating-system user."`
	Action      string         `json:"action"`
	Object      string         `json:"object"`
	ObjectName  string         `json:"objectName" doc:"Its name; empty if it was deleted or has none."`
	Before      map[string]any `json:"before,omitempty" doc:"Changed fields before the change, with names instead of ids; personal data is masked."`
	After       map[string]any `json:"after,omitempty"`
}

func toWireAudit(r audit.NamedRow) wireAudit {
	row := wireAudit{
		ID: r.ID, Seq: r.Seq, At: r.At.UTC().Format(time.RFC3339Nano), Account: r.Account,
		AccountName: r.AccountName, Role: r.Role, Address: r.Address,
		Action: r.Action, Object: r.Object, ObjectName: r.ObjectName,
	}
	// An empty value isn't JSON and stays empty; other values were JSON when written.
	_ = json.Unmarshal([]byte(r.Before), &row.Before)
	_ = json.Unmarshal([]byte(r.After), &row.After)
	nameValues(row.Before, r.Names)
	nameValues(row.After, r.Names)
	return row
}

// nameValues replaces the ids of objects by their names, also in lists. The ids of deleted objects stay.
func nameValues(values map[string]any, names map[string]string) {
	for field, value := range values {
		switch value := value.(type) {
		case string:
			values[field] = audit.Named(value, names)
		case []any:
			for i, item := range value {
				if text, ok := item.(string); ok {
					value[i] = audit.Named(text, names)
				}
			}
		}
	}
}

type listAuditIn struct {
	AuditFilter
	Before string `query:"before" maxLength:"64" doc:"Id of the last entry on the previous page."`
	Limit  int    `query:"limit" minimum:"1" maximum:"200" default:"50"`
}

func (a *api) listAudit(ctx context.Context, who access.Actor, in *listAuditIn) ([]wireAudit, error) {
	q, err := in.query(a.Timetables.Zone())
	if err != nil {
		return nil, err
	}
	q.Before, q.Size, q.English = in.Before, in.Limit, server.LanguageOf(ctx) == locale.English
	rows, err := a.Audit.List(ctx, who, q)
	return wire.Each(rows, toWireAudit), err
}

type findInAuditIn struct {
	Text string `query:"text" required:"true" minLength:"1" maxLength:"64" doc:"A part of a name or code; for students the beginning of a name or number."`
}

type wireAuditFound struct {
	Kind string `json:"kind" enum:"account,student,course,group,teacher,room"`
	ID   string `json:"id" doc:"For the filter account or object."`
	Name string `json:"name"`
	Note string `json:"note" doc:"A number or code, to distinguish equal names."`
}

func (a *api) findInAudit(ctx context.Context, who access.Actor, in *findInAuditIn) ([]wireAuditFound, error) {
	people, err := a.Audit.People(ctx, who, in.Text)
	if err != nil {
		return nil, err
	}
	out := wire.Each(people, func(p audit.Person) wireAuditFound { return wireAuditFound{p.Kind, p.ID, p.Name, p.Number} })
	things, err := a.Desk.Search(ctx, who, in.Text)
	for _, f := range things {
		out = append(out, wireAuditFound{f.Kind, f.ID, f.Name, f.Code})
	}
	return out, err
}

type wireChain struct {
	Sealed      int64  `json:"sealed" doc:"Number of the last sealed entry."`
	SealedAt    string `json:"sealedAt" doc:"What was committed before is sealed; half a minute old at most while instances run. Empty: never."`
	Waiting     int    `json:"waiting" doc:"Entries that are not sealed yet; at most 10 000 are counted."`
	Late        bool   `json:"late" doc:"Some have waited for more than a minute."`
	Rows        int64  `json:"rows" doc:"Entries found by the last verification."`
	FirstBroken int64  `json:"firstBroken" doc:"The first entry that is missing or was changed; 0 if the chain is intact."`
	VerifiedAt  string `json:"verifiedAt" doc:"When the last verification reached the end of the chain. Empty: never."`
	WholeAt     string `json:"wholeAt" doc:"Since when no verified entry has been read again; every entry is read daily. Empty: never."`
	Running     bool   `json:"running" doc:"A verification is waiting or running."`
	Percent     int    `json:"percent" doc:"Of the entries that it has compared."`
}

// getAuditChain returns the stored result; it doesn't verify.
func (a *api) getAuditChain(ctx context.Context, who access.Actor, _ *struct{}) (wireChain, error) {
	s, err := a.Chain.Status(ctx, who)
	return wireChain{
		Sealed: s.Sealed, SealedAt: wire.MaybeInstant(s.SealedAt), Waiting: s.Waiting, Late: s.Late, Rows: s.Verified,
		FirstBroken: s.FirstBroken, VerifiedAt: wire.MaybeInstant(s.VerifiedAt), WholeAt: wire.MaybeInstant(s.WholeAt),
		Running: s.Running, Percent: s.Percent,
	}, err
}

// verifyAudit verifies the whole chain in the background.
func (a *api) verifyAudit(ctx context.Context, who access.Actor, _ *struct{}) (wire.None, error) {
	return nil, a.Chain.Request(ctx, who)
}

// maxExported limits the rows of a download.
const maxExported = 100_000

// exportAudit writes the matching rows as a sheet, newest first.
func (a *api) exportAudit(w http.ResponseWriter, r *http.Request) {
	filter, who := filterOf(r.URL.Query()), server.ActorOf(r.Context())
	q, err := filter.query(a.Timetables.Zone())
	if err != nil {
		server.Fail(w, r, err)
		return
	}
	// Read the first page before the first byte, so that errors still get an error response.
	rows, err := a.Audit.List(r.Context(), who, q)
	if err != nil {
		server.Fail(w, r, err)
		return
	}
	err = wire.WriteSheet(w, r, "audit", []string{
		"seq", "at", "account", "name", "role", "address", "action", "object",
		"object name", "before", "after",
	}, func(write func(...string) error) error {
		for n := 0; len(rows) > 0 && n < maxExported; n += len(rows) {
			for _, row := range rows {
				err := write(strconv.FormatInt(row.Seq, 10), row.At.UTC().Format(time.RFC3339), row.Account, row.AccountName,
					row.Role, row.Address, row.Action, row.Object, row.ObjectName, row.Before, row.After)
				if err != nil {
					return err
				}
			}
			q.Before = rows[len(rows)-1].ID
			if rows, err = a.Audit.List(r.Context(), who, q); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		panic(http.ErrAbortHandler) // abort, so that the browser reports an incomplete file
	}
}

func filterOf(query url.Values) AuditFilter {
	return AuditFilter{
		Account: query.Get("account"), Object: query.Get("object"), Action: query.Get("action"),
		From: query.Get("from"), To: query.Get("to"),
	}
}
