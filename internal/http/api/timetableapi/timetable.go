package timetableapi

import (
	"cmp"
	"context"
	"net/http"
	"time"

	"lectern/internal/feature/timetable"
	"lectern/internal/http/api/wire"
	"lectern/internal/http/server"
	"lectern/internal/kernel/access"
)

// maxCached limits the cached timetables and calendars, at about five kilobytes each.
const maxCached = 8 << 10

type WireTerms struct {
	Current  string     `json:"current" doc:"Id of the term to show today, or empty."`
	Today    string     `json:"today" format:"date" doc:"The college's date."`
	TimeZone string     `json:"timeZone"`
	Terms    []WireTerm `json:"terms" doc:"Earliest first."`
}

func (a *API) ListTerms(ctx context.Context, _ access.Actor, _ *struct{}) (WireTerms, error) {
	terms, current, err := a.Timetables.Terms(ctx)
	if err != nil {
		return WireTerms{}, err
	}
	return WireTerms{
		Current: current, Today: a.Timetables.Today().String(), TimeZone: a.Timetables.Zone().String(),
		Terms: wire.Each(terms, toWireTerm),
	}, nil
}

// answer returns a response made from the caller's timetable, cached until that timetable changes. Changes elsewhere in
// the college cost a few indexed reads.
func (a *API) answer(ctx context.Context, who access.Actor, term, key string,
	render func(t *timetable.Timetable) (*cachedResponse, error),
) (*cachedResponse, error) {
	version := func(ctx context.Context) (string, error) { return a.Timetables.Version(ctx, who, term) }
	return a.cached.GetVersion(ctx, key, version, func(ctx context.Context) (*cachedResponse, error) {
		t, err := a.Timetables.Timetable(ctx, who, term)
		if err != nil {
			return nil, err
		}
		return render(&t)
	})
}

// GetTimetable returns the caller's whole term, or 304 for a current ETag.
func (a *API) GetTimetable(w http.ResponseWriter, r *http.Request) {
	who, term := server.ActorOf(r.Context()), r.URL.Query().Get("term")
	// The date is part of the key because it decides which term is current.
	key := "timetable\n" + cmp.Or(who.Student, who.Teacher) + "\n" + term + "\n" + a.Timetables.Today().String()
	answer, err := a.answer(r.Context(), who, term, key, func(t *timetable.Timetable) (*cachedResponse, error) {
		body, err := server.Encode(server.Good(ToWireTimetable(t, a.Timetables.Zone().String())))
		if err != nil {
			return nil, err
		}
		return compress(t.Version, "application/json", body)
	})
	if err != nil {
		server.Fail(w, r, err)
		return
	}
	answer.serve(w, r)
}

type changesIn struct {
	Since string `query:"since" required:"true" maxLength:"40" doc:"RFC 3339, YYYY-MM-DD HH:mm:ss in the college's time zone, or Unix milliseconds."`
	Term  string `query:"term" maxLength:"64" doc:"Id of a term; default: the current one."`
}

// WireDifference is the change to one class. Its ids are those of the timetable.
type WireDifference struct {
	Before *WireClass `json:"before,omitempty" doc:"Before the change; missing if the class is new."`
	After  *WireClass `json:"after,omitempty" doc:"After the change; missing if the class was deleted."`
}

func toWireDifference(d timetable.Difference) WireDifference {
	var out WireDifference
	if d.Before != nil {
		before := toWireClass(*d.Before, nil, false)
		out.Before = &before
	}
	if d.After != nil {
		after := toWireClass(*d.After, nil, false)
		out.After = &after
	}
	return out
}

type WireChanges struct {
	Now     string           `json:"now" format:"date-time" doc:"since for the next call."`
	Changes []WireDifference `json:"changes"`
}

func (a *API) ListChanges(ctx context.Context, who access.Actor, in *changesIn) (WireChanges, error) {
	since, err := wire.ParseInstant("since", in.Since, a.Timetables.Zone())
	if err != nil {
		return WireChanges{}, err
	}
	now := a.Now() // before the query: changes published in between come twice rather than never
	found, err := a.Timetables.ChangesSince(ctx, who, in.Term, since)
	if err != nil {
		return WireChanges{}, err
	}
	return WireChanges{Now: now.UTC().Format(time.RFC3339Nano), Changes: wire.Each(found, toWireDifference)}, nil
}
