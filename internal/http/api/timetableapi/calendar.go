package timetableapi

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strings"

	"lectern/internal/feature/timetable"
	"lectern/internal/http/api/wire"
	"lectern/internal/http/server"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/locale"
	"lectern/internal/workflow/calendar"
)

// WireCalendar is the secret address of a student's calendar feed.
type WireCalendar struct {
	Active   bool   `json:"active"`
	Path     string `json:"path" doc:"Of the feed on this server, such as /calendar/….ics, or empty. Anyone who has it sees the timetable."`
	Language string `json:"language" enum:"en-US,zh-CN,"`
	Created  string `json:"created" doc:"Empty if there is none."`
	Fetched  string `json:"fetched" doc:"When a calendar app last asked for it, up to ten minutes old; empty: never."`
}

func toWireCalendar(f timetable.Feed) WireCalendar {
	if f.Secret.Empty() {
		return WireCalendar{}
	}
	return WireCalendar{
		Active: true, Path: "/calendar/" + f.Secret.Reveal() + ".ics", Language: string(f.Language),
		Created: wire.Instant(f.Created), Fetched: wire.MaybeInstant(f.Fetched),
	}
}

func (a *API) GetCalendar(ctx context.Context, who access.Actor, _ *struct{}) (WireCalendar, error) {
	feed, err := a.Feeds.Feed(ctx, who)
	return toWireCalendar(feed), err
}

type rotateCalendarIn struct {
	Body *struct {
		Language string `json:"language,omitempty" enum:"en-US,zh-CN" doc:"Of the feed's texts; default: that of Accept-Language."`
	}
}

// RotateCalendar creates a feed address and invalidates the previous one.
func (a *API) RotateCalendar(ctx context.Context, who access.Actor, in *rotateCalendarIn) (WireCalendar, error) {
	lang := server.LanguageOf(ctx)
	if in.Body != nil && in.Body.Language != "" {
		lang = locale.Language(in.Body.Language)
	}
	feed, err := a.Feeds.Rotate(ctx, who, lang)
	if err != nil {
		return WireCalendar{}, err
	}
	return toWireCalendar(feed), nil
}

func (a *API) RevokeCalendar(ctx context.Context, who access.Actor, _ *struct{}) (WireCalendar, error) {
	return WireCalendar{}, a.Feeds.Revoke(ctx, who)
}

// ServeFeed serves a calendar by its secret path, the only credential. The log has the route's pattern, never the
// path.
func (a *API) ServeFeed(w http.ResponseWriter, r *http.Request) {
	name, ok := strings.CutSuffix(r.PathValue("secret"), ".ics")
	if !ok {
		server.Fail(w, r, fault.New(fault.NotFound, "timetable.no_feed"))
		return
	}
	who, lang, err := a.Feeds.Owner(r.Context(), name)
	if err != nil {
		server.Fail(w, r, err)
		return
	}
	a.serveCalendar(w, r, who, lang)
}

// DownloadCalendar sends the calendar as a file: a term, or one class with ?class=.
func (a *API) DownloadCalendar(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Disposition", `attachment; filename="timetable.ics"`)
	a.serveCalendar(w, r, server.ActorOf(r.Context()), server.LanguageOf(r.Context()))
}

// serveCalendar caches calendars, because rendering one takes a hundred times as long.
func (a *API) serveCalendar(w http.ResponseWriter, r *http.Request, who access.Actor, lang locale.Language) {
	term, class := r.URL.Query().Get("term"), r.URL.Query().Get("class")
	style := calendar.Style{Language: lang, Portal: a.portal(r), College: a.CollegeEn}
	if lang == locale.Chinese {
		style.College = a.CollegeZh
	}
	key := style.Tag("calendar\n" + cmp.Or(who.Student, who.Teacher) + "\n" + term + "\n" + class + "\n" +
		a.Timetables.Today().String())
	answer, err := a.answer(r.Context(), who, term, key, func(t *timetable.Timetable) (*cachedResponse, error) {
		if class != "" {
			t.Classes = slices.DeleteFunc(slices.Clone(t.Classes), func(c timetable.Class) bool { return c.ID != class })
			if len(t.Classes) == 0 {
				return nil, fault.New(fault.NotFound, "timetable.no_class")
			}
		}
		body, err := calendar.Render(t, a.Timetables.Zone(), style)
		if err != nil {
			return nil, err
		}
		return compress(style.Tag(t.Version+class), "text/calendar; charset=utf-8", body)
	})
	if err != nil {
		w.Header().Del("Content-Disposition")
		server.Fail(w, r, err)
		return
	}
	answer.serve(w, r)
}

// portal returns the base address of links in a feed: the configured one, or that of the request.
func (a *API) portal(r *http.Request) string {
	if a.PublicURL != "" {
		return strings.TrimSuffix(a.PublicURL, "/")
	}
	return "http://" + r.Host
}
